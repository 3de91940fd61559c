"""Write a pack to begin with: a folder with records that extend a title.

simkit new-pack race_for_the_galaxy my_pack           one record, of what the title knows
simkit new-pack race_for_the_galaxy my_pack --code    with an ability of its own, as a Python class

It plays as it is. Edit it, check it with simkit check-pack, play it with --pack.
"""

from __future__ import annotations

import argparse
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from simkit.core.errors import SimkitError
from simkit.core.packs import FILE, FOLDER, ID, shipped_packs
from simkit.core.records import Key, Record
from simkit.core.registry import rules_class
from simkit.core.rules import Rules

HEAD = """name = "{name}"
title = "{title}"
what = "One {what} more."
source = "my own"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("title", help="what it extends; see simkit titles")
    parser.add_argument("folder", help="the pack's folder, which must not be there yet")
    parser.add_argument("--code", action="store_true", help="with an ability of its own")


def run(args: argparse.Namespace) -> int:
    """Write the pack."""
    folder = Path(args.folder)
    rules = rules_class(args.title)
    files = pack_files(rules, folder.name, args.code)
    try:
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise SimkitError(f"{folder}: is there already; choose another name") from None
    except OSError as error:
        raise SimkitError(f"{folder}: cannot be written ({error.strerror})") from None
    print(f"written: {', '.join(str(folder / name) for name in files)}")
    print(f"next:    simkit check-pack {folder}")
    return 0


def pack_files(rules: type[Rules], name: str, code: bool) -> dict[str, str]:
    """Return the files of a new pack: name -> text."""
    if not ID.fullmatch(name):
        near = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "my_pack"
        raise SimkitError(
            f"new-pack: a folder's name is made of small letters, digits and _, and begins with a "
            f"letter: {near!r}, not {name!r}"
        )
    kinds = rules.records_with(())
    if not kinds:
        raise SimkitError(f"new-pack: {rules.title} has no records yet that packs may add")
    kind = kinds[0]
    model = _model(rules, kind, code)
    with (model / f"{kind.table}.toml").open("rb") as file:
        record = dict(tomllib.load(file)[kind.name][0])
    record.update({"id": f"my_{kind.what}", "name": f"My {kind.what.capitalize()}"})
    head = HEAD.format(name=name, title=rules.title, what=kind.what)
    files = {FILE: head}
    if code:
        written = (model / FILE).read_text(encoding="utf-8")
        begin = written.index("\ncode = ") + 1
        files[FILE] = head + written[begin:]
        file_name = tomllib.loads(written)["code"]
        files[file_name] = (model / file_name).read_text(encoding="utf-8")
    lines = [*_explained(rules, kind), "", f"[[{kind.name}]]", *map(_line, record.items())]
    files[f"{kind.table}.toml"] = "\n".join(lines) + "\n"
    return files


def _model(rules: type[Rules], kind: Record, code: bool) -> Path:
    """Return the shipped pack whose first record is taken over."""
    for name in shipped_packs(rules):
        folder = rules.data_folder() / FOLDER / name
        has_code = "code" in tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
        if has_code == code and (folder / f"{kind.table}.toml").is_file():
            return folder
    with_code = "with code " if code else ""
    raise SimkitError(f"new-pack: {rules.title} comes with no pack {with_code}to begin with")


def _explained(rules: type[Rules], kind: Record) -> Iterator[str]:
    """Yield comments that say what a record may hold."""
    yield f"# Records of {rules.title}. One with an id that the title has changes that {kind.what}: give"
    yield f"# its id and the keys that change. Any other id adds a {kind.what}, with these keys:"
    yield "#   id (needed): small letters, digits and _"
    for key in kind.keys:
        yield f"#   {_explain(key)}"
        for form in key.forms:
            figures = ", ".join(_explain(inner) for inner in form.keys)
            yield f"#     {form.words}{': ' if figures else ''}{figures}"


def _explain(key: Key) -> str:
    needed = " (needed)" if key.needed and not key.forms else ""
    values = f" ({', '.join(key.values)})" if key.values else ""
    return f"{key.name}{needed}: {key.meaning or 'a list'}{values}"


def _line(item: tuple[str, Any]) -> str:
    key, value = item
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = "".join(f"  {_inline(one)},\n" for one in value)
        return f"{key} = [\n{inner}]"
    return f"{key} = {_text(value)}"


def _inline(table: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_text(value)}" for key, value in table.items()) + " }"


def _text(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return json.dumps(value, ensure_ascii=False)

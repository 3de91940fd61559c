#!/usr/bin/env python3
"""Compile one group of modules with mypyc: the step of `compiling.py` that runs in a process of its own.

usage: compile_group.py GROUPS NAME LEVEL      (in the folder that holds the sources)

GROUPS is a JSON file: name of a group -> paths of its modules, for core and for this group. What is there
already counts: mypy reads its cache, mypyc writes only those files of C anew that have changed, and
setuptools compiles only what is older than them.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

C_IS_WRITTEN = "C is written"
TURNED_ROUND = re.compile(r"likely\([\w.]+ != [^;]*&& PyErr_Occurred\(\)\)\)")


@contextmanager
def anew(files: list[Path]) -> Iterator[None]:
    """Have mypyc write some of its files anew; what comes out as it was keeps its date.

    Without its files mypyc works out core again for a title, instead of reading what it took down, which
    leaves out what it needs to know of attributes that are floats (mypy 2.4).
    """
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in files}
    for file in files:
        file.unlink()
    yield
    for file, (content, date) in before.items():
        if file.read_bytes() == content:
            os.utime(file, ns=(date, date))


def refuse_what_is_wrong(code: str) -> None:
    """Stop where mypyc (2.4) has turned round the test whether a tuple of floats is set."""
    for found in TURNED_ROUND.finditer(code):
        near = code[found.end() : found.end() + 500].partition('was not set"')[0]
        name = near.rpartition("name ")[2].strip(' \\"')
        sys.exit(f"error: mypyc takes {name} for not set: make the tuple of floats a list")


def main() -> None:
    """Write the C of the group, say so, and compile it into lib/NAME."""
    plan, name, level = sys.argv[1:]
    groups = json.loads(Path(plan).read_text(encoding="utf-8"))
    target = Path("c", name)
    others = [file for group in groups for file in target.glob(f"__native*_simkit_{group}.h")]
    with anew([file for file in others if not file.stem.endswith(f"_simkit_{name}")]):
        extensions = mypycify(
            ["--config-file", "mypy.ini", *(path for paths in groups.values() for path in paths)],
            opt_level=level,
            debug_level="0",
            separate=[(paths, f"simkit_{group}") for group, paths in groups.items()],
            target_dir=str(target),
        )
    refuse_what_is_wrong((target / f"__native_simkit_{name}.c").read_text(encoding="utf-8"))
    print(C_IS_WRITTEN, flush=True)
    own = {path.removesuffix(".py").replace("/", ".") for path in groups[name]}
    own.add(f"simkit_{name}__mypyc")
    setup(
        name="simkit",
        packages=[],
        ext_modules=[extension for extension in extensions if extension.name in own],
        script_args=["-q", "build_ext", "--build-lib", f"lib/{name}", "--build-temp", "o"],
    )


if __name__ == "__main__":
    main()

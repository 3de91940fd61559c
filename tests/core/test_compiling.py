"""`make fast`: what it compiles, and when it compiles again. Nothing is compiled here, but for show."""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
import sysconfig
import threading
from pathlib import Path
from types import ModuleType

import pytest

from simkit.core import compiled

ROOT = Path(compiled.PACKAGE).parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
NAMES = ("core", "chess", "go")


def load(name: str = "compiling") -> ModuleType:
    """Return a copy of a module in .ci of one's own."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Workshop:
    """A small project with two titles, in which compiling writes down who was compiled."""

    def __init__(self, root: Path, compiling: ModuleType) -> None:
        self.root, self.compiling = root, compiling
        self.target, self.folder = root / "simkit" / "_compiled", root / "build" / "compiled"
        self.done: list[str] = []
        self.broken: set[str] = set()
        self.apart: set[str] = set()
        for name in compiling.CORE:
            self.write(f"simkit/core/{name}.py")
        for name in compiling.ENGINE:
            self.write(f"simkit/engine/{name}.py")
        for name in compiling.BOTS:
            self.write(f"simkit/bots/{name}.py")
        self.write("simkit/__init__.py")
        for title in NAMES[1:]:
            for name in ("title", "rules/__init__", "rules/state", "bot/features", "view/board"):
                self.write(f"simkit/games/{title}/{name}.py")

    def write(self, path: str, text: str = "") -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def compile_group(
        self, folder: Path, groups: dict[str, list[str]], name: str, reading: threading.Lock
    ) -> str:
        """Write the files that compiling would make."""
        self.done.append(name)
        if name in self.broken:
            return "it is broken"
        made = [f"lib/{name}/{path.removesuffix('.py')}{SUFFIX}" for path in groups[name]]
        made.append(f"lib/{name}/{self.compiling.LIBRARY.format(name)}{SUFFIX}")
        made += [f"c/{name}/__native_{part}simkit_core.h" for part in ("", "internal_")]
        for path in made:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text("of another core" if name in self.apart else "made")
        return ""

    def compile(self, names: list[str] | None = None) -> list[str]:
        """Compile what is not current; return who was compiled, core first."""
        self.done.clear()
        self.compiling.fill(self.target, names)
        assert "core" not in self.done[1:]
        return sorted(self.done, key=NAMES.index)

    def reasons(self) -> dict[str, str]:
        return compiled.survey(str(self.target), str(self.root / "simkit"))


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    compiling = load()
    made = Workshop(tmp_path, compiling)
    monkeypatch.setattr(compiling, "ROOT", tmp_path)
    monkeypatch.setattr(compiling, "BUILD", made.folder)
    monkeypatch.setattr(compiling, "compile_group", made.compile_group)
    monkeypatch.setattr(compiling, "missing", lambda: "")
    monkeypatch.setattr(compiling, "tools", lambda: "tools of today")
    monkeypatch.setattr(compiled, "FOLDER", str(made.target))
    return made


def test_all_is_compiled_once(workshop: Workshop) -> None:
    assert workshop.compile() == [*NAMES]
    assert workshop.reasons() == dict.fromkeys(NAMES, "")
    assert workshop.compile() == []
    made = {path.relative_to(workshop.target) for path in workshop.target.rglob(f"*{SUFFIX}")}
    assert {str(path).removesuffix(SUFFIX) for path in made if path.parts[0] == "chess"} == {
        "chess/simkit_chess__mypyc",
        "chess/simkit/games/chess/rules/state",
        "chess/simkit/games/chess/bot/features",
    }


@pytest.mark.parametrize("path", ["rules/state.py", "bot/new.py", "title.py"])
def test_an_edit_in_a_title_compiles_that_title(workshop: Workshop, path: str) -> None:
    workshop.compile()
    workshop.write(f"simkit/games/go/{path}", "x = 1\n")
    assert [name for name, reason in workshop.reasons().items() if reason] == ["go"]
    assert workshop.compile() == ["go"]
    assert workshop.reasons() == dict.fromkeys(NAMES, "")


def test_an_edit_of_a_board_compiles_nothing(workshop: Workshop) -> None:
    workshop.compile()
    workshop.write("simkit/games/go/view/board.py", "x = 1\n")
    assert workshop.compile() == []


def test_an_edit_of_core_compiles_everything(workshop: Workshop) -> None:
    workshop.compile()
    workshop.write("simkit/bots/greedy.py", "x = 1\n")
    assert workshop.compile() == [*NAMES]


def test_other_tools_compile_everything_from_the_beginning(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop.compile()
    (workshop.folder / "old").touch()
    monkeypatch.setattr(workshop.compiling, "tools", lambda: "tools of tomorrow")
    assert workshop.compile() == [*NAMES]
    assert not (workshop.folder / "old").exists()


def test_a_title_that_fails_leaves_the_others_compiled(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.broken.add("chess")
    workshop.compile()
    assert workshop.reasons() == {"core": "", "chess": "not compiled", "go": ""}
    assert "chess: stays plain Python: it is broken" in capsys.readouterr().out


def test_a_title_that_makes_another_core_of_it_stays_plain(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.apart.add("go")
    workshop.compile()
    assert workshop.reasons() == {"core": "", "chess": "", "go": "not compiled"}
    assert "go: stays plain Python: with it mypyc makes another core" in capsys.readouterr().out


def test_nothing_is_compiled_beside_a_core_that_fails(workshop: Workshop) -> None:
    workshop.broken.add("core")
    assert workshop.compile() == ["core"]
    assert not workshop.target.exists()


def test_the_build_folder_is_kept_unless_its_last_user_was_killed(workshop: Workshop) -> None:
    folder, kept = workshop.folder, workshop.folder / "kept"
    with workshop.compiling.build_folder(folder, "tools"):
        kept.touch()
    with workshop.compiling.build_folder(folder, "tools"):
        assert kept.exists()
    (folder / workshop.compiling.UNFINISHED).touch()
    with workshop.compiling.build_folder(folder, "tools"):
        assert not kept.exists()


def test_core_is_compiled_again_where_the_build_folder_was_emptied(workshop: Workshop) -> None:
    workshop.compile()
    (workshop.folder / workshop.compiling.UNFINISHED).touch()
    workshop.write("simkit/games/go/title.py", "x = 1\n")
    assert workshop.compile() == ["core", "go"]
    assert workshop.reasons() == dict.fromkeys(NAMES, "")


def test_only_edited_sources_are_copied_again(workshop: Workshop) -> None:
    copied = workshop.folder / "simkit" / "games" / "go"
    workshop.compiling.copy_sources(workshop.folder)
    before = (copied / "title.py").stat().st_mtime_ns
    workshop.write("simkit/games/go/rules/state.py", "x = 1\n")
    (workshop.root / "simkit" / "games" / "go" / "bot" / "features.py").unlink()
    workshop.compiling.copy_sources(workshop.folder)
    assert (copied / "title.py").stat().st_mtime_ns == before
    assert (copied / "rules" / "state.py").read_text() == "x = 1\n"
    assert not (copied / "bot" / "features.py").exists()


def test_a_module_may_say_that_it_stays_plain(workshop: Workshop) -> None:
    workshop.write("simkit/games/go/rules/factions/one.py")
    workshop.write("simkit/games/go/rules/reads.py", "# Stays plain Python: it reads files.\n")
    paths = {path.removeprefix("simkit/games/go/") for path in workshop.compiling.plan()["go"]}
    assert paths == {"rules/state.py", "rules/factions/one.py", "bot/features.py"}


def test_modules_stand_before_those_that_they_import(workshop: Workshop) -> None:
    package = "simkit.games.go"
    workshop.write("simkit/games/go/rules/state.py", f"from {package}.rules import (\n    a,\n)\n")
    workshop.write("simkit/games/go/rules/a.py", f"from {package}.rules.z import Z as z\n")
    workshop.write("simkit/games/go/rules/z.py")
    workshop.write("simkit/games/go/bot/features.py", f"from {package}.rules import state as s\n")
    names = [Path(path).stem for path in workshop.compiling.plan()["go"]]
    assert names == ["features", "state", "a", "z"]


def words(workshop: Workshop, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return what `make fast` prints."""
    before, sys.argv = sys.argv, ["compiling.py", *arguments]
    try:
        assert workshop.compiling.main() == (1 if workshop.broken and not arguments else 0)
    finally:
        sys.argv = before
    return capsys.readouterr().out.splitlines()


def test_make_fast_says_what_it_does(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *groups, last = words(workshop, capsys)
    assert first.startswith("compiling core, chess, go: about ")
    assert len(groups) == 3
    modules = len(workshop.compiling.plan()[compiled.CORE])
    assert groups[0].endswith(f"core: {modules} modules")
    assert last.startswith("done in ")
    assert words(workshop, capsys) == ["nothing to do: all 3 groups are compiled as they stand"]
    workshop.broken.add("go")
    workshop.write("simkit/games/go/title.py", "x = 1\n")
    assert words(workshop, capsys)[0].startswith("compiling go: about ")


def test_make_refresh_compiles_what_was_compiled_before(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words(workshop, capsys, "--if-stale") == []
    workshop.compile(["core", "go"])
    capsys.readouterr()
    assert words(workshop, capsys, "--if-stale") == []
    workshop.write("simkit/core/luck.py", "x = 1\n")
    assert words(workshop, capsys, "--if-stale")[0].startswith("compiling core, go: about ")
    workshop.broken.add("go")
    workshop.write("simkit/games/go/title.py", "x = 1\n")
    assert words(workshop, capsys, "--if-stale")[0].startswith("compiling go: about ")


def test_without_a_compiler_the_plain_build_is_kept(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop.compiling, "missing", lambda: "there is no C compiler")
    assert words(workshop, capsys) == ["simkit keeps its plain build: there is no C compiler"]


@pytest.mark.parametrize("group", compiled.groups())
def test_what_is_compiled_imports_nothing_that_its_stamp_leaves_out(group: str) -> None:
    covered = {*compiled.sources(compiled.CORE), *compiled.sources(group)}
    covered |= {str(ROOT / "simkit" / "games" / "__init__.py")}
    for path in load().plan()[group]:
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("simkit."):
                for name in (node.module, *(f"{node.module}.{a.name}" for a in node.names)):
                    file = ROOT / f"{name.replace('.', '/')}.py"
                    assert not file.is_file() or str(file) in covered, (path, name)


def test_a_test_that_mypyc_turned_round_is_refused() -> None:
    group = load("compile_group")
    right = "if (unlikely(r1.f0 == -113.0 && PyErr_Occurred())) {\n"
    group.refuse_what_is_wrong(right)
    wrong = (
        "if (likely(r1.f0.f0 != -113.0 && PyErr_Occurred())) goto L1;\n"
        'PyErr_SetString(PyExc_NameError, "value for final name \\"SHIPS\\" was not set");\n'
    )
    with pytest.raises(SystemExit, match="error: mypyc takes SHIPS for not set"):
        group.refuse_what_is_wrong(right + wrong)


def test_files_that_come_out_as_they_were_keep_their_date(tmp_path: Path) -> None:
    same, changed = tmp_path / "same.h", tmp_path / "changed.h"
    for file in (same, changed):
        file.write_text("before")
        os.utime(file, (1000, 1000))
    with load("compile_group").anew([same, changed]):
        assert not same.exists()
        same.write_text("before")
        changed.write_text("after")
    assert same.stat().st_mtime == 1000
    assert changed.stat().st_mtime > 1000

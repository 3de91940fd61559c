"""The index of rules names every place of every rule, and refuses ids that lead nowhere."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "rule_index"

RULES = """# Draughts

Ids look like `[#4.1]`.

## Moves
1. **Men** move one square forwards, to a free square that is dark, and
   never back. [#move.1]
2. Kings move any way [#move.2]; they may jump. [#move.3]
- Capturing | is compulsory. [#move.4]

| piece | worth |
|---|---|
| king | 3 [#worth] |
"""
CODE = '''"""Moves."""

# [#worth] as printed
WORTH = 3


class Man:
    """A man."""

    def moves(self):
        """List the moves [#move.1]."""
        return [1]  # [#move.2]


# Jumps are looked for first.
# [#move.4]
@property
def jump():
    return 0
'''
DATA = """# [#move.3]
[king.moves]
range = 9

[man]
range = 1  # [#move.1]
"""
TESTS = '''"""Moves [#move.3]."""


class TestMen:
    def test_forwards(self):
        """[#move.1] [#move.2]"""


def test_worth():
    # [#worth] [#move.4]
    pass
'''


def load_script() -> Any:
    loader = SourceFileLoader("rule_index", str(SCRIPT))
    spec = importlib.util.spec_from_loader("rule_index", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["rule_index"] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module


rule_index = load_script()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a small project with one title."""
    files = {
        "data/draughts/rules.md": RULES,
        "data/draughts/pieces.toml": DATA,
        "simkit/games/draughts/title.py": "",
        "simkit/games/draughts/rules/moves.py": CODE,
        "tests/games/draughts/test_moves.py": TESTS,
        "notebooks/docs/reference/other.md": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def check(tree: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return what the check finds."""
    code = rule_index.main(["--check", str(tree)])
    *found, last = capsys.readouterr().out.splitlines()
    assert code == bool(found)
    assert last.startswith("rule index: ")
    return [line for line in found if "out of date" not in line]


def change(tree: Path, name: str, old: str, new: str) -> None:
    path = tree / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_page_names_every_place(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_index.main([str(tree)]) == 0
    assert "(5 rules)" in capsys.readouterr().out
    text = (tree / rule_index.PAGE).read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    test = "test_moves.py::TestMen::test_forwards"
    assert rows == [
        "| move.1 | Men move one square forwards, to a free square that is dark ... "
        f"| `rules/moves.py:Man.moves`, `data/pieces.toml:man` | `{test}` |",
        f"| move.2 | Kings move any way | `rules/moves.py:Man.moves` | `{test}` |",
        "| move.3 | they may jump | `data/pieces.toml:king.moves` | `test_moves.py` |",
        "| move.4 | Capturing is compulsory | `rules/moves.py:jump` | `test_moves.py::test_worth` |",
        "| worth | king 3 | `rules/moves.py:WORTH` | `test_moves.py::test_worth` |",
    ]
    assert rule_index.main(["--check", str(tree)]) == 0
    assert capsys.readouterr().out == "rule index: all clean\n"


def test_lines_may_move_without_a_new_page(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule_index.main([str(tree)])
    change(tree, "simkit/games/draughts/rules/moves.py", '"""Moves."""', '"""Moves.\n\n\nAll."""\n')
    assert rule_index.main(["--check", str(tree)]) == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "found"),
    [
        (
            "data/draughts/rules.md",
            "[#move.4]",
            "[#move.4] [#move.1]",
            "rules of draughts: [#move.1] is declared twice",
        ),
        (
            "simkit/games/draughts/rules/moves.py",
            "[#move.4]",
            "[#move.4] [#move.9]",
            "draughts: [#move.9] in rules/moves.py:jump (code) is not declared",
        ),
        (
            "tests/games/draughts/test_moves.py",
            "# [#worth]",
            "# [#worth] [#wroth]",
            "draughts: [#wroth] in test_moves.py::test_worth (tests) is not declared",
        ),
        (
            "data/draughts/pieces.toml",
            "[#move.3]",
            "",
            "rules of draughts: [#move.3] is cited by no code or data",
        ),
        (
            "tests/games/draughts/test_moves.py",
            " [#move.4]",
            "",
            "rules of draughts: [#move.4] is cited by no test",
        ),
    ],
)
def test_an_id_that_leads_nowhere_is_refused(
    tree: Path, name: str, old: str, new: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rule_index.main([str(tree)])
    change(tree, name, old, new)
    capsys.readouterr()
    assert check(tree, capsys) == [found]


def test_a_title_without_ids_is_refused(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("data/draughts/rules.md", "simkit/games/draughts/rules/moves.py"):
        (tree / name).write_text("", encoding="utf-8")
    (tree / "data/draughts/pieces.toml").unlink()
    (tree / "tests/games/draughts/test_moves.py").unlink()
    assert check(tree, capsys) == ["rules of draughts: no rule has an id"]


def test_a_page_that_is_out_of_date_is_refused(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule_index.main([str(tree)])
    change(tree, "data/draughts/rules.md", "may jump", "must jump")
    capsys.readouterr()
    assert rule_index.main(["--check", str(tree)]) == 1
    assert "is out of date; write it with python .ci/rule_index" in capsys.readouterr().out
    (tree / rule_index.PAGE).unlink()
    assert rule_index.main(["--check", str(tree)]) == 1


def test_other_texts_beside_the_rules_declare_ids_too(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "data/draughts/automa.md").write_text(
        "It moves at random. [#robot]\n", encoding="utf-8"
    )
    assert check(tree, capsys) == [
        "rules of draughts: [#robot] is cited by no code or data",
        "rules of draughts: [#robot] is cited by no test",
    ]

"""What is installed is what the project files say."""

import re
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

import simkit
from simkit.core.components import SHIPPED, existing, shipped
from simkit.core.errors import DISTRIBUTION, install_command

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORDS = [
    *(ROOT / "simkit").rglob("*.py"),
    *(ROOT / "notebooks" / "docs").rglob("*.md"),
    ROOT / "README.md",
]


def test_all_files_name_one_version():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (\S+)$", citation, re.MULTILINE) == [simkit.__version__]
    assert version(DISTRIBUTION) == simkit.__version__


def test_hints_install_our_project_and_an_extra_that_exists():
    assert PYPROJECT["project"]["name"] == DISTRIBUTION
    for path in WORDS:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"pip install [^\n]*\bsimkit\b(?!-boardgames)", text), path
        for extra in re.findall(r"install_command\(['\"](\w+)['\"]\)", text):
            assert extra in PYPROJECT["project"]["optional-dependencies"], f"{path}: {extra}"


def test_the_command_belongs_to_our_project():
    found = [entry for entry in entry_points(group="console_scripts") if entry.name == "simkit"]
    assert [entry.dist.name for entry in found] == [DISTRIBUTION]


def test_pip_is_told_the_name_of_the_index():
    assert install_command() == "pip install simkit-boardgames"
    assert install_command("tune") == 'pip install "simkit-boardgames[tune]"'


@pytest.mark.parametrize("folder", SHIPPED)
def test_a_shipped_path_is_found_from_anywhere(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = next(path.name for path in shipped(folder).iterdir() if path.is_dir())
    assert existing(f"{folder}/{name}") == shipped(folder) / name


def test_a_file_of_ones_own_comes_before_the_shipped_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = Path("experiments", "first_look.toml")
    own.parent.mkdir()
    own.write_text("title = 'mine'")
    assert existing(own) == own
    assert existing("experiments/none.toml") == Path("experiments/none.toml")
    assert existing("elsewhere/first_look.toml") == Path("elsewhere/first_look.toml")


def test_a_shipped_spec_runs_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "race_for_the_galaxy" in simkit_specs()


def simkit_specs():
    """Return the parts of the first spec that the README names."""
    from simkit.runs import read_specs

    return read_specs("experiments/first_look.toml")

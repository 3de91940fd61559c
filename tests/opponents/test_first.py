"""The first edition is taken out of git history, or one clear sentence says why it cannot be."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path

import pytest

from simkit.core.errors import SimkitError
from tests.opponents import __main__ as command
from tests.opponents.first import PACKAGE, first_edition

SOURCE = '''"""simkit plays; see simkit.core, data/ and "simkit/recording/1".

>>> import simkit
"""
from simkit import core
from simkit.core import luck
import simkit.core.state
GAMES = "simkit.games"
HELP = f"simkit run spec.toml; {GAMES} in ~/.simkit.toml"
'''
RENAMED = '''"""simkit plays; see simkit_first.core, data/ and "simkit/recording/1".

>>> import simkit_first
"""
from simkit_first import core
from simkit_first.core import luck
import simkit_first.core.state
GAMES = "simkit_first.games"
HELP = f"simkit run spec.toml; {GAMES} in ~/.simkit.toml"
'''


def git(folder: Path, *arguments: str) -> str:
    person = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    done = subprocess.run(
        ["git", "-C", str(folder), *person, *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Make a repository whose first commit holds a package, which the second has changed."""
    folder = tmp_path / "repository"
    (folder / "simkit" / "core").mkdir(parents=True)
    (folder / "data").mkdir()
    (folder / "data" / "figures.toml").write_text("ore = 4\n")
    (folder / "simkit" / "core" / "__init__.py").write_text(SOURCE)
    (folder / "README.md").write_text("not wanted\n")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "First")
    (folder / "simkit" / "core" / "__init__.py").write_text("changed = True\n")
    git(folder, "commit", "--quiet", "-a", "-m", "Second")
    return folder


def test_the_package_of_the_commit_is_renamed_and_lies_beside_its_data(
    repository: Path, tmp_path: Path
) -> None:
    commit = git(repository, "rev-parse", "HEAD~1")
    place = Path(first_edition(repository, tmp_path / "build", commit).folder)
    assert (place / PACKAGE / "core" / "__init__.py").read_text() == RENAMED
    assert (place / "data" / "figures.toml").read_text() == "ore = 4\n"
    assert sorted(path.name for path in place.iterdir()) == ["data", PACKAGE]
    assert [path.name for path in (tmp_path / "build").iterdir()] == [commit]


def test_what_was_taken_once_needs_no_history(repository: Path, tmp_path: Path) -> None:
    commit = git(repository, "rev-parse", "HEAD~1")
    first = first_edition(repository, tmp_path / "build", commit)
    assert first_edition(tmp_path / "nowhere", tmp_path / "build", commit) == first


def refusal(repository: Path, folder: Path, commit: str) -> str:
    with pytest.raises(SimkitError) as refused:
        first_edition(repository, folder, commit)
    assert not folder.exists()
    return str(refused.value)


def test_a_shallow_clone_is_told_to_fetch_the_rest(repository: Path, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth", "1", repository.as_uri(), str(shallow))
    commit = git(repository, "rev-parse", "HEAD~1")
    assert refusal(shallow, tmp_path / "build", commit) == (
        f"the first edition is taken from commit {commit[:12]} of simkit's git history, which this "
        "shallow clone lacks: git fetch --unshallow"
    )


def test_a_repository_without_the_commit_is_told_so(repository: Path, tmp_path: Path) -> None:
    said = refusal(repository, tmp_path / "build", "0" * 40)
    assert said.endswith("which this repository lacks: clone simkit whole")


def test_a_folder_without_git_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    unpacked = tmp_path / "sdist"
    unpacked.mkdir()
    said = refusal(unpacked, tmp_path / "build", "0" * 40)
    assert said.endswith("and this folder is no git repository: clone simkit whole")


def test_a_machine_without_git_is_told_so(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refusal(repository, tmp_path / "build", "0" * 40).endswith("and git is not installed")


@pytest.mark.parametrize("arguments", [[], ["race_for_the_galaxy"]])
def test_the_command_ends_with_2_and_one_sentence(
    arguments: list[str],
    repository: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lost = partial(first_edition, repository, tmp_path / "build", "0" * 40)
    monkeypatch.setattr(command, "first_edition", lost)
    assert command.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("opponents: the first edition is taken from commit 000000000000")

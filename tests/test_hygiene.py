"""The script that keeps the repository clean refuses each thing for its own reason."""

import importlib.util
import json
import subprocess
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "hygiene"
HASH = "--hash=sha256:" + "0" * 64
PROJECT = """
[project]
dependencies = ["some_thing>=1"]
[project.optional-dependencies]
notebook = []
query = []
cluster = []
tune = []
dev = ["other[extra]>=2"]
"""
LOCK = f"some-thing==1.0 \\\n    {HASH}\nother==2.0 ; python_full_version < '3.12' \\\n    {HASH}\n"


def load_script():
    loader = SourceFileLoader("hygiene", str(SCRIPT))
    spec = importlib.util.spec_from_loader("hygiene", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


hygiene = load_script()


def notebook(*outputs):
    cell = {"cell_type": "code", "source": [], "outputs": list(outputs)}
    return json.dumps({"cells": [{"cell_type": "markdown", "source": []}, cell]})


@pytest.fixture(params=["with git", "without git"])
def repository(tmp_path, request):
    if request.param == "with git":
        subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "requirements.txt").write_text(LOCK)
    (tmp_path / "notes.md").write_text("See docs/home/start and ~/work/x; 3/4 of a turn.\n")
    return tmp_path


def test_a_clean_repository_passes(repository, capsys):
    assert hygiene.main([str(repository)]) == 0
    assert capsys.readouterr().out == "hygiene: all clean\n"


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.py", "x = '/" + "home/anna/x.csv'\n", "a.py:1: path of one machine"),
        ("a.toml", "\npath = '/" + "work/data'\n", "a.toml:2: path of one machine"),
        ("a.md", "C:" + "\\Users\\anna\n", "a.md:1: path of one machine"),
        ("a.md", "https://" + "pypi" + ".org/simple\n", "a.md:1: name of a package host"),
        ("a.bin", "\0" * 2_000_001, "a.bin:1: 2,000,001 bytes"),
        ("a.ipynb", notebook({"data": "x" * 300_001}), "a.ipynb:1: outputs of 300,"),
        ("a.ipynb", notebook({"output_type": "error"}), "a.ipynb:1: a cell shows an error"),
        ("a.ipynb", "{}", "a.ipynb:1: not a readable notebook"),
        ("requirements-x.txt", "a==1.0\n", "requirements-x.txt:1: not pinned with a hash"),
        ("requirements-x.txt", f"a>=1.0 \\\n    {HASH}\n", "requirements-x.txt:1: not pinned"),
        ("requirements-x.txt", "a==1.0 \\\n", "requirements-x.txt:1: last entry has no hash"),
        ("requirements-x.txt", "--index-url x\n", "requirements-x.txt:1: names a package index"),
        ("requirements.txt", LOCK.replace("other", "another"), "requirements.txt:1: other is in"),
    ],
)
def test_each_fault_is_named_with_its_place(repository, capsys, name, content, complaint):
    (repository / name).write_text(content)
    assert hygiene.main([str(repository)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(complaint)
    assert lines[1] == "hygiene: 1 finding"


def test_small_outputs_may_stay(repository):
    (repository / "a.ipynb").write_text(notebook({"output_type": "stream", "text": "12 games"}))
    assert hygiene.main([str(repository)]) == 0


def test_ignored_files_do_not_count(repository):
    (repository / "runs").mkdir()
    (repository / "runs" / "a.py").write_text("x = '/" + "home/anna/x.csv'\n")
    (repository / ".gitignore").write_text("/runs/\n")
    assert hygiene.main([str(repository)]) == 0

"""A run in a notebook: the bar is a widget, own bots travel to the workers."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
BAR = "application/vnd.jupyter.widget-view+json"
CELLS = [
    "import simkit\nimport simkit.runs.workers\nsimkit.runs.workers.SMALL_JOB = 0.0",
    "class Last(simkit.Bot):\n"
    "    name = 'last'\n"
    "    def choose(self, view, candidates):\n"
    "        return simkit.Choice(candidates[-1])",
    "results = simkit.simulate('tests.tiny', seats=2, games=30, n_jobs=2, batch_size=5,\n"
    "                          bots=[Last(), 'greedy'])",
    "print(len(results.games), sorted(results.seats.bot.unique()))",
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::RuntimeWarning:zmq")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_run_in_a_notebook() -> None:
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS],
        metadata={"kernelspec": {"name": "python3", "display_name": "", "language": "python"}},
    )
    nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    play, shown = notebook.cells[2].outputs, notebook.cells[3].outputs
    assert any(BAR in output.get("data", {}) for output in play), "no progress bar"
    assert shown[0]["text"].strip() == "30 ['Last()', 'greedy']"

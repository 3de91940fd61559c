"""The notebooks that people open first, run from top to bottom in JupyterLab at test scale."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from simkit.widgets.notebook import VARIABLE
from tests.browser.lab import Notebook
from tests.notebooks.making import build

pytestmark = pytest.mark.browser

AT_TEST_SCALE = f'import os\nos.environ["{VARIABLE}"] = "test"'
# name, and a part of a widget that has to be there
PAGES = {"00": "sk-replay", "20": "sk-explore", "24": "sk-patchlab"}


@pytest.mark.parametrize("name", PAGES)
def test_runs_from_top_to_bottom(notebook: Notebook, name: str) -> None:
    made = build.notebook_of(build.sources([name])[0])
    cells = [cell.source for cell in made.cells if cell.cell_type == "code"]
    notebook.run(AT_TEST_SCALE, *cells, 'print("all cells were run")')
    page = notebook.page
    page.set_default_timeout(120_000)
    done = page.locator(".jp-OutputArea-output", has_text="all cells were run")
    done.wait_for()
    expect(page.locator(f".{PAGES[name]}")).to_have_count(1)
    figures = sum(cell.count("show(") for cell in cells)
    assert page.locator(".jp-OutputArea-output.jp-RenderedImage img").count() >= figures / 2
    assert page.get_by_text("Traceback (most recent call last)").count() == 0


def test_a_replay_in_the_tour_goes_on_when_its_button_is_pressed(notebook: Notebook) -> None:
    made = build.notebook_of(build.sources(["00"])[0])
    cells = [cell.source for cell in made.cells if cell.cell_type == "code"]
    last = next(n for n, cell in enumerate(cells) if "still(" in cell and "replay(" in cell)
    notebook.run(AT_TEST_SCALE, *cells[: last + 1])
    headline = notebook.part("sk-headline")
    headline.wait_for(timeout=120_000)
    readout = notebook.page.locator(".sk-position .widget-readout")
    before = int(readout.inner_text())
    notebook.page.locator(".sk-step").click()
    expect(readout).to_have_text(str(before + 1))

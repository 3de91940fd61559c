"""The project's notebooks in JupyterLab: run whole, then worked with as a reader would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

pytestmark = pytest.mark.browser
FOLDER = Path(__file__).resolve().parents[2] / "notebooks"


def source_of(picture: Locator) -> str:
    expect(picture).to_have_attribute("src", re.compile("^(blob|data):"))
    return str(picture.get_attribute("src"))


def test_the_tour_replays_a_game(notebook: Notebook) -> None:
    notebook.open(FOLDER / "00-tour.ipynb")
    notebook.to_cell("game = replay(")
    headline = notebook.part("sk-headline")
    before = headline.inner_text()
    notebook.page.locator(".sk-step").click()
    expect(headline).not_to_have_text(before)
    notebook.page.locator(".sk-last").click()
    expect(notebook.part("sk-decision")).to_contain_text("won by")


@pytest.mark.soak
def test_gaia_factions_are_asked_on(notebook: Notebook) -> None:
    notebook.open(FOLDER / "20-gaia-factions.ipynb")
    notebook.to_cell("explore(results)")
    picture = notebook.page.locator(".sk-explore .sk-chart")
    before = source_of(picture)
    notebook.page.locator(".sk-measure select").select_option("score")
    notebook.page.locator(".sk-by select").select_option("seat")
    expect(picture).not_to_have_attribute("src", before)
    expect(notebook.part("sk-code").locator("pre")).to_contain_text('"score", "seat"')
    expect(notebook.page.locator(".sk-table tr")).to_have_count(5)


@pytest.mark.soak
def test_the_patch_laboratory_plays_a_patch(notebook: Notebook) -> None:
    notebook.open(FOLDER / "24-patch-laboratory.ipynb")
    notebook.to_cell("patchlab(")
    page = notebook.page
    page.locator(".sk-figure select").select_option("cost")
    page.locator(".sk-field .noUi-handle").focus()
    page.keyboard.press("ArrowLeft")
    expect(notebook.part("sk-changes")).to_contain_text("cards.old_earth.cost")
    page.locator(".sk-play").click()
    expect(notebook.part("sk-headline")).to_contain_text("finished: 40 of 40 games")
    expect(page.locator(".sk-patchlab .sk-table tr")).to_have_count(6)


@pytest.mark.soak
def test_the_workshop_on_mixed_strategies_is_worked_through(notebook: Notebook) -> None:
    notebook.open(FOLDER / "31-mixed-strategies.ipynb")
    page = notebook.page
    notebook.to_cell("metagame(double)")
    story = notebook.part("sk-story")
    before = story.inner_text()
    page.locator(".sk-rule select").select_option("logit")
    expect(story).not_to_have_text(before)
    ring = page.locator(".sk-handle")
    place = str(ring.get_attribute("cx"))
    page.locator(".sk-share .widget-readout").first.fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".sk-share .widget-readout").first).to_have_text("7")  # 5 : 33 : 33
    expect(ring).not_to_have_attribute("cx", place)  # a drag must not begin on the old picture
    picture = page.locator(".sk-triangle")
    box = picture.bounding_box()
    assert box is not None
    told = story.inner_text()
    handle = ring.bounding_box()
    assert handle is not None
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.35, box["y"] + box["height"] * 0.5, steps=4)
    page.mouse.up()
    expect(story).not_to_have_text(told)
    notebook.to_cell("def shares_of")
    folded = page.locator("details", has_text="What to look for")
    folded.locator("summary").click()
    expect(folded).to_have_attribute("open", "")

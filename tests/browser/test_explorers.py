"""The explorers in JupyterLab: what is chosen there changes what is seen, as the models say."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import simkit
from simkit.theory import classics
from simkit.widgets import ExploreModel, MetagameModel
from tests.browser.lab import Notebook

pytestmark = pytest.mark.browser
RUN = (
    'simkit.simulate("tests.tiny", seats=3, games=60, seed=4, n_jobs=1, progress="quiet", '
    'bots=["greedy", "random"], lineup={"pairing": "balanced"})'
)


def test_a_run_is_looked_at_from_all_sides(notebook: Notebook) -> None:
    notebook.run(
        f"import simkit, simkit.widgets\nresults = {RUN}", "simkit.widgets.explore(results)"
    )
    model = ExploreModel([eval(RUN, {"simkit": simkit})])
    page = notebook.page
    code = notebook.part("sk-code").locator("pre")
    expect(code).to_have_text(model.code())
    notebook.expect_picture(model.answer()[1])

    page.locator(".sk-measure select").select_option("score")
    model.ask(measure="score")
    expect(code).to_have_text(model.code())
    notebook.expect_picture(model.answer()[1])

    page.locator(".sk-by select").select_option("bot")
    page.locator(".sk-second select").select_option("seat")
    model.ask(by=["bot", "seat"])
    expect(code).to_have_text(model.code())
    notebook.expect_picture(model.answer()[1])
    expect(page.locator(".sk-table tr")).to_have_count(1 + len(model.table()))

    page.locator(".sk-only-seat select").select_option("1")
    model.ask(where={"seat": 1})
    expect(code).to_have_text(model.code())
    notebook.expect_picture(model.answer()[1])
    expect(notebook.part("sk-note")).to_contain_text("only seat 1")


def test_a_figure_is_changed_tried_and_stopped(notebook: Notebook) -> None:
    notebook.run(
        "import simkit, simkit.widgets",
        'lab = simkit.widgets.patchlab("tests.tiny", seats=3, games=40, n_jobs=1)\nlab',
    )
    page = notebook.page
    page.locator(".sk-play").click()
    expect(notebook.part("sk-problem")).to_contain_text("change a figure first")

    page.locator(".sk-group select").select_option("factions.millers")
    page.locator(".sk-figure select").select_option("start.coins")
    handle = page.locator(".sk-field .noUi-handle")
    before = int(page.locator(".sk-field .widget-readout").inner_text())
    handle.focus()
    page.keyboard.press("ArrowRight")
    expect(notebook.part("sk-changes")).to_contain_text(
        f"factions.millers.start.coins: {before + 1} instead of {before}"
    )
    page.locator(".sk-play").click()
    expect(notebook.part("sk-headline")).to_contain_text("finished: 80 of 80 games")
    expect(page.locator(".sk-table tr")).to_have_count(3)
    expect(notebook.part("sk-code")).to_contain_text(
        f'"factions.millers.start.coins": {before + 1}'
    )
    assert page.locator(".jp-OutputArea-output img").count() == 1
    picture = page.locator(".sk-chart").get_attribute("src")
    page.locator(".sk-measure select").select_option("score")
    expect(page.locator(".sk-chart")).not_to_have_attribute("src", str(picture))

    page.locator(".sk-games .widget-readout").fill("5000")
    page.keyboard.press("Enter")
    page.locator(".sk-play").click()
    expect(page.locator(".sk-play")).to_be_disabled()
    page.locator(".sk-stop").click()
    expect(notebook.part("sk-headline")).to_contain_text("stopped")
    expect(page.locator(".sk-play")).to_be_enabled()


def test_a_starting_mix_is_dragged(notebook: Notebook) -> None:
    notebook.run(
        "import simkit.widgets\nfrom simkit.theory import classics",
        'simkit.widgets.metagame(classics.game("rock_paper_scissors"))',
    )
    model = MetagameModel(classics.game("rock_paper_scissors"))
    page = notebook.page
    story = notebook.part("sk-story")
    expect(story).to_contain_text(model.story()[0])

    flow = page.locator(".sk-triangle image")
    replicator = str(flow.get_attribute("href"))
    page.locator(".sk-rule select").select_option("logit")
    expect(flow).not_to_have_attribute("href", replicator)  # a drag must not begin on the old one
    model.change_by("logit", 0.1)
    expect(story).to_contain_text(model.story()[0])

    triangle = model.triangle()
    assert triangle is not None
    picture = page.locator(".sk-triangle")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    scale = box["width"] / triangle.size[0]
    begin = triangle.at(model.start)
    end = triangle.at(model.mix_of({"rock": 0.7, "paper": 0.2, "scissors": 0.1}))
    page.mouse.move(box["x"] + scale * begin[0], box["y"] + scale * begin[1])
    page.mouse.down()
    page.mouse.move(box["x"] + scale * end[0], box["y"] + scale * end[1], steps=5)
    page.mouse.up()
    expect(story).to_contain_text("From 70 % rock, 20 % paper, 10 % scissors")
    expect(page.locator(".sk-share .widget-readout").first).to_have_text("70")

    page.locator(".sk-share .widget-readout").first.fill("10")  # 10 : 20 : 10
    page.keyboard.press("Enter")
    expect(story).to_contain_text("From 50 % paper, 25 % rock, 25 % scissors")
    page.locator(".sk-how-sure").click()
    expect(notebook.part("sk-sure")).to_contain_text("exact")

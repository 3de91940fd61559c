"""Every title's replay in JupyterLab: stepped, jumped, played, and right on the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import simkit
from simkit.widgets import ReplayModel
from simkit.widgets.score_chart import ScoreChart
from tests.browser.lab import Notebook

pytestmark = pytest.mark.browser
FIRST = "race_for_the_galaxy"  # the others' replays are left to `make browser-soak`
TITLES = [
    title if title == FIRST else pytest.param(title, marks=pytest.mark.soak)
    for title in simkit.titles()
]


def seats_of(title: str) -> int:
    low, high = simkit.core.registry.rules_class(title).schema.seat_range
    return min(max(low, 2), high)


class Screen:
    """A replay on the screen beside the model that tells what has to be there."""

    def __init__(self, notebook: Notebook, model: ReplayModel) -> None:
        self.notebook = notebook
        self.page = notebook.page
        self.model = model
        self.headline = notebook.part("sk-headline")
        self.chart = ScoreChart(model)
        self.seen: set[bytes] = set()
        self.moved()

    def check(self) -> None:
        """All that is shown belongs to the model's position."""
        m = self.model
        expect(self.headline).to_have_text(m.headline())
        expect(self.notebook.part("sk-decision")).to_have_text(m.decision())
        opinion = m.opinion()
        if opinion is not None:
            rows = self.page.locator(".sk-opinion .sk-candidates tr")
            expect(rows).to_have_count(len(opinion.best))
            expect(self.page.locator(".sk-opinion .sk-chosen")).to_contain_text("(chosen)")
        expect(self.page.locator(".sk-position .widget-readout")).to_have_text(str(m.position))
        self.notebook.expect_board(m.board())
        self.notebook.expect_picture(self.chart.png(m.position))

    def moved(self) -> None:
        """After a move to a new position: everything is right, and the picture a new one."""
        self.check()
        picture = self.chart.png(self.model.position)
        assert picture not in self.seen
        self.seen.add(picture)

    def click(self, name: str) -> None:
        self.page.locator(f".{name}").click()


@pytest.mark.parametrize("title", TITLES)
def test_replay_of_a_state(title: str, notebook: Notebook) -> None:
    seats = seats_of(title)
    notebook.run(
        "import simkit, simkit.widgets",
        f"start = simkit.rules({title!r}, seats={seats}).deal(simkit.Luck(1))\n"
        "simkit.widgets.replay(start)",
    )
    model = ReplayModel(simkit.rules(title, seats=seats).deal(simkit.Luck(1)))
    screen = Screen(notebook, model)
    page = notebook.page

    for _ in range(3):
        screen.click("sk-step")
        model.step()
        screen.moved()
    screen.click("sk-back")
    model.back()
    screen.check()

    number = model.rounds[-1]
    page.locator(".sk-round select").select_option(f"round {number}")
    model.to_round(number)
    screen.moved()

    page.locator(".sk-whose select").select_option(index=seats - 1)
    screen.click("sk-next")
    assert model.next_decision(seats - 1)
    screen.moved()

    page.locator(".sk-position .noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    model.step()
    screen.moved()

    screen.click("sk-first")
    model.go(0)
    screen.check()
    page.locator(".sk-speed select").select_option("very fast")
    page.locator(".sk-player button").first.click()
    expect(screen.headline).to_have_text(re.compile(r"decision (1\d|[2-9]\d) of"))
    page.locator(".sk-player button").first.click()  # pause
    page.wait_for_load_state("networkidle")
    readout = page.locator(".sk-position .widget-readout")
    shown = readout.inner_text()
    expect(screen.headline).to_contain_text(f"decision {shown} of")
    model.go(int(shown))
    screen.moved()

    screen.click("sk-last")
    model.go(model.last)
    screen.moved()
    assert "won by" in model.decision()


@pytest.mark.soak
def test_replay_of_a_run_with_chances_to_win(notebook: Notebook) -> None:
    made = (
        'simkit.simulate("race_for_the_galaxy", seats=2, games=20, seed=5, n_jobs=1, '
        'progress="quiet")'
    )
    notebook.run(
        "import simkit, simkit.widgets",
        f"results = {made}\nsimkit.widgets.replay(results, 7)",
    )
    results = simkit.simulate(
        "race_for_the_galaxy", seats=2, games=20, seed=5, n_jobs=1, progress="quiet"
    )
    model = ReplayModel(results, 7)
    screen = Screen(notebook, model)
    for number in (3, 5):
        notebook.page.locator(".sk-round select").select_option(f"round {number}")
        model.to_round(number)
        screen.moved()
        chances = model.chances()
        assert chances is not None
        for chance in chances:
            expect(notebook.part("sk-chances")).to_contain_text(f"{100 * chance:.0f} %")


def test_a_seats_eyes(notebook: Notebook) -> None:
    notebook.run(
        "import simkit, simkit.widgets",
        'start = simkit.rules("race_for_the_galaxy", seats=3).deal(simkit.Luck(2))\n'
        "simkit.widgets.replay(start)",
    )
    model = ReplayModel(simkit.rules("race_for_the_galaxy", seats=3).deal(simkit.Luck(2)))
    Screen(notebook, model).check()
    notebook.page.locator(".sk-eyes select").select_option("as seat 1 sees it")
    assert model.board(1) != model.board()
    notebook.expect_board(model.board(1))

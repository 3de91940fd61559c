"""A person's game in JupyterLab, from the first click to the last; live runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from simkit.core.recording import verify_recording
from simkit.widgets import PlayModel
from simkit.widgets.play_model import Option
from simkit.widgets.play_view import PAGE
from tests.browser.lab import Notebook

pytestmark = pytest.mark.browser


class Table:
    """A game on the screen beside a model of the same game that makes the same choices."""

    def __init__(self, notebook: Notebook, title: str, seed: int) -> None:
        self.notebook = notebook
        self.page = notebook.page
        self.model = PlayModel(title, seats=2, seed=seed)
        self.choices = self.page.locator(".sk-choice")
        self.by_board = self.by_button = 0
        self.check()

    def check(self) -> None:
        """Headline, board and choices belong to the model's position."""
        m = self.model
        kept = r"(; kept as \S+)?"
        expect(self.notebook.part("sk-headline")).to_have_text(
            re.compile(f"^\\s*{re.escape(m.headline())}{kept}\\s*$")
        )
        expect(self.choices).to_have_count(min(PAGE, len(m.options)))
        self.notebook.expect_board(m.board())

    @contextmanager
    def renewed(self) -> Iterator[None]:
        """Wait until the choices were made anew: a click on one of the old is lost, by design."""
        old = self.choices.first.element_handle()
        yield
        old.wait_for_element_state("hidden")

    def button(self, option: Option) -> None:
        """Click the button of an option, on whatever page of its kind it is."""
        group = self.model.groups[option.kind]
        if len(self.model.groups) > 1:
            kind = option.kind.replace("_", " ")
            named = re.compile(rf"^\s*{kind} \(\d+\)\s*$")
            with self.renewed():
                self.page.locator(".sk-kinds button").filter(has_text=named).click()
        page, place = divmod(group.index(option), PAGE)
        for _ in range(page):
            with self.renewed():
                self.page.locator(".sk-after").click()
        expect(self.choices).to_have_count(min(PAGE, len(group) - page * PAGE))
        expect(self.choices.nth(place)).to_have_text(option.words)
        with self.renewed():
            self.choices.nth(place).click()
        self.by_button += 1

    def place(self, key: str) -> Option:
        """Click a place; choose the last of what can be done there. Return what was done."""
        here = self.model.at(key)
        with self.renewed():
            self.page.locator(f'.sk-live [data-key="{key}"]').first.click()
        self.by_board += 1
        if len(here) > 1:
            shown = here[:PAGE]
            expect(self.choices).to_have_text([option.words for option in shown])
            expect(self.page.locator(".sk-all")).to_be_enabled()
            with self.renewed():
                self.choices.last.click()
            return shown[-1]
        return here[0]

    def turn(self, number: int) -> None:
        """Choose something, by the board where it offers something, and look at the outcome."""
        m = self.model
        live = m.live_keys(m.board())
        if live and number % 2 == 0:
            option = self.place(live[number % len(live)])
        else:
            option = m.options[(5 * number) % len(m.options)]
            self.button(option)
        m.do(option.action)
        self.check()


def sit_down(notebook: Notebook, title: str, folder: Path) -> Table:
    """Begin a game and take its first turn; hints come and go, and a choice can be taken back."""
    notebook.run(
        "import simkit.widgets",
        f"game = simkit.widgets.play({title!r}, seats=2, seed=11, folder={str(folder)!r})\ngame",
    )
    table = Table(notebook, title, 11)
    page, model = notebook.page, table.model
    with table.renewed():
        page.locator(".sk-hint").click()
    hints = model.hints()
    assert hints is not None
    expect(notebook.part("sk-hints")).to_contain_text(hints.best[0].words)
    expect(table.choices.first).to_have_text(hints.best[0].words)
    with table.renewed():
        page.locator(".sk-hint").click()
    expect(notebook.part("sk-hints")).to_have_text("")
    table.turn(1)
    with table.renewed():
        page.locator(".sk-undo").click()
    model.undo()
    table.check()
    return table


def test_the_first_turns_of_a_game_by_clicks(notebook: Notebook, tmp_path: Path) -> None:
    table = sit_down(notebook, "planet_unknown", tmp_path / "games")
    for number in range(1, 7):
        table.turn(number)
    assert table.by_board > 0
    assert table.by_button > 0


@pytest.mark.soak
@pytest.mark.parametrize("title", ["race_for_the_galaxy", "planet_unknown"])
def test_a_whole_game_by_clicks(title: str, notebook: Notebook, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    table = sit_down(notebook, title, folder)
    page, model = notebook.page, table.model
    number = 0
    while not model.over:
        number += 1
        table.turn(number)
    assert table.by_board > 5
    assert table.by_button > 10
    expect(notebook.part("sk-headline")).to_contain_text("won by")

    (path,) = folder.iterdir()
    data = json.loads(path.read_text(encoding="utf-8"))
    assert verify_recording(data, path.stem).status == "passed"
    assert data["actions"] == [model.rules.notation(action) for action in model.actions]

    page.locator(".sk-again").click()
    expect(page.locator(".sk-replay .sk-headline .sk-page")).to_contain_text(
        f"decision 0 of {len(model.actions)}"
    )


def test_a_live_run_is_watched_and_stopped(notebook: Notebook) -> None:
    notebook.run(
        "import simkit.widgets",
        'spec = {"title": "tests.tiny", "seats": 3, "games": 1_000_000}\n'
        "run = simkit.widgets.live(spec, n_jobs=1)\nrun",
    )
    headline = notebook.part("sk-headline")
    expect(headline).to_have_text(re.compile(r"running: [1-9][\d,]* of 1,000,000 games, .*games/s"))
    expect(notebook.part("sk-shares")).to_contain_text("every win share is known to ±")
    before = headline.inner_text()
    expect(headline).not_to_have_text(before)
    notebook.page.locator(".sk-stop").click()
    expect(headline).to_have_text(re.compile(r"^stopped: [\d,]+ of 1,000,000 games"))
    expect(notebook.page.locator(".sk-stop")).to_be_disabled()


def test_failures_of_a_live_run_are_shown(notebook: Notebook) -> None:
    notebook.run(
        "import simkit.widgets",
        'bots = "tests.runs.bots:Stumbles(one_in=1)"\n'
        'spec = {"title": "tests.tiny", "seats": 2, "games": 3, "lineup": {"bots": bots}}\n'
        "simkit.widgets.live(spec, n_jobs=1)",
    )
    expect(notebook.part("sk-headline")).to_have_text(
        re.compile(r"^finished: 3 of 3 games.*3 failed")
    )
    expect(notebook.part("sk-failures")).to_contain_text("the bot stumbled")

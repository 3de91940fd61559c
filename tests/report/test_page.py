import re
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import simkit
from simkit.core.errors import SimkitError
from simkit.report import balance, html
from simkit.report.balance import document
from simkit.report.document import PAGE, Figure, Heading
from tests.analysis.synthetic import World


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "tiny"
    return simkit.simulate(
        "tests.tiny", seats=3, games=60, seed=1, n_jobs=1, progress="quiet", folder=folder
    )


@pytest.fixture(scope="module")
def words(run):
    return html.render(document(run))


def figures(run):
    """Return the names of all pictures of a page by chapter; nothing is drawn."""
    chapters = {}
    for part in document(run).shown(PAGE):
        if isinstance(part, Heading) and part.level == 1:
            chapter = part.text
        elif isinstance(part, Figure):
            chapters.setdefault(chapter, []).append(part.what)
    return chapters


def page_without_pictures(run):
    parts = (part for part in document(run).shown(PAGE) if not isinstance(part, Figure))
    return html.body(parts)[0]


class Reader(HTMLParser):
    """Collects what a page fetches, and whether its tags are closed."""

    def __init__(self):
        super().__init__()
        self.open, self.fetched, self.alts = [], [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)
        for name in ("src", "href", "srcset", "data", "action"):
            if name in given:
                self.fetched.append(given[name])
        if tag == "img":
            self.alts.append(given.get("alt", ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_nothing_from_outside(words):
    reader = Reader()
    reader.feed(words)
    assert not reader.open
    assert all(f.startswith(("data:image/png;base64,", "#")) for f in reader.fetched)
    assert "url(" not in words
    assert "<script" not in words
    assert "default-src 'none'" in words


def test_every_picture_has_a_text(words):
    reader = Reader()
    reader.feed(words)
    assert len(reader.alts) >= 12
    assert all(len(alt) > 10 for alt in reader.alts)


def test_a_page_has_every_picture_in_its_chapter(run):
    assert figures(run) == {
        "Balance": ["win shares", "scores", "win shares", "points", "ranks", "strengths"],
        "Seats, opponents, set-ups": ["seats", "match-ups", "first_lot"],
        "How games go": [
            "branching", "action mix", "openings", "quality of decisions", "drama", "win chances",
            "calibration",
        ],
        "Luck and certainty": ["luck", "precision"],
    }  # fmt: skip


def test_pictures_that_a_run_has_no_figures_for_are_left_out(run):
    """One seat has no opponents, no drama; a run without ranks or sources no ranks or points."""
    alone = run.seats[run.seats["seat"] == 0]
    bare = alone.drop(columns=["rank", *(c for c in alone.columns if c.startswith("points_"))])
    drawn = figures(SimpleNamespace(seats=bare, games=run.games, moves=run.moves, spec={}))
    flat = {what for whats in drawn.values() for what in whats}
    assert flat.isdisjoint({"seats", "match-ups", "drama", "win chances", "ranks", "points"})
    assert flat >= {
        "win shares",
        "scores",
        "branching",
        "action mix",
        "openings",
        "luck",
        "precision",
    }


@pytest.mark.parametrize(("rows", "least"), [(180, 20), (5000, 50)])
def test_openings_of_a_page_were_played_often(run, monkeypatch, rows, least):
    """By twenty seats at least, in large runs by one of a hundred; longer where all begin alike."""
    asked = []

    def openings(moves, seats, games, **how):
        asked.append((how["length"], how["least"]))
        return pd.DataFrame({"part": [0.99 if how["length"] < 5 else 0.4]})

    monkeypatch.setattr(balance.strategy, "openings", openings)
    monkeypatch.setattr(balance.strategy_charts, "openings", lambda table, **how: table)
    seats = pd.DataFrame({"seat": 0, "faction": "a", "bot": "b"}, index=range(rows))
    balance._openings(run.moves, seats, run.games, None)
    assert asked == [(3, least), (4, least), (5, least)]


def test_the_page_says_the_conditions(words):
    for part in (
        "tests.tiny",
        "greedy",
        "as printed",
        "Conditions",
        "How to read this",
        "dependent",
    ):
        assert part in words
    assert "not shown, because" not in words or "set-up" in words


def test_names_are_escaped(run):
    seats = run.seats.assign(bot="<b>&bot", profile="")
    shown = page_without_pictures(SimpleNamespace(seats=seats, games=run.games, spec={}))
    assert "<b>" not in shown
    assert "&lt;b&gt;&amp;bot" in shown


def test_a_caution_is_set_off(run):
    results = SimpleNamespace(seats=run.seats, games=run.games, spec={}, caution="Mind the gap.")
    assert '<p class="caution">Mind the gap.</p>' in page_without_pictures(results)


def test_a_run_without_games_or_moves_says_so(run):
    empty = SimpleNamespace(seats=run.seats.head(0), games=run.games.head(0), spec={})
    assert "nothing to report" in page_without_pictures(empty)
    short = SimpleNamespace(seats=run.seats, games=run.games, spec={})
    assert "did not log its moves" in page_without_pictures(short)


def test_one_game_makes_a_page(run):
    one = [frame[frame["game_id"] == 0] for frame in (run.seats, run.games, run.moves)]
    shown = html.render(
        document(SimpleNamespace(seats=one[0], games=one[1], moves=one[2], spec={}))
    )
    assert "not shown, because" in shown
    assert "<img" in shown


def test_arms_are_compared_on_the_page():
    seats, games = World().arm_frames(40, np.random.default_rng(1), [2.0] + [0.0] * 7)
    shown = html.render(document(SimpleNamespace(seats=seats, games=games, spec={})))
    assert "What the arms change" in shown
    assert re.search(r'alt="Changed changes the score of a by \+\d', shown)


def test_the_file_appears_when_it_is_complete(run, words, monkeypatch, tmp_path):
    monkeypatch.setattr(html, "render", lambda report: words)  # drawn once for all tests
    target = tmp_path / "report.html"
    assert html.write(document(run), target) == target
    assert target.read_text() == words
    assert words.endswith("</html>\n")
    assert [p.name for p in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(SimkitError, match="cannot be written"):
        html.write(document(run), tmp_path / "no" / "report.html")


def test_the_command_writes_the_page(run, tmp_path, capsys):
    from simkit.cli import main

    target = tmp_path / "out.html"
    assert main(["report", str(run.folder), "--html", str(target)]) == 0
    assert "<!DOCTYPE html>" in target.read_text()
    assert main(["report", str(run.folder)]) == 0
    assert "By faction" in capsys.readouterr().out

"""Pieces of HTML: every figure in its cell, long lists cut, words of others escaped."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from simkit.bots.greedy import Contribution
from simkit.runs.batch import Failure
from simkit.widgets import pages
from simkit.widgets.live_model import LiveModel, Share
from simkit.widgets.live_view import Live, live
from simkit.widgets.opinion import Considered, Opinion


def rows(page: str) -> list[list[str]]:
    """Return the words of the cells of a page's tables, row by row."""
    found = re.findall(r"<tr.*?>(.*?)</tr>", page)
    cells = [re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row) for row in found]
    return [[re.sub(r"<.*?>", "", cell) for cell in row] for row in cells]


def share(who: str, arm: str = "", part: float = 25.0) -> Share:
    return Share(faction=who, arm=arm, share=part, half=1.25, seats=1234)


def test_shares_stand_in_a_table_with_bars() -> None:
    page = pages.shares_page("known to 1 < 2", [share("a & b", part=40.4), share("c")])
    assert rows(page) == [
        ["who", "win share (95 %)", "seats", ""],
        ["a &amp; b", "40.4 % ± 1.2", "1,234", ""],
        ["c", "25.0 % ± 1.2", "1,234", ""],
    ]
    assert re.findall(r"width:(\d+)px", page) == ["81", "50"]
    assert "<h4>known to 1 &lt; 2</h4>" in page
    assert "more" not in page


def test_arms_are_named_where_there_are_several() -> None:
    page = pages.shares_page("", [share("a", "old"), share("a", "new"), share("b", "new")], most=2)
    assert [row[0] for row in rows(page)[1:]] == ["a, old", "a, new"]
    assert "and 1 more" in page
    assert rows(pages.shares_page("", [share("a", "old")]))[1][0] == "a"


def test_failures_are_listed_up_to_a_number() -> None:
    failed = [Failure(n, 70 + n, "", f"<{n}>", "trace") for n in range(4)]
    page = pages.failures_page(failed, most=3)
    assert "<h4>4 failed</h4>" in page
    assert re.findall(r'sk-bad">(.*?)</div>', page) == [
        "game 0 (seed 70): &lt;0&gt;", "game 1 (seed 71): &lt;1&gt;", "game 2 (seed 72): &lt;2&gt;",
        "and 1 more",
    ]  # fmt: skip
    assert "more" not in pages.failures_page(failed, most=4)
    assert pages.failures_page([]) == pages.page()


@pytest.mark.parametrize(
    ("as_share", "cells", "unit"),
    [
        (True, ["old ones", "1,200", "+4.0", "-1.0 to +9.0", "no"], "change, points of win share"),
        (False, ["old ones", "1,200", "+0.0", "-0.0 to +0.1", "no"], "change, points"),
    ],
)
def test_differences(as_share: bool, cells: list[str], unit: str) -> None:
    table = pd.DataFrame(
        {"faction": ["old_ones", "b"], "pairs": [1200, 3], "estimate": [0.04, -0.2],
         "low": [-0.01, -0.3], "high": [0.09, -0.1], "p_holm": [0.05, 0.049]}
    )  # fmt: skip
    found = rows(pages.difference_page(table, as_share))
    assert found[0] == ["faction", "pairs", unit, "95 %", "beyond doubt"]
    assert found[1] == cells
    assert found[2][-1] == "yes"


def test_estimates_with_and_without_an_interval() -> None:
    table = pd.DataFrame(
        {"old_bot": ["x_y", "z"], "games": [1000, 1], "estimate": [0.25, 0.5], "low": [0.2, np.nan],
         "high": [0.3, np.nan]}
    )  # fmt: skip
    assert rows(pages.estimates_page(table, ["old_bot"], share=True)) == [
        ["old bot", "games", "estimate", "95 % interval"],
        ["x y", "1,000", "25.0 %", "20.0 to 30.0 %"],
        ["z", "1", "50.0 %", "one game tells none"],
    ]
    short = pages.estimates_page(table, ["old_bot"], most=1)
    assert rows(short)[1][2:] == ["0.2", "0.2 to 0.3"] and "and 1 more" in short


def test_chances_players_and_lines() -> None:
    page = pages.chances_page([0.25, 0.75])
    assert rows(page) == [["seat 0", "25 %", ""], ["seat 1", "75 %", ""]]
    assert re.findall(r"width:(\d+)px", page) == ["30", "90"]
    assert pages.chances_page(None) == pages.page()
    assert "seat 0: a&amp;b; seat 1: c" in pages.players_page("", ["a&b", "c"])
    assert "<b>A game</b>" in pages.players_page("", [])
    assert pages.lines_page("", ["x"]) == pages.page("<div>x</div>")
    assert pages.lines_page("T", ["x", "<y>"]).count("<div>") == 2
    assert pages.problem_page("") == "" and "&lt;no&gt;" in pages.problem_page("<no>")


def test_an_opinion_lists_the_best_and_what_they_are_made_of() -> None:
    lines = tuple(Contribution(f"f{i}", 2.0, 0.5 * i, float(i)) for i in range(1, 8))
    best = [
        Considered(7, "do <this>", 1.5, True, lines),
        Considered(8, "that", float("nan")),
    ]
    opinion = Opinion("greedy", False, tuple(best), 5)
    page = pages.opinion_page(opinion)
    assert "What a greedy bot thinks of it (greedy; 5 candidates)" in page
    table = rows(page)
    assert table[0] == ["1.50", "do &lt;this&gt; (chosen)"] and table[1] == ["", "that"]
    assert "and 3 more" in page
    assert table[2] == ["+1.00", "f1", "2 × 0.5"]
    assert "and 1 smaller" in page
    assert "What the bot saw" in pages.opinion_page(Opinion("b", True, best, 2))
    assert "more" not in pages.opinion_page(Opinion("b", True, best[1:], 1))
    assert pages.opinion_page(None) == pages.page()


def test_a_live_run_is_shown_to_its_end(tmp_path) -> None:
    spec = {"title": "tests.tiny", "seats": 2, "games": 40, "seed": 3}
    view = live(spec, tmp_path / "run", n_jobs=1)
    view.model.wait()
    view.show()
    assert view.bar.value == 1 and view.bar.bar_style == "success"
    assert view.stop.disabled
    assert view.model.headline() in view.headline.value.replace("&#x27;", "'")
    assert view.model.precision() in view.shares.value
    assert len(rows(view.shares.value)) > 1
    assert "failed" not in view.failures.value
    assert len(view.model.results) == 40


def test_a_live_run_that_has_not_begun_can_be_stopped() -> None:
    model = LiveModel({"title": "tests.tiny", "seats": 2, "games": 40, "seed": 3})
    view = Live(model)
    assert view.bar.value == 0
    assert view.bar.bar_style == "info"


@pytest.mark.parametrize(("lines", "words"), [(5, ""), (6, ""), (7, "and 1 smaller")])
def test_a_list_that_ends_says_nothing_of_more(lines: int, words: str) -> None:
    made = tuple(Contribution(f"f{i}", 1.0, 1.0, 1.0) for i in range(lines))
    page = pages.features(Considered(1, "it", 2.0, True, made))
    assert re.findall(r"and -?\d+ smaller", page) == ([words] if words else [])
    assert len(re.findall(r"f\d</td>", page)) == min(lines, 6)
    shares = [share(f"n{i}") for i in range(lines)]
    assert ("more" in pages.shares_page("", shares, most=6)) is bool(words)
    table = pd.DataFrame(
        {"who": [*"abcdefg"][:lines], "games": 1, "estimate": 0.5, "low": 0.4, "high": 0.6}
    )
    assert ("more" in pages.estimates_page(table, ["who"], most=6)) is bool(words)

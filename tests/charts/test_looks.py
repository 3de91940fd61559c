"""What can be measured of how charts look: nothing overlaps, grey is enough, every picture has words."""

import ast
import functools
import importlib
import inspect
import itertools
import json
import pkgutil
import sys

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Annotation

from simkit import charts
from simkit.charts import bids, contest, explore, findings, metagame, style, theory
from simkit.charts import strategy as strategy_charts
from simkit.theory import classics, dynamics, power
from simkit.theory import equilibria as eq
from simkit.theory.payoffs import Payoffs
from simkit.theory.portrait import portrait
from simkit.widgets.notebook import Picture
from tests.charts import test_charts
from tests.charts.described import FILE, described
from tests.charts.test_charts import CHARTS, GAMES, SEATS
from tests.charts.test_theory import sampled

SIX = ["balanced", "builder", "financier", "specialists", "trader", "voter"]


def shares(count, seed=3):
    """A table of win shares with errors, as a meta-game has it."""
    gap = np.random.default_rng(seed).normal(scale=0.15, size=(count, count))
    table = Payoffs.from_matrix(0.5 + (gap - gap.T) / 2, SIX[:count], unit="win share")
    return sampled(table, 0.03)


PORTRAITS = {count: portrait(shares(count), draws=20) for count in (3, 4, 6)}
PLAYED = {
    "hawks": dynamics.replicator(classics.game("hawk_dove"), [[0.9, 0.1]]),
    "pennies": dynamics.replicator(classics.game("matching_pennies"), [[0.7, 0.3], [0.4, 0.6]]),
    "six": PORTRAITS[6].path,
}
THEORY = {
    **{name: (lambda path=path: theory.shares_over_time(path)) for name, path in PLAYED.items()},
    **{
        f"{part} of {count}": draw
        for count, found in PORTRAITS.items()
        for part, (_, draw) in metagame.pictures(found).items()
    },
    "payoffs": lambda: theory.payoff_map(classics.game("volunteer")),
    "payoffs of seat 2": lambda: theory.payoff_map(classics.game("matching_pennies"), 1),
    "stag hunt": lambda: theory.best_response_graph(classics.game("stag_hunt")),
    "circle": lambda: theory.best_response_graph(classics.game("shapley")),
    "logit": lambda: theory.simplex(classics.game("rock_paper_scissors"), noise=0.5),
    "redrawn": lambda: theory.equilibrium_shares(eq.bootstrap(shares(3), draws=20)),
    "power": lambda: theory.power_chart(power.banzhaf({"a": 4, "b": 4, "c": 2, "d": 1}, 6)),
}
CHANGES = pd.DataFrame(
    {"arm": ["longer", "dearer", "blue"], "estimate": [4.0, -1.0, 0.4], "low": [2.0, -3.0, -0.6],
     "high": [6.0, 1.0, 1.5], "p_holm": [0.01, 0.5, 0.9]}
)  # fmt: skip
CHANGES_OF_SHARES = CHANGES.assign(**{c: CHANGES[c] / 100 for c in ("estimate", "low", "high")})
PRICES = pd.DataFrame(
    {"who": ["ada", "bob", "cleo"], "price": [4, 1, 0], "before": [0.45, 0.33, 0.22],
     "after": [0.35, 0.34, 0.31], "low": [0.31, 0.3, 0.27], "high": [0.39, 0.38, 0.35]}
)  # fmt: skip
STANDINGS = pd.DataFrame(
    {"bot": ["ada", "bob", "late"], "place": [1, 2, 3], "games": [40, 40, 0],
     "win_share": [0.65, 0.35, np.nan], "win_low": [0.5, 0.2, np.nan], "win_high": [0.8, 0.5, np.nan]}
)  # fmt: skip
PAGES = {
    "tornado": lambda: findings.tornado(CHANGES),
    "tornado of win shares": lambda: findings.tornado(CHANGES_OF_SHARES, value="win_share"),
    "bids": lambda: bids.chart(PRICES, 1 / 3),
    "tournament": lambda: contest.chart(STANDINGS),
    "explorer": lambda: explore.chart(SEATS, GAMES),
    "explorer of scores": lambda: explore.chart(
        SEATS, GAMES, "score", "seat", {"faction": ["a", "b"]}
    ),
    "odd one out": lambda: theory.odd_one_out(shares(4)),
}
ALL = {**CHARTS, **THEORY, **PAGES}


@functools.cache
def drawn(name):
    return ALL[name]()


def ticks(axis):
    """The labels of the ticks that are drawn: those within the limits."""
    low, high = sorted(axis.get_view_interval())
    drawn = (*axis.get_major_ticks(), *axis.get_minor_ticks())
    return [tick.label1 for tick in drawn if low <= tick.get_loc() <= high]


def texts(figure):
    """All words of a drawn figure that are seen, with the room they take."""
    figure.draw_without_rendering()
    found = [figure._suptitle, figure._supxlabel]
    for ax in figure.axes:
        found += ax.texts
        if ax.axison:
            found += [ax.xaxis.label, ax.yaxis.label, *ticks(ax.xaxis), *ticks(ax.yaxis)]
        if ax.get_legend():
            found += ax.get_legend().get_texts()
    shown = [t for t in found if t is not None and t.get_visible() and t.get_text().strip()]
    return [
        (t, t.get_window_extent())
        for t in shown
        if not (isinstance(t, Annotation) and t.arrow_patch is not None and not t.get_text())
    ]


@pytest.mark.parametrize("name", ALL)
def test_no_words_overlap_or_leave_the_picture(name):
    figure = drawn(name)
    found = [(t, box) for t, box in texts(figure) if t.get_rotation() % 90 == 0]
    for text, box in found:
        assert box.x0 >= -1 and box.x1 <= figure.bbox.x1 + 1, text.get_text()
        assert box.y0 >= -1 and box.y1 <= figure.bbox.y1 + 1, text.get_text()
    for (one, box), (two, other) in itertools.combinations(found, 2):
        wide = min(box.x1, other.x1) - max(box.x0, other.x0)
        high = min(box.y1, other.y1) - max(box.y0, other.y0)
        assert wide <= 1 or high <= 2, f"{one.get_text()!r} runs into {two.get_text()!r}"


@pytest.mark.parametrize("name", ALL)
def test_every_picture_has_words_for_those_who_do_not_see_it(name):
    alt = Picture(drawn(name))._repr_mimebundle_()[1]["image/png"]["alt"]
    assert len(alt.split()) >= 3
    assert alt == style.begun(alt)
    assert "-0 %" not in alt


@pytest.mark.parametrize("name", PLAYED)
def test_lines_differ_without_their_colours(name):
    for ax in theory.shares_over_time(PLAYED[name]).axes:
        seen = {(line.get_linestyle(), line.get_marker()) for line in ax.lines}
        assert len(seen) == len(ax.lines)
        light = sorted({style.luminance(line.get_color()) for line in ax.lines})
        assert light[-1] < 0.5  # not lost on white
        assert all(b - a > 0.02 for a, b in itertools.pairwise(light))


def test_parts_of_a_bar_carry_the_letters_of_the_legend():
    mix = pd.DataFrame(
        {"round": 1, "kind": list("pqrstu"), "estimate": [0.3, 0.25, 0.2, 0.1, 0.1, 0.05]}
    )
    (ax,) = strategy_charts.action_mix(mix).axes
    assert [t.get_text() for t in ax.get_legend().get_texts()] == [
        f"{letter}  {kind}" for letter, kind in zip("abcdef", "pqrstu", strict=True)
    ]
    assert {t.get_text() for t in ax.texts} == set("abcdef")


@pytest.mark.parametrize("ground", [*style.SHADES, *style.HEAT, "#808080"])
def test_figures_in_cells_can_be_read(ground):
    bright, dark = sorted(
        (style.luminance(ground), style.luminance(style.ink_on(ground))), reverse=True
    )
    assert (bright + 0.05) / (dark + 0.05) > 4


def test_bars_start_at_nothing():
    for name in CHARTS:
        for ax in drawn(name).axes:
            for bar in (p for p in ax.patches if p.get_width() and p.get_height()):
                low, high = sorted(ax.get_xlim() if bar.get_y() else ax.get_ylim())
                assert low <= 0 <= high, name


def test_what_is_played_alike_is_not_said_to_lead():
    even = dynamics.replicator(classics.game("hawk_dove"), [[0.5, 0.5]], time=3)
    said = theory.shares_over_time(even).get_suptitle()
    assert said == "At time 3 hawk and dove are played alike (50 % each)"


def test_only_what_is_beyond_doubt_is_said_of_a_table():
    noisy = Payoffs.from_matrix([[0.5, 0.6], [0.4, 0.5]], ["a", "b"], unit="win share")
    for error, words in ((0.01, "A among b earns 60 ± 2 %"), (0.2, "None earns more")):
        assert theory.odd_one_out(sampled(noisy, error)).get_suptitle().startswith(words)


DRAWN = json.loads(FILE.read_text(encoding="utf-8"))


def alike(one, other):
    """Whether two descriptions agree; numbers need not do so to the last digit."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return one == pytest.approx(other, rel=2e-3, abs=1e-4)


@pytest.mark.parametrize("name", ALL)
def test_a_chart_shows_what_it_showed(name):
    """Labels, limits, marks, and where lines, dots and bars stand. See `described.py`."""
    shown = described(drawn(name))
    assert alike(json.loads(json.dumps(shown)), DRAWN[name]), (
        f"{json.dumps(shown, ensure_ascii=False)}\nIf that is meant: python -m tests.charts.described"
    )


def test_no_chart_is_described_that_is_not_drawn():
    assert set(DRAWN) == set(ALL)


def test_every_chart_of_the_package_is_drawn_here():
    """Who adds a chart adds it to `ALL`: what no test draws, no test looks at."""
    public = set()
    for module in pkgutil.iter_modules(charts.__path__, "simkit.charts."):
        found = vars(importlib.import_module(module.name)).items()
        public |= {
            f"{module.name}.{name}"
            for name, thing in found
            if getattr(thing, "__module__", "") == module.name
            and getattr(thing, "__annotations__", {}).get("return") == "Figure"
            and not name.startswith("_")
        }
    drawing = set()
    for test in (test_charts, sys.modules[__name__]):
        tables = [s for s in ast.parse(inspect.getsource(test)).body if isinstance(s, ast.Assign)]
        for node in itertools.chain.from_iterable(map(ast.walk, tables)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                module = vars(test).get(getattr(node.func.value, "id", ""))
                drawing.add(f"{getattr(module, '__name__', '')}.{node.func.attr}")
    # One is called by another: the pictures of a portrait, the drawing of what the explorer found,
    # and the last touch of each figure.
    within = {f"simkit.charts.{n}" for n in ("metagame.invasions", "explore.drawn", "style.finish")}
    assert public - drawing - within == set()

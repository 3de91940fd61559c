import io
import re
from functools import cache

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from PIL import Image

from simkit.analysis import (
    balance,
    compare,
    decisions,
    fit,
    luck,
    planning,
    robust,
    setup,
    strategy,
    strength,
    winchance,
)
from simkit.charts import balance as balance_charts
from simkit.charts import findings, games, style
from simkit.charts import strategy as strategy_charts
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import World, story

MOVES, SEATS, GAMES = story(300, np.random.default_rng(1))
ARMED, PLAYED = World().arm_frames(60, np.random.default_rng(2), [1.0] + [0.0] * 7)
TABLE = balance.table(SEATS, "faction", GAMES)
REAL = TABLE.assign(win_share=TABLE["win_share"] + 0.01)
CHANCES = winchance.chances(MOVES, SEATS, GAMES)

CHARTS = {
    "win shares": lambda: balance_charts.win_shares(TABLE),
    "scores": lambda: balance_charts.scores(TABLE),
    "margins": lambda: balance_charts.scores(TABLE, value="margin"),
    "points": lambda: balance_charts.points(balance.points_by_source(SEATS, "faction", GAMES)),
    "ranks": lambda: balance_charts.ranks(balance.rank_distribution(SEATS, "faction", GAMES)),
    "pairs": lambda: balance_charts.pairs(balance.table(SEATS, ["faction", "seat"], GAMES)),
    "match-ups": lambda: balance_charts.matchups(setup.matchups(SEATS, "faction", GAMES)),
    "set-ups": lambda: balance_charts.interactions(setup.interactions(SEATS, GAMES), "tile"),
    "arms": lambda: findings.arms(compare.arms(ARMED, PLAYED)),
    "arms in scores": lambda: findings.arms(
        compare.arms(ARMED, PLAYED, value="score"), value="score"
    ),
    "strengths": lambda: findings.strengths(strength.plackett_luce(SEATS).table()),
    "forecast": lambda: findings.forecast(
        strength.observed_and_expected(strength.plackett_luce(SEATS), SEATS)
    ),
    "so far": lambda: findings.so_far(planning.so_far(SEATS, GAMES), goal=0.05),
    "games needed": lambda: findings.games_needed(
        pd.DataFrame({"effect": [0.01, 0.02], "games": [14_910, 3_775]})
    ),
    "limits": lambda: findings.boundaries(planning.boundaries(5)),
    "fit": lambda: findings.fit(fit.joined(TABLE, REAL)),
    "robust": lambda: findings.robust(
        robust.within(robust.Finding("a"), SEATS, GAMES, over=["seat", "profile"])
    ),
    "openings": lambda: strategy_charts.openings(strategy.openings(MOVES, SEATS, GAMES)),
    "action mix": lambda: strategy_charts.action_mix(strategy.action_mix(MOVES, SEATS, GAMES)),
    "picks": lambda: strategy_charts.picks(strategy.picks(MOVES, SEATS, "card", GAMES), "card"),
    "time to first": lambda: strategy_charts.time_to_first(
        strategy.time_to_first(MOVES, SEATS, {"card": "boon"}, GAMES), "boon"
    ),
    "time to first by faction": lambda: strategy_charts.time_to_first(
        strategy.time_to_first(MOVES, SEATS, {"card": "boon"}, GAMES, by="faction"), "boon", "faction"
    ),
    "archetypes": lambda: strategy_charts.archetypes(strategy.archetypes(MOVES, SEATS, GAMES).mixes),
    "outcome of archetypes": lambda: strategy_charts.openings(
        strategy.archetypes(MOVES, SEATS, GAMES).table, what="archetype"
    ),
    "quality": lambda: strategy_charts.quality(
        decisions.quality(MOVES, SEATS, GAMES, by="profile"), "profile"
    ),
    "branching": lambda: games.branching(decisions.branching(MOVES, SEATS, GAMES)),
    "drama": lambda: games.drama(decisions.drama(MOVES, SEATS, GAMES)),
    "calibration": lambda: games.calibration(winchance.calibration(CHANCES)),
    "sharpness": lambda: games.sharpness(winchance.sharpness(CHANCES)),
    "one game": lambda: games.chances(CHANCES, 3, {"0": "Ada"}),
    "luck": lambda: games.luck({"score": luck.shares(ARMED, PLAYED)}),
}  # fmt: skip


@pytest.fixture(scope="module")
def drawn():
    """Every chart, made and drawn once: its figure and its picture."""

    @cache
    def draw(name):
        figure = CHARTS[name]()
        return figure, style.png(figure)

    return draw


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_has_a_sentence_and_a_picture(name, drawn):
    figure, png = drawn(name)
    assert isinstance(figure, Figure)
    title = " ".join(figure.get_suptitle().split())
    assert len(title.split()) >= 3
    assert not re.search(r"nan|None|_", title)
    picture = Image.open(io.BytesIO(png)).convert("L")
    assert picture.size[0] >= 500
    shades = np.asarray(picture)
    assert shades.min() < 60  # ink
    assert (shades > 250).mean() > 0.2  # on white paper


@pytest.mark.parametrize("name", CHARTS)
def test_titles_stay_inside_the_picture(name, drawn):
    figure, _ = drawn(name)
    box = figure._suptitle.get_window_extent()
    assert box.x1 <= figure.bbox.x1 + 1


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_has_words_at_its_axes(name, drawn):
    figure, _ = drawn(name)
    for ax in figure.axes:
        labelled = ax.get_xlabel() or ax.get_ylabel()
        named = [t.get_text() for t in (*ax.get_yticklabels(), *ax.get_xticklabels())]
        assert labelled or any(re.search("[a-z]", text) for text in named)


def lightness(colour):
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return 116 * np.cbrt(linear @ [0.2126, 0.7152, 0.0722]) - 16


def test_shades_stay_apart_in_grey():
    steps = np.diff([lightness(shade) for shade in style.SHADES])
    assert (steps > 9).all()


def test_heat_maps_darken_evenly():
    shade = LinearSegmentedColormap.from_list("heat", style.HEAT)
    light = [lightness(shade(x)[:3]) for x in np.linspace(0, 1, 30)]
    assert (np.diff(light) < 0).all()


def test_main_and_accent_differ_in_grey_and_for_the_colour_blind():
    assert abs(lightness(style.MAIN) - lightness(style.ACCENT)) > 25
    # deuteranopia by Vienot, Brettel and Mollon: red and green are seen as one
    for colour, other in (
        (style.MAIN, style.ACCENT),
        *zip(style.SHADES, style.SHADES[1:], strict=False),
    ):
        seen = [np.array(to_rgb(c)) @ [[0.29, 0.29, -0.02], [0.71, 0.71, 0.02], [0, 0, 1]]
                for c in (colour, other)]  # fmt: skip
        assert np.linalg.norm(seen[0] - seen[1]) > 0.1


def test_dots_are_filled_only_beyond_doubt():
    sure = balance_charts.win_shares(TABLE.assign(p_holm=0.001))
    doubt = balance_charts.win_shares(TABLE.assign(p_holm=0.9))
    sizes = [[len(c.get_offsets()) for c in f.axes[0].collections[1:3]] for f in (sure, doubt)]
    assert sizes == [[4, 0], [0, 4]]
    assert "beyond doubt" in doubt.get_suptitle()


def test_names_are_in_the_words_of_the_title():
    table = TABLE.assign(faction=["mad_doctors", "b", "c", "d"])
    figure = balance_charts.win_shares(table, labels={"b": "Bakers"})
    shown = {t.get_text() for t in figure.axes[0].get_yticklabels()}
    assert {"mad doctors", "Bakers"} <= shown


def names_at_dots(figure):
    """Return what is written beside dots, with the dot's place."""
    (ax,) = figure.axes
    return {t.get_text(): tuple(map(float, t.xy)) for t in ax.texts if hasattr(t, "xy")}


def test_forecasts_name_all_dots_or_those_asked_for():
    table = pd.DataFrame(
        {"name": ["a", "b", "c"], "win_share": [0.3, 0.2, 0.1], "win_expected": [0.28, 0.22, 0.14]}
    )
    every = {"a": (0.28, 0.3), "b": (0.22, 0.2), "c": (0.14, 0.1)}
    assert names_at_dots(findings.forecast(table)) == every
    marked = findings.forecast(table, marks=["c", "a"])
    assert names_at_dots(marked) == {name: every[name] for name in "ac"}
    (dots,) = [c for c in marked.axes[0].collections if len(c.get_offsets()) == 3]
    assert sorted(map(tuple, np.asarray(dots.get_offsets()))) == sorted(every.values())


def test_shares_of_ranks_are_shares_of_all_games():
    """Also where some of the ranks are left out, the axis goes on to 100 %."""
    table = balance.rank_distribution(SEATS, "faction", GAMES)
    for shown in (table, table[table["rank"] > 1]):
        (axes,) = balance_charts.ranks(shown).axes
        assert axes.get_xlim() == pytest.approx((0, 1))


def test_a_comparison_with_reality_names_every_dot():
    ours = pd.DataFrame({"faction": list("abc"), "win_share": [0.3, 0.2, 0.1]})
    real = pd.DataFrame({"faction": list("abc"), "win_share": [0.25, 0.22, 0.14]})
    shown = names_at_dots(findings.fit(fit.joined(ours, real)))
    assert shown == {"a": (0.3, 0.25), "b": (0.2, 0.22), "c": (0.1, 0.14)}


@pytest.mark.parametrize(("rows", "most", "remark"), [(5, 5, False), (5, 6, False), (6, 5, True)])
def test_only_a_cut_list_of_changes_says_that_it_is_cut(rows, most, remark):
    table = pd.DataFrame(
        {"arm": [f"arm {i}" for i in range(rows)], "estimate": np.linspace(4, -5, rows), "low": -6.0,
         "high": 6.0, "p_holm": [0.01] + [0.5] * (rows - 1)}
    )  # fmt: skip
    figure = findings.tornado(table, most=most)
    note = figure._supxlabel.get_text()
    assert ("Shown: the 5 largest of 6." in " ".join(note.split())) is ("Shown" in note) is remark
    shown = [t.get_text() for t in figure.axes[0].get_yticklabels()]
    assert (
        shown
        == sorted(table["arm"], key=lambda arm: -abs(table.set_index("arm")["estimate"][arm]))[
            :most
        ]
    )
    assert figure.get_suptitle().startswith(f"Of {rows} changes 1 moves the score beyond doubt")


def test_long_tables_are_cut_and_say_so():
    table = pd.DataFrame(
        {
            "name": range(60),
            "strength": np.linspace(1, -1, 60),
            "low": 0.0,
            "high": 0.1,
            "p_holm": 0.01,
        }
    )
    figure = findings.strengths(table)
    assert len(figure.axes[0].get_yticks()) == style.MOST
    assert "of 60" in figure._supxlabel.get_text()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: balance_charts.win_shares(TABLE.head(0)), "empty"),
        (lambda: balance_charts.win_shares(TABLE.drop(columns="fair")), "'fair'"),
        (lambda: balance_charts.interactions(setup.interactions(SEATS, GAMES), "map"), "'map'"),
        (lambda: games.chances(CHANCES, -5), "game -5"),
        (lambda: games.luck({"x": pd.DataFrame({"part": []})}), "'share'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, message):
    with pytest.raises(SimkitError, match=message):
        call()


def test_one_row_makes_a_chart():
    one = TABLE.head(1)
    for chart in (balance_charts.win_shares, balance_charts.scores):
        assert style.png(chart(one))[:4] == b"\x89PNG"

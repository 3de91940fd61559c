"""The explorers: runs from all sides, the patch laboratory, meta-games."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simkit
from simkit.analysis import balance, compare, explore
from simkit.charts import style
from simkit.core.errors import SimkitError
from simkit.runs import Results, run
from simkit.runs.spec import Spec
from simkit.theory import classics
from simkit.theory.payoffs import Payoffs
from simkit.widgets import ExploreModel, MetagameModel, PatchLabModel
from simkit.widgets.explore_model import NO_SECOND
from simkit.widgets.explore_view import Explore
from simkit.widgets.metagame_model import DPI
from simkit.widgets.metagame_view import metagame
from simkit.widgets.patchlab_model import Figure
from simkit.widgets.patchlab_view import PatchLab, field_of, patchlab


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return simkit.simulate(
        "tests.tiny", seats=3, games=120, seed=3, n_jobs=1, progress="quiet",
        bots=["greedy", "random"], lineup={"pairing": "balanced"},
        folder=tmp_path_factory.mktemp("explorers") / "run",
    )  # fmt: skip


# Runs from all sides ------------------------------------------------------------------------------


def test_the_answer_is_that_of_the_balance_table(played: Results) -> None:
    model = ExploreModel([played])
    model.ask("win_share", "faction", {})
    found = model.table().set_index("faction")
    plain = balance.win_share(played.seats, "faction", played.games).set_index("faction")
    for name in plain.index:
        for column in ("games", "estimate", "low", "high"):
            assert found.loc[name, column] == pytest.approx(plain.loc[name, column])


def test_a_filter_keeps_the_fair_share_and_the_margin_of_whole_games(played: Results) -> None:
    model = ExploreModel([played])
    model.ask("win_share", "faction", {"seat": 1})
    assert model.table()["null"].tolist() == pytest.approx([1 / 3] * len(model.table()))
    model.ask("margin", "seat", {"seat": [1, 2]})
    whole = balance.with_margin(played.seats)
    wanted = whole[whole["seat"].isin([1, 2])].groupby("seat")["margin"].mean()
    found = model.table().set_index("seat")["estimate"]
    assert found.loc[1] == pytest.approx(wanted.loc[1])
    assert found.loc[2] == pytest.approx(wanted.loc[2])


def test_the_exported_code_makes_the_same_figure(played: Results) -> None:
    model = ExploreModel([played])
    model.ask("score", ["faction", "seat"], {"bot": "greedy", "seat": [0, 1]})
    code = model.code().splitlines()
    scope: dict[str, Any] = {"results": played}
    exec(code[0], scope)
    figure = eval(code[1], scope)
    assert style.png(figure, dpi=90) == model.answer()[1]


def test_questions_that_make_no_sense_are_refused_with_the_nearest_right_word(
    played: Results,
) -> None:
    model = ExploreModel([played])
    for ask, text in (
        ({"measure": "scroe"}, "score"),
        ({"by": "facton"}, "faction"),
        ({"where": {"bot": "greed"}}, "greedy"),
        ({"where": {"seat": 9}}, "9"),
    ):
        with pytest.raises(SimkitError, match=text):
            model.ask(**ask)  # type: ignore[arg-type]
    assert model.where == {}
    with pytest.raises(SimkitError, match="at least one run"):
        ExploreModel([])


def test_parts_without_seats_are_told(played: Results) -> None:
    rows = explore.Rows.of(played.seats[played.seats["seat"] == 0], played.games)
    with pytest.raises(SimkitError):
        rows.part({"seat": 1})


def test_every_field_of_the_explorer_changes_the_answer(played: Results) -> None:
    view = Explore(ExploreModel([played, played.folder]))
    seen = {view.picture.value}
    for change in (
        lambda: setattr(view.measure, "value", "score"),
        lambda: setattr(view.by, "value", "bot"),
        lambda: setattr(view.second, "value", "seat"),
        lambda: setattr(view.by_column["seat"], "value", 1),
    ):
        change()
        assert view.picture.value not in seen
        seen.add(view.picture.value)
    assert "only seat 1" in view.note.value
    assert '"score", ["bot", "seat"], where={"seat": 1}' in view.model.code()
    view.runs.value = 1
    assert view.model.where == {}
    assert view.by_column["seat"].value == "all"
    assert "results[1].seats" in view.model.code()


def test_the_field_of_set_ups_is_shown_where_there_are_set_ups(
    played: Results, tmp_path: Path
) -> None:
    """A run whose set-ups are all alike has none to choose from; another one brings the field back."""
    alike = tmp_path / "alike"
    simkit.simulate(
        "tests.tiny", seats=3, games=1, seed=3, n_jobs=1, progress="quiet",
        bots="greedy", folder=alike,
    )  # fmt: skip
    view = Explore(ExploreModel([played, alike]))
    for chosen, offered in ((0, ["first_lot"]), (1, []), (0, ["first_lot"])):
        view.runs.value = chosen
        named = [column for _, column in view.column.options]
        assert named == [NO_SECOND, *offered]
        shown = {field.layout.display != "none" for field in (view.column, view.value)}
        assert shown == {bool(offered)}


def test_a_set_up_that_is_chosen_narrows_the_answer(played: Results) -> None:
    view = Explore(ExploreModel([played]))
    everything = view.picture.value
    view.column.value = "first_lot"
    assert [value for _, value in view.value.options] == [
        "all",
        *view.model.rows.values("first_lot"),
    ]
    assert view.picture.value == everything  # no set-up is chosen yet
    view.value.value = view.model.rows.values("first_lot")[0]
    assert view.picture.value != everything
    assert view.model.where == {"first_lot": view.value.value}


# The patch laboratory -----------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["tests.tiny", *simkit.titles()])
def test_every_patchable_figure_has_a_field_with_its_printed_value(title: str) -> None:
    lab = PatchLabModel(title, seats=2)
    assert set(lab.figures) == set(lab.rules.components.patchable_paths())
    for figure in lab.figures.values():
        field = field_of(figure, figure.printed)
        assert field.value == figure.printed or figure.sort == "number", figure
        assert figure in lab.of_group(figure.group)


def test_changes_are_checked_counted_and_taken_back() -> None:
    lab = PatchLabModel("tests.tiny", seats=3, games=20, n_jobs=1)
    with pytest.raises(SimkitError, match="change a figure first"):
        lab.play()
    with pytest.raises(SimkitError, match=r"market\.sets\.points"):
        lab.change("market.sets.point", 3)
    with pytest.raises(SimkitError, match="outside 0 to 12"):
        lab.change("market.sets.points", 13)
    assert lab.patch == {}
    lab.change("market.sets.points", 9)
    assert lab.changes()[0].startswith("market.sets.points: 9 instead of")
    lab.change("market.sets.points", lab.figures["market.sets.points"].printed)
    assert lab.patch == {}


def test_the_difference_is_that_of_the_same_run_played_at_once(tmp_path: Path) -> None:
    lab = PatchLabModel("tests.tiny", seats=3, games=60, seed=5, n_jobs=1)
    lab.change("factions.millers.start.coins", 9)
    lab.measure_by("score")
    lab.play().wait(60)
    assert lab.run is not None
    assert lab.run.state == "finished"
    found = lab.table()
    other = run(Spec.of(lab.spec()), tmp_path / "other", n_jobs=1, progress="quiet")
    wanted = compare.arms(other.seats, other.games, value="score", baseline="printed")
    assert found is not None
    assert sorted(found["estimate"]) == pytest.approx(sorted(wanted["estimate"]))
    assert found["pairs"].sum() == 180
    assert lab.verdict().startswith(
        ("The patch changes the score of", "The patch changes nobody's score")
    )
    assert _estimates(lab.code()) == pytest.approx(sorted(wanted["estimate"]))


def test_printed_code_keeps_quotes_inside_bots() -> None:
    bot = "restricted(bot='greedy', forbid='kind=undercut')"
    lab = PatchLabModel("tests.tiny", seats=3, games=6, bots=bot)
    lab.change("factions.millers.start.coins", 9)
    assert f'bots="{bot}"' in lab.code()


def _estimates(code: str) -> list[float]:
    """Run code as it is printed, in a process that has imported nothing, and return what it finds."""
    *lines, last = code.splitlines()
    ending = f"import json\nprint(json.dumps(sorted(({last})['estimate'])))"
    done = subprocess.run(
        [sys.executable, "-c", "\n".join([*lines, ending])],
        cwd=Path(__file__).resolve().parents[2], capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: list[float] = json.loads(done.stdout)
    return found


def test_the_laboratory_shows_the_difference_and_stops() -> None:
    view = patchlab("tests.tiny", seats=3, games=40, n_jobs=1)
    view._played(None)
    assert "change a figure first" in view.problem.value
    view.group.value = "factions.millers"
    view.figure.value = "factions.millers.start.coins"
    view.value.children[0].value = 9
    assert "factions.millers.start.coins: 9" in view.changes.value
    view.games.value = 5000
    view._played(None)
    assert view.model.run is not None
    view.model.stop()
    view.model.run.wait(60)
    assert view.model.run.state == "stopped"
    assert not view.play.disabled
    assert view.stop.disabled
    view._cleared(None)
    assert view.model.patch == {}


def test_one_field_per_sort_of_figure() -> None:
    sorts = {True: "Checkbox", 3: "IntSlider", 2.5: "FloatSlider", "lavandium": "Text"}
    for printed, name in sorts.items():
        figure = Figure("a.b.c", printed, 0, 9, "", "")
        assert type(field_of(figure, printed)).__name__ == name


def test_a_run_that_goes_on_is_not_started_twice() -> None:
    view = PatchLab(PatchLabModel("tests.tiny", seats=3, games=5000, n_jobs=1))
    view.model.change("market.sets.points", 9)
    run_of = view.model.play()
    with pytest.raises(SimkitError, match="stop it first"):
        view.model.play()
    view.model.stop()
    run_of.wait(60)


# Meta-games ---------------------------------------------------------------------------------------


def test_places_of_the_triangle_are_mixes_and_back() -> None:
    model = MetagameModel(classics.game("rock_paper_scissors"))
    triangle = model.triangle()
    assert triangle is not None
    for mix in np.vstack([np.eye(3), [[0.2, 0.3, 0.5]]]):
        assert triangle.mix(*triangle.at(mix)) == pytest.approx(mix)
    outside = triangle.mix(*(triangle.corners[0] + (triangle.corners[0] - triangle.corners[1])))
    assert outside.sum() == pytest.approx(1)
    assert outside.min() >= 0
    assert triangle.png.startswith(b"\x89PNG")
    assert DPI * 3 < triangle.size[0] < DPI * 9


def test_the_end_of_the_path_is_where_theory_says() -> None:
    model = MetagameModel(classics.game("hawk_dove"))
    model.begin({"hawk": 3, "dove": 1})
    assert model.start.tolist() == [0.75, 0.25]
    assert model.end(model.path())["hawk"] == pytest.approx(0.5, abs=1e-3)
    model.change_by("logit", 0.5)
    assert 0 < model.end(model.path())["hawk"] < 1
    assert "exact" in model.sureness()


def test_sampling_errors_make_the_end_unsure() -> None:
    close = Payoffs.of(
        [["a", "b"], ["a", "b"]], [[0.5, 0.5], [0.51, 0.49], [0.5, 0.5]],
        symmetric=True, se=[[0.02, 0.02]] * 3, games=[50] * 3,
    )  # fmt: skip
    text = MetagameModel(close).sureness()
    same = int(text.split(" on top in ")[1].split(" of ")[0])
    assert 0 < same < 40


def test_clear_payoffs_make_the_end_sure() -> None:
    """With small errors the same strategy ends on top in every table, with all of the shares."""
    clear = Payoffs.of(
        [["a", "b"], ["a", "b"]], [[0.5, 0.5], [0.8, 0.2], [0.5, 0.5]],
        symmetric=True, se=[[0.01, 0.01]] * 3, games=[50] * 3,
    )  # fmt: skip
    text = MetagameModel(clear).sureness(draws=12)
    assert "a ends on top in 12 of 12 tables; its share there lies between 100 and 100 %" in text
    assert "exact" in MetagameModel(classics.game("hawk_dove")).sureness()


def test_strategies_can_be_left_out_and_put_back() -> None:
    view = metagame(classics.game("rock_paper_scissors"))
    assert "sk-handle" in view.drag.value
    view.names.value = ("rock", "paper")
    assert "choose three" in view.drag.value
    assert list(view.sliders) == ["rock", "paper"]
    assert "comes to 100 % paper" in view.story.value
    view.names.value = ("rock",)
    assert "at least two" in view.problem.value
    view.names.value = ("rock", "paper", "scissors")
    before = view.drag.value
    triangle = view.model.triangle()
    assert triangle is not None
    x, y = triangle.at(np.array([0.6, 0.3, 0.1]))
    view.pick.value = f"{x}|{y}|1"
    assert view.model.start == pytest.approx([0.6, 0.3, 0.1])
    assert view.drag.value != before
    assert view.sliders["rock"].value == pytest.approx(60)
    view.sliders["rock"].value = 0
    assert view.model.start[0] == 0


def test_asymmetric_games_are_refused() -> None:
    with pytest.raises(SimkitError, match="symmetric"):
        MetagameModel(classics.game("battle_of_the_sexes").as_asymmetric())


def test_one_game_has_no_interval(played: Results) -> None:
    one = played.seats[played.seats["game_id"] == played.seats["game_id"].min()]
    games = played.games[played.games["game_id"].isin(one["game_id"])]
    found = explore.table(explore.Rows.of(one, games), "score", "seat")
    assert all(math.isnan(low) for low in found["low"])

"""Laws and erudites are records: more of them are played, named, drawn and valued by what they say."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, ClassVar

import pytest

import simkit
from simkit.bots import make_bot
from simkit.core.components import Components, shipped
from simkit.core.errors import SimkitError
from simkit.core.luck import Luck
from simkit.engine.observer import GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.games.federation.bot.features import GREEDY
from simkit.games.federation.rules import scoring, terms
from simkit.games.federation.schema import declare
from simkit.games.federation.title import FederationRules
from simkit.games.federation.view.board import svg

FOLDER = shipped("data") / "federation"


def law(name: str, *scored: tuple[str, int]) -> str:
    effects = ", ".join(
        f'{{ op = "pp_per", metric = "{metric}", k = {k} }}' for metric, k in scored
    )
    return f'\n[[law]]\nid = "{name}"\nconfidence = "invented"\neffects = [{effects}]\n'


def erudite(name: str, level: int, colour: str, timing: str, effects: str, more: str = "") -> str:
    return (
        f'\n[[erudite]]\nid = "{name}"\nlevel = {level}\ncolour = "{colour}"\nkind = 4\n'
        f'timing = "{timing}"\n{more}effects = [{effects}]\nconfidence = "invented"\n'
    )


def rules_with(folder: Path, seats: int, **added: str) -> FederationRules:
    """Return rules with records added at the end of the data files named."""
    if not folder.is_dir():
        shutil.copytree(FOLDER, folder)
        for table, text in added.items():
            path = folder / f"{table}.toml"
            first = path.read_text(encoding="utf-8").index(f"\n[[{table.rstrip('s')}]]\n")
            whole = path.read_text(encoding="utf-8")
            path.write_text(whole[:first] + text + whole[first:], encoding="utf-8")

    class Added(FederationRules):
        schema: ClassVar[Any] = declare(Components(folder).tables)

        @classmethod
        def data_folder(cls) -> Path:
            return folder

    return Added(seats)


MANY_LAWS = "".join(law(f"law_of_{metric}", (metric, 2)) for metric in terms.METRICS[5:])
TWICE = law("law_of_two_kinds", ("influence_neo", 1), ("diamonds", 3))
ERUDITES = "".join(
    (
        erudite("1A4", 1, "A", "any_time", '{ op = "ship", n = 1 }, { op = "die", n = 1 }'),
        erudite("1C4", 1, "C", "immediate", '{ op = "pp_per", metric = "hangar_ships", k = 2 }'),
        erudite("2B4", 2, "B", "planet_action", '{ op = "extra_steps", n = 1 }', 'planet = "neo"\n'),
        erudite(
            "3E4", 3, "E", "immediate",
            '{ op = "pp_per", metric = "level2_discs", k = 2 }, { op = "accredit", n = 1 }, '
            '{ op = "pp_per", metric = "influence_atal", k = 1 }',
        ),
        erudite(
            "3D4", 3, "D", "any_time",
            '{ op = "gain_per", what = "diamond", metric = "asteroids", k = 1 }',
        ),
        erudite(
            "1D4", 1, "D", "any_time",
            '{ op = "president" }, { op = "ship", n = 1 }',
        ),
    )
)  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_added_laws_and_erudites_are_played(tmp_path: Path, seats: int) -> None:
    rules = rules_with(tmp_path / "data", seats, laws=MANY_LAWS + TWICE, erudites=ERUDITES)
    assert len(rules.tables.laws) == 19
    assert len(rules.tables.erudites) == 51
    passed, taken = set(), 0
    for seed in range(12):
        bots = [
            make_bot("greedy:baseline", "federation"),
            *(make_bot(text, "federation") for text in ("greedy", "random", "greedy:voter")),
        ]
        recorder = Recorder(rules)
        state = rules.deal(Luck(seed))
        play_game(state, bots[:seats], recorder, GameInfo(game_id=seed, seed=seed))
        state.check()
        passed.update(rules.tables.laws[number] for number in state.laws_passed)
        taken |= sum(p.erudites for p in state.players)
    assert sum(name.startswith("law_of_") for name in passed) > 5
    new = [i for i, name in enumerate(rules.tables.erudites) if name.endswith("4")]
    assert any(taken >> i & 1 for i in new)


def test_an_added_law_is_named_and_drawn_by_what_it_says(tmp_path: Path) -> None:
    rules = rules_with(tmp_path / "data", 4, laws=TWICE)
    first = rules.tables.laws.index("law_of_two_kinds")
    others = [i for i in range(6) if i != first]
    state = rules.deal(Luck(1), laws_left=[first, *others], laws_right=[*others, first])
    said = "1 point per influence on Neo and 3 points per diamond"
    assert f"law: {said}" in svg(state)
    assert f"law of two kinds ({said})" in " ".join(rules.opening(state))
    assert rules.schema.game_columns[0].categories[first] == "law_of_two_kinds"


METRIC_SEATS: dict[str, dict[str, Any]] = {
    "influence_neo": {"influence": {"neo": 3}},
    "completed_missions": {"ships_on_missions": ["m01", "m02", "m03"]},
    "accreditation_level": {"accreditation_level": 4},
    "assistant_die": {"die": 5},
    "diamonds": {"resources": {"diamond": 3}},
    "hangar_ships": {"hangar": 4},
    "level2_discs": {"shops": {"shop_die": 2, "shop_free": 2}},
}


@pytest.mark.parametrize("metric", METRIC_SEATS)
def test_bots_vote_for_the_law_that_pays_them(metric: str) -> None:
    """Of two laws a seat wants the one that pays it more, whatever that counts."""
    effects = [{"op": "pp_per", "metric": metric, "k": 3}]
    patch = {"laws.law_atal.effects": effects}
    rules = simkit.rules("federation", seats=2, patch=patch)
    bot = GREEDY("standard")
    bot.start(rules, 0, Luck(0))
    number = rules.tables.laws.index("law_atal")
    laws = {"left": "law_atal", "right": "law_e81216"}
    spec = {"players": {"A": METRIC_SEATS[metric]}, "seat": "A", "round": 3}
    state = rules.position({**spec, "board": {"laws": laws}})
    assert scoring.law_points(state, number) == [
        state.metric(seat, terms.METRICS.index(metric)) * 3 for seat in range(2)
    ]
    bot.prepare(state)
    assert bot.pull > 0.0
    swapped = {"left": "law_e81216", "right": "law_atal"}
    bot.prepare(rules.position({**spec, "board": {"laws": swapped}}))
    assert bot.pull < 0.0


def brought(metric: str, k: int) -> list[float]:
    """Return what one more of everything brings to a bot, where a law pays k for each of a metric."""
    effects = [{"op": "pp_per", "metric": metric, "k": k}]
    rules = simkit.rules("federation", seats=4, patch={"laws.law_neo.effects": effects})
    bot, state = GREEDY("table"), rules.deal(Luck(3))
    bot.start(rules, state.seat, Luck(0))
    bot.look(state)
    return bot.brings


@pytest.mark.parametrize("metric", terms.METRICS)
def test_what_a_law_counts_is_worth_more_the_more_it_pays(metric: str) -> None:
    one, three = brought(metric, 1), brought(metric, 3)
    for number, name in enumerate(terms.METRICS):
        assert (three[number] > one[number]) == (name == metric)


REFUSED = {
    "laws.law_neo.effects": [
        ([{"op": "accredit", "n": 2}], "a law cannot carry 'accredit'.*it can carry pp_per"),
        ([{"op": "pp_per", "metric": "hangar_ship", "k": 2}], "did you mean 'hangar_ships'"),
        ([{"op": "pp_per", "metric": "hangar_ships"}], "k: is missing"),
        ([{"op": "pp_per", "metric": "diamonds", "k": 2.5}], "k: is a whole number, not 2.5"),
        ([{"op": "pp_per", "metric": "diamonds", "k": 200}], "200 is outside -20 to 40"),
        (["pp_per"], "is a table"),
    ],
    "laws.rules.scored_by": [("leaders", "did you mean 'leader'")],
    "erudites.1A1.effects": [
        ([{"op": "extra_steps", "n": 1}], "this erudite cannot carry 'extra_steps'"),
        ([{"op": "gian", "n": 1}], "did you mean 'gain'"),
        ([{"op": "gain", "n": 1}], "what: is missing; it is one of lavandium"),
        ([{"op": "ship", "m": 1}], "unknown figure 'm'"),
        ([{"op": "choose", "options": []}], "options.0: is a list of effects"),
        ([{"op": "pick", "n": 1, "mixed": 1, "from": []}], "mixed: is true or false"),
    ],
    "erudites.1D1.effects": [
        ([{"op": "copy_erudite", "max_level": 1}], "could turn each other up for ever"),
        ([{"op": "refresh_erudite", "level": 1}], "1A2, both of level 1, could turn each other up"),
    ],
    "erudites.1B1.effects": [([{"op": "extra_steps", "n": 1}], "cannot carry 'extra_steps'")],
    "start_tiles.start_1.effects": [
        ([{"op": "refresh_erudite", "level": 1}], "a start tile cannot carry 'refresh_erudite'")
    ],
}


@pytest.mark.parametrize(
    ("path", "value", "why"), [(path, *one) for path, many in REFUSED.items() for one in many]
)
def test_what_a_component_cannot_carry_is_refused_with_path_and_reason(
    path: str, value: object, why: str
) -> None:
    with pytest.raises(SimkitError, match=why) as refused:
        simkit.rules("federation", seats=3, patch={path: value})
    assert str(refused.value).removeprefix("patch ").startswith(path)

"""Every reading builds, makes a difference and can be played; every figure carries its confidence."""

from __future__ import annotations

import tomllib

import pytest

import simkit
from simkit.core.bot import RandomBot
from simkit.core.components import shipped
from simkit.core.errors import BadValue
from simkit.core.luck import Luck
from simkit.core.registry import make_bot
from simkit.engine.play import play_game
from simkit.games.federation.bot.weight_set import Rates
from simkit.games.federation.bot.weights import WEIGHTS
from simkit.games.federation.io.confidence import check_marks, data_confidence
from simkit.games.federation.io.readings import arms, reading, readings
from simkit.games.federation.rules import kinds
from simkit.games.federation.schema import SCHEMA
from simkit.games.federation.title import FederationRules


def held(rules):
    plain = {
        k: v for k, v in vars(rules.tables).items() if k not in ("menus", "affordable", "memos")
    }
    return repr(sorted(plain.items())) + repr(rules.options)


@pytest.mark.parametrize("one", readings(), ids=lambda one: one.name)
def test_reading_makes_a_difference_and_is_played(one):
    seats = one.seats[-1]
    rules = simkit.rules("federation", seats=seats, patch=one.patch, **one.options)
    assert held(rules) != held(simkit.rules("federation", seats=seats))
    state = play_game(rules.deal(Luck(7)), [RandomBot() for _ in range(seats)])
    state.check()


def test_every_open_question_has_a_reading():
    asked = {one.question for one in readings()}
    assert asked == set(range(1, 37)) - {35}
    assert len({one.name for one in readings()}) == len(readings())


def completed(patch, games=10):
    """Return medals, completed column projects and games with the general one, by greedy bots."""
    rules = simkit.rules("federation", seats=4, patch=patch)
    medals = columns = general = 0
    for seed in range(games):
        bots = [make_bot("greedy", "federation") for _ in range(4)]
        state = play_game(rules.deal(Luck(seed)), bots)
        medals += sum(p.medals.bit_count() for p in state.players)
        columns += sum(left <= 0 for left in state.missing[:6])
        general += state.missing[6] <= 0
    return medals, columns, general


def test_the_harder_game_is_harder():
    usual, hard = completed({}), completed(reading("hard").patch)
    assert all(less < more for less, more in zip(hard, usual, strict=True)), (usual, hard)
    assert usual[2] == 10


def test_readings_by_name_and_by_seats():
    assert reading("medal_row_higher").weight == "heavy"
    assert {one.name for one in readings(4)}.isdisjoint({"neutral_votes_not_for_laws"})
    with pytest.raises(simkit.SimkitError, match="did you mean 'medal_row_lower'"):
        reading("medal_row_lover")


def test_every_patchable_path_reaches_the_tables():
    rules = FederationRules(3)
    two, four = FederationRules(2), FederationRules(4)
    for path in rules.components.patchable_paths():
        old = rules.components.get(path)
        if isinstance(old, bool):
            new = not old
        elif isinstance(old, int):
            rule = next(p for p in rules.schema.patchable if matches(path, p.path))
            new = old + 1 if old + 1 <= rule.high else old - 1
        else:
            continue
        plain = {2: two, 3: rules, 4: four}
        changed = [held(FederationRules(n, patch={path: new})) != held(plain[n]) for n in plain]
        assert any(changed), path


def matches(path, pattern):
    from simkit.core.components import fnmatch_path

    return fnmatch_path(path, pattern)


def test_every_figure_carries_a_confidence():
    lines = data_confidence()
    marks = {line.confidence for line in lines}
    assert marks == {"confirmed", "inferred", "reconstructed"}, [
        line for line in lines if line.confidence not in ("confirmed", "inferred", "reconstructed")
    ]
    by_path = {line.path: line.confidence for line in lines}
    assert by_path["accreditation.medal_step"] == "confirmed"
    assert by_path["accreditation.start_step"] == "reconstructed"
    assert by_path["special_missions.mission.m05.effects"] == "confirmed"
    assert by_path["special_missions.mission.m05.required_level"] == "reconstructed"
    assert by_path["ambassadors.ambassador.amb_3.votes"] == "confirmed"
    assert by_path["ambassadors.ambassador.amb_3.funding_bonus.copernium"] == "reconstructed"
    assert sum(mark == "reconstructed" for mark in by_path.values()) > 150


RIGHT_MARKS = {
    "planet_neo.rules.asteroid_token_left_when_transporter_lands": "inferred",
    "major_projects.scoring.p4.places.2": "confirmed",
    "major_projects.scoring.p4.places.3": "inferred",
    "major_projects.advances_needed.general.p4": "inferred",
    "major_projects.advances_needed.general.p3": "reconstructed",
    "medals.score.by_count.7": "confirmed",
    "medals.score.by_count.6": "reconstructed",
    "medals.planet_thresholds.p4": "reconstructed",
    "accreditation.start_step": "reconstructed",
    "accreditation.level.3.steps.1": "confirmed",
    "accreditation.level.3.steps.0": "reconstructed",
    "setup.player_start.accreditation_step": "reconstructed",
    "setup.player_start.robots": "confirmed",
    "resources.resource.oceanium.value_rank": "inferred",
    "resources.resource.oceanium.substitutes_for": "confirmed",
    "ambassadors.special_ambassador.obtained_from": "inferred",
    "ambassadors.special_ambassador.votes": "confirmed",
    "special_missions.mission.m12.linked_action": "confirmed",
    "special_missions.mission.m12.required_level": "reconstructed",
    "senate.action.outer_module.mission_marker": "inferred",
    "senate.action.outer_module.outside_senate": "confirmed",
    "planet_arratuin.rules.free_disc_effects": "inferred",
    "planet_arratuin.shop.shop_die.level1": "reconstructed",
}


@pytest.mark.parametrize("path", list(RIGHT_MARKS))
def test_a_figure_is_marked_as_sure_as_it_is(path):
    assert {line.path: line.confidence for line in data_confidence()}[path] == RIGHT_MARKS[path]


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"left": 1, "lft_confidence": "inferred"}, "'lft'.*did you mean 'left'"),
        ({"left": 1, "field_confidence": {"right": "inferred"}}, "'right'"),
        ({"row": [1, 2], "field_confidence": {"row": ["confirmed"]}}, "has 2 entries and 1 marks"),
        ({"by": {"p4": 1}, "field_confidence": {"by": {"p5": "inferred"}}}, "'p5'"),
        ({"record": [{"id": "x", "n": 1, "m_confidence": "inferred"}]}, r"file\.record\.x"),
    ],
)
def test_a_mark_that_names_no_key_is_refused(table, problem):
    with pytest.raises(simkit.SimkitError, match=problem):
        check_marks({"file": table})


def test_the_experiment_compares_all_readings():
    path = shipped("experiments") / "federation_readings.toml"
    spec = tomllib.loads(path.read_text(encoding="utf-8"))
    assert spec["arm"] == arms(4)


def test_numbers_of_kinds_follow_the_schema():
    numbers = {name: number for name, number in vars(kinds).items() if name.startswith("K_")}
    assert sorted(numbers.values()) == list(range(len(SCHEMA.kinds)))
    for name, number in numbers.items():
        assert SCHEMA.kinds[number].name.startswith(name.removeprefix("K_").lower())


def test_every_weight_is_an_attribute_of_the_rates():
    assert [weight.name for weight in WEIGHTS] == list(Rates.__annotations__)


def test_crystals_are_never_counted_by_noughts_at_the_end():
    """Final scoring 2 divides by this figure."""
    path = "resources.end_value.crystals_per_pp"
    assert simkit.rules("federation", seats=2, patch={path: 1}).tables.crystals_per_pp == 1
    with pytest.raises(BadValue, match=path):
        simkit.rules("federation", seats=2, patch={path: 0})


def test_industries_of_a_deal_are_one_of_each_slot():
    rules = simkit.rules("federation", seats=2)
    tables = rules.tables
    names = [tables.structures[slot[0]] for slot in tables.slots]
    assert rules.deal(simkit.Luck(1), industries=names).industries == [s[0] for s in tables.slots]
    both = tables.slots[0][:2]
    assert len(set(both)) == 2
    twice = [tables.structures[both[0]], tables.structures[both[1]], *names[2:]]
    with pytest.raises(BadValue, match="needs one of each slot"):
        rules.deal(simkit.Luck(1), industries=twice)


@pytest.mark.parametrize("number", [0, 6])
def test_a_position_is_in_one_of_the_rounds(number):
    with pytest.raises(BadValue, match=f"round: is 1 to 5, not {number}"):
        simkit.rules("federation", seats=2).position({"round": number})


@pytest.mark.parametrize("name", ["level_boost_round", "level_boost_game"])
@pytest.mark.parametrize("boost", [-11, 11])
def test_a_boost_of_a_position_is_one_that_a_game_may_bring(name, boost):
    with pytest.raises(BadValue, match=f"{name}: is -10 to 10, not {boost}"):
        simkit.rules("federation", seats=2).position({"players": {"A": {name: boost}}})


def test_a_bot_plays_with_the_greatest_boosts():
    boosts = {"level_boost_round": 10, "level_boost_game": 10, "accreditation_level": 5}
    state = simkit.rules("federation", seats=2).position({"players": {"A": boosts}})
    bot = make_bot("greedy", "federation")
    bot.start(state.rules, 0, simkit.Luck(1))
    assert bot.choose(state, state.candidates()).action in state.legal()

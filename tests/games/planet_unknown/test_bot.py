"""The greedy bot: explanations sum, nothing hidden is read, profiles can be told apart."""

import statistics

import pytest

import simkit
from simkit.bots.greedy import profile_names, read_profile
from simkit.engine.play import play_game
from simkit.games.planet_unknown.bot.features import GREEDY
from simkit.games.planet_unknown.title import PlanetRules
from simkit.runs.spec import Spec
from simkit.testing import check_bot

TITLE = "planet_unknown"


def positions(seats, games, every, **options):
    rules = simkit.rules(TITLE, seats=seats, edition="deluxe", **options)
    for game in range(games):
        luck = simkit.Luck(game).fork("bot test")
        state = rules.deal(luck)
        bots = [GREEDY() for _ in range(seats)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, luck)
        move = 0
        while not state.over:
            found = state.candidates()
            if len(found) > 1 and move % every == game % every:
                yield state, bots[state.seat], found
            choice = found[0]
            if len(found) > 1:
                choice = bots[state.seat].choose(state, found).action
            state.apply(choice)
            move += 1


@pytest.mark.parametrize("seats", [2, 3])  # "duel" looks for pockets, "standard" does not
def test_chooses_the_best_of_its_values(seats):
    for state, bot, found in positions(seats, 2, 5):
        values = bot.values(state, found)
        choice = bot.choose(state, found)
        assert choice.value == max(values)
        assert choice.action == found[values.index(max(values))]
        others = sorted(values)
        assert choice.runner_up == others[-2]


@pytest.mark.parametrize(("seats", "games"), [(2, 2), (4, 3)])
def test_explanations_sum_to_the_score(seats, games):
    for state, bot, found in positions(seats, games, 13, private_objectives=True):
        for action in found[:: max(1, len(found) // 3)]:
            value = bot.values(state, [action])[0]
            lines = bot.explain(state, action)
            assert sum(line.contribution for line in lines) == pytest.approx(value, abs=1e-6)


LATE = ("completion_late", "contact_late", "holes_late")


@pytest.mark.parametrize("seats", [2, 4])
def test_weights_of_the_last_rounds_tell_when_tuning_takes_them_away_from_zero(seats):
    told = set()
    for state, bot, found in positions(seats, 2, 3):
        before = bot.values(state, found)
        if state.rules.decode(found[0])[0] != "place" or not bot.late:
            continue
        named = {weight.name: getattr(bot.w, weight.name) for weight in bot.WEIGHTS}
        for name in LATE:
            assert not named[name]
            bot.use_weights({**named, name: 0.5})
            if bot.values(state, found) != before:
                told.add(name)
        bot.use_weights(named)
    assert told == set(LATE)


@pytest.mark.parametrize(("seats", "games"), [(2, 2), (3, 3)])
def test_reads_only_what_it_may(seats, games):
    for state, bot, found in positions(seats, games, 7, events="even", private_objectives=True):
        chosen = bot.choose(state, found)
        for n in range(3):
            other = state.determinize(state.seat, simkit.Luck(n))
            again = bot.choose(other, other.candidates())
            assert (again.action, again.value) == (chosen.action, chosen.value)


@pytest.mark.parametrize("name", profile_names(PlanetRules.data_folder()))
def test_profiles_are_read_and_say_where_they_come_from(name):
    profile = read_profile(PlanetRules.data_folder(), name)
    assert profile.label
    assert profile.description
    assert profile.provenance
    rules = simkit.rules(TITLE, seats=2)
    GREEDY(name).named_weights(rules)


# Figures of a seat that profiles are told apart by.
FIGURES = (
    "end_civ", "end_water", "end_biomass", "end_rover", "end_tech", "cells_driven", "water_on_ice",
    "cards_taken",
)  # fmt: skip
STRATEGIES = ("coverage", "water_tech", "rover_collector", "objectives")


def test_profiles_can_be_told_apart_by_the_frames():
    """Nearest centroid, fitted on half of the games, names 80 % of the other half's seats."""
    rules = simkit.rules(TITLE, seats=4, boards="symmetric")
    seats = []
    for game in range(60):
        names = [STRATEGIES[(i + game) % 4] for i in range(4)]
        state = rules.deal(simkit.Luck(game))
        play_game(state, [GREEDY(name) for name in names])
        for seat, name in enumerate(names):
            row = state.seat_row(seat)
            seats.append((game, name, [row[figure] for figure in FIGURES]))
    learn = [(name, row) for game, name, row in seats if game % 2 == 0]
    asked = [(name, row) for game, name, row in seats if game % 2]
    spread = [
        statistics.pstdev(column) or 1.0 for column in zip(*(r for _, r in learn), strict=True)
    ]
    centres = {
        name: [statistics.mean(c) for c in zip(*(r for n, r in learn if n == name), strict=True)]
        for name in STRATEGIES
    }

    def nearest(row):
        def far(name):
            parts = zip(row, centres[name], spread, strict=True)
            return sum(((x - c) / s) ** 2 for x, c, s in parts)

        return min(STRATEGIES, key=far)

    right = sum(nearest(row) == name for name, row in asked)
    assert right >= 0.8 * len(asked)


def test_alone_the_placement_fits_what_can_be_placed_next():
    """Explanations sum, nothing hidden is read, also when the next depot is looked at."""
    for state, bot, found in positions(1, 2, 5, events="even"):
        if state.rules.decode(found[0])[0] != "place":
            continue
        chosen = bot.choose(state, found)
        values = bot.values(state, found)
        assert (chosen.action, chosen.value) == (found[values.index(max(values))], max(values))
        other = state.determinize(0, simkit.Luck(5))
        again = bot.choose(other, other.candidates())
        assert (again.action, again.value) == (chosen.action, chosen.value)
        value = bot.values(state, [found[0]])[0]
        lines = bot.explain(state, found[0])
        assert sum(line.contribution for line in lines) == pytest.approx(value, abs=1e-6)


def test_plain_greedy_plays_by_the_number_of_seats():
    for seats, name in ((1, "solo"), (2, "duel"), (3, "standard")):
        rules = simkit.rules(TITLE, seats=seats)
        assert GREEDY().named_weights(rules) == GREEDY(name).named_weights(rules)
        assert GREEDY(weights={"boost": 9.0}).named_weights(rules)["boost"] == 9.0


def test_bot_keeps_the_contract():
    check_bot("greedy:baseline", TITLE, seats=2, games=1)


def test_a_profile_may_name_corporations_of_another_edition():
    """The standard game leaves some corporations out; a profile that knows them plays it all the same."""
    spec = {"title": "planet_unknown", "seats": 2, "games": 1, "seed": 1}
    bots = {"bots": ["greedy:corporation_aware"]}
    for edition in ("standard", "deluxe"):
        Spec.of({**spec, "lineup": bots, "options": {"edition": edition}})

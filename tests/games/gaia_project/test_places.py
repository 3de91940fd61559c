"""What one more for a final tile is worth to an action: worked out when it is asked for, whoever asks."""

import math

import pytest

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.bot.prices import FINAL_UNIT, PRIZE_STEP, RACE_REACH
from simkit.games.gaia_project.rules import scoring, terms

KINDS = (
    schema.K_MINE,
    schema.K_PROJECT,
    schema.K_SPACE,
    schema.K_FEDERATION,
    schema.K_RESEARCH,
    schema.K_LOST,
)
LINEUPS = {
    2: ["ivits", "lantids"],
    3: ["ivits", "gleens", "terrans"],
    4: ["ivits", "lantids", "gleens", "itars"],
}


def adds_to(state, player, action):
    """Return the kinds of final tiles that an action adds one to, by what the rules say it does."""
    kind, rest = action & 63, action >> schema.ARG
    if kind == schema.K_SPACE:
        return [scoring.SATELLITES]
    if kind == schema.K_FEDERATION:
        mask = rest >> 3
        new = (mask & ~(player.own | player.spaces)).bit_count()
        return [scoring.FEDERATED] * (mask & player.own).bit_count() + [scoring.SATELLITES] * new
    if kind == schema.K_RESEARCH:
        top = [good for good, _ in state.t.level_once[rest][terms.TOP]]
        lost = player.levels[rest] == terms.TOP - 1 and terms.LOST_PLANET in top
        return [scoring.STRUCTURES, scoring.TYPES] if lost else []
    cell = rest & schema.HEX_MASK
    found = []
    if not player.sectors >> state.galaxy.sector[cell] & 1:
        found.append(scoring.SECTORS)
    if kind != schema.K_PROJECT and state.shape.near[1][cell] & player.fed:
        found.append(scoring.FEDERATED)
    if kind == schema.K_LOST:  # that it is a structure and a new type holds wherever it goes
        return found
    if kind == schema.K_PROJECT:
        planet = terms.GAIA
    else:
        found.append(scoring.STRUCTURES)
        planet = state.planet[cell]
        if player.faction == terms.LANTIDS and state.others(player.seat) >> cell & 1:
            return found  # a guest's mine is on no planet of its own
    if planet == terms.GAIA:
        found.append(scoring.GAIA_PLANETS)
    if not player.types >> planet & 1:
        found.append(scoring.TYPES)
    return found


def races(state, seat):
    """Return, by final tile, what the opponents within reach make one more worth."""
    reach = 1.0 + RACE_REACH * (6 - max(1, state.round))
    found = {}
    for tile in state.final_tiles:
        counts = [scoring.final_count(player, tile) for player in state.players]
        mine = counts.pop(seat)
        near = sum(max(0.0, reach - abs(theirs - mine - 0.5)) for theirs in counts)
        found[tile] = PRIZE_STEP * near / reach**2
    return found


def scored(bot, state, options, nothing, weight):
    """Score with one weight alone; nobody has seen before to what has to be worked out first."""
    bot.use_weights({**nothing, weight: 1.0})
    bot.prepare(state)
    for action in options:
        bot.places_due = True
        bot.finals = [math.nan] * 6
        bot.any_mine = bot.new_mine = math.nan
        bot._forget_map()
        bot.weighed = -1
        bot.steps_known = []
        yield action, bot.score(state, action)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_more_for_a_final_tile_counts_wherever_an_action_adds_to_it(seats):
    rules = simkit.rules("gaia_project", seats=seats)
    seen = dict.fromkeys(KINDS, 0)
    new_types = 0
    for seed in range(4):
        state = rules.deal(simkit.Luck(seed), factions=LINEUPS[seats])
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(seats)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        while not state.over:
            bot, options = bots[state.seat], state.candidates()
            asked = [action for action in options if action & 63 in KINDS]
            if asked and state.mode in (schema.M_TURN, schema.M_LOST):
                named = bot.named_weights(rules)
                nothing, player = dict.fromkeys(named, 0.0), state.players[state.seat]
                units = {tile: FINAL_UNIT[tile] for tile in state.final_tiles}
                for weight, worth in (("final", units), ("race", races(state, state.seat))):
                    for action, value in scored(bot, state, asked, nothing, weight):
                        added = adds_to(state, player, action)
                        expected = sum(worth.get(tile, 0.0) for tile in added)
                        if action & 63 == schema.K_PROJECT and state.round == 6:
                            expected = 0.0  # no mine comes of it
                        assert value == pytest.approx(expected)
                        seen[action & 63] += bool(added)
                for action, value in scored(bot, state, asked, nothing, "new_type"):
                    if action & 63 == schema.K_MINE:
                        assert value == (scoring.TYPES in adds_to(state, player, action))
                        new_types += value > 0
                bot.use_weights(named)
            state.apply(bot.choose(state, options).action)
    assert new_types > 100
    assert (
        min(
            seen[kind]
            for kind in (schema.K_MINE, schema.K_PROJECT, schema.K_SPACE, schema.K_FEDERATION)
        )
        > 50
    )
    assert seats == 2 or min(seen[schema.K_RESEARCH], seen[schema.K_LOST]) > 0


@pytest.mark.parametrize("seats", [2, 3])
def test_one_bot_looks_at_all_seats_and_at_copies_of_a_game_that_go_apart(seats):
    """What was worked out for a seat or a copy holds for no other, though as much has happened there."""
    rules = simkit.rules("gaia_project", seats=seats)
    one, steady = (simkit.make_bot("greedy", "gaia_project") for _ in range(2))
    alike = 0
    for seed in range(3):
        luck = simkit.Luck(seed)
        one.start(rules, 0, luck)
        steady.start(rules, 0, luck)  # it looks at the first of them only
        stream = luck.stream("test", seats)
        first = rules.deal(luck, factions=LINEUPS[seats])
        copies = [first, first.clone(), first.clone()]
        seen = set()
        while not any(state.over for state in copies):
            for number, state in enumerate(copies):
                options, new = state.candidates(), simkit.make_bot("greedy", "gaia_project")
                new.start(rules, state.seat, luck)
                values = new.values(state, options)
                assert one.values(state, options) == values
                assert number or steady.values(state, options) == values
                for other in copies[:number]:  # and again at those looked at before
                    if other.over:
                        break
                    there = other.candidates()
                    new.start(rules, other.seat, luck)
                    assert one.values(other, there) == new.values(other, there)
                    same = other.seat == state.seat and other.map_changes == state.map_changes
                    alike += same and other.course() != state.course()
                seen.add(state.seat)
                new.start(rules, state.seat, luck)
                best = new.choose(state, options).action
                other_way = number and not stream.below(6)
                state.apply(stream.choice(options) if other_way else best)
        assert len(seen) == seats
    assert alike > 30

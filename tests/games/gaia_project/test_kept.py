"""What the bot and the tables keep is what follows anew from hexes and prices."""

import copy
import pickle

import pytest

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.bot import prices, surroundings
from simkit.games.gaia_project.rules import apply, building, legal, research, specials, terms
from simkit.games.gaia_project.rules.geometry import cells_of
from simkit.games.gaia_project.rules.tables import MOST_FREE_STEPS, NOT_WANTED, Purse


def started(rules, seed):
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(rules.seats)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(seed))
    return bots


def within(state, cell, cells, reach):
    """Return the cells of a list that are at most so far away, by their distances."""
    apart = state.shape.apart
    return [other for other in cells if apart[cell][other] <= reach]


def qic_of(state, player, cell):
    """Return the QIC that reaching a cell costs, as far as it is told apart."""
    reach = building.base_range(state, player, schema.VIA_PLAIN)
    pieces = cells_of(player.own | player.spaces)
    for qic in range(2):
        if within(state, cell, pieces, reach + 2 * qic):
            return qic
    return surroundings.ANY_QIC


def expected_among(state, player, free, cell):
    """Return what a mine on a cell would be among, counted hex by hex."""
    reach = state.t.range[player.levels[terms.NAV]] + 1
    pieces = cells_of(player.own | player.spaces)
    if within(state, cell, cells_of(player.fed), 1):
        counts = (1, 0, 0)
    else:
        beside = len(within(state, cell, cells_of(free), 1))
        counts = (0, beside, len(within(state, cell, cells_of(free), 2)) - beside)
    near = within(state, cell, cells_of(state.planets), reach)
    fresh = [planet for planet in near if not within(state, planet, pieces, reach)]
    return (*counts, qic_of(state, player, cell), len(fresh))


def told(counts):
    if counts & surroundings.JOINS:
        return (
            1,
            0,
            0,
            counts >> surroundings.RANGE_QIC & surroundings.ANY_QIC,
            counts >> surroundings.FRESH,
        )
    beside, around = (
        counts >> surroundings.BESIDE & surroundings.FEW,
        counts >> surroundings.AROUND & surroundings.FEW,
    )
    return (
        0,
        beside,
        around,
        counts >> surroundings.RANGE_QIC & surroundings.ANY_QIC,
        counts >> surroundings.FRESH,
    )


def compare_surroundings(state, bot):
    """Compare what is kept of all planets, and of all hexes for space stations; return how many."""
    player, around, numbers = bot.p, bot.surroundings, state.galaxy.numbers
    free = player.holdings.free
    planets = cells_of(state.planets)
    for cell in planets:
        number = numbers[cell]
        kept = around.among[number], around.close[number]
        among, close = around.among_at(cell, number), around.close_at(cell, number)
        assert kept[0] in (among, surroundings.NOT_ASKED) and kept[1] in (
            close,
            surroundings.NOT_ASKED,
        )
        assert told(among) == expected_among(state, player, free, cell)
        assert close == 2 * len(within(state, cell, cells_of(free), 2)) + (player.fed >> cell & 1)
    if player.faction != terms.IVITS:
        return 0
    reach = building.base_range(state, player, schema.VIA_PLAIN)
    pieces = cells_of(player.own | player.spaces)
    for cell in cells_of(building.station_cells(state, player, 1)):
        kept, counts = (
            around.stations.get(cell, surroundings.NOT_ASKED),
            around.around_station(cell),
        )
        assert kept in (counts, surroundings.NOT_ASKED)
        joined = within(state, cell, cells_of(free | player.fed), 1)
        near = within(state, cell, planets, reach)
        fresh = [planet for planet in near if not within(state, planet, pieces, reach)]
        assert counts & surroundings.ANY_QIC == qic_of(state, player, cell)
        assert counts >> surroundings.STATION_BESIDE & surroundings.FEW == len(joined)
        assert counts >> surroundings.STATION_FRESH == len(fresh)
    return 1


LONE_MODES = [mode for mode, lone in enumerate(prices.LONE) if lone]
LINEUPS = {
    2: ["ivits", "lantids"],
    3: ["ivits", "gleens", "lantids"],
    4: ["ivits", "lantids", "gleens", "taklons"],
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_surroundings_are_what_hexes_show(seats):
    """Along whole games, in clones too; some of them have the lost planet."""
    rules = simkit.rules("gaia_project", seats=seats)
    compared = stations = lost = 0
    for seed in range(3):
        state = rules.deal(simkit.Luck(seed), factions=LINEUPS[seats])
        bots = started(rules, seed)
        while not state.over:
            bot = bots[state.seat]
            options = state.candidates()
            action = bot.choose(state, options).action
            if state.mode == schema.M_TURN and state.changes % 3 == 0:
                stations += compare_surroundings(state, bot)
                compared += 1
            if compared % 10 == 5:
                clone = state.clone()
                clone.apply(action)
                if clone.mode == schema.M_TURN:
                    again = simkit.make_bot("greedy", "gaia_project")
                    again.start(rules, clone.seat, simkit.Luck(seed))
                    again.choose(clone, clone.candidates())
                    compare_surroundings(clone, again)
            state.apply(action)
        lost += any(player.lost for player in state.players)
    assert compared > 15 * seats and stations > 10
    assert lost or seats == 2


def test_bots_choose_alike_whatever_they_have_played_before():
    """What they keep by planet has room for one map, and numbers of earlier games are not taken up."""
    used = [simkit.make_bot("greedy", "gaia_project") for _ in range(4)]
    decisions = 0
    for seed, seats in enumerate((4, 2, 4, 3, 1, 4)):
        rules = simkit.rules("gaia_project", seats=seats)
        state = rules.deal(simkit.Luck(seed))
        new = started(rules, seed)
        for seat in range(seats):
            used[seat].start(rules, seat, simkit.Luck(seed))
        while not state.over:
            options = state.candidates()
            one, other = (
                used[state.seat].choose(state, options),
                new[state.seat].choose(state, options),
            )
            assert (one.action, one.value, one.runner_up) == (
                other.action, other.value, other.runner_up,
            )  # fmt: skip
            decisions += 1
            state.apply(one.action)
    assert decisions > 1500


def same_choice(one, other):
    return (one.action, one.value, one.runner_up) == (other.action, other.value, other.runner_up)


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))],
    ids=["shallow", "deep", "pickled"],
)
def test_a_copy_of_a_bot_and_the_bot_itself_do_not_take_up_what_the_other_has_found(copied):
    """Not in mid-game either: they play on with two games by turns."""
    rules = simkit.rules("gaia_project", seats=2)
    for seed in range(4):
        states = [rules.deal(simkit.Luck(seed)), rules.deal(simkit.Luck(seed + 50))]
        new = started(rules, 1)
        bots = started(rules, 1)[:1]
        moves = 0
        while not (states[0].over or states[1].over):
            moves += 1
            if moves == 20:
                bots.append(copied(bots[0]))
            for number, state in enumerate(states):
                options = state.candidates()
                choice = new[number].choose(state, options)
                if number < len(bots):
                    assert same_choice(bots[number].choose(state, options), choice)
                state.apply(choice.action)
        assert moves > 100


def test_scores_with_other_weights_than_the_bots_own_do_not_depend_on_what_was_scored_before():
    """Plans and goals are still chosen with its own; neither kind of values is taken for the other."""
    rules = simkit.rules("gaia_project", seats=2)
    planned = 0
    for seed in range(2):
        state, bots = rules.deal(simkit.Luck(seed)), started(rules, seed)
        while not state.over:
            bot, options = bots[state.seat], state.candidates()
            action = bot.choose(state, options).action
            if state.mode == schema.M_TURN:
                named = bot.named_weights(rules)
                bot.use_weights({name: 1.0 - weight for name, weight in named.items()})
                values = bot.values(state, options)
                planned += bot.planned
                for option, value in zip(options, values, strict=True):
                    bot.prepare(state)
                    assert bot.score(state, option) == value
                bot.use_weights(named)
            state.apply(action)
    assert planned > 20


@pytest.mark.parametrize("seats", [2, 4])
def test_scores_are_those_of_a_bot_that_looks_at_one_action_only(seats):
    """Tiles, boosters, tokens and federations that were valued before do not matter."""
    rules = simkit.rules("gaia_project", seats=seats)
    compared = 0
    for seed in range(2):
        state, bots = rules.deal(simkit.Luck(seed), factions=LINEUPS[seats]), started(rules, seed)
        while not state.over:
            bot, options = bots[state.seat], state.candidates()
            action = bot.choose(state, options).action
            if state.mode not in LONE_MODES and state.changes % 5 == 0:
                values = bot.values(state, options)
                for option, value in zip(options[::-1], values[::-1], strict=True):
                    lone = simkit.make_bot("greedy", "gaia_project")
                    lone.start(rules, state.seat, simkit.Luck(seed))
                    lone.prepare(state)
                    assert lone.score(state, option) == value
                    compared += 1
            state.apply(action)
    assert compared > 500


def test_the_best_tile_is_worth_what_the_best_of_all_places_is():
    rules = simkit.rules("gaia_project", seats=4)
    compared = 0
    for seed in range(3):
        state, bots = rules.deal(simkit.Luck(seed)), started(rules, seed)
        while not state.over:
            bot, options = bots[state.seat], state.candidates()
            action = bot.choose(state, options).action
            if state.mode == schema.M_TURN:
                player = bot.p
                places = [
                    place for place, tile in enumerate(state.places) if not player.tiles >> tile & 1
                ]
                places += [100 + area for area in research.advanced_areas(state, player)]
                expected = max([bot._place_value(place) for place in places], default=0.0)
                assert bot._best_tile() == expected
                compared += 1
            state.apply(action)
    assert compared > 300


@pytest.mark.parametrize("factions", [["baltaks", "ivits"], ["baltaks", "gleens", "terrans"]])
def test_only_steps_that_may_be_taken_are_worth_something(factions):
    """Navigation is closed to Bal T'aks before their institute, and a top without a green token."""
    rules = simkit.rules("gaia_project", seats=len(factions))
    closed = 0
    for seed in range(4):
        state, bots = rules.deal(simkit.Luck(seed), factions=factions), started(rules, seed)
        while not state.over:
            bot = bots[state.seat]
            action = bot.choose(state, state.candidates()).action
            if state.mode == schema.M_TURN:
                steps = bot._note_steps()
                open_to = [research.can_step(state, bot.p, area) for area in range(6)]
                assert [worth != 0.0 for worth in steps[:6]] == open_to
                expected = max(steps[area] for area in range(6) if open_to[area])
                assert steps[research.ANY_AREA] == expected
                if bot.p.faction == terms.BALTAKS:
                    assert open_to[terms.NAV] <= (bot.p.institute != 0)
                    closed += not open_to[terms.NAV]
            state.apply(action)
    assert closed > 50


def test_the_race_for_a_final_tile_is_told_by_the_gaps():
    for left, shares in enumerate(prices.RACE_SHARES):
        reach = 1.0 + prices.RACE_REACH * left
        for theirs in range(60):
            for mine in range(60):
                gap = abs(theirs - (mine + 0.5))
                assert shares[theirs - mine] == max(0.0, reach - gap)


@pytest.mark.parametrize("faction", ["gleens", "terrans"])
def test_prices_of_buildings_are_those_of_the_rules(faction):
    for patch in ({}, PATCH):
        rules = simkit.rules("gaia_project", seats=2, patch=patch)
        state = rules.deal(simkit.Luck(1), factions=[faction, "ivits"])
        bots, bot = started(rules, 1), None
        while bot is None or state.mode != schema.M_TURN or bot.seat != 0:
            bot = bots[state.seat]
            state.apply(bot.choose(state, state.candidates()).action)
            bot = bots[state.seat]
        bot.prepare(state)
        t, player, sheet = state.t, bot.p, bot.sheet
        ore_price, credits_price = sheet.prices[terms.ORE], sheet.prices[terms.CREDITS]
        for to in range(terms.STATION, terms.ACADEMY_RIGHT + 1):
            for cell in cells_of(state.planets):
                near = building.near_opponents(state, cell, state.others(0))
                told = sheet.station_near if to == terms.STATION and near else sheet.costs[to]
                ore, credits = building.upgrade_price(state, player, cell, to)
                assert told == ore_price * ore + credits_price * credits
        for level in range(6):
            player.levels[terms.TERRA] = level
            for cell in cells_of(state.planets):
                ore, credits, _, _ = building.mine_price(state, player, cell, schema.VIA_PLAIN, 0)
                told = sheet.mine_costs[ore - t.mine_cost[0]]
                assert told == ore_price * ore + credits_price * credits


PATCH = {
    "factions.common.cost.mine.ore": 2,
    "factions.common.cost.trading_station_with_neighbour.ore": 5,
    "factions.common.cost.trading_station_isolated.credits": 2,
    "factions.common.cost.academy.credits": 9,
    "factions.common.power_value.mine": 2,
    "actions.power_action.terraform_2.cost_power": 2,
    "actions.power_action.terraform_1.cost_power": 1,
    "actions.qic_action.tech_tile.cost_qic": 2,
    "research.rules.step_cost_knowledge": 3,
}


@pytest.mark.parametrize("factions", [["gleens", "ivits"], ["baltaks", "lantids"]])
def test_what_is_kept_under_a_patch_is_not_mixed_with_what_the_printed_figures_give(factions):
    """The same bots play the same deal under both by turns; sites are compared with new ones."""
    printed = simkit.rules("gaia_project", seats=2)
    both = [printed, simkit.rules("gaia_project", seats=2, patch=PATCH)]
    for seed in range(2):
        states = [rules.deal(simkit.Luck(seed), factions=factions) for rules in both]
        bots = started(printed, seed)
        new = [started(rules, seed) for rules in both]
        turns = 0
        while not (states[0].over and states[1].over):
            for state, own in zip(states, new, strict=True):
                if state.over:
                    continue
                seat, options = state.seat, state.candidates()
                if state.mode == schema.M_TURN:
                    turns += 1
                    state.check()
                    forgetful = state.clone()
                    forgetful.players[seat].sites_at = -1
                    assert forgetful.candidates() == options
                choice = bots[seat].choose(state, options)
                assert same_choice(own[seat].choose(state, options), choice)
                state.apply(choice.action)
        assert turns > 60


@pytest.mark.parametrize("patch", [{}, PATCH])
def test_a_purse_tells_what_a_little_more_opens(patch):
    tables = simkit.rules("gaia_project", seats=2, patch=patch).tables
    for ore in range(10):
        for credits in range(20):
            for more_ore in range(3):
                for more_credits in range(8):
                    expected = [
                        to
                        for to, its_ore, its_credits, least_ore, least_credits in tables.upgrade_prices
                        if not (ore >= its_ore and credits >= its_credits)
                        and least_ore <= ore + more_ore
                        and least_credits <= credits + more_credits
                    ]
                    purse = tables.purse(ore, credits)
                    assert purse.opened(more_ore, more_credits) == expected
                    assert purse.opened(more_ore, more_credits) == expected  # as it is remembered
    assert Purse([], 3, 3).opened(2, 7) == []


@pytest.mark.parametrize(
    "factions",
    [["lantids", "gleens", "ivits", "itars"], ["terrans", "taklons", "geodens", "firaks"]],
)
def test_sites_kept_from_turn_to_turn_are_those_found_anew(factions):
    """Whoever has built, gone farther, got or spent a QIC, or sent gaiaformers out."""
    rules = simkit.rules("gaia_project", seats=4)
    for seed in range(2):
        state = rules.deal(simkit.Luck(seed), factions=factions)
        bots = started(rules, seed)
        turns = 0
        while not state.over:
            seat, options = state.seat, state.candidates()
            if state.mode == schema.M_TURN:
                turns += 1
                state.check()
                forgetful = state.clone()
                forgetful.players[seat].sites_at = building.NOT_NOTED
                assert forgetful.candidates() == options
                player = state.clone().players[seat]  # kept for another level, sites do not count
                player.qic, player.levels[terms.NAV] = 1, (player.levels[terms.NAV] + 2) % 6
                near = [site.figures() for site in building.sites_near(state, player)]
                known = [site.figures() for site in building.sites_known(state, player)]
                reach = building.base_range(state, player, schema.VIA_PLAIN)
                fresh = [site.figures() for site in building.sites(state, player, reach, 1)]
                assert known == fresh and near == fresh[: len(near)]
                assert len(near) == len(building.sites(state, player, reach, 0))
            state.apply(bots[seat].choose(state, options).action)
        assert turns > 120


@pytest.mark.parametrize("patch", [{}, PATCH])
def test_the_ore_of_a_site_stands_in_the_table_of_prices(patch):
    rules = simkit.rules("gaia_project", seats=2, patch=patch)
    t = rules.tables
    state = rules.deal(simkit.Luck(3), factions=["gleens", "terrans"])
    for seat in range(2):
        player = state.players[seat]
        player.own = state.type_mask[player.home]
        found = building.sites(state, player, 16, 0)
        assert {site.steps for site in found} == {0, 1, 2, 3}
        for free in range(MOST_FREE_STEPS + 1):
            for least in range(MOST_FREE_STEPS + 1):
                for level in range(6):
                    for site in found:
                        ore = site.ore + t.steps_ore[free][level][site.steps]
                        expected = ore if site.steps >= least else NOT_WANTED
                        assert t.site_ore[free][least][level][site.price] == expected


FOURS = [
    ["bescods", "taklons", "baltaks", "itars"],
    ["firaks", "ambas", "lantids", "gleens"],
]


@pytest.mark.parametrize("factions", FOURS)
def test_special_actions_kept_are_those_listed_anew(factions):
    """Tiles and academies come, tiles are covered, special actions used, and rounds begin."""
    rules = simkit.rules("gaia_project", seats=4)
    kinds = set()
    for seed in range(2):
        state = rules.deal(simkit.Luck(seed), factions=factions)
        bots = started(rules, seed)
        while not state.over:
            seat, options = state.seat, state.candidates()
            if state.mode == schema.M_TURN:
                player = state.players[seat]
                assert player.specials_at == player.used  # noted when the turn began
                assert player.specials == specials.listed(player)
                forgetful = state.clone()
                forgetful.players[seat].specials_changed()
                forgetful.players[seat].specials = []
                forgetful.players[seat].pieces_changed()
                assert forgetful.candidates() == options
                kinds.update(player.specials)
            state.apply(bots[seat].choose(state, options).action)
    assert len(kinds) > 1


@pytest.mark.parametrize("factions", FOURS)
def test_whoever_is_asked_next_is_found_by_looking_for_all_that_is_open(factions):
    """Where an action raises no question, and at the end of a turn, there is less to look at."""
    rules = simkit.rules("gaia_project", seats=4)
    for seed in range(2):
        state = rules.deal(simkit.Luck(seed), factions=factions)
        bots = started(rules, seed)
        after = 0
        while not state.over:
            options = state.candidates()
            state.apply(bots[state.seat].choose(state, options).action)
            found, course = state.clone(), state.course()
            apply.advance(found)
            assert found.course() == course
            after += state.mode == schema.M_AFTER
        assert after > 100


@pytest.mark.parametrize("factions", FOURS)
def test_leech_offers_the_best_structure_near_by(factions):
    """It is told at once where only mines are near."""
    rules = simkit.rules("gaia_project", seats=4)
    offers = several = 0
    for seed in range(3):
        state = rules.deal(simkit.Luck(seed), factions=factions)
        bots = started(rules, seed)
        while not state.over:
            options = state.candidates()
            if state.mode == schema.M_LEECH:
                player, built = state.players[state.seat], state.offers[0] >> 4 & schema.HEX_MASK
                near = within(state, built, cells_of(player.own), 2)
                assert state.offered == max(state.power_value(player, cell) for cell in near)
                offers += 1
                several += len(near) > 1
            state.apply(bots[state.seat].choose(state, options).action)
    assert offers > 50 and several > 10


NEAR, FAR = (
    f"factions.common.cost.trading_station_{how}" for how in ("with_neighbour", "isolated")
)
CROSSED = {f"{NEAR}.ore": 4, f"{NEAR}.credits": 2, f"{FAR}.ore": 2, f"{FAR}.credits": 5}


@pytest.mark.parametrize("patch", [{}, PATCH, CROSSED])
def test_upgrades_are_listed_where_their_price_can_be_paid(patch):
    """Under a patch a station near opponents may cost more ore, another one more credits."""
    rules = simkit.rules("gaia_project", seats=2, patch=patch)
    some = 0
    for seed in range(2):
        state, bots = rules.deal(simkit.Luck(seed)), started(rules, seed)
        while not state.over:
            options = state.candidates()
            if state.mode == schema.M_TURN:
                player = state.players[state.seat]
                before = player.ore, player.credits
                for ore in range(7):
                    for credits in range(8):
                        player.ore, player.credits = ore, credits
                        found: list[int] = []
                        legal.upgrade_actions(state, player, found)
                        expected = [
                            action
                            for to, upgrades in enumerate(player.holdings.upgrades)
                            for action in upgrades
                            if pays(state, player, action >> schema.ARG & schema.HEX_MASK, to)
                        ]
                        assert sorted(found) == sorted(expected)
                        some += 0 < len(found) < len(player.holdings.upgrades[terms.STATION])
                player.ore, player.credits = before
            state.apply(bots[state.seat].choose(state, options).action)
    assert some > 100


def pays(state, player, cell, to):
    ore, credits = building.upgrade_price(state, player, cell, to)
    return player.ore >= ore and player.credits >= credits

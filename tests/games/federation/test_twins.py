"""Slow brute-force twins of the clever parts: payments, erudites, building, hidden things."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simkit
from simkit.core.luck import Luck
from simkit.games.federation.bot import rankings
from simkit.games.federation.rules import (
    apply,
    choices,
    effects,
    erudites,
    kinds,
    legal,
    payment,
    scoring,
    terms,
)

RULES = simkit.rules("federation", seats=4)
AMOUNT = st.integers(0, 4)
FOUR = st.tuples(AMOUNT, AMOUNT, AMOUNT, AMOUNT)


UPKEEP_ONLY = simkit.rules(
    "federation", seats=4, patch={"resources.substitution.applies_to": "upkeep"}
)


def settles(paid, cost, discount, replaced=True):
    """Tell whether a payment settles a cost with every crystal paid, replaced or taken off."""
    if paid[3] != cost[3]:
        return False
    off = min(discount, sum(cost[:3]))
    for lavandium, copernium in product(range(cost[0] + 1), range(cost[1] + 1)):
        oceanium = off - lavandium - copernium
        if not 0 <= oceanium <= cost[2]:
            continue
        left = (cost[0] - lavandium, cost[1] - copernium, cost[2] - oceanium)
        if not replaced and paid[:3] != left:
            continue
        if paid[0] <= left[0] and paid[1] <= left[1] and sum(paid[:3]) == sum(left):
            return True
    return False


@settings(max_examples=150, deadline=None)
@given(FOUR, FOUR, st.integers(0, 3))
def test_payments(res, cost, discount):
    every = product(*(range(n + 1) for n in res))
    twin = {paid for paid in every if settles(paid, cost, discount)}
    ways = payment.payments(RULES.tables, list(res), cost, discount)
    assert set(ways) == twin
    assert payment.payable(RULES.tables, list(res), cost, discount) == bool(twin)
    best = payment.best_payments(ways)
    assert bool(best) == bool(ways)
    if discount == 0 and ways:
        cheapest = payment.cheapest(list(res), cost)
        assert cheapest in ways
        assert payment.replaceable(RULES.tables, list(res), cheapest) == (len(ways) > 1)


@settings(max_examples=150, deadline=None)
@given(FOUR, FOUR, st.integers(0, 3))
def test_payments_where_oceanium_stands_in_for_upkeep_only(res, cost, discount):
    tables = UPKEEP_ONLY.tables
    every = product(*(range(n + 1) for n in res))
    twin = {paid for paid in every if settles(paid, cost, discount, replaced=False)}
    ways = payment.payments(tables, list(res), cost, discount)
    assert set(ways) == twin
    assert payment.payable(tables, list(res), cost, discount) == bool(twin)
    if discount == 0:
        assert not payment.replaceable(tables, list(res), payment.cheapest(list(res), cost))


def metrics_twin(state, seat):
    """Count by name what rules.md, 11, lists."""
    p, tables = state.players[seat], state.tables
    owned = [name for i, name in enumerate(tables.erudites) if p.erudites >> i & 1]
    built = [name for i, name in enumerate(tables.structures) if p.built >> i & 1]
    completed = p.flown.bit_count() + (p.start >= 0) + (p.deep >= 0)
    return {
        **{f"influence_{name}": p.influence[i] for i, name in enumerate(terms.PLANETS)},
        "completed_missions": completed,
        "available_and_completed_missions": completed + (p.markers ^ p.flown).bit_count(),
        "accreditation_level": state.level(seat),
        "assistant_die": p.die,
        "diamonds": p.res[terms.DIAMOND],
        "crystals_and_diamonds": sum(p.res),
        "megastructures": sum(name.startswith("mega") for name in built),
        "hangar_ships": p.hangar,
        "level2_discs": sum(level == 2 for level in p.shops),
        "unused_alterations": len(p.tokens),
        "asteroids": p.asteroids.bit_count(),
        "erudite_colours": len({name[1] for name in owned}),
        "own_contribution": p.general,
    }


def test_metrics():
    for state in positions(3, 12):
        for seat in range(3):
            counted = dict(zip(terms.METRICS, state.metrics(seat), strict=True))
            assert counted == metrics_twin(state, seat)
            assert list(counted.values()) == [state.metric(seat, n) for n in range(len(counted))]


def test_closing_figures_of_a_seat():
    """The columns of `seats` are counted by name, from what lies before the seat."""
    seen = set()
    for state in positions(3, 6, every=11):
        tables = state.tables
        for seat in range(3):
            p, row, metrics = state.players[seat], state.seat_row(seat), metrics_twin(state, seat)
            erudites = [name for i, name in enumerate(tables.erudites) if p.erudites >> i & 1]
            built = [name for i, name in enumerate(tables.structures) if p.built >> i & 1]
            mega = [name for name in built if name.startswith("mega")]
            wanted = {
                "faction": p.start,
                "deep_space_tile": p.deep,
                "accreditation_step": p.step,
                **{f"influence_{name}": metrics[f"influence_{name}"] for name in terms.PLANETS},
                "missions": metrics["completed_missions"],
                "medals": sum(p.medals >> i & 1 for i in range(10)),
                "erudites": len(erudites),
                "level3_erudites": sum(name.startswith("3") for name in erudites),
                "industries": len(built) - len(mega),
                "megastructures": len(mega),
                "discs": sum(level > 0 for level in p.shops),
                "asteroids": metrics["asteroids"],
                "general_contribution": p.general,
                "votings": p.votings,
                "fundings": p.fundings,
                "floors_won": p.floors,
            }
            assert row == wanted
            seen |= {name for name, figure in row.items() if figure}
    assert seen >= {"industries", "erudites", "missions", "discs", "asteroids", "medals"}


def test_closing_figures_of_a_game():
    for state in positions(4, 4, every=23):
        tables, row = state.tables, state.game_row()
        laws = [row[f"law_{number}"] for number in range(1, 6)]
        passed = len(state.laws_passed)
        assert laws == [*state.laws_passed, *[-1] * (5 - passed)]
        for number, name in enumerate(terms.PROJECTS):
            assert row[f"completed_{name}"] == (state.missing[number] <= 0)
        mask = row["industries_in_play"]
        in_play = [name for i, name in enumerate(tables.structures) if mask >> i & 1]
        assert in_play == sorted(
            (tables.structures[i] for i in state.industries), key=list(tables.structures).index
        )


def test_votings_and_fundings_are_counted_as_they_happen():
    """An ambassador in the senate votes or funds; one outside of it does neither."""
    rules = simkit.rules("federation", seats=3)
    tables = rules.tables
    for seed in range(3):
        state = rules.deal(Luck(seed))
        whims = Luck(seed).stream("whims")
        placed = [0] * 3
        while not state.over:
            action = whims.choice(state.candidates())
            kind, args = rules.decode(action)
            if kind == "place" and args["space"] != tables.outer:
                placed[state.seat] += 1
            state.apply(action)
        rows = [state.seat_row(seat) for seat in range(3)]
        assert [row["votings"] + row["fundings"] for row in rows] == placed
        assert all(row["votings"] and row["fundings"] for row in rows)


def takeable_twin(state, seat):
    """Read the rule tile by tile (rules.md 5.3)."""
    tables, own = state.tables, state.players[seat].erudites
    names = [name for i, name in enumerate(tables.erudites) if own >> i & 1]
    found = 0
    for i, name in enumerate(tables.erudites):
        if not state.open >> i & 1:
            continue
        level, colour = int(name[0]), name[1]
        same = [x for x in names if x[1] == colour]
        if any(int(x[0]) == level for x in same):
            continue
        if level == 1 or any(int(x[0]) < level for x in same):
            found |= 1 << i
    return found


def positions(seats, games, every=7):
    rules = simkit.rules("federation", seats=seats)
    for seed in range(games):
        state = rules.deal(Luck(seed))
        whims = Luck(seed).stream("whims")
        number = 0
        while not state.over:
            number += 1
            if number % every == 0:
                yield state
            state.apply(whims.choice(state.candidates()))


def test_takeable_erudites():
    for state in positions(3, 15):
        for seat in range(3):
            assert erudites.takeable(state, seat) == takeable_twin(state, seat)


def test_what_a_purse_can_pay():
    """The remembered mask is what `payable` says cost by cost, also of a purse with a gain added."""
    tables = RULES.tables
    costs = [*tables.shop_cost, *tables.structure_cost, *tables.action_cost, *tables.mission_cost]
    for res in product(range(4), repeat=4):
        for gain in ((0, 0, 0, 0), (2, 0, 0, 0), (0, 0, 1, 1)):
            mask = payment.affordable(tables, payment.pack_cost(res) + payment.pack_cost(gain))
            together = [a + b for a, b in zip(res, gain, strict=True)]
            for number, cost in enumerate(costs):
                assert mask >> number & 1 == payment.payable(tables, together, cost)


def can_build_twin(state, purse):
    """Try everything on copies, without any short cut."""
    return legal._search(state, purse)


def test_building_with_erudites_on_the_way():
    tried = 0
    for state in positions(4, 12, every=5):
        p = state.players[state.seat]
        if not p.erudites & ~p.used:
            continue
        for gain in ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)):
            tried += 1
            purse = payment.pack(p.res) + payment.pack_cost(gain)
            assert legal.can_build(state, purse) == can_build_twin(state, purse)
    assert tried > 200


@pytest.mark.parametrize("names", [["1B1"], ["1B2"], ["1B1", "1B2"], ["1B2", "2B1", "2B2"]])
def test_building_with_these_erudites_on_the_way(names):
    """Where nothing is copied or turned up, what all help is added up; it may be more than fits."""
    found = set()
    for position in positions(3, 6, every=23):
        state = position.clone()
        p = state.players[state.seat]
        p.erudites = sum(1 << state.tables.erudites.index(name) for name in names)
        p.used = 0
        for res in ((0, 0, 0, 0), (1, 0, 1, 0), (2, 2, 0, 0), (0, 1, 2, 1), (5, 2, 0, 0)):
            can = legal.can_build_by_help(state, payment.pack_cost(res))
            everything = legal.open_structures(state, p, -1)
            assert can == (everything > 0 and can_build_twin(state, payment.pack_cost(res)))
            found.add(can)
    assert found == {False, True}


HELPS = [
    {"op": "gain", "what": "diamond", "n": 2},
    {"op": "gain_per", "what": "oceanium", "metric": "influence_e81216", "k": 3},
    {"op": "gain_per", "what": "lavandium", "metric": "diamonds", "k": 1},
    {"op": "discount_build", "crystals": 0},
]


@pytest.mark.parametrize("effect", HELPS, ids=lambda effect: "-".join(map(str, effect.values())))
def test_building_with_erudites_that_a_patch_changed(effect):
    """Also where they bring nothing, or give what another one counts, or more than there is room for."""
    patch = {"setup.limits.crystals_total": 4, "setup.limits.diamonds": 1}
    for name in ("1B1", "2B2"):
        patch[f"erudites.{name}.effects"] = [effect]
    rules = simkit.rules("federation", seats=2, patch=patch)
    found = set()
    for seat_has, influence in product(product(range(2), repeat=4), (-1, 0, 2)):
        player = {"erudites": ["1B1", "1B2", "2B1", "2B2"], "influence": {"e81216": influence}}
        player["resources"] = dict(zip(terms.RESOURCES, seat_has, strict=True))
        state = rules.position({"players": {"A": player}})
        for robots in (0, 1):
            state.players[0].robots = robots
            purse = payment.pack(state.players[0].res)
            can = legal.can_build_by_help(state, purse)
            assert can == (robots > 0 and can_build_twin(state, purse))
            found.add(can)
    assert found == {False, True}


def test_every_legal_placement_can_be_carried_out():
    """A space that may be taken never leaves its action without effect for want of payment."""
    for state in positions(2, 12, every=6):
        if state.todo[-1][0] != terms.TURN:
            continue
        for action in state.legal():
            if action & 63 != 1 or action >> 6 & 31 == state.tables.outer:
                continue
            copy = state.clone()
            copy.apply(action)
            built = copy.players[state.seat].robots < state.players[state.seat].robots
            asked = [task[0] for task in copy.todo]
            on_planet = state.tables.space_action[action >> 6 & 31] == terms.E81216
            if on_planet and not built and terms.COVER not in asked and terms.LOSE not in asked:
                assert {terms.ON_E81216, terms.PAY, terms.AFTER} & set(
                    asked
                ) or copy.seat != state.seat


def project_points_twin(places, values):
    """Give places one by one, then share among the tied."""
    order = sorted(range(len(values)), key=lambda seat: -values[seat])
    points = Counter()
    for value in set(values):
        tied = [seat for seat in order if values[seat] == value]
        held = sum(places[order.index(seat)] for seat in tied)
        for seat in tied:
            points[seat] = held // len(tied) if value else 0
    return [points[seat] for seat in range(len(values))]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=4, max_size=4))
def test_project_points(values):
    assert scoring.project_points(RULES.tables, values) == project_points_twin(
        [16, 8, 4, 0], values
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_kept_beside_the_players_is_what_they_have(seats):
    """Rankings and collections are made once for all games; here they are made anew."""
    for state in positions(seats, 1, every=5):
        players = state.players
        for project in range(terms.GENERAL + 1):
            tables = state.tables
            kept = rankings.ranking({}, tables, state.measured[project])
            if project < terms.MISSIONS:
                values = [p.influence[project] for p in players]
            elif project == terms.MISSIONS:
                values = [state.completed(seat) for seat in range(seats)]
            else:
                values = [p.general for p in players]
            assert kept.edges == [rankings.overtaking(seat, values) for seat in range(seats)]
            assert kept.stakes == [rankings.stake(tables, seat, values) for seat in range(seats)]
        for seat, p in enumerate(players):
            owned = [i for i in range(len(state.tables.erudites)) if p.erudites >> i & 1]
            colours = {state.tables.erudite_colour[i] for i in owned}
            assert p.collection.colours == len(colours)
            anew = state.open & erudites.admitted(state.tables, p.erudites)
            assert erudites.takeable(state, seat) == anew


@pytest.mark.parametrize(("given", "counted"), [(300, 255), (-1, 0)])
def test_a_value_that_no_game_comes_to_leaves_the_other_seats_as_they_are(given, counted):
    a = {"influence": {"neo": given, "atal": 3}, "general_contribution": given}
    state = RULES.position({"players": {"A": a, "B": {"influence": {"neo": 2}}}})
    assert state.measured[terms.NEO] == counted | 2 << terms.RANK_BITS
    assert state.measured[terms.ATAL] == 3
    assert state.measured[terms.GENERAL] == counted


def test_what_is_kept_may_be_dropped_in_the_midst_of_a_game():
    for state in positions(3, 1, every=9):
        state.tables.collections.clear()
        state.check()


@pytest.mark.parametrize("seats", [2, 4])
def test_votes_kept_by_floor_are_those_space_by_space(seats):
    for state in positions(seats, 2, every=3):
        for floor in range(1, state.tables.floors + 1):
            votes = [0] * (seats + 1)
            for space in range(state.tables.outer):
                owner = state.who[space]
                if state.tables.space_floor[space] == floor and owner != terms.FREE:
                    votes[owner if owner >= 0 else seats] += scoring.votes_on(state, space)
            assert scoring.floor_votes(state, floor) == votes


@pytest.mark.parametrize("everything", [True, False])
def test_placements_are_those_space_by_space(everything):
    for state in positions(4, 2, every=3):
        if state.todo[-1][0] != terms.TURN:
            continue
        tables, p = state.tables, state.players[state.seat]
        placements = tables.all_placements if everything else tables.good_placements
        pieces = placements.pieces[p.in_hand()]
        purse = payment.pack(p.res)
        payable = legal.payable_actions(state, p, purse)
        wanted = []
        for space in [*(i for i in range(tables.outer) if state.free >> i & 1), tables.outer]:
            action = tables.space_action[space]
            closed = action == terms.ROOM_D and state.seat == state.first and p.turns == 0
            easy = payable >> action & 1 and not closed
            good = pieces if easy else legal.placeable(state, action, pieces, purse)
            wanted += [kinds.K_PLACE | space << 6 | piece for piece in good]
        found = state.legal() if everything else state.candidates()
        assert [action for action in found if action & kinds.KIND == kinds.K_PLACE] == wanted


def placed_in_steps(state, action):
    """Place an ambassador, ask how to cover it in any case, and give bonus and action one by one."""
    p, space = state.players[state.seat], action >> 6 & 31
    piece = (action >> 11 & 7) * 2 + (action >> 14)
    p.tokens.append(0)  # so that it is asked; it is not used
    apply.resolve(state, action)
    p.tokens.pop()
    assert state.todo[-1] == (terms.COVER, space, piece, -1)
    ways = legal.cover_options(state, space, piece)
    if len(ways) > 1:
        return
    known, state.tables.uncharged = state.tables.uncharged, 0
    apply.resolve(state, ways[0])
    state.tables.uncharged = known


def test_what_needs_no_question_ends_as_if_it_were_asked():
    """An ambassador that nothing can cover, and a bonus that is had with the action laid out already."""
    covered = lost = 0
    for position in positions(4, 6, every=3):
        if position.todo[-1][0] != terms.TURN:
            continue
        for full in (False, True):
            for action in [a for a in position.legal() if a & kinds.KIND == kinds.K_PLACE][::5]:
                state, twin = position.clone(), position.clone()
                for s in (state, twin):
                    if full:  # so that a bonus does not fit
                        s.players[s.seat].res[:3] = [s.tables.crystals_max - 2, 1, 1]
                state.apply(action)
                placed_in_steps(twin, action)
                asked = twin.todo[-1][0] == terms.COVER
                effects.run(twin)
                assert asked == (state.todo[-1][0] == terms.COVER)
                covered += not asked
                while state.todo[-1][0] == terms.LOSE:
                    lost += 1
                    assert state.waiting == twin.waiting
                    assert state.waiting[0] & kinds.KIND == kinds.K_LOSE
                    state.apply(twin.waiting[0])
                    twin.apply(twin.waiting[0])
                assert (state.todo, state.waiting, state.seat) == (
                    twin.todo,
                    twin.waiting,
                    twin.seat,
                )
                mine, other = state.players[position.seat], twin.players[position.seat]
                assert (mine.res, mine.markers, mine.step) == (other.res, other.markers, other.step)
    assert covered > 200
    assert lost > 20


def working_twin(state, tile, planet, before):
    """Tell by its own record whether a tile's effect can be had, other than copying or turning up."""
    tables = state.tables
    ops = {task[0] for task in tables.erudite_effects[tile]}
    if planet >= 0 and not before and ops & {terms.DISCOUNT, terms.EXTRA_STEPS}:
        return False
    if tables.erudite_timing[tile] == terms.ANY_TIME:
        return not ops & {terms.COPY_ERUDITE, terms.REFRESH}
    return (
        tables.erudite_timing[tile] == terms.PLANET_ACTION and tables.erudite_planet[tile] == planet
    )


@pytest.mark.parametrize("effect", ["", "refresh_erudite"])
def test_moments_of_erudites(effect):
    """The masks by moment are those tile by tile; what may be used on a planet is among its mask."""
    record = {"op": effect, "level": 2}  # two that turn up their own level are refused
    rules = simkit.rules("federation", seats=4)
    anytime = rules.tables.erudites[legal.bits(rules.tables.any_time_mask)[0]]
    if effect:  # also of a tile for any time that a patch gives what another one does
        rules = simkit.rules("federation", seats=4, patch={f"erudites.{anytime}.effects": [record]})
    state = rules.deal(Luck(0))
    tables, p = rules.tables, state.players[state.seat]
    for planet in range(-1, len(terms.PLANETS)):
        for before in (False, True) if planet >= 0 else (False,):
            mask = tables.working[(planet + 1) * 2 + before]
            for tile in range(len(tables.erudites)):
                assert mask >> tile & 1 == working_twin(state, tile, planet, before)
            p.erudites, p.used = (1 << len(tables.erudites)) - 1, 0
            if planet >= 0:
                assert not erudites.usable(state, planet, before) & ~tables.helping_mask[planet]


def test_lists_that_are_made_once_are_those_made_anew():
    """After many games, in which nobody may have changed them."""
    for state in positions(3, 12):
        tables = state.tables
    assert min(map(len, (tables.lists, tables.numbers, tables.upkeep_ways, tables.pay_actions))) > 5
    for key, found in tables.lists.items():
        assert found == [key & kinds.KIND | number << 6 for number in legal.bits(key >> 6)]
    for mask, found in tables.numbers.items():
        assert found == [i for i in range(mask.bit_length()) if mask >> i & 1]
    for key, found in tables.upkeep_ways.items():
        assert found == choices.upkeep_ways(tables, key >> 4, key & 15)
    for known, thrifty in ((tables.pay_actions, False), (tables.thrifty_actions, True)):
        for (purse, cost, discount), found in known.items():
            res = list(payment.unpack(purse))
            ways = payment.payments(tables, res, payment.unpack(cost), discount)
            ways = payment.best_payments(ways) if thrifty else ways
            assert found == [payment.pay_action(way) for way in ways]


@pytest.mark.parametrize("boost", [-9, -3, -2, -1, 0, 1, 9])
def test_missions_by_level_are_those_one_by_one(boost):
    tables = RULES.tables
    player = {
        "mission_markers": tables.missions, "level_boost_round": boost, "accreditation_level": 2,
        "resources": dict.fromkeys(terms.RESOURCES, 3),
    }  # fmt: skip
    state = RULES.position({"players": {"A": player}})
    mask = legal.flyable(state, state.players[0], tables.all_missions)
    wanted = [i for i, needed in enumerate(tables.mission_level) if needed <= 2 + boost]
    assert legal.bits(mask) == wanted


def test_moves_on_neo_are_the_cells_that_can_be_reached():
    """Also with fewer steps than one, by a patched erudite: the miner stays."""
    state = RULES.deal(Luck(0))
    for cell in range(len(RULES.tables.cells)):
        state.players[state.seat].miner = cell
        for extra in range(-1, 9):
            found = legal.options(state, terms.ON_NEO, extra, 0)
            cells = RULES.tables.reach[cell][min(extra + 1, 7)]
            assert found == [kinds.K_NEO | end << 6 for end in cells]


def course(rules, spoils):
    """Play a game; return what could be chosen, decision by decision."""
    state, whims, found = rules.deal(Luck(3)), Luck(3).stream("whims"), []
    while not state.over:
        listed = [state.legal(), state.candidates(), state.view(state.seat).legal()]
        found.append([actions[:] for actions in listed])
        action = whims.choice(listed[0])
        if spoils:
            for actions in listed:
                actions.clear()
        state.apply(action)
    return found


def test_whoever_asks_may_change_what_is_listed():
    """Some lists are made once for all games; what is handed out is not among them."""
    rules = simkit.rules("federation", seats=2)
    whole = course(rules, False)
    assert course(rules, True) == whole
    assert course(rules, False) == whole


# Hidden things ------------------------------------------------------------------------------------


def test_redrawing_keeps_what_is_open_and_varies_what_is_hidden():
    state = next(iter(positions(3, 1, every=40)))
    seen = state.moons_seen
    tops, laws, deep, rocks = Counter(), Counter(), Counter(), Counter()
    for n in range(400):
        copy = state.determinize(0, Luck(n))
        copy.check()
        assert copy.open == state.open
        assert copy.open_laws == state.open_laws
        for i, moon in enumerate(state.moons):
            if seen >> i & 1:
                assert copy.moons[i] == moon
        tops[copy.level2[2]] += 1
        laws[copy.stacks[0][-1]] += 1
        deep[copy.deep] += 1
        rocks[tuple(copy.asteroids)] += 1
    assert min(len(tops), len(laws), len(deep), len(rocks)) > 1


def chi_square(counts, expected):
    return sum((n - expected) ** 2 / expected for n in counts)


@pytest.mark.parametrize("what", ["law", "erudite", "reserve"])
def test_redrawing_is_uniform(what):
    state = next(iter(positions(4, 1, every=3)))
    draws = 3000
    found = Counter()
    for n in range(draws):
        copy = state.determinize(1, Luck(n))
        if what == "law":
            found[copy.stacks[1][-1]] += 1
        elif what == "erudite":
            found[copy.level2[0][-1]] += 1
        else:
            found[copy.tables.token_strength[copy.reserve[1][-1]], copy.reserve[1][-1]] += 1
    if what == "reserve":
        pool = list(state.reserve[1])
        for i in range(1, 8):
            if state.tables.moon_strength[i] == 1 and not state.moons_seen >> i & 1:
                pool.extend(state.moons[i])
        share = Counter(pool)
        total = sum(
            (found[1, token] - draws * n / len(pool)) ** 2 / (draws * n / len(pool))
            for token, n in share.items()
        )
        assert total < 25  # six kinds at most: far beyond the 0.1 % point of 20.5
    else:
        assert chi_square(found.values(), draws / len(found)) < 25
        assert len(found) == (4 if what == "law" else 3)

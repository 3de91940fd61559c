"""Set-up, order of the rounds, and rules that hold all game long (rules.md 1, 2, 3, 5, 6 and 10)."""

from __future__ import annotations

from collections import Counter

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.games.federation.rules import effects, executive, kinds, planets, terms
from tests.games.federation.casebook import holds


def dealt(seats, seed=3, **more):
    return simkit.rules("federation", seats=seats, **more).deal(Luck(seed))


def position(seats=4, **spec):
    return simkit.rules("federation", seats=seats).position(spec)


# Set-up --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_moons_are_dealt_by_strength_and_the_first_with_tokens_is_turned_up(seats):
    # [#2.1] [#10.1]
    seen = set()
    for seed in range(5):
        s = dealt(seats, seed)
        tables = s.tables
        for moon, tokens in enumerate(s.moons):
            assert len(tokens) == tables.moon_tokens[moon]
            assert {tables.token_strength[x] for x in tokens} <= {tables.moon_strength[moon]}
        all_tokens = [x for tokens in (*s.moons, *s.reserve) for x in tokens]
        assert Counter(all_tokens) == Counter(dict(enumerate(tables.token_copies)))
        for strength, tokens in enumerate(s.reserve):
            assert {tables.token_strength[x] for x in tokens} <= {strength}
        assert s.moons_seen == 0b11
        assert s.moons[0] == ()
        assert s.moons[1]
        assert {p.mage for p in s.players} == {0}
        seen.add(s.moons[1])
    assert len(seen) > 1


def test_erudites_are_dealt_in_stacks_by_colour():
    # [#2.2]
    levels = set()
    for seed in range(5):
        s = dealt(3, seed)
        tables = s.tables
        for colour, mask in enumerate(tables.colour_mask):
            assert (s.open & mask & tables.level_mask[1]).bit_count() == 1
            assert (s.open & mask & tables.level_mask[2]).bit_count() == 0
            assert (s.open & mask & tables.level_mask[3]).bit_count() == 1
            assert (len(s.level1[colour]), len(s.level2[colour])) == (2, 3)
        levels.add(s.open)
    assert len(levels) > 1


THRESHOLDS = {2: (4, 5), 3: (4, 5, 6), 4: (4, 5, 6, 7)}
TRACKS = {2: [3] * 6 + [5], 3: [5] * 6 + [7], 4: [6] * 6 + [9]}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_medals_and_tracks_follow_the_number_of_players(seats):
    # [#2.3] [#2.5] [#10.2]
    s = dealt(seats)
    assert s.medals == [THRESHOLDS[seats]] * 5
    assert s.medal_copies == [seats, seats]
    assert s.missing == TRACKS[seats]
    assert s.deep.bit_count() == seats + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_asteroids_industries_and_megastructures_are_drawn(seats):
    # [#2.4] [#5.5g] [#10.1]
    drawn = set()
    for seed in range(6):
        s = dealt(seats, seed)
        tables = s.tables
        lying = [token for token in s.asteroids if token >= 0]
        assert len(set(lying)) == 4
        assert set(lying) <= set(tables.live)
        assert len(set(s.dead)) == 4
        assert set(s.dead) <= set(tables.dead)
        assert s.seen == 0
        assert {p.miner for p in s.players} == {tables.neo_start}
        assert len(s.industries) == 4
        assert all(x in pair for x, pair in zip(s.industries, tables.slots, strict=True))
        assert len({token for pair in s.mega_tokens for token in pair}) == 8
        assert s.multipliers == list(tables.multipliers)
        drawn.add((*lying, *s.industries, *s.mega_tokens))
    assert len(drawn) > 3
    assert dealt(seats, structures="first_game").mega_tokens[2] == (3, 6)  # Arratuin, accreditation


def test_each_wing_has_five_laws_and_the_open_ones_differ():
    # [#2.6]
    for seed in range(40):
        s = dealt(2, seed)
        for wing in range(2):
            assert sorted([*s.stacks[wing], s.open_laws[wing]]) == [0, 1, 2, 3, 4]
        assert s.open_laws[0] != s.open_laws[1]


def test_the_first_player_has_the_pawn_and_blocks_lie_in_round_1():
    # [#2.8] [#10.3] [#10.4]
    for seats, blocked in ((2, [0, 0, 0, 1, 1]), (3, [0, 1, 1]), (4, [])):
        s = dealt(seats)
        assert (s.first, s.president, s.seat) == (0, 0, 0) or s.phase == terms.SET_UP
        votes = [s.votes[i] for i in range(s.tables.outer) if s.who[i] == terms.NEUTRAL]
        assert sorted(votes) == blocked


def test_the_senate_has_every_planet_a_spy_and_three_rooms_in_each_wing():
    # [#5.map]
    tables = dealt(2).tables
    cells = {(tables.space_floor[i], tables.space_column[i]) for i in range(tables.outer)}
    assert cells == {(floor, column) for floor in (1, 2, 3) for column in range(1, 7)}
    for wing in range(2):
        inside = [i for i in range(tables.outer) if tables.space_wing[i] == wing]
        assert {tables.space_column[i] for i in inside} == ({1, 2, 3}, {4, 5, 6})[wing]
        actions = Counter(tables.space_action[i] for i in inside)
        assert [actions[planet] for planet in range(5)] == [1] * 5
        assert actions[terms.SPY] == 1
        assert sum(actions[room] for room in range(terms.ROOM_A, terms.ROOM_F + 1)) == 3


# Rounds --------------------------------------------------------------------------------------------


def test_turns_go_round_from_the_holder_of_the_pawn_four_times_in_five_rounds():
    # [#3] [#8.9]
    s = dealt(3, 8)
    whims = Luck(8).stream("whims")
    turns, firsts = {}, {}
    while not s.over:
        if s.phase == terms.AMBASSADOR_PHASE and s.todo[-1][0] == terms.TURN:
            if s.players[s.seat].turns == len(turns.get(s.round, [])) // 3:
                turns.setdefault(s.round, []).append(s.seat)
            if s.round not in firsts:
                assert s.first == s.president
                firsts[s.round] = s.first
        # The President's Office is left alone in round 1, so that the pawn stays.
        pool = [
            a for a in s.candidates() if "R_president" not in s.rules.notation(a) or s.round > 1
        ]
        s.apply(whims.choice(pool))
    assert sorted(turns) == [1, 2, 3, 4, 5]
    for number, seats in turns.items():
        order = [(firsts[number] + k) % 3 for k in range(3)]
        assert seats[:12] == order * 4
    assert (firsts[1], firsts[2]) == (0, 0)
    assert len(set(firsts.values())) > 1
    assert s.phase == terms.FINAL_SCORING


def test_a_main_action_is_compulsory_and_throwing_away_is_free():
    # [#4] [#1.discard]
    s = position(players={"A": {"resources": {"lavandium": 2, "diamond": 1}}}, turn=2)
    counted = Counter(action & kinds.KIND for action in s.legal())
    assert set(counted) == {kinds.K_PLACE, kinds.K_DISCARD}
    assert counted[kinds.K_DISCARD] == 2
    s.step(next(a for a in s.legal() if a & kinds.KIND == kinds.K_DISCARD))
    assert s.players[0].res == [1, 0, 0, 1]
    assert s.seat == 0
    assert {action & kinds.KIND for action in s.legal()} == {kinds.K_PLACE, kinds.K_DISCARD}


def test_a_seat_flies_eight_missions_at_most_and_each_once():
    # [#4.2c]
    every = [f"m{n:02d}" for n in range(1, 13)]
    for flown, possible in ((7, True), (8, False)):
        seat = {
            "mission_markers": every, "ships_on_missions": every[:flown], "hangar": 1,
            "accreditation_level": 5,
        }  # fmt: skip
        s = position(players={"A": seat})
        s.todo = [(terms.NEXT_TURN, 0, 0, -1), (terms.MISSION, 0, 0, -1)]
        effects.run(s)
        flights = [a >> 6 for a in s.legal() if a & kinds.KIND == kinds.K_MISSION]
        assert bool(flights) == possible
        assert not set(flights) & set(range(flown))


# Planets -------------------------------------------------------------------------------------------


def test_asteroids_next_to_the_miner_are_turned_up_after_its_move():
    # [#5.1b]
    s = position(players={"A": {"miner": "n1a"}}, turn=2)
    cells = s.tables.cells
    near = [cells.index("a1"), cells.index("a2")]
    assert not any(s.seen >> cell & 1 for cell in near)
    planets.move_miner(s, cells.index("n2"))
    assert all(s.seen >> cell & 1 for cell in near)
    assert not s.seen >> cells.index("a3") & 1


def test_an_alteration_token_is_used_once_and_leaves_the_game():
    # [#5.2c]
    s = position(players={"A": {"alterations": ["s1_vote3_lav"]}}, turn=2)
    token = s.tables.token_ids.index("s1_vote3_lav")
    for wanted in ("space=L_officers ambassador=amb_2 side=voting", "token=s1_vote3_lav"):
        s.step(next(a for a in s.legal() if wanted in s.rules.notation(a)))
    space = s.tables.spaces.index("L_officers")
    assert (s.covers[space], s.players[0].tokens, s.tokens_gone) == (token, [], 1)
    executive.clean_up(s)
    assert s.covers[space] == -1
    assert s.players[0].tokens == []


def test_taking_a_level_1_erudite_turns_up_the_next_ones_of_its_colour():
    # [#5.3b]
    s = dealt(2, 4)
    tables, colour = s.tables, 0
    mask = tables.colour_mask[colour]
    top = s.open & mask & tables.level_mask[1]
    next1, next2 = s.level1[colour][-1], s.level2[colour][-1]
    before = s.open
    planets.take_erudite(s, top.bit_length() - 1)
    assert s.open == before & ~top | 1 << next1 | 1 << next2
    planets.take_erudite(s, next1)  # the level-2 tile lies open already
    assert (s.open & mask & tables.level_mask[2]).bit_count() == 1


def test_an_erudite_works_once():
    # [#5.3c]
    s = position(players={"A": {"erudites": ["1A1", "1E3"]}}, turn=2)
    uses = [a for a in s.legal() if a & kinds.KIND == kinds.K_USE]
    assert [s.rules.notation(a) for a in uses] == ["use erudite=1A1"]  # 1E3 needs an action on Neo
    s.step(uses[0])
    assert s.level(0) == 2
    assert not [a for a in s.legal() if a & kinds.KIND == kinds.K_USE]


def test_who_falls_and_climbs_again_takes_no_second_medal_or_tile():
    # [#6e]
    seat = {"accreditation_step": 7, "medals": ["accreditation"], "deep_space_tile": "deep_space_3"}
    s = position(players={"A": seat})
    copies = s.medal_copies[0]
    s.todo = []
    effects.accredit(s, 3)
    assert s.players[0].step == 10
    assert s.medal_copies[0] == copies
    assert s.todo == []


DIE_TO_3 = {"deep_space_tiles.deep_space_5.effects": [{"op": "die_to", "n": 3}]}


@pytest.mark.parametrize(
    ("patch", "die", "after"),
    [
        ({}, 0, 6),
        ({"setup.limits.assistant_die_max": 4}, 0, 4),
        ({"setup.limits.assistant_die_max": 4}, 2, 4),
        ({"setup.limits.assistant_die_max": 1}, 1, 1),
        (DIE_TO_3, 2, 3),
        (DIE_TO_3, 5, 5),
        ({**DIE_TO_3, "setup.limits.assistant_die_max": 2}, 1, 2),
    ],
)
def test_a_tile_turns_the_die_up_to_its_figure_but_not_beyond_the_highest(patch, die, after):
    """Deep Space tile 5, got with the last step of the track; a die that shows more stays."""
    # [#6d]
    rules = simkit.rules("federation", seats=2, patch=patch)
    seat = {"accreditation_step": 9, "medals": ["accreditation"], "die": die}
    board = {"deep_space_tiles": ["deep_space_5"]}
    state = rules.position({"players": {"A": seat}, "board": board, "turn": 2})
    for wanted in ("place space=L_officers ambassador=amb_3 side=voting", "die=without_die"):
        for action in state.legal() if state.players[0].step == 9 else []:
            if rules.notation(action).endswith(wanted):
                state.step(action)
                break
    assert state.players[0].step == 10
    assert state.players[0].die == after


def test_projects_and_thresholds_without_a_medal_left_give_none():
    # [#4.3a]
    moons = {"type": "main_action", "player": "A", "which": "six_moons"}
    left = {"medals": {"six_moons": []}}
    holds(moons, {"medals_gained": {"A": []}}, A={"mage": 6}, board=left)


def test_pieces_of_a_player():
    # [#1.pieces]
    s = dealt(2)
    p = s.players[1]
    assert s.tables.votes[:4] == [1, 1, 2, 3]
    assert [bool(bonus) for bonus in s.tables.funding_bonus[:4]] == [True, True, False, False]
    assert (p.ambassadors, p.hangar, p.supply, s.tables.hangar_max) == (0b1111, 1, 7, 5)
    assert (p.robots, p.discs, p.die, p.markers, p.general, s.score[1]) == (6, 6, 0, 0, 0, 0)
    assert len(s.tables.missions) == 12


def test_six_discs_lie_on_six_shops_and_bring_twelve_influence():
    # [#5.4c]
    s = position(players={"A": {"resources": {"lavandium": 9, "diamond": 5}}})
    p = s.players[0]
    for turn in range(12):
        s.todo = []
        p.res[:] = [4, 2, 2, 0]
        planets.trade(s, turn % 6, -1)
        assert p.discs == max(0, 5 - turn)
        assert max(p.shops) - min(p.shops) <= 1
    assert p.shops == [2] * 6
    assert p.influence[terms.ARRATUIN] == 12


def test_the_fifth_turn_comes_after_everybodys_four():
    # [#6c]
    s = position(3, players={"B": {"special_ambassador": True}}, first_player="B", turn=1)
    seats = []
    whims = Luck(2).stream("whims")
    while s.phase == terms.AMBASSADOR_PHASE and s.round == 1:
        pool = s.candidates()
        if s.todo[-1][0] == terms.TURN:
            places = [a for a in pool if a & kinds.KIND == kinds.K_PLACE]
            special = [a for a in places if a >> 11 & 7 == terms.SPECIAL]
            pool = special or places
            if not seats or len(seats) < 13:
                seats.append(s.seat)
        s.apply(whims.choice(pool))
    assert seats == [1, 2, 0] * 4 + [1]


def test_incomes_come_from_left_to_right():
    # [#8.1]
    seat = {
        "buildings": ["transporter", "transmutation", "consulate"], "resources": {"lavandium": 1},
        "erudites_used": ["1E1", "1D1"],
    }  # fmt: skip
    s = position(2, players={"A": seat})
    s.phase, s.todo = terms.EXECUTIVE_PHASE, [(terms.EXECUTIVE, executive.INCOME, 0, -1)]
    effects.run(s)
    asked = []
    while s.todo[-1][0] != terms.UPKEEP and s.phase == terms.EXECUTIVE_PHASE:
        asked.append(s.todo[-1][0])
        s.step(s.legal()[0])
        if len(asked) == 3:
            break
    assert asked == [terms.STEP, terms.TRANSMUTE, terms.REFRESH]


def test_upkeep_is_paid_in_turn_order_from_the_first_player_of_the_round():
    # [#8.2]
    seat = {"accreditation_step": 8, "resources": {"copernium": 1}}
    s = position(3, players=dict.fromkeys("ABC", seat), first_player="C")
    s.president = 0  # whoever holds the pawn meanwhile does not change the order of this round
    s.phase, s.todo = terms.EXECUTIVE_PHASE, [(terms.EXECUTIVE, executive.UPKEEP, 0, -1)]
    effects.run(s)
    asked = []
    while s.todo and s.todo[-1][0] == terms.UPKEEP:
        asked.append(s.seat)
        s.step(s.legal()[0])
    assert asked == [2, 0, 1]

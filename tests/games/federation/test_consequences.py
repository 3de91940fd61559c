"""What an action sets going is told in full, in order, and without anything that is hidden."""

from __future__ import annotations

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.core.narration import happened
from simkit.games.federation.rules import effects, executive, kinds, legal, terms
from simkit.games.federation.view import consequences
from tests.games.federation.test_words import IDS

OPEN = ("rules", "luck", "observer", "tables", "players", "waiting", "measured")


def same(one, other):
    """Tell whether two states hold the same."""
    names = [n for cls in type(one).__mro__ for n in getattr(cls, "__slots__", ()) if n not in OPEN]
    fields = all(getattr(one, name) == getattr(other, name) for name in names)
    held = [n for n in type(one.players[0]).__slots__ if n != "collection"]
    return fields and all(
        [getattr(p, n) for n in held] == [getattr(q, n) for n in held]
        for p, q in zip(one.players, other.players, strict=True)
    )


def played(seats, games, first=0, **options):
    """Yield (before, action, after) of random games."""
    rules = simkit.rules("federation", seats=seats, **options)
    for seed in range(first, first + games):
        state, whims = rules.deal(Luck(seed)), Luck(seed).stream("whims")
        while not state.over:
            action = whims.choice(state.candidates())
            before = state.clone()
            state.apply(action)
            yield before, action, state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_told_is_what_was_played(seats, monkeypatch):
    """The action carried out once more, task by task, ends in the state that play came to."""
    tellers = []

    class Recording(consequences.Teller):
        def __init__(self, *args):
            super().__init__(*args)
            tellers.append(self)

    monkeypatch.setattr(consequences, "Teller", Recording)
    for before, action, after in played(seats, 4, start_tiles="drafted"):
        copy, was = after.clone(), before.clone()
        lines = after.rules.consequences(before, action, after)
        assert same(tellers.pop().state, after), after.rules.notation(action)
        assert same(copy, after)
        assert same(was, before)
        for line in lines:
            assert line
            assert "_" not in line
            assert not IDS & set(line.replace(",", " ").split())


def looks(state, seat):
    """Return what a seat sees, as a state whose hidden parts are drawn alike."""
    return state.determinize(seat, Luck(99))


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_hidden_is_told(seats):
    """In two worlds that a seat cannot tell apart, before and after, it hears the same."""
    compared = revealed = 0
    for number, (before, action, after) in enumerate(played(seats, 3)):
        seat = number % seats
        said = after.rules.consequences(before, action, after, seat)
        for luck in range(6):
            other = before.determinize(seat, Luck(luck))
            if action not in other.legal():
                continue
            later = other.clone()
            later.apply(action)
            if same(looks(later, seat), looks(after, seat)):
                assert after.rules.consequences(other, action, later, seat) == said
                compared += 1
                revealed += any("turned up" in line or "open laws" in line for line in said)
    assert compared > 500
    assert revealed > 10


def position(seats=2, **spec):
    return simkit.rules("federation", seats=seats).position(spec)


def narrated(state, **wanted):
    """Take the action with these arguments and return what is told."""
    for action in state.legal():
        words = state.rules.notation(action).split()
        if all(f"{name}={value}" in words for name, value in wanted.items()):
            before = state.clone()
            state.step(action)
            return happened(before, action, state)
    raise AssertionError(wanted)


def test_gains_medals_and_what_is_turned_up():
    seat = {"mage": 3, "die": 2, "resources": {"lavandium": 1}}
    board = {"moons": {"4": ["s2_fund_ship"], "5": ["s3_fund_diamond"]}}
    state = position(players={"A": seat}, board=board, turn=2)
    state.moons_seen = 0b11111
    lines = narrated(state, space="L_six_moons", ambassador="amb_1b", side="funding")
    assert lines == [
        "seat 0: +1 copernium, mage on moon 4, an alteration token of strength 2 (funding, 1 ship), "
        "a marker on mission 2 (action of Six-Moons), influence on Six-Moons 4, the Six-Moons medal",
        "turned up on moon 5: alteration token of strength 3 (funding, 1 diamond)",
    ]


def executive_phase():
    """Return a game of two in which the upkeep of seat B ends the round."""
    placed = [
        {"player": "A", "space": "L_neo", "ambassador": "amb_3", "die": 2},
        {"player": "B", "space": "L_officers", "ambassador": "amb_2", "side": "funding"},
        {"player": "B", "space": "L_purchasing", "ambassador": "amb_1a", "side": "funding"},
        {"player": "B", "space": "R_neo", "ambassador": "amb_1b"},
    ]
    board = {
        "placed": placed, "projects": {"neo": {"missing": 1}, "six_moons": {"completed": True}},
        "laws": {"left": "law_neo", "right": "law_atal"},
        "law_stacks": {"left": ["law_atal"], "right": ["law_neo"]},
    }  # fmt: skip
    players = {
        "A": {"accreditation_level": 2, "influence": {"neo": 3}, "level_boost_round": 2, "die": 2},
        "B": {"accreditation_step": 8, "resources": {"lavandium": 1}},
    }
    state = position(players=players, board=board)
    state.phase, state.president, state.seat = terms.EXECUTIVE_PHASE, 1, 1
    state.todo = [(terms.EXECUTIVE, executive.UPKEEP, 2, -1), (terms.UPKEEP, 0, 0, -1)]
    state.waiting = legal.options(state, terms.UPKEEP, 0, 0)[:]
    assert all(action & kinds.KIND == kinds.K_UPKEEP for action in state.waiting)
    return state


def test_the_executive_phase_is_told_step_by_step():
    lines = narrated(executive_phase(), paid="lavandium")
    start = lines.index("round 2 begins; seat 1 is first and holds the president pawn")
    assert lines[:start] == [
        "seat 1: -1 lavandium, falls to accreditation step 5 (level 3)",
        "the Neo project is funded by seat 1",
        "the Six-Moons project is complete: seat 1 funds the general project instead",
        "funding: seat 1: +1 lavandium, 1 contribution to the general project so far",
        "funding: Neo project 3 of 3 (complete) and general project 1 of 5",
        "bottom floor: votes 1 of seat 1; seat 1 wins 3 points",
        "middle floor: votes 5 of seat 0; seat 0 wins 4 points",
        "top floor: votes none; nobody wins it",
        "votes on the law: left wing 5, right wing 1",
        "the law of Neo (2 points per influence on Neo) passes",
        "the level boost of seat 0 for this round ends",
    ]
    assert lines[start + 1] == (
        "open laws: left wing law of Atal (2 points per influence on Atal) and "
        "right wing law of Neo (2 points per influence on Neo)"
    )
    assert lines[start + 2].startswith("blocked: ")
    assert lines[start + 2].count("with 2 neutral votes") == 2
    assert lines[-2:] == [
        "seat 0: +10 points (+6 laws, +4 middle floor)",
        "seat 1: +3 points (bottom floor)",
    ]


def test_a_tied_law_names_who_decides():
    state = executive_phase()
    state.votes[state.tables.spaces.index("R_neo")] = 5
    state.count_anew()
    lines = narrated(state, paid="nothing")
    assert lines[-1] != "the game is over"
    assert "votes on the law: left wing 5, right wing 5: a tie, which seat 1 decides" in lines
    assert not any("passes" in line for line in lines)


def test_the_end_is_told():
    state = executive_phase()
    state.round = 5
    lines = narrated(state, paid="nothing")
    assert "final scoring, medals: 0 of seat 0 and 0 of seat 1" in lines
    assert "Neo project (influence on Neo): 3 of seat 0 and 0 of seat 1" in lines
    assert "Arratuin project: not completed" in lines
    assert "the game is over" in lines


def test_income_is_told_by_seat():
    players = {"A": {"buildings": ["replicator"]}, "B": {"buildings": ["replicator", "shipyard"]}}
    state = position(players=players, board={"placed": []}, turn=4)
    state.players[0].turns = 4
    state.players[0].ambassadors = 0
    state.seat = 1
    state.players[1].ambassadors = 1
    lines = narrated(state, space="outer_module", ambassador="amb_1a", side="voting")
    while not any(line.startswith("income") for line in lines):
        lines = narrated(state)
    assert "income: seat 0: +1 lavandium" in lines
    assert "income: seat 1: +1 lavandium, 2 ships in the hangar" in lines


def test_income_that_goes_on_after_a_choice_is_told_as_income():
    players = {"A": {"buildings": ["transmutation", "university"], "resources": {"lavandium": 1}}}
    state = position(players=players, board={"placed": []}, turn=4)
    state.phase, state.seat = terms.EXECUTIVE_PHASE, 0
    state.todo = [(terms.EXECUTIVE, executive.INCOME, 0, -1)]
    effects.run(state)
    assert narrated(state, resource="lavandium")[0] == (
        "income: seat 0: -1 lavandium, +1 copernium, assistant die at 1"
    )


def test_a_free_choice_goes_on_in_the_words_of_the_next_action():
    """Tasks that wait for a decision are told when it is taken, none twice."""
    state = position(players={"A": {"resources": {"copernium": 1}}}, turn=2)
    first = narrated(state, space="L_arratuin", ambassador="amb_3", side="voting")
    assert first == []
    second = narrated(state, shop="shop_mix")
    assert second == [
        "seat 0: -1 copernium, a disc on level 1 of the mix shop, influence on Arratuin 1"
    ]
    assert narrated(state, option=1) == ["seat 0: accreditation step 3 (level 2)"]


def test_what_is_built_taken_or_placed_unasked_is_named():
    """A choice of one is made by the engine: nobody says it, so it is told."""
    seat = {"mission_markers": ["m05"], "accreditation_level": 5, "buildings": ["shipyard"]}
    seat["resources"] = {"lavandium": 2}
    board = {"industries": ["shipyard", "replicator", "academy", "university"]}
    state = position(players={"A": seat}, board=board, turn=2)
    state.todo = [(terms.NEXT_TURN, 0, 0, -1), (terms.MISSION, 0, 0, -1)]
    effects.run(state)
    assert narrated(state, mission="m05") == [
        "seat 0: +1 lavandium, -2 lavandium, 0 ships in the hangar, the Lavandium Replicator, "
        "influence on E81216 2"
    ]
    state = position(players={"A": {}}, board={"erudites_open": ["1E1"]}, turn=2)
    lines = narrated(state, space="L_atal", ambassador="amb_2", side="voting")
    assert lines[0] == "seat 0: erudite 1E1, influence on Atal 1"


def test_who_funds_a_project_twice_is_told_so():
    state = executive_phase()
    state.missing[0] = 3
    space = state.tables.spaces.index("L_atal")
    state.occupy(space, 1)
    state.funding |= 1 << space
    assert "the Neo project is funded by seat 1 (2 times)" in narrated(state, paid="nothing")


def test_a_project_that_another_completes_first_passes_its_funding_on():
    # [#8.3a]
    state = executive_phase()
    space = state.tables.spaces.index("L_atal")
    state.occupy(space, 0)
    state.funding |= 1 << space
    lines = narrated(state, paid="nothing")
    assert lines[1:3] == [
        "the Neo project is funded by seat 1",
        "the Neo project is complete: seat 0 funds the general project instead",
    ]


def test_steps_beyond_the_top_are_told_where_they_are_taken():
    # [#6d]
    seat = {"accreditation_step": 9, "deep_space_tile": "deep_space_3", "medals": ["accreditation"]}
    state = position(players={"A": seat}, turn=2)
    lines = narrated(state, space="L_officers", ambassador="amb_2", side="voting")
    assert lines == [
        "seat 0: accreditation step 10 (level 5), 1 step beyond the top",
        "seat 0: +1 point (accreditation)",
    ]


def test_the_final_scoring_says_what_it_counts():
    players = {
        "A": {"medals": ["neo", "atal"], "resources": {"lavandium": 3, "diamond": 1}},
        "B": {"influence": {"neo": 5}, "hangar": 2},
    }
    projects = {name: {"completed": name in ("neo", "missions")} for name in terms.PROJECTS}
    state = position(players=players, board={"projects": projects, "placed": []}, round=5)
    lines = consequences.final_rankings(state)
    assert lines[:4] == [
        "final scoring, medals: 2 of seat 0 and 0 of seat 1",
        "left over: seat 0: 3 lavandium, 1 diamond, 1 ship; seat 1: 2 ships",
        "Neo project (influence on Neo): 0 of seat 0 and 5 of seat 1",
        "Six-Moons project: not completed",
    ]
    assert "special-missions project (completed missions): 1 of seat 0 and 1 of seat 1" in lines


def test_a_bonus_that_pays_for_the_action_is_told_with_what_it_pays():
    """What comes in and goes out again is told, though nothing is left of it."""
    # [#4.1.3]
    state = position(players={"A": {}}, turn=2)
    lines = narrated(state, space="L_spy", ambassador="amb_1a", side="funding")
    assert lines == ["seat 0: +1 lavandium, -1 lavandium"]


def test_an_unasked_choice_that_nothing_shows_is_named():
    """The Consulate has one tile to turn up, which works at once: both are told, in their order."""
    # [#5.3c] [#5.5f]
    seat = {"mission_markers": ["m05"], "accreditation_level": 5, "erudites_used": ["1C1"]}
    seat["resources"] = {"copernium": 2}
    seat["buildings"] = ["shipyard", "replicator", "university"]
    board = {"industries": ["shipyard", "replicator", "consulate", "university"]}
    state = position(players={"A": seat}, board=board, turn=2)
    state.todo = [(terms.NEXT_TURN, 0, 0, -1), (terms.MISSION, 0, 0, -1)]
    effects.run(state)
    lines = narrated(state, mission="m05")
    assert "the Consulate" in lines[0]
    assert lines[1] == (
        "seat 0 has one choice: turn up erudite 1C1 (at once: 1 accreditation step) again"
    )
    assert lines[2].startswith("seat 0: accreditation step ")


def test_a_copy_of_the_only_tile_is_named():
    seat = {"erudites": ["1A3", "1C1"]}
    board = {"erudites_open": ["3A1"]}
    state = position(players={"A": seat}, board=board, turn=2)
    state.todo = [(terms.NEXT_TURN, 0, 0, -1), (terms.MISSION, 0, 0, -1)]
    effects.run(state)
    lines = narrated(state, erudite="1A3")
    assert lines[0] == "seat 0 has one choice: copy erudite 1C1 (at once: 1 accreditation step)"
    assert lines[1].startswith("seat 0: accreditation step ")


def test_what_is_not_to_be_had_is_told():
    # [#5.B]
    for given, why in (
        ({"hangar": 5}, "no room for more ships"),
        ({"hangar": 4}, "5 ships in the hangar, no room for more ships"),
        ({"hangar": 0, "ships_in_supply": 0}, "no ship left in the supply"),
        ({"hangar": 0, "ships_in_supply": 1}, "1 ship in the hangar, no ship left in the supply"),
    ):
        state = position(players={"A": {**given, "resources": {"oceanium": 1}}}, turn=2)
        lines = narrated(state, space="L_purchasing", ambassador="amb_2", side="voting")
        assert lines == [f"seat 0: -1 oceanium, {why}"]


def test_the_executive_phase_is_said_to_begin_before_its_income():
    seen = 0
    for before, action, after in played(2, 1):
        lines = after.rules.consequences(before, action, after)
        begins = "the Executive Phase begins"
        ends = before.phase == terms.AMBASSADOR_PHASE and (
            after.phase != terms.AMBASSADOR_PHASE or after.round > before.round
        )
        assert lines.count(begins) == ends
        if ends:
            seen += 1
            assert not any(line.startswith("income") for line in lines[: lines.index(begins)])
    assert seen == 5


def test_an_upkeep_that_cannot_be_paid_is_told_as_such():
    # [#8.2]
    state = executive_phase()
    state.todo = [(terms.EXECUTIVE, executive.UPKEEP, 1, -1)]
    state.players[1].res[0] = 0
    teller = consequences.Teller(state.rules.names, state)
    teller.go_on()
    assert teller.lines[:2] == [
        "upkeep: seat 1 has one choice: pay nothing and fall from step 8 of level 4 to step 3 of level 2",
        "upkeep: seat 1: falls to accreditation step 3 (level 2)",
    ]


def test_several_markers_are_told_by_number():
    seat = {"mission_markers": ["m03"]}
    state = position(players={"A": seat}, turn=2)
    lines = consequences.new_markers(state.rules.names, 0b1011)
    assert lines == ["markers on missions 1, 2 and 4"]
    assert consequences.new_markers(state.rules.names, 0b100) == [
        "a marker on mission 3 (action of Atal)"
    ]


@pytest.mark.parametrize("start_tiles", ["dealt", "drafted"])
def test_what_lies_open_at_the_start_is_told_once(start_tiles):
    """Laws and blocked spaces are known before the first tile is picked, so they are told first."""
    rules = simkit.rules("federation", seats=2, start_tiles=start_tiles)
    fixed = {"factions": ["start_7", "start_6"]} if start_tiles == "dealt" else {}
    state, other = rules.deal(Luck(5), **fixed), rules.deal(Luck(5), **fixed)
    lines = rules.opening(state)
    assert lines[0] == "seat 0 is first and holds the president pawn"
    own = [line for line in lines if " has start tile " in line]
    assert len(own) == (2 if start_tiles == "dealt" else 0)
    offered = [line for line in lines if line.startswith("start tiles to pick from")]
    assert [line.count("start tile ") for line in offered] == (
        [3] if start_tiles == "drafted" else []
    )
    assert sum(line.startswith("open laws: ") for line in lines) == 1
    blocked = next(line for line in lines if line.startswith("blocked: "))
    assert blocked.count(" with ") == 5
    assert sum(line.startswith("open on moon 1: ") for line in lines) == 1
    atal = next(line for line in lines if line.startswith("open on Atal: "))
    assert atal.count("erudite 1") == atal.count("erudite 3") == 5
    industries = next(line for line in lines if line.startswith("industries in play: "))
    assert industries.count("the ") == 4
    assert sum(line.startswith("megastructure ") for line in lines) == 4
    for line in lines:
        assert not IDS & set(line.replace(",", " ").split())
    for seat in (0, 1):  # nothing of it is hidden from a seat
        for luck in range(3):
            assert rules.opening(other.determinize(seat, Luck(luck)), seat) == lines
    told = []
    while state.round == 1:
        before, action = state.clone(), state.legal()[0]
        state.apply(action)
        told += rules.consequences(before, action, state)
    begins = [line for line in told if line.startswith("round 1 begins")]
    assert begins == (
        ["round 1 begins; seat 0 is first and holds the president pawn"]
        if start_tiles == "drafted"
        else []
    )
    assert sum(line.startswith("open laws") for line in told) == 1  # those of round 2


def test_an_effect_that_finds_nothing_to_work_on_is_told_so():
    everything = [f"m{number:02}" for number in range(1, 13)]
    state = position(players={"A": {"mission_markers": everything, "hangar": 0}}, turn=2)
    lines = narrated(state, space="L_patron", ambassador="amb_2", side="voting")
    assert lines == ["seat 0: 1 ship in the hangar, no mission left for a marker"]
    state = position(players={"A": {"buildings": ["consulate"]}}, turn=4)
    state.phase, state.seat = terms.EXECUTIVE_PHASE, 0
    state.todo = [(terms.EXECUTIVE, executive.INCOME, 0, -1)]
    teller = consequences.Teller(state.rules.names, state)
    teller.go_on()
    assert "income: seat 0: no used erudite to turn up" in teller.lines

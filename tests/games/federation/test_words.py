"""Actions in words: names instead of ids, no two legal actions alike, and each can be read back."""

from __future__ import annotations

import re

import pytest

import simkit
from simkit.core.luck import Luck
from simkit.games.federation.rules import effects, kinds, terms
from simkit.games.federation.schema import CODES
from simkit.games.federation.view.names import in_a_row

IDS = {
    *CODES.spaces, *CODES.tokens, *CODES.missions, *CODES.cells, *CODES.asteroids, *CODES.shops,
    *CODES.laws, *CODES.start_tiles, *CODES.deep_tiles, *terms.AMBASSADORS, *terms.ROOMS, "six_moons",
    "academy", "incubator", "mega_1", "outer_module",
} - {"outer_module"}  # fmt: skip


def positions(seats, number, first=0, every=1, **options):
    """Yield states of random games, all decisions of every one or each so many."""
    rules = simkit.rules("federation", seats=seats, **options)
    seed, decided = first, 0
    while True:
        state, whims = rules.deal(Luck(seed)), Luck(seed).stream("whims")
        while not state.over:
            if decided % every == 0:
                yield state
                number -= 1
                if not number:
                    return
            decided += 1
            pool = state.candidates() if whims.below(3) else state.legal()
            state.apply(whims.choice(pool))
        seed += 1


def check_words(state):
    """Assert that the legal actions of a state are said differently, by names, and can be read back."""
    rules, said = state.rules, {}
    for action in state.legal():
        words = rules.words(state, action)
        assert words not in said, (words, rules.notation(action), rules.notation(said[words]))
        said[words] = action
        described = rules.describe(state, action)
        assert described.startswith(f"{words} [")
        assert rules.parse(described) == action
        assert not IDS & set(re.findall(r"[\w']+", words)), words
        assert "_" not in words


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_legal_actions_are_said_alike(seats):
    for state in positions(seats, 120, every=4):
        check_words(state)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_legal_actions_are_said_alike_in_many_positions(seats):
    for state in positions(seats, 2_000, first=500, every=2):
        check_words(state)


def test_drafted_tiles_are_named():
    for state in positions(3, 40, start_tiles="drafted"):
        check_words(state)


def said(state, **wanted):
    """Return the words of the only legal action with these arguments."""
    words_of = []
    for action in state.legal():
        notation = state.rules.notation(action).split()
        if all(f"{name}={value}" in notation for name, value in wanted.items()):
            words_of.append(state.rules.words(state, action))
    (words,) = words_of
    return words


def position(seats=4, patch=None, **spec):
    """Return a position at the beginning of seat A's second turn."""
    return simkit.rules("federation", seats=seats, patch=patch).position({"turn": 2, **spec})


# Upkeep --------------------------------------------------------------------------------------------


def upkeep(step, patch=None, **seat):
    """Return the words of all ways to pay upkeep from a step."""
    seat = {"accreditation_step": step, "resources": {"lavandium": 1, "oceanium": 1}, **seat}
    state = position(players={"A": seat}, patch=patch)
    state.todo = [(terms.EXECUTIVE, 1, 3, -1), (terms.UPKEEP, 0, 0, -1)]
    effects.run(state)
    return {
        state.rules.words(state, a): a for a in state.legal() if a & kinds.KIND == kinds.K_UPKEEP
    }


def test_upkeep_says_what_is_paid_and_where_the_marker_stands():
    assert list(upkeep(8)) == [
        "pay 1 oceanium for level 4 and stay on step 8 of level 4",
        "pay 1 lavandium for level 3 and fall from step 8 of level 4 to step 5 of level 3",
        "pay 1 oceanium for level 3 and fall from step 8 of level 4 to step 5 of level 3",
        "pay nothing and fall from step 8 of level 4 to step 3 of level 2",
    ]
    assert list(upkeep(5)) == [
        "pay 1 lavandium for level 3 and stay on step 5 of level 3",
        "pay 1 oceanium for level 3 and stay on step 5 of level 3",
        "pay nothing and fall from step 5 of level 3 to step 3 of level 2",
    ]


@pytest.mark.parametrize("step", range(5, 11))
@pytest.mark.parametrize("boosts", [False, True])
def test_upkeep_does_what_its_words_say(step, boosts):
    patch = {"accreditation.level_boosts.apply_to_upkeep": boosts}
    seat = {"level_boost_game": 1, "resources": {"lavandium": 1, "copernium": 1, "oceanium": 1}}
    for words, action in upkeep(step, patch, **seat).items():
        state = position(players={"A": {"accreditation_step": step, **seat}}, patch=patch)
        state.todo = [(terms.UPKEEP, 0, 0, -1)]
        state.waiting = [action]
        before = state.players[0].res.copy()
        state.apply(action)
        p = state.players[0]
        ends = re.search(r"(?:stay on|to) step (\d+) of level (\d)$", words)
        assert (p.step, state.tables.level_of[p.step]) == tuple(map(int, ends.groups()))
        lost = [terms.RESOURCES[i] for i in range(4) if p.res[i] < before[i]]
        assert (f"pay 1 {lost[0]} for" if lost else "pay nothing and") in words


# Names and effects ---------------------------------------------------------------------------------


def test_a_placement_names_the_ambassador_the_space_and_what_it_funds():
    state = position()
    assert (
        said(state, space="R_neo", ambassador="amb_3", side="voting")
        == "put the 3-vote ambassador on Neo (right wing, bottom floor), voting"
    )
    assert said(state, space="L_officers", ambassador="amb_1b", side="funding") == (
        "put the 1-vote ambassador with 1 copernium on Officers' Quarters (left wing, middle floor; "
        "2 accreditation steps), funding the Neo project"
    )
    assert said(state, space="outer_module", ambassador="amb_2", side="voting") == (
        "put the 2-vote ambassador on Outer Module (1 oceanium), voting"
    )


def test_words_follow_a_patch():
    patch = {
        "ambassadors.amb_3.votes": 4,
        "planet_arratuin.shop_diamond.level1.0.n": 3,
    }
    state = position(patch=patch, players={"A": {"resources": {"copernium": 3, "oceanium": 1}}})
    assert said(state, space="R_assistants", ambassador="amb_3", side="voting") == (
        "put the 4-vote ambassador on Assistants' Room (right wing, bottom floor; pay 1 copernium: "
        "assistant die +2), voting"
    )
    state.todo = [(terms.ON_ARRATUIN, 0, 0, -1)]
    effects.run(state)
    assert said(state, shop="shop_diamond") == (
        "trade at the diamond shop on level 1: pay 1 oceanium and get 3 diamonds"
    )


def test_ambassadors_made_alike_by_a_patch_are_told_apart():
    patch = {f"ambassadors.amb_1{x}.funding_bonus.lavandium": 0 for x in "a"}
    patch["ambassadors.amb_1b.funding_bonus.copernium"] = 0
    check_words(position(patch=patch))


def test_tokens_missions_and_erudites_tell_their_effects():
    seat = {
        "alterations": ["s1_fund_lav2"], "mission_markers": ["m12"], "accreditation_step": "top",
        "erudites": ["1A1"], "die": 4,
    }  # fmt: skip
    state = position(players={"A": seat})
    assert (
        said(state, erudite="1A1") == "use erudite 1A1 (once: level +1 until the end of the round)"
    )
    action = next(
        a
        for a in state.legal()
        if state.rules.notation(a) == PLACED and a & kinds.KIND == kinds.K_PLACE
    )
    state.step(action)
    assert said(state, token="s1_fund_lav2", die="without_die") == (
        "cover it with the alteration token of strength 1 (funding, 2 lavandium), "
        "now funding the Neo project"
    )
    state.step(next(a for a in state.legal() if "die=with_die" in state.rules.notation(a)))
    assert said(state, mission="m12") == "fly a ship to mission 12 (1 point per completed mission)"


PLACED = "place space=L_officers ambassador=amb_2 side=voting"


def test_a_face_down_asteroid_is_not_told():
    spec = {"board": {"asteroids": {"a1": {"id": "live_4", "face": "down"}, "a2": "live_4"}}}
    state = position(players={"A": {"miner": "n1a"}}, **spec)
    state.todo = [(terms.ON_NEO, 1, 0, -1)]
    effects.run(state)
    words = [state.rules.words(state, a) for a in state.legal()]
    assert "move the miner to asteroid cell 1: influence 3, an asteroid face down" in words
    assert "move the miner to asteroid cell 2: influence 3, live asteroid 4 (1 diamond)" in words


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"ambassador": "amb_3", "space": "L_neo"}, "the 3-vote ambassador is not at hand"),
        ({"ambassador": "amb_special", "space": "L_neo"}, "the special ambassador is not at hand"),
        ({"ambassador": "amb_2", "space": "R_atal"}, r"Atal \(right wing, middle floor\) is taken"),
        ({"ambassador": "amb_2", "space": "L_spy"}, r"Spying \(left wing, .*\) cannot be paid for"),
    ],
)
def test_a_refusal_names_ambassador_and_space(action, why):
    placed = [
        {"player": "A", "space": "R_atal", "ambassador": "amb_3"},
    ]
    state = position(board={"placed": placed})
    refused = state.rules.encode("place", side="voting", **action)
    with pytest.raises(simkit.SimkitError, match=why):
        state.step(refused)
    assert "no such space" in state.why_illegal(kinds.K_PLACE | 31 << 6)


def test_rows_of_words():
    assert in_a_row([]) == ""
    assert in_a_row(["a"], "or") == "a"
    assert in_a_row(["a", "b", "c"], "or") == "a, b or c"


def test_a_bonus_taken_several_times_is_added_up():
    rules = simkit.rules("federation", seats=4)
    state = rules.position({"players": {"A": {"resources": {"copernium": 2}}}, "turn": 2})
    state.step(rules.parse("place space=L_arratuin ambassador=amb_3 side=voting"))
    trade = rules.parse("shop shop=shop_mix")
    assert "pay 1 copernium and get either 2 oceanium or 2 acc" in rules.words(state, trade)
    state.todo = [(terms.ON_ARRATUIN, 0, 0, -1)]
    assert rules.words(state, rules.parse("shop shop=shop_free")) == (
        "trade at the free shop on level 1: pay nothing and get 1 copernium"
    )
    state.step(trade)
    said = [rules.words(state, action).split(" [")[0] for action in state.legal()]
    assert said == ["take 2 oceanium", "take 2 accreditation steps"]

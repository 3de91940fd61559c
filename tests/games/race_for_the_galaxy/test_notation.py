"""Games of ours written in the public notation and read back: what the three examples do not show.

Random games meet gambles, extra sales, declined powers, sacrifices, contacts and reshuffles in the
midst of a draw; written down from the journal, they have to pass `recordings.verify` like the public
engine's own games.
"""

import copy
import json

import pytest

import simkit
from simkit.games.race_for_the_galaxy import recordings
from simkit.games.race_for_the_galaxy import schema as s
from simkit.games.race_for_the_galaxy.journal import Journal, snapshot

TITLE = "race_for_the_galaxy"
STARTS = {
    2: ["old_earth", "alpha_centauri"],
    3: ["epsilon_eridani", "new_sparta", "alpha_centauri"],
}


def written(seed, seats=2, advanced=False):
    """Play a random game and write it as the public engine's recorder would."""
    rules = simkit.rules(TITLE, seats=seats, advanced=advanced)
    state = rules.deal(simkit.Luck(seed), factions=STARTS[seats])
    t = state.t
    whims = simkit.Luck(seed).stream("notation")
    names = [[t.names[card] for card in p.hand] for p in state.players]
    goods = [[t.names[card] for card in p.goods.values()] for p in state.players]
    setup = [
        {
            "start_world": t.names[p.start],
            "start_good": goods[seat][0] if goods[seat] else None,
            "dealt": names[seat],
            "discarded": [],
        }
        for seat, p in enumerate(state.players)
    ]
    while state.phase == s.PHASE_SETUP:
        card = whims.choice(state.legal())
        setup[state.seat]["discarded"].append(t.names[card >> 6])
        state.step(card)
    after = snapshot(state)
    journal = state.journal = Journal(t)
    draws = [[card for hand in (*filter(None, goods), *names) for card in hand]]
    rounds = []
    while not state.over:
        journal.done.clear()
        number, chosen = state.round, [[] for _ in range(seats)]
        while not state.over and state.round == number:
            action = whims.choice(state.legal())
            kind, args = rules.decode(action)
            if kind == "choose":
                cards = [args["first"], args["second"]]
                chosen[state.seat] = [s.ACTION_CARDS[c] for c in cards if c != s.NO_SECOND]
            state.step(action)
        due = recordings._phases_due(chosen)
        assert len(due) == len(journal.done)
        phases = []
        for phase, log in zip(due, journal.done, strict=True):
            steps = with_reshuffles(log)
            collect(steps, draws)
            phases.append({"phase": phase, "steps": steps, "after": log.after})
        rounds.append({"round": number, "actions": chosen, "phases": phases})
    ended = {
        s.END_TABLEAU: ["tableau"], s.END_CHIPS: ["chips"], s.END_BOTH: ["chips", "tableau"],
        s.END_ROUNDS: [],
    }  # fmt: skip
    return {
        "schema": 1, "game": TITLE, "set": "base", "id": f"random_{seed}", "players": seats,
        "two_player_advanced": advanced, "vp_pool": 12 * seats, "setup": {"seats": setup, "after": after},
        "draws": draws, "rounds": rounds,
        "final": {
            "rounds": state.round, "ended_by": ended[state.end_reason],
            "seats": [recordings.final_block(state, seat) for seat in range(seats)],
        },
    }  # fmt: skip


def cards_of(step):
    if step["do"] == "draw":
        return step["cards"]
    if step["do"] in ("windfall_good", "produce"):
        return [step["good"]]
    return [step["flipped"]] if step["do"] == "gamble" else []


def with_reshuffles(log):
    """Put a reshuffle step where the deck ran out; a draw across it is written as two."""
    steps, taken, marks = [], 0, list(log.marks)
    for step in log.steps:
        if step["do"] == "no_card_left":
            continue
        rest = step
        while marks and taken + len(cards_of(rest)) >= marks[0] and cards_of(rest):
            cut = marks.pop(0) - taken
            if cut < len(cards_of(rest)):
                steps.append({**rest, "cards": rest["cards"][:cut]})
                rest = {**rest, "cards": rest["cards"][cut:]}
            else:
                steps.append(rest)
                rest = None
            taken += cut
            steps.append({"seat": None, "do": "reshuffle"})
            if rest is None:
                break
        if rest is not None:
            steps.append(rest)
            taken += len(cards_of(rest))
    return steps


def collect(steps, draws):
    """Add the cards taken to the list of draws; a reshuffle begins a new list."""
    for step in steps:
        if step["do"] == "reshuffle":
            draws.append([])
        draws[-1].extend(cards_of(step))


@pytest.mark.parametrize(
    ("seats", "advanced"), [(2, False), (2, True), (3, False)], ids=["2", "2-advanced", "3"]
)
def test_random_games_written_and_read_back(seats, advanced):
    met = set()
    for seed in range(60):
        data = json.loads(json.dumps(written(seed, seats, advanced)))
        (result,) = recordings.verify(data, f"random {seed}")
        assert result.status == "passed", (seed, result)
        steps = [step for r in data["rounds"] for phase in r["phases"] for step in phase["steps"]]
        met |= {step["do"] for step in steps}
        met |= {f"by {step['method']}" for step in steps if step["do"] == "pay"}
        met |= {"sacrifice" for step in steps if step.get("sacrificed")}
        met |= {"extra trade" for step in steps if step.get("via", "action") != "action"}
    wanted = {
        "draw", "discard", "place", "pass", "windfall_good", "pay", "trade", "use", "produce",
        "reshuffle", "by pay", "by conquer", "by contact", "sacrifice", "extra trade", "gamble",
    }  # fmt: skip
    assert wanted <= met


def test_payments_of_nothing_may_stand_at_the_end_and_declines_may_be_left_out():
    moved = left_out = 0
    for seed in range(40):
        data = written(seed)
        for r in data["rounds"]:
            for phase in r["phases"]:
                steps = phase["steps"]
                free = [x for x in steps if x["do"] == "pay" and not x["cards"]]
                declined = [
                    x
                    for x in steps
                    if x["do"] == "use" and "deficit" in x["card"] and not x.get("cards")
                ]
                moved, left_out = moved + len(free), left_out + len(declined)
                phase["steps"] = [x for x in steps if x not in free and x not in declined] + free
        (result,) = recordings.verify(data, f"random {seed}")
        assert result.status == "passed", result
    assert moved > 20
    assert left_out > 3


def test_a_gamble_with_another_guess_is_found():
    for seed in range(30):
        data = written(seed)
        for r, record in enumerate(data["rounds"]):
            for p, phase in enumerate(record["phases"]):
                for n, step in enumerate(phase["steps"]):
                    if step["do"] == "gamble" and step["kept"]:
                        changed = copy.deepcopy(data)
                        altered = changed["rounds"][r]["phases"][p]["steps"][n]
                        altered["guess"] = step["guess"] % 7 + 1
                        (result,) = recordings.verify(changed, "gamble")
                        assert result.step == f"round {r + 1} consume step {n}"
                        return
    pytest.fail("no gamble was won")

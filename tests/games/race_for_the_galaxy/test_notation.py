"""Games of ours written in the public notation and read back: what the three examples do not show.

Random games meet gambles, extra sales, declined powers, sacrifices, contacts and reshuffles in the
midst of a draw; written down from the journal, they have to pass `recordings.verify` like the public
engine's own games.
"""

import copy
import itertools
import json

import pytest

import simkit
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.io import recordings
from simkit.games.race_for_the_galaxy.io.case_names import STEPS
from simkit.games.race_for_the_galaxy.io.comparison import final_block
from simkit.games.race_for_the_galaxy.io.replay import phases_due
from simkit.games.race_for_the_galaxy.rules import consume, explore
from simkit.games.race_for_the_galaxy.rules.journal import Journal, snapshot

TITLE = "race_for_the_galaxy"
STARTS = {
    2: ["old_earth", "alpha_centauri"],
    3: ["epsilon_eridani", "new_sparta", "alpha_centauri"],
    4: ["old_earth", "epsilon_eridani", "alpha_centauri", "new_sparta"],
}
SETTINGS = pytest.mark.parametrize(
    ("seats", "advanced"),
    [(2, False), (2, True), (3, False), (4, False)],
    ids=["2", "2-advanced", "3", "4"],
)


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
    while state.phase == schema.PHASE_SETUP:
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
                chosen[state.seat] = [
                    schema.ACTION_CARDS[c] for c in cards if c != schema.NO_SECOND
                ]
            state.step(action)
        due = phases_due(chosen)
        assert len(due) == len(journal.done)
        phases = []
        for phase, log in zip(due, journal.done, strict=True):
            steps = with_reshuffles(log)
            collect(steps, draws)
            phases.append({"phase": phase, "steps": steps, "after": log.after})
        rounds.append({"round": number, "actions": chosen, "phases": phases})
    ended = {
        schema.END_TABLEAU: ["tableau"], schema.END_CHIPS: ["chips"],
        schema.END_BOTH: ["chips", "tableau"], schema.END_ROUNDS: [],
    }  # fmt: skip
    return {
        "schema": 1, "game": TITLE, "set": "base", "id": f"random_{seed}", "players": seats,
        "two_player_advanced": advanced, "vp_pool": 12 * seats, "setup": {"seats": setup, "after": after},
        "draws": draws, "rounds": rounds,
        "final": {
            "rounds": state.round, "ended_by": ended[state.end_reason],
            "seats": [final_block(state, seat) for seat in range(seats)],
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


def steps_of(data):
    return [step for r in data["rounds"] for phase in r["phases"] for step in phase["steps"]]


def kinds_met(data):
    """What happens in a game, as words: kinds of step, reasons of draws, ways to settle ..."""
    met = set()
    for step in steps_of(data):
        do = step["do"]
        met.add(do)
        if do in ("draw", "discard"):
            met.add(f"{do} for {step['why'].partition(':')[0]}")
        elif do == "pay":
            met.add(f"by {step['method']}, discarded {len(step['sacrificed'])}")
            met |= {f"{card.partition('/')[0]} by {step['method']}" for card in step["sacrificed"]}
            met.add("paid cards" if step["cards"] else "paid nothing")
        elif do == "trade":
            met.add("trade" if step["via"] == "action" else "extra trade")
        elif do == "use":
            met.add(f"use of {len(step.get('goods', []))} goods")
            met.add(f"use of {len(step.get('cards', []))} cards")
        elif do == "gamble":
            met.add(f"gamble {'won' if step['kept'] else 'lost'}")
        elif do == "produce":
            met.add(f"produce {'by the bonus' if step['by'] == 'phase_bonus' else 'by a card'}")
    return met


EVERY_KIND = {
    "draw for explore", "draw for settle_bonus", "draw for trade", "draw for consume",
    "draw for power", "discard for explore", "discard for hand_limit", "place", "pass",
    "windfall_good", "by pay, discarded 0", "by pay, discarded 1", "by conquer, discarded 0",
    "by conquer, discarded 1", "by contact, discarded 0", "by contact, discarded 1",
    "by none, discarded 1", "new_military_tactics by pay", "new_military_tactics by conquer",
    "colony_ship by pay", "paid cards", "paid nothing", "trade", "extra trade",
    "use of 0 goods", "use of 1 goods", "use of 2 goods", "use of 3 goods", "use of 0 cards",
    "use of 1 cards", "use of 2 cards", "gamble won", "gamble lost", "produce by the bonus",
    "produce by a card", "reshuffle",
}  # fmt: skip


def verified(seats, advanced, seeds):
    """Write random games, read each back, and return all that was met in them."""
    met = set()
    for seed in seeds:
        data = json.loads(json.dumps(written(seed, seats, advanced)))
        results = recordings.verify(data, f"random {seed}")
        assert [result.status for result in results] == ["passed"], (seed, results)
        met |= kinds_met(data)
    return met


@SETTINGS
def test_random_games_written_and_read_back(seats, advanced):
    met = verified(seats, advanced, range(60))
    assert met >= EVERY_KIND, sorted(EVERY_KIND - met)


@pytest.mark.soak
@SETTINGS
def test_many_random_games_written_and_read_back(seats, advanced):
    verified(seats, advanced, range(1_000, 3_000))


def test_new_economy_draws_for_its_power():
    """The reward of goods is a draw for ``consume``; a power that only draws is named."""
    reasons = set()
    for seed in range(40):
        steps = steps_of(written(seed))
        for use, draw in itertools.pairwise(steps):
            if use["do"] == "use" and draw["do"] == "draw" and use["seat"] == draw["seat"]:
                reasons.add((use["card"], draw["why"]))
    assert ("new_economy", "power:new_economy") in reasons
    assert all(why != "consume" for card, why in reasons if card == "new_economy")
    assert all(why != f"power:{card}" for card, why in reasons if card != "new_economy")


@pytest.mark.parametrize("seed", [202, 203])
def test_a_good_taken_unasked_is_not_taken_again_for_the_next_power(seed):
    """The last good of a power is the only one that fits; the next power asks for a good."""
    (result,) = recordings.verify(written(seed, 4), f"random {seed}")
    assert result.status == "passed", result


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


def discards_of_tactics(seeds):
    """Random games in which New Military Tactics is discarded, with the steps that do so."""
    for seed in seeds:
        data = json.loads(json.dumps(written(seed)))
        steps = [x for x in steps_of(data) if x["do"] == "pay"]
        tactics = [x for x in steps if any("tactics" in card for card in x["sacrificed"])]
        if tactics:
            yield data, tactics


def test_tactics_discarded_without_a_conquest_may_be_left_out_of_the_cards_used():
    """Their Military is not used then; in a conquest it is, and has to be named."""
    left_out = set()
    for data, steps in discards_of_tactics(range(40)):
        for step in steps:
            step["using"] = [card for card in step["using"] if "tactics" not in card]
        (result,) = recordings.verify(data, "tactics")
        methods = {step["method"] for step in steps}
        assert result.status == ("failed" if "conquer" in methods else "passed"), result
        left_out |= methods
    assert left_out >= {"pay", "conquer", "none"}


def test_other_cards_used_may_not_be_left_out():
    found = 0
    for seed in range(40):
        data = written(seed)
        for step in steps_of(data):
            if step["do"] == "pay" and any("tactics" not in card for card in step["using"]):
                step["using"] = [card for card in step["using"] if "tactics" in card]
                (result,) = recordings.verify(data, "using")
                assert result.status == "failed"
                found += 1
                break
    assert found > 3


def test_who_settles_nothing_may_have_no_method():
    found = 0
    for data, steps in discards_of_tactics(range(40)):
        for step in steps:
            if step["for"] is None:
                step["method"] = None
                found += 1
        (result,) = recordings.verify(data, "tactics")
        assert result.status == "passed", result
    assert found > 3


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


def altered(step, data, tables):
    """Every step that differs from one in a single figure, so that the game is no longer right.

    A lost gamble might as well have been lost with another number: it is given the winning one. New
    Military Tactics discarded without a conquest need not stand among the cards used.
    """
    others = data["setup"]["seats"][0]["dealt"]
    for key, value in step.items():
        if key == "seat" and value is not None:
            yield {**step, key: (value + 1) % data["players"]}
        elif key == "do":
            yield {**step, key: "pass" if value != "pass" else "reshuffle"}
        elif key == "why":
            yield {**step, key: "trade" if value != "trade" else "explore"}
        elif key == "method":
            yield {**step, key: "contact" if value != "contact" else "conquer"}
        elif isinstance(value, bool):
            yield {**step, key: not value}
        elif key == "guess":
            number = tables.cost[tables.number[step["flipped"]]]
            yield {**step, key: number if not step["kept"] else number % 7 + 1}
        elif isinstance(value, int):
            yield {**step, key: value + 1}
        elif isinstance(value, list):
            yield {**step, key: [*value, others[0] if others[0] not in value else others[1]]}
            if value:
                idle = key == "using" and step["method"] != "conquer" and "tactics" in value[0]
                if not idle:
                    yield {**step, key: value[1:]}
                wrong = next(card for card in others if card not in value)
                yield {**step, key: [wrong, *value[1:]]}
        elif isinstance(value, str):
            yield {**step, key: others[0] if others[0] != value else others[1]}


@SETTINGS
def test_a_step_of_any_kind_altered_by_one_figure_is_found(seats, advanced):
    """For each kind of step that games of random play show, two of them, altered in every way."""
    tables = simkit.rules(TITLE, seats=seats).tables
    seen = {}
    compared = 0
    for seed in range(20):
        data = json.loads(json.dumps(written(seed, seats, advanced)))
        for r, record in enumerate(data["rounds"]):
            for p, phase in enumerate(record["phases"]):
                for n, step in enumerate(phase["steps"]):
                    shape = (step["do"], step.get("method"), step.get("by") == "phase_bonus")
                    seen[shape] = seen.get(shape, 0) + 1
                    if seen[shape] > 2:
                        continue
                    for wrong in altered(step, data, tables):
                        changed = copy.deepcopy(data)
                        changed["rounds"][r]["phases"][p]["steps"][n] = wrong
                        result = recordings.verify(changed, "altered")[0]
                        assert result.status == "failed", (step, wrong)
                        assert result.step
                        assert result.detail
                        compared += 1
    assert {shape[0] for shape in seen} >= set(STEPS) - {"no_card_left"}
    assert compared > 150


def test_a_figure_of_any_closing_section_altered_is_found():
    data = json.loads(json.dumps(written(3)))
    seats = len(data["final"]["seats"])
    for seat in range(seats):
        for key, value in data["final"]["seats"][seat].items():
            changed = copy.deepcopy(data)
            part = changed["final"]["seats"][seat]
            if isinstance(value, dict):
                part[key]["comet_zone"] = 17
            else:
                part[key] = not value if isinstance(value, bool) else value + 1
            (result,) = recordings.verify(changed, "altered")
            assert (result.status, result.step) == ("failed", f"final seat {seat}"), key
    for key, wrong in (("rounds", 1), ("ended_by", ["deck"])):
        changed = copy.deepcopy(data)
        changed["final"][key] = wrong
        (result,) = recordings.verify(changed, "altered")
        assert (result.status, result.step) == ("failed", "final"), key


def test_more_or_fewer_cards_drawn_than_the_steps_show_are_found():
    data = written(3)
    more = copy.deepcopy(data)
    more["draws"][-1].append("gem_world")
    less = copy.deepcopy(data)
    less["draws"].append(["gem_world"])
    empty = copy.deepcopy(data)
    empty["draws"].append([])
    assert [result.status for result in recordings.verify(empty, "empty")] == ["passed"]
    for changed in (more, less):
        (result,) = recordings.verify(changed, "altered")
        assert (result.status, result.step) == ("failed", "draws")


def places(data):
    """Every part of a recording that has keys."""
    yield "heading", data
    yield "setup", data["setup"]
    yield "setup seat 1", data["setup"]["seats"][1]
    yield "setup after", data["setup"]["after"]
    yield "setup after, seat 0", data["setup"]["after"]["seats"][0]
    yield "round 2", data["rounds"][1]
    phase = data["rounds"][1]["phases"][-1]
    yield f"round 2 {phase['phase']} after", phase["after"]
    yield f"round 2 {phase['phase']} after, seat 1", phase["after"]["seats"][1]
    yield "round 2", phase
    yield "final", data["final"]
    yield "final seat 0", data["final"]["seats"][0]
    for r, record in enumerate(data["rounds"], 1):
        for phase in record["phases"]:
            for n, step in enumerate(phase["steps"]):
                yield f"round {r} {phase['phase']} step {n}", step


def test_a_key_that_the_notation_does_not_have_is_named():
    pristine = written(5)
    for number in range(len(list(places(pristine)))):
        data = copy.deepcopy(pristine)
        place, part = list(places(data))[number]
        part["hovercraft"] = 3
        results = recordings.verify(data, "strange")
        assert results[-1].status == "skipped", place
        assert f"{place}: 'hovercraft'" in results[-1].detail


def test_a_step_that_the_notation_does_not_have_is_named():
    data = written(5)
    phase = data["rounds"][3]["phases"][0]
    phase["steps"].insert(0, {"seat": 0, "do": "meditate", "cards": []})
    (result,) = recordings.verify(data, "strange")
    assert (result.status, result.step) == ("failed", f"round 4 {phase['phase']} step 0")
    assert "unknown step 'meditate'" in result.detail


@pytest.mark.parametrize("key", ["pool", "hand_cards", "start_world", "why", "actions"])
def test_a_key_that_is_missing_is_named(key):
    data = written(5)
    for _, part in places(data):
        if key in part:
            del part[key]
            break
    (result,) = recordings.verify(data, "short")
    assert result.status == "failed"
    assert key in result.detail


def test_the_start_good_may_have_been_drawn_after_the_hands():
    data = written(4)
    good = data["draws"][0].pop(0)
    assert good == data["setup"]["seats"][1]["start_good"]
    data["draws"][0].insert(12, good)
    (result,) = recordings.verify(data, "good")
    assert (result.status, result.step) == ("failed", "draws")
    data["setup"]["start_good_drawn_before_hands"] = False
    (result,) = recordings.verify(data, "good")
    assert result.status == "passed"


def test_a_draw_that_fails_is_a_step():
    """With deck and discards empty: in hand, in Explore, for a gamble and for a good."""
    rules = simkit.rules(TITLE, seats=2)
    for op, wanted in (
        (lambda g: g.draw_to_hand(0, 3, "trade"), 1),
        (lambda g: g.put_good(0, g.t.number["comet_zone"]), 1),
        (lambda g: explore.look(g, 0, 2), 1),
        (lambda g: consume.gamble(g, 3), 1),
    ):
        g = rules.deal(simkit.Luck(1))
        g.deck, g.discards, g.turn, g.phase = [], [], 2, schema.PHASE_CONSUME
        g.journal = Journal(g.t)
        op(g)
        logs = [*g.journal.done, g.journal.now]
        steps = [step for log in logs for step in log.steps]
        assert [step["do"] for step in steps].count("no_card_left") == wanted

"""Slow twins, written from the rules anew, of what the engine enumerates cleverly."""

import itertools

import pytest

import simkit
from simkit.games.race_for_the_galaxy.rules import legal, produce, scoring
from simkit.games.race_for_the_galaxy.rules import state as st

TITLE = "race_for_the_galaxy"


def positions(stage, games=60, seats=3, **options):
    """Positions of random games in which a stage is decided."""
    rules = simkit.rules(TITLE, seats=seats, **options)
    for seed in range(games):
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("twins")
        while not state.over:
            if state.stage == stage:
                yield state
            state.apply(whims.choice(state.legal()))


def record(state, card):
    return state.t.records[state.t.design[card]]


def powers(state, p, op):
    for card in p.tableau:
        for power in record(state, card)["powers"]:
            if power["op"] == op:
                yield card, power


def military(state, p, world):
    r = record(state, world)
    total = 0
    for _, power in powers(state, p, "military"):
        fits = power["against"] in ("any", r.get("kind")) or (
            power["against"] == "rebel" and "rebel" in r["flags"]
        )
        total += power["n"] if fits else 0
    return total


def slow_ways(state, p, world, purse):
    """Ways to settle, straight from "III Settle" and the records of cards.toml.

    New Military Tactics may be discarded whatever else is done.
    """
    r = record(state, world)
    discount = sum(
        power["n"]
        for card, power in powers(state, p, "discount")
        if power["phase"] == "settle" and power["kind"] in ("any", r.get("kind"))
    )
    ways = set()
    ship = any(
        power["not_kind"] != r.get("kind") for _, power in powers(state, p, "sacrifice_for_free")
    )
    tactics = list(powers(state, p, "sacrifice_for_military"))
    prices = {"pay": r["cost"]} if r["settle"] == "cost" else {}
    if r["settle"] == "military":
        strength = military(state, p, world)
        for used in range(len(tactics) + 1):
            if strength + sum(power["n"] for _, power in tactics[:used]) >= r["defense"]:
                ways.add(("conquer", (False, bool(used))))
        for _, power in powers(state, p, "pay_for_military"):
            if power["not_kind"] != r.get("kind"):
                prices["contact"] = r["defense"] - power["discount"]
    for method, price in prices.items():
        for used in range(len(tactics) + 1):
            if max(0, price - discount) <= purse:
                ways.add((method, (False, bool(used))))
            if ship:
                ways.add((method, (True, bool(used))))
    return ways


def test_ways_to_settle():
    compared = 0
    for state in positions(st.STAGE_PLACE):
        if state.rules.schema.phases[state.phase].startswith("settle"):
            p = state.players[state.seat]
            for card in p.hand:
                if state.t.world[card]:
                    purse = len(p.hand) - 1
                    found = legal.ways_to_settle(state, state.seat, card, purse)
                    names = {
                        (("pay", "conquer", "contact")[w & 3], (bool(w & 4), bool(w & 8)))
                        for w in found
                    }
                    assert names == slow_ways(state, p, card, purse)
                    assert len(found) == len(names)
                    compared += 1
    assert compared > 2_000


def test_placeable_developments():
    compared = 0
    for state in positions(st.STAGE_PLACE):
        name = state.rules.schema.phases[state.phase]
        if not name.startswith("develop"):
            continue
        p = state.players[state.seat]
        bonus = name in {
            "develop" if p.actions >> 2 & 1 else "",
            "develop_second" if p.actions >> 7 & 1 else "",
        }
        discount = sum(
            power["n"] for _, power in powers(state, p, "discount") if power["phase"] == "develop"
        )
        owned = {state.t.design[card] for card in p.tableau}
        wanted = [
            card
            for card in p.hand
            if record(state, card)["type"] == "development"
            and state.t.design[card] not in owned
            and max(0, record(state, card)["cost"] - discount - bonus) <= len(p.hand) - 1
        ]
        assert legal.placeable(state, state.seat) == wanted
        compared += 1
    assert compared > 300


def test_every_payment_can_be_made():
    """Card by card, every set of hand cards of the right size can be paid with."""
    compared = 0
    for state in positions(st.STAGE_PAY, games=25):
        if state.picked or not 1 < state.need <= 3 or len(state.players[state.seat].hand) > 6:
            continue
        seat, hand = state.seat, state.players[state.seat].hand[:]
        for cards in itertools.combinations(hand, state.need):
            copy = state.clone()
            for card in cards:
                copy.step(state.rules.encode("pay", card=card))
            assert not set(cards) & set(copy.players[seat].hand)
            assert set(cards) <= set(copy.discards) | set(copy.deck)
        compared += 1
    assert compared > 40


def outcomes(state, chosen):
    """Goods per kind and world group after the phase of one seat, over all orders of `chosen`."""
    seat, round_ = state.seat, state.round
    found = set()
    stack = [state.clone()]
    visited = set()
    while stack:
        g = stack.pop()
        if g.seat != seat or g.stage != st.STAGE_PRODUCE or g.round != round_ or g.over:
            p = g.players[seat]
            found.add(frozenset(p.produced))
            continue
        key = (
            frozenset(g.players[seat].goods),
            tuple(g.players[seat].todo),
            g.players[seat].bonus_left,
        )
        if key in visited:
            continue
        visited.add(key)
        for action in chosen(g):
            copy = g.clone()
            copy.apply(action)
            stack.append(copy)
    return found


def test_produce_candidates_lose_no_good():
    """The candidates reach as many goods as any order, and every choice among equal numbers."""
    compared = 0
    for state in positions(st.STAGE_PRODUCE, games=80):
        p = state.players[state.seat]
        if len(p.tableau) > 9 or compared >= 120 or len(produce.empty_windfalls(state, p)) < 2:
            continue
        if len(state.legal()) > 9:
            continue
        every = outcomes(state, lambda g: g.legal())
        sensible = outcomes(state, lambda g: g.candidates())
        most = max(len(goods) for goods in every)
        group = state.t.good_group
        full = {tuple(sorted(group[w] for w in goods)) for goods in every if len(goods) == most}
        reached = {tuple(sorted(group[w] for w in goods)) for goods in sensible}
        assert all(len(goods) == most for goods in reached)
        assert reached <= full
        compared += 1
    assert compared > 15


def test_consume_menu():
    """The usable powers, straight from "IV Consume" and the records of cards.toml."""
    compared = 0
    for state in positions(st.STAGE_CONSUME, games=60):
        p = state.players[state.seat]
        kinds = [record(state, world)["kind"] for world in p.goods]
        wanted = set()
        for code in p.todo:
            card, number = code >> 3, code & 7
            power = record(state, card)["powers"][number]
            op = power["op"]
            fitting = [k for k in kinds if power.get("kind", "any") in ("any", k)]
            if op == "consume":
                usable = len(fitting) >= power["goods"]
            elif op == "consume_different":
                usable = len(set(kinds)) >= power["goods"]
            elif op in ("consume_all", "extra_trade"):
                usable = bool(kinds)
            else:
                usable = op in ("draw", "gamble") or bool(p.hand)
            if usable and op == "extra_trade":
                names = [state.t.names[world] for world in p.goods]
                wanted |= {f"trade world={name} via={state.t.names[card]}" for name in names}
            elif usable:
                wanted.add(f"use card={state.t.names[card]} power={number}")
        assert {state.rules.notation(action) for action in state.legal()} == wanted
        compared += 1
    assert compared > 200


def slow_term(terms, r):
    for term in terms:
        match = term["match"]
        if match in ("chips", "military_total"):
            continue
        if match == "name":
            fits = r["id"] == term["card"]
        else:
            fits = match in ("card", r["type"])
            fits = fits and all(
                r.get(k) == term[k] for k in ("kind", "production", "cost") if k in term
            )
            fits = fits and ("flag" not in term or term["flag"] in r["flags"])
            fits = fits and (not term.get("military") or r.get("settle") == "military")
            phases = {power["phase"] for power in r["powers"]}
            fits = fits and ("power" not in term or term["power"] in phases)
        if fits:
            return term["vp"]
    return 0


def test_variable_points():
    rules = simkit.rules(TITLE, seats=4)
    compared = 0
    for seed in range(60):
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("twins")
        while not state.over:
            state.apply(whims.choice(state.legal()))
        for p in state.players:
            for card in p.tableau:
                r = record(state, card)
                if "score" not in r:
                    continue
                points = sum(slow_term(r["score"], record(state, other)) for other in p.tableau)
                for term in r["score"]:
                    if term["match"] == "chips":
                        points += term["vp"] * (p.chips // term["per"])
                    elif term["match"] == "military_total":
                        points += term["vp"] * sum(
                            power["n"]
                            for _, power in powers(state, p, "military")
                            if power["against"] == "any"
                        )
                assert scoring.variable_points(state.t, p, card) == points
                compared += 1
    assert compared > 60


def test_refusals_speak_of_the_card_that_was_named(table):
    """Cards in hand, cards elsewhere: each gets the reason that holds for it."""
    hand = ["rebel_miners", "rebel_homeworld", "space_marines"]
    t = table([{"tableau": ["new_sparta"], "hand": hand}], actions=[["settle"], ["produce"]])
    state, rules = t.state, t.rules
    assert any(text.startswith("place") for text in t.choices)
    held = set(state.players[state.seat].hand)
    for card in range(len(state.t.names)):
        action = rules.encode("place", card=card)
        if state.is_legal(action):
            assert card in held
            continue
        why = state.why_illegal(action)
        assert (why == "the card is not in hand") is (card not in held), state.t.names[card]


@pytest.mark.parametrize(
    ("phase", "card", "why"),
    [
        ("settle", "space_marines", "a development cannot be placed in this phase"),
        ("settle", "rebel_homeworld", "does not conquer defense"),
        ("develop", "rebel_miners", "a world cannot be placed in this phase"),
        ("develop", "galactic_federation", "it costs 5, and 3 other cards are in hand"),
        ("develop", "public_works", "the tableau has this development already"),
    ],
)
def test_refused_placements_have_the_reason_that_holds(table, phase, card, why):
    hand = ["rebel_miners", "space_marines", "rebel_homeworld"]
    hand = hand[:3] if card in hand else [*hand, card]
    tableau = ["new_sparta", "public_works"]
    t = table([{"tableau": tableau, "hand": hand}], actions=[[phase], ["produce"]])
    number = next(c for c in t.state.players[0].hand if t.state.t.names[c].split("/")[0] == card)
    assert why in t.state.why_illegal(t.rules.encode("place", card=number))

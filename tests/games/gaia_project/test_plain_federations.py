"""Option satellite_rule = plain: the fewest satellites, whatever own planets come along (rules.md D)."""

import random
from itertools import combinations

import pytest

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import federations
from simkit.games.gaia_project.rules.geometry import DIRECTIONS, cells_of, distance
from simkit.games.gaia_project.rules.terms import FACTIONS

from .board import federate, find, hexes, may_federate, position

MOST = 4  # satellites of the slow twin
RULES = ("fewest", "none_superfluous", "free", "plain")


def apart(rule):
    """A mine two hexes off the straight way: with it as a step two satellites do, without it three."""
    planets = {(0, 0): "terra", (2, 2): "terra", (2, 0): "terra", (3, 2): "terra"}
    pieces = {"planetary_institute": ["0x0"], "academy_left": ["2x2"], "trading_station": ["3x2"],
              "mine": ["2x0"]}  # fmt: skip
    return position(planets, [{"bowls": [0, 0, 9], "buildings": pieces}, {}],
                    ["terrans", "itars"], {"satellite_rule": rule})  # fmt: skip


def test_another_planet_and_a_satellite_less_are_demanded_by_the_plain_rule_alone():
    """From 0x0 to 2x2 it takes three satellites, past 2x0 two."""
    # Rules: [#2.3D.1]
    straight = ["0x0", "2x2", "3x2", "0x1", "0x2", "1x2"]
    shorter = ["0x0", "2x2", "3x2", "2x0", "1x0", "2x1"]
    for rule in RULES:
        assert may_federate(apart(rule), *straight) is (rule != "plain")
        # Under the other rules the mine and its way are one planet more: no satellite can be left out.
        assert may_federate(apart(rule), *shorter)
    state = apart("plain")
    mask = sum(1 << state.galaxy.cell_named(name) for name in straight)
    action = state.rules.encode("federation", token="fed2", hexes=mask)
    assert "with more own planets" in state.why_illegal(action)
    listed = {a >> federations.MASK_AT for a in find(state, "federation")}
    assert mask not in listed
    offered = federations.offered(state, state.players[0])
    assert [(m & ~state.players[0].own).bit_count() for m in offered] == [2]
    federate(state, "fed2", *shorter)
    assert state.players[0].satellite_count == 2


# A slow twin on small boards ------------------------------------------------------------------------


def small_board(draw):
    """A board with two big buildings, a few small ones, and little room between others' planets."""
    cells = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    spots = draw.sample(cells, draw.choice((6, 7, 8)))
    kinds = draw.choices(["mine", "mine", "trading_station"], k=len(spots))
    kinds[:2] = ["planetary_institute", "academy_left"]
    pieces = {}
    for kind, (q, r) in zip(kinds, spots, strict=True):
        pieces.setdefault(kind, []).append(f"{q}x{r}")
    others = {spot: "ice" for spot in draw.sample(cells, 22) if spot not in spots}
    return {**others, **dict.fromkeys(spots, "terra")}, pieces


def dealt(draw, rule):
    planets, pieces = small_board(draw)
    rules = simkit.rules("gaia_project", seats=2, satellite_rule=rule)
    deal = {"hexes": hexes(planets, radius=4), "factions": ["terrans", "itars"]}
    spec = {"bowls": [0, 0, 12], "buildings": pieces, "tiles": ["tech3"]}
    return rules.position({"deal": deal, "players": [spec, {}]})


class Board:
    """The position as coordinates."""

    def __init__(self, state):
        p, at = state.players[0], state.shape.coordinates
        self.own = {at[c] for c in cells_of(p.own)}
        self.value = {at[c]: state.power_value(p, c) for c in cells_of(p.own)}
        planets = {at[c] for c in cells_of(state.planets)}
        self.places = [spot for spot in at.values() if spot not in planets]
        self.cell = state.shape.cell

    def component(self, start, inside):
        found, todo = {start}, [start]
        while todo:
            q, r = todo.pop()
            for dq, dr in DIRECTIONS:
                spot = q + dq, r + dr
                if spot in inside and spot not in found:
                    found.add(spot)
                    todo.append(spot)
        return frozenset(found)

    def federations(self, most):
        """All that is joined by so many satellites: planets and satellites that hang together."""
        found = {self.component(spot, self.own): 0 for spot in self.own}
        for count in range(1, most + 1):
            for satellites in combinations(self.places, count):
                piece = self.component(satellites[0], self.own | set(satellites))
                if piece.issuperset(satellites):
                    found[piece] = count
        return {piece: count for piece, count in found.items() if self.worth(piece) >= 7}

    def worth(self, piece):
        return sum(self.value[spot] for spot in piece & self.own)

    def superfluous(self, piece):
        """Could planets and a satellite be left out, and the rest do without touching them?"""
        planets, satellites = piece & self.own, piece - self.own
        groups = {self.component(spot, planets) for spot in planets}
        for size in range(1, len(groups)):
            for stay in combinations(groups, size):
                kept = frozenset().union(*stay)
                gone = planets - kept
                rest = {s for s in satellites if all(distance(s, g) > 1 for g in gone)}
                for count in range(len(rest) + 1):
                    for some in combinations(sorted(rest), count):
                        whole = kept | set(some)
                        if self.worth(kept) >= 7 and self.component(min(kept), whole) == whole:
                            return True
        return False


def plain(board, most):
    """Every federation of so many satellites that the plain rule allows, with how many it takes."""
    every = board.federations(most)
    fewest = {}  # by a set of planets, the fewest satellites that join it, whatever comes along
    for piece, count in every.items():
        planets = piece & board.own
        fewest[planets] = min(fewest.get(planets, 99), count)
    return {
        piece: count
        for piece, count in every.items()
        if count == min(n for planets, n in fewest.items() if planets >= piece & board.own)
        and not (count and board.superfluous(piece))
    }, every


# On the first boards federations are refused by the plain rule alone; the others are any.
REFUSING = (3, 16, 33, 70, 122, 161, 220, 223, 259, 285, 290, 307, 377, 395, 402)


@pytest.mark.parametrize("seed", [*REFUSING, *range(4, 16)])
def test_plain_federations_of_small_boards_are_those_of_the_slow_twin(seed):
    state, fewest = dealt(random.Random(seed), "plain"), dealt(random.Random(seed), "fewest")
    p, board = state.players[0], Board(state)
    allowed, every = plain(board, MOST)
    refused = 0
    for piece in every:
        mask = sum(1 << board.cell[spot] for spot in piece)
        why = federations.problem(state, p, mask)
        assert (why == "") is (piece in allowed), sorted(piece)
        if "with more own planets" in why:
            assert federations.problem(fewest, fewest.players[0], mask) == ""
            refused += 1
    assert refused or seed not in REFUSING
    wanted = {piece & board.own for piece in allowed}
    at = state.shape.coordinates
    for mask in [*federations.listed(state, p), *federations.offered(state, p)]:
        piece = frozenset(at[c] for c in cells_of(mask))
        if len(piece - board.own) <= MOST:
            assert piece in allowed, sorted(piece)
    listed = {
        frozenset(at[c] for c in cells_of(mask & p.own)) for mask in federations.listed(state, p)
    }
    few = {  # sets of groups that `listed` promises
        planets for planets in wanted
        if len({board.component(s, planets) for s in planets}) <= federations.LISTED_GROUPS
    }  # fmt: skip
    assert few <= listed


@pytest.mark.parametrize("seats", [2, 4])
def test_games_by_the_plain_rule_offer_only_what_it_allows(seats):
    rules = simkit.rules("gaia_project", seats=seats, satellite_rule="plain")
    formed = 0
    for seed in range(3):
        state = rules.deal(simkit.Luck(seed))
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(seats)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        while not state.over:
            p = state.players[state.seat]
            if state.mode == schema.M_TURN:
                for mask in federations.offered(state, p):
                    assert federations.problem(state, p, mask) == "", FACTIONS[p.faction]
            action = bots[state.seat].choose(state, state.candidates()).action
            formed += action & 63 == schema.K_FEDERATION
            state.step(action)
    assert formed > 3

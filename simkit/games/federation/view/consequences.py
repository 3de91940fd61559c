"""Tell what an action set going: gains, medals, tiles turned up, the Executive Phase, a new round.

The action is carried out once more on a copy, task by task, so that every step can be told in its order.
Nothing that is hidden from a seat is told: what is turned up is read from the state afterwards.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from simkit.games.federation.rules import apply, effects, executive, kinds, legal, scoring, terms
from simkit.games.federation.view import words
from simkit.games.federation.view.names import (
    FLOORS,
    MEDALS,
    NAMES,
    PROJECTS,
    VALUES,
    WINGS,
    in_a_row,
    moon_name,
    number,
    resource,
)

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState, Player
    from simkit.games.federation.rules.tables import Task
    from simkit.games.federation.title import FederationRules
    from simkit.games.federation.view.names import Names

# Choices of one, carried out unasked, whose outcome does not say what brought it about.
UNSEEN: Final = (kinds.K_REFRESH, kinds.K_COPY_ERUDITE, kinds.K_COPY, kinds.K_INCOME)
# What is said where an effect finds nothing to work on.
IN_VAIN: Final = {
    terms.MARKER: "no mission left for a marker",
    terms.DISC: "no shop left for a free trade disc",
    terms.REFRESH: "no used erudite to turn up",
    terms.TRANSMUTE: "nothing to transmute",
    terms.MEDAL: "no medal left to take",
    terms.BUILD_FREE: "nothing left to build",
    terms.TAKE_ERUDITE: "no erudite to take",
}


def opening(names: Names, s: FederationState) -> list[str]:
    """Return what lies open before the first decision: start tiles, laws, blocked spaces, planets."""
    lines = [f"seat {s.first} is first and holds the president pawn"]
    for seat, p in enumerate(s.players):
        if p.start >= 0:
            lines.append(f"seat {seat} has {names.start_tiles[p.start]}")
    offered = [name for i, name in enumerate(names.start_tiles) if s.offer >> i & 1]
    if offered:
        lines.append(f"start tiles to pick from, the last seat first: {in_a_row(offered)}")
    lines += laws_and_blocks(names, s)
    for moon, tokens in enumerate(s.moons):
        if s.moons_seen >> moon & 1 and tokens:
            said = in_a_row(names.tokens[token] for token in tokens)
            lines.append(f"open on {moon_name(s.tables, moon)}: {said}")
    tiles = [name for i, name in enumerate(names.erudites) if s.open >> i & 1]
    lines.append(f"open on Atal: {in_a_row(tiles) or 'nothing'}")
    industries = [f"the {names.structures[i]} ({names.income(i)})" for i in s.industries]
    lines.append(f"industries in play: {in_a_row(industries)}")
    lines += [
        f"{names.structures[s.tables.n_industries + mega]}: {in_a_row(map(str, times))} times "
        f"the smaller of {words.mega_values(s, mega)}"
        for mega, times in enumerate(s.multipliers)
        if times
    ]
    return lines


def consequences(
    rules: FederationRules, before: FederationState, action: int, after: FederationState
) -> list[str]:
    """Return what an action set going, sentence by sentence, in the order in which it happened."""
    teller = Teller(rules.names, before)
    teller.carry_out(action)
    teller.go_on()
    own = len(teller.lines) if teller.own_lines < 0 else teller.own_lines
    return [
        *teller.lines[:own],
        *turned_up(rules.names, before, after),
        *teller.lines[own:],
        *new_round(rules.names, before, after),
    ]


class Teller:
    """Carries tasks out on a copy of a state and says what each brings.

    Attributes
    ----------
    state
        The copy.
    lines
        What was said so far.
    own_lines
        How many of these are about the action itself; -1 = all.
    label
        What the piece of the game under way is called; "" = the action itself.
    start
        The state when that piece began.
    flows
        By seat and resource, what came in and what went out since then.
    missed
        By seat, what was not to be had since then, in words.
    """

    def __init__(self, names: Names, before: FederationState) -> None:
        self.names = names
        self.state = before.clone()
        self.lines: list[str] = []
        self.own_lines = -1
        in_income = any(task[:2] == (terms.EXECUTIVE, executive.INCOME) for task in before.todo)
        self.label = "income" if in_income else ""
        self.begin_piece()

    def begin_piece(self) -> None:
        """Let another piece of the game begin."""
        s = self.state
        self.start = s.clone()
        self.purses = [p.res[:] for p in s.players]
        self.flows = [[[0, 0] for _ in p.res] for p in s.players]
        self.missed: list[list[str]] = [[] for _ in s.players]

    def count(self) -> None:
        """Count what has come in or gone out since this was last asked."""
        for purse, flows, p in zip(self.purses, self.flows, self.state.players, strict=True):
            for kind, n in enumerate(p.res):
                flows[kind][n < purse[kind]] += abs(n - purse[kind])
                purse[kind] = n

    def carry_out(self, action: int) -> None:
        """Carry out an action."""
        apply.resolve(self.state, action)
        self.count()

    def go_on(self) -> None:
        """Do what `effects.run` does, and tell it."""
        s = self.state
        while s.todo:
            op, a, b, source = s.todo[-1]
            if terms.DECIDES[op]:
                options = legal.options(s, op, a, b)
                if op == terms.TURN or len(options) > 1:
                    break
                if not options:
                    self.missed[s.seat] += [IN_VAIN[op]] if op in IN_VAIN else []
                    del s.todo[-1]
                else:
                    self.carry_out_unasked(options[0])
                continue
            del s.todo[-1]
            if op == terms.EXECUTIVE:
                self.executive(a, b)
            elif op != terms.NEXT_TURN:
                self.perform((op, a, b, source))
            elif effects.next_turn(s):
                break
        self.close()

    def carry_out_unasked(self, action: int) -> None:
        """Carry out the only choice there is, and name it where nothing else would."""
        if action & kinds.KIND in UNSEEN or (
            action & kinds.KIND == kinds.K_UPKEEP and self.falls(action)
        ):
            self.close()
            only = self.state.rules.words(self.state, action)
            self.add([f"seat {self.state.seat} has one choice: {only}"])
        self.carry_out(action)

    def falls(self, upkeep: int) -> bool:
        """Tell whether the seat's marker falls by an upkeep."""
        s = self.state
        level = s.rules.decode(upkeep)[1]["level"]
        return executive.step_after_upkeep(s, level) != s.players[s.seat].step

    def perform(self, task: Task) -> None:
        """Carry out an effect, and note what of it was not to be had."""
        s, (op, a, b, source) = self.state, task
        seat, p = s.seat, s.players[s.seat]
        ships, tokens = p.hangar, len(p.tokens)
        effects.perform(s, op, a, b, source)
        self.count()
        if op == terms.SHIP and p.hangar - ships < a:
            why = "no ship left in the supply" if not p.supply else "no room for more ships"
            self.missed[seat].append(why)
        elif op == terms.ALTERATION and len(p.tokens) - tokens < b:
            self.missed[seat].append(f"no alteration token of strength {a} left")

    def add(self, lines: list[str]) -> None:
        """Add lines to what was said, under the label of the piece under way."""
        self.lines += [f"{self.label}: {line}" if self.label else line for line in lines]

    def close(self) -> None:
        """Say what the piece of the game that ends here has changed."""
        self.add(changes(self.names, self.start, self.state, self.flows, self.missed))
        self.begin_piece()

    def executive(self, step: int, place: int) -> None:
        """Carry out a piece of the Executive Phase and say what it is."""
        s = self.state
        self.close()
        if self.own_lines < 0:
            self.own_lines = len(self.lines)
        if step == executive.INCOME and place == 0:
            self.lines.append("the Executive Phase begins")
        self.label = {executive.INCOME: "income", executive.UPKEEP: "upkeep"}.get(step, "")
        if step == executive.FUNDING:
            self.label = "funding"
            self.lines += funding(s) if place == 0 else []
        elif step == executive.FLOORS:
            self.lines += floors(s)
        elif step == executive.LAW:
            self.lines += law_votes(s)
        elif step == executive.CLEAN_UP:
            self.lines += what_ends(s)
            self.lines += final_rankings(s) if s.round >= s.tables.rounds else []
        passed = len(s.laws_passed)
        executive.proceed(s, step, place)
        self.count()
        if len(s.laws_passed) > passed:
            self.lines.append(f"the {self.names.laws[s.laws_passed[-1]]} passes")
        if step in (executive.FLOORS, executive.LAW, executive.CLEAN_UP):
            self.begin_piece()  # said already, or what a new round brings


# What changed -------------------------------------------------------------------------------------


def changes(
    names: Names,
    before: FederationState,
    after: FederationState,
    flows: list[list[list[int]]],
    missed: list[list[str]],
) -> list[str]:
    """Return what differs between two states, a line for each seat and one for the projects.

    Parameters
    ----------
    flows, missed
        As `Teller` has them.
    """
    lines = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        said = [
            *holdings(old, new, flows[seat]),
            *standing(names, old, new),
            *beyond_top(before, after, seat),
            *missed[seat],
        ]
        if after.president == seat != before.president:
            said.append("the president pawn")
        if said:
            lines.append(f"seat {seat}: {', '.join(said)}")
    return lines + tracks(before, after)


def holdings(old: Player, new: Player, flows: list[list[int]]) -> list[str]:
    """Return what a seat got and paid, each by itself even if they cancel out."""
    lines = []
    for kind, (got, paid) in enumerate(flows):
        lines += [f"+{resource(got, kind)}"] if got else []
        lines += [f"-{resource(paid, kind)}"] if paid else []
    if new.hangar != old.hangar:
        lines.append(f"{number(new.hangar, 'ship')} in the hangar")
    if new.general != old.general:
        lines.append(f"{number(new.general, 'contribution')} to the general project so far")
    return lines


def standing(names: Names, old: Player, new: Player) -> list[str]:
    """Return what a seat's tokens, markers, tracks and medals have become."""
    tables = names.tables
    lines = []
    if new.miner != old.miner:
        lines.append(f"miner on {names.cells[new.miner]}")
    if new.mage != old.mage:
        lines.append(f"mage on {moon_name(tables, new.mage)}")
    gained = Counter(new.tokens) - Counter(old.tokens)
    lines += [f"an {names.tokens[token]}" for token in gained.elements()]
    lines += new_markers(names, new.markers & ~old.markers)
    for asteroid, name in enumerate(names.asteroids):
        if new.asteroids & ~old.asteroids & 1 << asteroid:
            lines.append(name)
    for tile, name in enumerate(tables.erudites):
        if new.erudites & ~old.erudites & 1 << tile:
            lines.append(f"erudite {name}")
    for shop, level in enumerate(new.shops):
        if level != old.shops[shop]:
            lines.append(f"a disc on level {level} of {names.shops[shop]}")
    for structure, name in enumerate(names.structures):
        if new.built & ~old.built & 1 << structure:
            lines.append(name if structure >= tables.n_industries else f"the {name}")
    if new.die != old.die:
        lines.append(f"assistant die at {new.die}")
    if new.step != old.step:
        falls = "falls to " if new.step < old.step else ""
        lines.append(f"{falls}accreditation step {new.step} (level {tables.level_of[new.step]})")
    boost, boosted = old.boost_round + old.boost_game, new.boost_round + new.boost_game
    if boost != boosted:
        lines.append(f"level {new.level} with boosts" if boosted else f"level {new.level}")
    for planet, name in enumerate(terms.PLANETS):
        if new.influence[planet] != old.influence[planet]:
            lines.append(f"influence on {NAMES[name]} {new.influence[planet]}")
    for medal, name in enumerate(MEDALS):
        if new.medals & ~old.medals & 1 << medal:
            lines.append(f"the {name}")
    if new.special == terms.AVAILABLE != old.special:
        lines.append("the special ambassador")
    return lines


def new_markers(names: Names, markers: int) -> list[str]:
    """Return which missions got a marker; many at once only by number."""
    missions = [i for i in range(len(names.missions)) if markers >> i & 1]
    if len(missions) > 2:
        return [f"markers on missions {in_a_row(str(i + 1) for i in missions)}"]
    return [f"a marker on {names.missions[i]}" for i in missions]


def beyond_top(before: FederationState, after: FederationState, seat: int) -> list[str]:
    """Return how many accreditation steps beyond the top a seat took, each of which scores."""
    each = after.tables.pp_beyond_top
    scored = (
        after.points_of(seat)[terms.S_ACCREDITATION] - before.points_of(seat)[terms.S_ACCREDITATION]
    )
    return [f"{number(scored // each, 'step')} beyond the top"] if scored and each else []


def tracks(before: FederationState, after: FederationState) -> list[str]:
    """Return how far the projects that moved have come."""
    lines = []
    for project, name in enumerate(PROJECTS):
        if after.missing[project] != before.missing[project]:
            needed = after.tables.needed[project]
            done = f"{needed - after.missing[project]} of {needed}"
            lines.append(f"{name} {done}" + (" (complete)" if after.missing[project] <= 0 else ""))
    return [in_a_row(lines)] if lines else []


# The Executive Phase ------------------------------------------------------------------------------


def funding(s: FederationState) -> list[str]:
    """Return who funds which column's project; a complete one passes it on to the general project."""
    trial = s.clone()
    by_project: dict[tuple[int, bool], Counter[int]] = {}
    for space in s.tables.funding_order:
        if s.funding >> space & 1 and s.who[space] >= 0:
            project = s.tables.space_project[space]
            complete = trial.missing[project] <= 0
            executive.fund_space(trial, space)
            by_project.setdefault((project, complete), Counter())[s.who[space]] += 1
    lines = []
    for (project, complete), who in by_project.items():
        funders, name = in_a_row(map(funder, who.items())), f"the {PROJECTS[project]}"
        if complete:
            fund = "funds" if len(who) == 1 else "fund"
            lines.append(f"{name} is complete: {funders} {fund} the general project instead")
        else:
            lines.append(f"{name} is funded by {funders}")
    return lines


def funder(times: tuple[int, int]) -> str:
    """Return a seat with how often it funds."""
    seat, n = times
    return f"seat {seat}" if n == 1 else f"seat {seat} ({number(n, 'time')})"


def floors(s: FederationState) -> list[str]:
    """Return the votes on every floor and who wins it, with the points."""
    lines = []
    for floor in range(1, s.tables.floors + 1):
        votes = scoring.floor_votes(s, floor)
        winners = scoring.floor_winners(s, votes)
        cast = [f"{n} of seat {seat}" for seat, n in enumerate(votes[:-1]) if n]
        cast += [f"{votes[-1]} neutral"] if votes[-1] else []
        won = in_a_row(f"seat {seat} wins {number(s.level(seat), 'point')}" for seat in winners)
        lines.append(
            f"{FLOORS[floor]}: votes {', '.join(cast) or 'none'}; {won or 'nobody wins it'}"
        )
    return lines


def law_votes(s: FederationState) -> list[str]:
    """Return the votes of the wings, and who decides a tie."""
    left, right = scoring.wing_votes(s)
    tie = f": a tie, which seat {s.president} decides" if left == right else ""
    return [f"votes on the law: left wing {left}, right wing {right}{tie}"]


def what_ends(s: FederationState) -> list[str]:
    """Return what the clean-up ends: level boosts of the round, special ambassadors."""
    lines = []
    for seat, p in enumerate(s.players):
        if p.boost_round:
            lines.append(f"the level boost of seat {seat} for this round ends")
        if p.special == terms.PLACED:
            lines.append(f"the special ambassador of seat {seat} leaves the game")
    return lines


def final_rankings(s: FederationState) -> list[str]:
    """Return what the final scoring looks at: medals, what is left, the measures of the projects."""
    medals = by_seat([p.medals.bit_count() for p in s.players])
    left = [f"seat {seat}: {left_over(p)}" for seat, p in enumerate(s.players)]
    lines = [f"final scoring, medals: {medals}", f"left over: {'; '.join(left)}"]
    for project, name in enumerate(PROJECTS):
        if s.missing[project] <= 0:
            what = VALUES[s.tables.rank_by[project]]
            lines.append(f"{name} ({what}): {by_seat(scoring.measures(s, project))}")
        else:
            lines.append(f"{name}: not completed")
    return lines


def by_seat(values: list[int]) -> str:
    """Return a value of each seat."""
    return in_a_row(f"{n} of seat {seat}" for seat, n in enumerate(values))


def left_over(p: Player) -> str:
    """Return what a seat has that scores at the end."""
    others = ((p.hangar, "ship"), (len(p.tokens), "alteration token"))
    said = [resource(n, kind) for kind, n in enumerate(p.res) if n]
    return ", ".join([*said, *(number(n, thing) for n, thing in others if n)]) or "nothing"


# What lies open afterwards ------------------------------------------------------------------------


def turned_up(names: Names, before: FederationState, after: FederationState) -> list[str]:
    """Return what was turned up: erudites, tokens on moons, asteroids."""
    tables = after.tables
    lines = []
    opened = after.open & ~before.open
    tiles = [name for i, name in enumerate(names.erudites) if opened >> i & 1]
    if tiles:
        lines.append(f"turned up: {in_a_row(tiles)}")
    for moon, tokens in enumerate(after.moons):
        if after.moons_seen >> moon & 1 and not before.moons_seen >> moon & 1 and tokens:
            said = in_a_row(names.tokens[token] for token in tokens)
            lines.append(f"turned up on {moon_name(tables, moon)}: {said}")
    seen = after.seen & ~before.seen
    rocks = [
        f"{names.asteroids[token]} on {names.cells[cell]}"
        for cell, token in enumerate(after.asteroids)
        if token >= 0 and seen >> cell & 1
    ]
    if rocks:
        lines.append(f"turned up: {in_a_row(rocks)}")
    if seen >> tables.neo_last & 1 and after.dead:
        dead = in_a_row(names.asteroids[token] for token in after.dead)
        lines.append(f"turned up on {names.cells[tables.neo_last]}: {dead}")
    return lines


def new_round(names: Names, before: FederationState, after: FederationState) -> list[str]:
    """Return how a round begins: first player, open laws, blocked spaces; or that the game is over.

    What is open in the first round is known from the start (`opening`).
    """
    if after.over:
        return ["the game is over"]
    started = before.phase == terms.SET_UP and after.phase != terms.SET_UP
    if after.round == before.round and not started:
        return []
    begins = f"round {after.round} begins; seat {after.first} is first and holds the president pawn"
    return [begins] if started else [begins, *laws_and_blocks(names, after)]


def laws_and_blocks(names: Names, after: FederationState) -> list[str]:
    """Return the open laws and the blocked spaces."""
    lines = []
    for laws, when in ((after.open_laws, "open laws"), (after.last_laws, "laws of the last round")):
        if laws[0] >= 0:
            said = [f"{wing} {names.laws[law]}" for wing, law in zip(WINGS, laws, strict=True)]
            lines.append(f"{when}: {in_a_row(said)}")
    blocked = [
        f"{names.plain_spaces[space]} with {number(after.votes[space], 'neutral vote')}"
        for space in range(after.tables.outer)
        if after.who[space] == terms.NEUTRAL
    ]
    if blocked:
        lines.append(f"blocked: {in_a_row(blocked)}")
    return lines

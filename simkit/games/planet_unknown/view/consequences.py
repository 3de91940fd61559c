"""What an action sets going: whatever happens unasked before the next decision, in sentences.

The action is carried out once more on a copy, one step of `flow.go_on` at a time, and every step is
compared with the one before. Tiles and events that have come to light since are taken from the state
after the action, so that a copy in which hidden things are drawn anew tells the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import (
    actions,
    benefits,
    flow,
    items,
    player,
    scoring,
    tracks,
)
from simkit.games.planet_unknown.rules.apply import HANDLERS, consume_for
from simkit.games.planet_unknown.rules.cells import cells_of
from simkit.games.planet_unknown.rules.player import Player
from simkit.games.planet_unknown.rules.tables import BIOMASS, ENERGY, TRACKS, WATER
from simkit.games.planet_unknown.view import names
from simkit.games.planet_unknown.view.names import at, listed

if TYPE_CHECKING:
    from simkit.games.planet_unknown.rules.state import PlanetState

# Kinds of actions whose own words say what becomes of markers, rovers and things on the planet.
MARKERS_SAID: Final = (actions.ADVANCE_MARKER, actions.MOVE_DOWN)
THINGS_SAID: Final = (actions.COLLECT_THING, actions.DESTROY_THING, actions.CLEAR_LINE)
# Kinds that give movement only where a tile is taken (Republic).
TAKING: Final = (actions.PLACE, actions.TAKE, actions.GIVE_UP)
# What comes down on a cell and destroys what is there.
UNDER: Final = {
    actions.PLACE: " under the tile", actions.LAY_PATCH: " under the patch",
    actions.HIT_SYMBOL: " by the meteorite",
}  # fmt: skip
# Techs that give movement at the start of a round (`flow.round_start`).
ROUND_START_TECHS: Final = {player.FLUX_INDUSTRIES: 1, player.HORIZON: 2, player.OASIS: 2}
# Items of which a part may stay due when one step, thing or lifepod of them is resolved.
PARTED: Final = (schema.ADVANCE, schema.DISTINCT, schema.COLLECT, schema.DESTROY, schema.MOVE_POD)
# Items that stand for nothing that a player would miss.
UNTOLD: Final = (schema.CARD,)


def consequences(
    before: PlanetState, action: int, after: PlanetState, viewer: int | None
) -> list[str]:
    """Return the sentences; `viewer` hears nothing that is hidden from it, None hears everything."""
    if before.seat < 0:
        return []
    trial = _open_to_all(before, action, after)
    old, seat = trial.clone(), trial.seat
    HANDLERS[action & 63](trial, seat, action)
    sentences = [*_at_first(old), *_of_the_action(old, trial, seat, action, viewer)]
    turner = seat if action & 63 == actions.ROTATE else -1
    going = True
    while going:
        old = trial.clone()
        going = flow.go_on(trial)
        sentences += _of_the_course(old, trial, after, viewer, turner)
    if after.over:
        sentences += _result(after)
    return sentences


def _open_to_all(before: PlanetState, action: int, after: PlanetState) -> PlanetState:
    """Return a copy of a state with what the action brings to light, wherever it was made up."""
    trial = before.clone()
    trial.stacks, trial.event_deck = after.stacks, after.event_deck
    if (
        before.phase != schema.END and after.phase == schema.END
    ):  # now the cards for the end are shown
        for p, later in zip(trial.players, after.players, strict=True):
            p.cards = later.cards
    p = trial.players[trial.seat]
    if action & 63 == actions.CHOOSE_OBJECTIVE and p.private and action >> 6 not in p.private:
        p.private[0] = action >> 6
    return trial


def _at_first(state: PlanetState) -> Iterator[str]:
    """Say with the first decision of round 1 which objectives lie between the seats."""
    forced = state.rules.options["rotation"] == "forced"  # then no station comes first
    if state.round == 1 and (state.phase == schema.STATION or (forced and _untouched(state))):
        for number, a, b in state.rivals:
            side = state.tables.objectives[number - 1]["rival"]
            yield f"seats {a} and {b} compete for objective {number}: {names.objective_words(side)}"


def _untouched(state: PlanetState) -> bool:
    """Tell whether the commander has the first decision of the game."""
    return state.seat == state.commander and not any(
        p.occ or p.cards or p.all_pods or p.peeked >= 0 or any(map(p.step, range(5)))
        for p in state.players
    )


# The action itself ----------------------------------------------------------------------------------


def _of_the_action(
    old: PlanetState, new: PlanetState, seat: int, action: int, viewer: int | None
) -> Iterator[str]:
    """Say what the action did to its own seat."""
    kind = action & 63
    was, p = old.players[seat], new.players[seat]
    who = f"seat {seat}"
    if kind == actions.PLACE:
        yield from _placing(old, was, p, action, who)
    elif kind == actions.GIVE_UP:
        only = min(old.open_tiles(seat)) < 0
        unplaceable = "cannot place its only tile" if only else "can place neither tile"
        yield f"{who} {unplaceable}"
    elif kind == actions.LOOK and viewer in (None, seat):
        card = old.tables.events[old.event_deck[old.event_no] - 1]
        yield f"{who} sees the next event: {names.event_words(card)}"
    elif kind == actions.TAKE_CARD:
        yield from _card(old, seat, action, viewer)
    elif kind == actions.CHOOSE_OBJECTIVE and len(new.shared) > len(old.shared):
        side = old.tables.objectives[new.shared[-1] - 1]["rival"]
        yield f"all compete for objective {new.shared[-1]}: {names.objective_words(side)}"
    elif kind == actions.CHOOSE_OBJECTIVE and new.seats == 1:
        yield f"{who} keeps private objectives {_privates(new, p)}"
    elif kind == actions.ADVANCE_MARKER:
        yield from _cancelled(old, was, action, who)
    if kind not in THINGS_SAID:
        yield from _things(was, p, who, UNDER.get(kind, ""))
    yield from _markers(was, p, who, said=kind in MARKERS_SAID)
    yield from _techs(was, p, who)
    if p.move > was.move:
        why = " by tech 1, for the civ resource of the tile" if kind in TAKING else ""
        yield f"{who} gains {p.move - was.move} rover movement{why} ({p.move} at hand)"
    elif kind == actions.DONE and was.pending:
        yield from _lapsed(old, was, list(was.pending), who)
    yield from _due(old, new, seat, action)


def _privates(state: PlanetState, p: Player) -> str:
    """Return the private objectives of a seat with their numbers."""
    sides = [(n, state.tables.objectives[n - 1]["private"]) for n in p.private]
    return listed([f"{n}: {names.objective_words(side)}" for n, side in sides]) or "none"


def _placing(old: PlanetState, was: Player, p: Player, action: int, who: str) -> Iterator[str]:
    """Say which symbols of a tile bring no step, and which meteorite does not fall."""
    tile = old.tables.tiles[old.open_tiles(old.seat)[action >> 6 & 1]]
    extra = old.phase != schema.TURN or was.placed
    if extra and not any(one == schema.EXTRA | 1 << schema.ITEM_BITS for one in was.pending):
        yield f"{who}: the resources of the extra tile advance nothing"
        return
    new_items = Counter(p.pending)
    if tile.resources >> WATER & 1 and not new_items[schema.SYMBOL | WATER << schema.ITEM_BITS]:
        yield f"{who}: no water of the tile lies on ice, so the water symbol brings no step"
    if (
        p.kind == player.WORMHOLE
        and tile.resources >> BIOMASS & 1
        and not new_items[schema.SYMBOL | BIOMASS << schema.ITEM_BITS]
    ):
        yield f"{who}: the tile makes a biomass area of its own, so its symbol brings no step"
    if tile.has_meteor and p.kind == player.UNIVERSAL and p.tech & 32:
        yield f"{who}: tech 5 keeps the meteorite away"


def _card(old: PlanetState, seat: int, action: int, viewer: int | None) -> Iterator[str]:
    """Say what the others see of a card: nothing of one for the end, until the end has come."""
    card = old.tables.cards[(action >> 6) - 1]
    if card.ends and old.phase != schema.END:
        yield f"seat {seat} keeps the card hidden until the end"
    elif viewer not in (None, seat):  # its own words are those of a card taken face down
        yield f"seat {seat} shows civ card {card.id}, {card.data['name']}: {names.card_words(card)}"


def _cancelled(old: PlanetState, was: Player, action: int, who: str) -> Iterator[str]:
    """Say which benefit of the step reached the event in force cancels."""
    _, marker, space = actions.advance_parts(action)
    step = benefits.at(was, space)
    rule = old.event_rule()
    if was.marker[marker] == space:
        return
    if step.mile and rule == "no_milestones":
        yield f"{who}: the event cancels the milestone"
    if step.syn and rule == "no_synergy":
        yield f"{who}: the event cancels the synergy boost"


# What happens on a planet and a corporation board ----------------------------------------------------


def _things(was: Player, p: Player, who: str, under: str) -> Iterator[str]:
    """Say what becomes of lifepods, meteorites and rovers; `under` is what may come down on them."""
    gone = was.pods & ~p.pods
    if gone:
        if p.all_pods > was.all_pods:
            yield f"{who} collects the lifepod on {names.cells(gone)}"
        else:
            plural = "lifepods" if gone.bit_count() > 1 else "lifepod"
            yield f"{who} loses the {plural} on {names.cells(gone)}: destroyed{under}"
    lost = len(was.rovers) - len(p.rovers)
    if lost > 0:
        left = Counter(was.rovers) - Counter(p.rovers)
        rovers = "rovers" if lost > 1 else "rover"
        yield f"{who} loses the {rovers} on {listed([at(c) for c in left])}: destroyed{under}"
    loaded = sum(p.loads) - sum(was.loads)
    fallen, removed = p.meteors & ~was.meteors, was.meteors & ~p.meteors
    if fallen:
        yield f"a meteorite lies on {names.cells(fallen)} of {who}: its row and column are void"
    if p.rocks > was.rocks and loaded < 0:
        yield f"{who} delivers a meteorite: collected ({p.rocks} by now)"
    elif p.rocks > was.rocks:
        yield f"{who} collects a meteorite ({p.rocks} by now)"
    elif removed and loaded > 0:
        yield f"a rover of {who} loads the meteorite on {names.cells(removed)}"
    elif removed:
        yield f"{who}: the meteorite on {names.cells(removed)} is destroyed"
    elif loaded < 0 and lost <= 0:
        yield f"{who}: the meteorite on a rover is destroyed"


def _markers(was: Player, p: Player, who: str, said: bool) -> Iterator[str]:
    """Say where markers went that no words named."""
    if said:
        return
    for marker, (old, new) in enumerate(zip(was.marker, p.marker, strict=True)):
        if old != new:
            yield f"{who}: the {TRACKS[marker]} marker goes to {names.space_words(new, marker)}"


def _techs(was: Player, p: Player, who: str) -> Iterator[str]:
    """Say which techs came and went."""
    for level in range(1, 7):
        name = names.tech_name(p, level) if level <= len(p.corp.tech_text) else ""
        if p.tech & ~was.tech & 1 << level:
            yield f"{who} now has {name}"
        elif was.tech & ~p.tech & 1 << level:
            yield f"{who} no longer has {name}"


# Items ----------------------------------------------------------------------------------------------


def item_words(state: PlanetState, p: Player, one: int) -> str:
    """Return what an item lets its seat do."""
    kind, arg = one & schema.ITEM_MASK, one >> schema.ITEM_BITS
    if kind == schema.SYMBOL:
        return f"a {TRACKS[arg]} step"
    if kind in (schema.ENERGY_STEP, schema.TECH_ENERGY):
        own = TRACKS.index("tech") if kind == schema.TECH_ENERGY else ENERGY
        named = listed([r for n, r in enumerate(TRACKS) if arg >> n & 1 and n != own], "or")
        if kind == schema.TECH_ENERGY:
            return f"a tech step (or, as energy by tech D, {named})"
        return f"an energy step ({named})"
    if kind == schema.ADVANCE:
        return f"{_steps(arg >> 5 & 7)} of {_marker_names(arg)}"
    if kind == schema.MOVE_POD:
        return _number(arg, "collected lifepod", "to move")
    if kind == schema.DISTINCT:
        count = arg >> 5
        return (
            "a step of another marker" if count == 1 else f"{count} steps, each of another marker"
        )
    if kind == schema.DOWN:
        event = arg & items.ALL_MARKERS == items.ALL_MARKERS or state.phase == schema.EVENT
        price = (
            " (the price of the civ milestone)" if p.kind == player.REPUBLIC and not event else ""
        )
        return f"{_steps(arg >> 5)} down of {_marker_names(arg)}{price}"
    if kind == schema.RAISE:
        return f"the {TRACKS[arg]} marker up to step 5"
    if kind in (schema.COLLECT, schema.DESTROY):
        thing = schema.THINGS[arg & 7].replace("scored", "collected").replace("_", " ")
        return _number(
            arg >> 3 & 7, thing, "to collect" if kind == schema.COLLECT else "to destroy"
        )
    return SAID.get(schema.ITEMS[kind], schema.ITEMS[kind])


SAID: Final = {
    "synergy": "a synergy boost", "patch": "a biomass patch", "rover": "a rover to place",
    "fork": "one of two benefits of the biomass step", "stow": "a lifepod to put away",
    "flux": "the flux token to place", "line": "a row or column to free of meteorites",
    "relocate": "a rover to put anywhere", "hit": "a meteorite to put on a meteorite symbol",
    "extra": "one more tile of the depot", "cargo": "the meteorite on the rover to destroy",
    "objective": "an objective to choose", "peek": "a synergy boost or a look at the next event",
    "slot": "a slot of the depot to empty", "card": "a civ card to choose",
    "turn": "the station to turn",
}  # fmt: skip


def _steps(count: int) -> str:
    return "a step" if count == 1 else names.steps_words(count)


def _number(count: int, thing: str, what: str) -> str:
    return f"{'a' if count == 1 else count} {thing}{'s' * (count > 1)} {what}"


def _marker_names(mask: int) -> str:
    named = names.marker_words(mask)
    return named if named.startswith("any") else f"the {named}"


def _counted(state: PlanetState, p: Player, due: Counter[int]) -> list[str]:
    """Return items in words, equal ones together."""
    said = []
    for one, count in due.items():
        if one & schema.ITEM_MASK not in UNTOLD:
            text = item_words(state, p, one)
            said.append(text if count == 1 else _several(count, text))
    return said


def _several(count: int, text: str) -> str:
    """Return several equal items in words: "2 water steps", else "2 times ..."."""
    plain = text.removeprefix("a ")
    if plain == text or not plain.endswith((" step", " patch", " boost")):
        return f"{count} times {text}"
    return f"{count} {plain}{'es' if plain.endswith('patch') else 's'}"


def _spent(was: Player, action: int) -> int:
    """Return the item that an advance resolves, or one of which it resolves a part; -1 without."""
    kind = action & 63
    if kind != actions.ADVANCE_MARKER:
        parted = {
            actions.COLLECT_THING: schema.COLLECT, actions.DESTROY_THING: schema.DESTROY,
            actions.SHIFT_POD: schema.MOVE_POD,
        }  # fmt: skip
        return next((one for one in was.pending if one & schema.ITEM_MASK == parted.get(kind)), -1)
    why, marker, _ = actions.advance_parts(action)
    copy = was.clone()
    consume_for(copy, schema.SYNERGY if why == schema.DOUBLE else why, marker)
    return next(iter(Counter(was.pending) - Counter(copy.pending)), -1)


def _due(old: PlanetState, new: PlanetState, seat: int, action: int = -1) -> Iterator[str]:
    """Say what a seat has to resolve that it had not before, and what is gone unresolved.

    Parameters
    ----------
    action
        What the seat has just done, -1 if the course of the game went on by itself.
    """
    was, p = old.players[seat], new.players[seat]
    before, now = Counter(was.pending), Counter(p.pending)
    spent = _spent(was, action) if action >= 0 else -1
    fresh = now - (before - Counter([spent]))
    kind = spent & schema.ITEM_MASK if spent >= 0 else -1
    rest = [one for one in fresh if kind in PARTED and one & schema.ITEM_MASK == kind]
    if rest:
        yield f"seat {seat} is still due: {listed(_counted(new, p, Counter(rest)))}"
    said = _counted(new, p, fresh - Counter(rest))
    if said:
        yield f"seat {seat} is due: {listed(said)}"
    if any(one & schema.ITEM_MASK == schema.EXTRA for one in fresh):
        yield f"seat {seat} faces {names.faced_words(new, new.open_tiles(seat))}"
    for level in p.civ_due[len(was.civ_due) :]:
        when = (
            "once all have resolved the event"
            if new.phase == schema.EVENT
            else "when cards are taken"
        )
        yield f"seat {seat} gets a civ card of level {level} {when}"
    gone = before - now
    if action < 0:
        yield from _lapsed(old, was, list(gone.elements()), f"seat {seat}")
    elif was.one_only and not p.one_only:
        spared = {schema.SYMBOL, schema.ENERGY_STEP, schema.TECH_ENERGY}
        lost = [one for one in gone.elements() if one & schema.ITEM_MASK in spared]
        if len(lost) > 1:  # one of them has just been resolved
            yield f"seat {seat}: by the event the other resource of the tile advances nothing"


def _lapsed(old: PlanetState, was: Player, gone: list[int], who: str) -> Iterator[str]:
    """Say what nothing could be done with, and why where that can be told."""
    for one in dict.fromkeys(gone):
        if one & schema.ITEM_MASK in UNTOLD:
            continue
        named = item_words(old, was, one)
        several = named.split()[0].isdecimal()
        why = _hindrance(old, was, one)
        yield f"{who}: {named} lapse{'s' * (not several)}{f', as {why}' if why else ''}"


def _hindrance(old: PlanetState, was: Player, one: int) -> str:
    """Return why an item could not be resolved, empty where that is not plain."""
    kind, arg = one & schema.ITEM_MASK, one >> schema.ITEM_BITS
    marker = arg if kind in (schema.SYMBOL, schema.RAISE) else -1
    if kind == schema.ADVANCE and (arg & items.ALL_MARKERS).bit_count() == 1:
        marker = (arg & items.ALL_MARKERS).bit_length() - 1
    if marker >= 0:
        top = was.step(marker) == was.corp.tops[marker]
        return f"the marker is {'at the top' if top else 'blocked'}"
    if kind == schema.ROVER_ITEM:
        return "no cell of the last tile is free" if was.supply else "no rover is in supply"
    if kind == schema.MOVE_POD:
        return "" if was.lifepods or was.pods_on else "none is collected"
    if old.phase == schema.EVENT and _would_do(old, was, kind, arg):
        return "it would end the game"
    return HINDRANCES.get(kind, "")


def _would_do(old: PlanetState, was: Player, kind: int, arg: int) -> bool:
    """Tell whether an effect of an event could be carried out if it did not end the game."""
    if kind == schema.PATCH:
        return bool(items.patch_cells(old, was))
    if kind == schema.DOWN:
        return any(arg >> marker & 1 and tracks.below(was, marker) >= 0 for marker in range(5))
    return kind == schema.SLOT


HINDRANCES: Final = {
    schema.PATCH: "no cell can take it", schema.DOWN: "none can go down", schema.COLLECT: "there is none",
    schema.DESTROY: "there is none", schema.HIT: "no such symbol is free",
    schema.RELOCATE: "there is none", schema.EXTRA: "none has a place",
    **dict.fromkeys((
        schema.ADVANCE, schema.DISTINCT, schema.ENERGY_STEP, schema.TECH_ENERGY, schema.SYNERGY,
        schema.PEEK,
    ), "none can advance"),
}  # fmt: skip


# The course of the game ------------------------------------------------------------------------------


def _of_the_course(
    old: PlanetState, new: PlanetState, after: PlanetState, viewer: int | None, turner: int
) -> Iterator[str]:
    """Say what one step of the game's course brought to the table and to every seat.

    What `turner` faces who has just turned the station is said by the words of that.
    """
    if new.round != old.round:
        if old.round:
            yield f"round {old.round} ends"
        commander = (
            f"; seat {new.commander} commands the station" if new.phase == schema.STATION else ""
        )
        yield f"round {new.round} begins{commander}"
    if new.rotation != old.rotation:
        turned = names.turn_words(new.rotation - old.rotation, new.tables.depots)
        yield f"the station turns by itself: {turned}"
    if new.phase == schema.EVENT and old.phase != schema.EVENT:
        yield from _depots(new, turner)
        yield from _event(old, new, after, viewer)
    if new.end_reason and not old.end_reason:
        yield f"the last round is over: {_reason(new)}"
        yield from _revealed(new)
    for seat in range(new.seats):
        yield from _of_a_seat(old, new, seat)


def _reason(state: PlanetState) -> str:
    if state.end_reason == flow.NO_PLACEMENT:
        stuck = [f"seat {seat}" for seat, p in enumerate(state.players) if p.stuck]
        return f"{listed(stuck)} could not place a tile"
    if state.end_reason == flow.EMPTY_DEPOT:
        return "both slots of a depot are empty"
    return "that was the last event"


def _revealed(state: PlanetState) -> Iterator[str]:
    """Say which cards for the end come to light."""
    for seat, p in enumerate(state.players):
        held = [state.tables.cards[number - 1] for number in cells_of(p.cards)]
        ends = [f"civ card {card.id}, {card.data['name']}" for card in held if card.ends]
        if ends:
            joint = ", and " if len(ends) > 1 else ""
            yield f"seat {seat} reveals {', '.join(ends[:-1])}{joint}{ends[-1]}"


def _depots(state: PlanetState, turner: int) -> Iterator[str]:
    """Say which tiles lie in front of every seat but the one that turned the station."""
    for seat in range(state.seats):
        if seat != turner:
            yield f"seat {seat} faces {names.faced_words(state, state.open_tiles(seat))}"


def _event(
    old: PlanetState, new: PlanetState, after: PlanetState, viewer: int | None
) -> Iterator[str]:
    """Name the event of the round, and say what it does unasked."""
    card = new.event_card
    if card is None:
        return
    number = f"{new.event_no} of {len(new.event_deck)}"
    yield f"event {number} ({card.colour}): {names.event_words(card)}"
    if new.deck != old.deck:
        left = [(new.deck & mask).bit_count() for mask in new.tables.level_mask[1:]]
        yield f"civ cards left by level: {listed([str(n) for n in left])}"
    for seat, p in enumerate(after.players):
        for objective in p.private[len(old.players[seat].private) :]:
            if viewer in (None, seat):
                side = new.tables.objectives[objective - 1]["private"]
                asked = names.objective_words(side)
                yield f"seat {seat} adds private objective {objective}: {asked}"


def _of_a_seat(old: PlanetState, new: PlanetState, seat: int) -> Iterator[str]:
    """Say what a step of the game's course brought to one seat."""
    was, p = old.players[seat], new.players[seat]
    who = f"seat {seat}"
    left = was.move if new.phase != old.phase or new.round != old.round else was.move - p.move
    gained = p.move - was.move if p.move > was.move else 0
    if p.move < was.move and left:
        yield f"{who} leaves {left} movement unused"
        gained = p.move
    if gained:
        yield f"{who} gains {gained} rover movement by tech {ROUND_START_TECHS[p.kind]}"
    if len(was.civ_due) > len(p.civ_due):
        level = was.civ_due[0]
        if any(one & schema.ITEM_MASK == schema.CARD for one in p.pending):
            seen = (p.choice & new.deck).bit_count()
            among = "the only civ card" if seen == 1 else f"one of {seen} civ cards"
            yield f"{who} takes {among} for level {level}"
        else:
            yield f"{who} gets no card: none of level {level} is left"
    elif _cards_due(p) > _cards_due(was):
        yield f"{who} looks at all remaining civ cards"
    yield from _due(old, new, seat)


def _cards_due(p: Player) -> int:
    return sum(one & schema.ITEM_MASK == schema.CARD for one in p.pending)


def _result(state: PlanetState) -> Iterator[str]:
    """Say how the objectives stand, now that all lies open, and which lines of the planets count."""
    tables = state.tables
    for number, a, b in state.rivals:
        side = tables.objectives[number - 1]["rival"]
        yield f"objective {number}, {names.objective_words(side)}: {_compared(state, side, [a, b])}"
    for number in state.shared:
        side = tables.objectives[number - 1]["rival"]
        compared = _compared(state, side, list(range(state.seats)))
        yield f"objective {number} for all, {names.objective_words(side)}: {compared}"
    for seat, p in enumerate(state.players):
        for number in p.private:
            side = tables.objectives[number - 1]["private"]
            done = scoring.private_met(state, p, side)
            met = f"met, {tables.private_done} points" if done else "not met"
            yield f"seat {seat}, private objective {number}, {names.objective_words(side)}: {met}"
        yield f"seat {seat} has {_lines(p)}"


def _compared(state: PlanetState, side: dict[str, Any], seats: list[int]) -> str:
    """Return what seats have of what an objective asks for, and who gets points for it."""
    values = [scoring.rival_value(state, state.players[seat], side) for seat in seats]
    shown = [f"seat {seat} has {abs(value)}" for seat, value in zip(seats, values, strict=True)]
    best = [f"seat {n}" for n, v in zip(seats, values, strict=True) if v == max(values)]
    alone = len(best) == 1
    worth = state.tables.rival_win if alone else state.tables.rival_tie
    return f"{', '.join(shown)}; {worth} points {'' if alone else 'each '}for {listed(best)}"


def _lines(p: Player) -> str:
    """Return the complete rows and columns without meteorite, with their medals."""
    said = []
    for name, medals in zip(("rows", "columns"), scoring.line_points(p), strict=True):
        counted = [f"{n} ({medal})" for n, medal in enumerate(medals) if medal]
        said.append(f"complete {name} {', '.join(counted) or 'none'}")
    return f"{' and '.join(said)}; medals in brackets"

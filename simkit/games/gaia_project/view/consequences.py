"""What happens after an action without being asked: income, Gaia phase, power of neighbours, the Automa.

The action is carried out anew on a copy, part by part of the course of the game, and what each part
changes is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.core.schema import KIND_MASK
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import apply, building, power, scoring, terms
from simkit.games.gaia_project.rules.geometry import cells_of
from simkit.games.gaia_project.view import names

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player
    from simkit.games.gaia_project.title import GaiaRules

PARTS = 1000  # of the course between two decisions at most
GOODS = ("ore", "credits", "knowledge", "qic")
CAPS = {"ore": terms.ORE_CAP, "credits": terms.CREDITS_CAP, "knowledge": terms.KNOWLEDGE_CAP}
PLAIN = ("start", "auction", "leech", "resources", "qic3", "final1", "final2",
         *(name for name in schema.NUMBERS if name.startswith("research_")))  # fmt: skip


def consequences(before: GaiaState, action: int) -> list[str]:
    """Return what an action sets going, in sentences, in the order in which it happens."""
    s = before.clone()
    told = _carried_out(s, action)
    for _ in range(PARTS):
        old = s.clone()
        decided = apply.forward(s)
        told += _course(old, s)
        if decided:
            break
    return told


def _carried_out(s: GaiaState, action: int) -> list[str]:
    """Carry out an action without what follows, and say what it changed."""
    old, kind, seat = s.clone(), action & KIND_MASK, s.seat
    if kind == schema.K_END_TURN:
        apply.close_turn(s)
    else:
        apply.ACTIONS[kind](s, s.players[seat], action >> schema.ARG)
    told = _pieces(old, s)
    told += [line for p in range(s.seats) for line in _changes(old, s, p, "")]
    told += _causes(old, s)
    told += _still_to_pay(old, s)
    if kind == schema.K_SPECIAL:
        told += _nothing_charged(old, s, action >> schema.ARG)
    if kind == schema.K_BID:
        told += _outbid(old, s)
    if kind not in (schema.K_LEECH, schema.K_DECLINE):
        told += _offers(s)
    return told


def _course(old: GaiaState, s: GaiaState) -> list[str]:
    """Say what a part of the course changed."""
    told: list[str] = []
    if s.over and not old.over:
        return _end(old, s)
    if old.phase == schema.P_ACTIONS and s.phase == schema.P_INCOME:
        told += _new_round(s)
    if s.round == 1 and old.round == 0:
        told += _new_round(s)
    if s.phase == schema.P_GAIA and old.phase == schema.P_INCOME:
        cells = [c for c in cells_of(old.type_mask[terms.TRANSDIM]) if s.planet[c] == terms.GAIA]
        told += [f"Gaia phase: {names.planet(old, c)} turns into a gaia planet" for c in cells]
    told += _dropped(old, s)
    phase = s.phase if s.phase == schema.P_GAIA else old.phase  # gaiaformers come back as it begins
    label = {schema.P_INCOME: ", income", schema.P_GAIA: ", Gaia phase"}.get(phase, "")
    if old.phase == schema.P_AUCTION and s.phase > schema.P_AUCTION:
        told += [f"seat {p.seat} plays {names.faction(p.faction)}" for p in s.players[: s.seats]]
        order = names.listed(names.who(s, s.players[seat]) for seat in s.table)
        told.append(f"the order at the table is {order}")
    told += _pieces(old, s)
    for seat in range(s.seats):
        told += _changes(old, s, seat, label)
    if old.phase == schema.P_GAIA and not old.offers:
        told += _offers(s)
    if s.automa is not None:
        told += _automa(old, s)
    told += _causes(old, s)
    return told


# Goods and pieces -----------------------------------------------------------------------------------


def _changes(old: GaiaState, s: GaiaState, seat: int, label: str) -> list[str]:
    """Say how a seat's goods, bowls and gaiaformers changed."""
    was, now = old.players[seat], s.players[seat]
    parts = []
    for good in GOODS:
        number = getattr(now, good)
        more = number - getattr(was, good)
        full = ", the most there can be" if more > 0 and number == _cap(s, good) else ""
        if more:
            parts.append(f"{names.amount(number, good)} ({more:+d}{full})")
    parts += _tokens(was, now)
    if now.formers_free() != was.formers_free():
        more = now.formers_free() - was.formers_free()
        parts.append(f"free gaiaformers {now.formers_free()} ({more:+d})")
    if now.green != was.green:
        parts.append(f"green federation tokens {now.green} ({now.green - was.green:+d})")
    return [f"{names.who(s, now)}{label}: {', '.join(parts)}"] if parts else []


def _cap(s: GaiaState, good: str) -> int:
    """Return how much of a good there can be; 0 = any number."""
    return s.t.cap[CAPS[good]] if good in CAPS else 0


def _tokens(was: Player, now: Player) -> list[str]:
    """Say how a seat's power tokens moved, and where the brainstone is among them."""
    parts = []
    bowls_were, bowls = names.bowls(was), names.bowls(now)
    if bowls != bowls_were:
        parts.append(f"bowls {bowls} (were {bowls_were})")
    if now.gaia != was.gaia:
        parts.append(f"Gaia bowl {now.gaia} ({now.gaia - was.gaia:+d})")
    if parts and (was.stone or now.stone):  # where only it was settled the answer has said it
        parts.append(names.stone(now))
    return parts


def _still_to_pay(old: GaiaState, s: GaiaState) -> list[str]:
    """Say what is paid only with the answer to the next question: with the brainstone or without."""
    told = []
    for top in s.todo[len(old.todo) :]:
        mode, name, argument = top & 255, names.who(s, s.players[top >> 8 & 15]), top >> 12
        if mode == schema.M_PAY:
            told.append(
                f"{name} have yet to pay the {argument} power, with the brainstone or without"
            )
        if mode == schema.M_TAKE:
            tokens = names.amount(argument >> 1, "token")
            move = f"put {tokens} into the Gaia bowl" if argument & 1 else f"discard {tokens}"
            told.append(f"{name} have yet to {move}, with the brainstone or without")
    return told


def _nothing_charged(old: GaiaState, s: GaiaState, special: int) -> list[str]:
    """Say that a special action charged nothing although it is there to charge."""
    was = old.players[old.seat]
    if special != terms.S_CHARGE or power.capacity(was):
        return []
    return [f"{names.who(s, was)} can charge nothing: {_no_room(s, was)}"]


def _no_room(s: GaiaState, player: Player) -> str:
    """Say why a player can charge nothing."""
    return "no points to pay with" if power.capacity(player) else "no token in bowl I or bowl II"


def _outbid(old: GaiaState, s: GaiaState) -> list[str]:
    """Say who has lost a faction to a higher bid."""
    return [
        f"seat {now.seat} is outbid"
        for was, now in zip(old.players[: s.seats], s.players[: s.seats], strict=True)
        if was.faction >= 0 > now.faction
    ]


def _pieces(old: GaiaState, s: GaiaState) -> list[str]:
    """Say what came along unasked: pieces that join a federation, tokens of levels and institutes."""
    told = []
    for was, now in zip(old.players[: s.seats], s.players[: s.seats], strict=True):
        name = names.who(s, now)
        if now.formed == was.formed and now.fed & ~was.fed:
            joined = [names.planet(s, c) for c in cells_of(now.fed & ~was.fed)]
            join = "join" if len(joined) > 1 else "joins"
            told.append(f"{name}: {names.listed(joined)} {join} the federation beside it")
        for token, count in enumerate(now.tokens):
            if count > was.tokens[token] and now.formed == was.formed:
                told.append(f"{name} take the federation token {names.token(s.rules, token)}")
    return told


def _causes(old: GaiaState, s: GaiaState) -> list[str]:
    """Say what points are for where the name of their source does not."""
    told = []
    for seat in range(s.seats):
        rows = zip(old.points_of(seat), s.points_of(seat), s.rules.schema.sources, strict=True)
        for was, now, source in rows:
            if now != was and source.name not in PLAIN:
                name = names.who(s, s.players[seat])
                cause = _cause(s.rules, source.name, source.meaning)
                sign = "+" if now > was else ""
                told.append(f"{name} {sign}{names.amount(now - was, 'vp')}: {cause}")
    return told


def _cause(rules: GaiaRules, name: str, meaning: str) -> str:
    """Return what a source of points scores for."""
    number = schema.NUMBERS[name]
    if schema.SRC_ROUND <= number < schema.SRC_ROUND + len(terms.ROUND_TILES):
        return f"round tile {names.round_tile(rules, number - schema.SRC_ROUND)}"
    if schema.SRC_TOKEN <= number < schema.SRC_TOKEN + len(terms.TOKENS):
        return f"federation token {names.token(rules, number - schema.SRC_TOKEN)}"
    if name in terms.BOOSTERS:
        return f"booster {names.booster(rules, terms.BOOSTERS.index(name))}"
    if name in terms.STANDARD:
        return f"tech tile {names.standard(rules, terms.STANDARD.index(name))}"
    if name in terms.ADVANCED:
        return f"advanced tile {names.advanced(rules, terms.ADVANCED.index(name))}"
    if number == schema.SRC_GAIA5:
        return f"level {terms.TOP} of gaia project"
    return meaning.removeprefix("QIC action: ")


# Power of neighbours, and questions that nobody is asked ---------------------------------------------


def _offer(s: GaiaState, offer: int) -> str:
    """Say what an offer of power comes from."""
    cell, builder = offer >> 4 & schema.HEX_MASK, s.players[offer >> 13]
    what = names.structure(s, builder, cell)
    return f"the {what} of {names.who(s, builder)} on {names.planet(s, cell)}"


def _offers(s: GaiaState) -> list[str]:
    """Say who is offered power from what was built, in the order in which they are asked."""
    told = []
    for source in dict.fromkeys(offer >> 4 for offer in s.offers):
        offers = [offer for offer in s.offers if offer >> 4 == source]
        players = [names.who(s, s.players[offer & 15]) for offer in offers]
        told.append(f"{_offer(s, offers[0])} offers power to {names.listed(players)}")
    return told


def _dropped(old: GaiaState, s: GaiaState) -> list[str]:
    """Say what is not asked because nothing could be chosen."""
    told = []
    if len(s.offers) < len(old.offers):
        player = s.players[old.offers[0] & 15]
        source, why = _offer(s, old.offers[0]), _no_room(s, player)
        told.append(f"{names.who(s, player)} can charge nothing from {source}: {why}")
    if len(s.todo) < len(old.todo):
        top = old.todo[-1]
        name = names.who(s, s.players[top >> 8 & 15])
        what = {
            schema.M_TILE: "have no tech tile to take", schema.M_STEP: "have no research step to take",
            schema.M_LOST: "find no place for the lost planet",
        }.get(top & 255)  # fmt: skip
        if what:
            told.append(f"{name} {what}")
    return told


# Rounds and the end -----------------------------------------------------------------------------------


def _new_round(s: GaiaState) -> list[str]:
    """Say what round begins, in which order, and what it scores."""
    order = names.listed(names.who(s, s.players[seat]) for seat in s.order)
    tile = names.round_tile(s.rules, s.round_tiles[s.round - 1])
    told = _first_holdings(s) if s.round == 1 else []
    return [*told, f"round {s.round} begins, in the order {order}; round tile {tile}"]


def _first_holdings(s: GaiaState) -> list[str]:
    """Say what everybody begins with, and what the final tiles ask for."""
    told = []
    for player in s.players[: s.seats]:
        goods = [names.amount(getattr(player, good), good) for good in GOODS]
        levels = [
            f"level {level} of {names.area(area)}"
            for area, level in enumerate(player.levels)
            if level
        ]
        bowls = f"bowls {names.bowls(player)}"
        stone = [names.stone(player)] if player.stone else []
        held = ", ".join([*goods, bowls, *stone, *levels])
        told.append(f"seat {player.seat}, {names.who(s, player)}, begins with {held}")
    if s.automa is not None:
        level = s.rules.options["automa"].capitalize()
        points = names.amount(s.automa.vp, "vp")
        told.append(f"{names.who(s, s.players[-1])}, level {level}, begins with {points}")
    finals = names.listed(names.final_tile(tile) for tile in s.final_tiles)
    return [*told, f"final tiles: {finals}"]


def _end(old: GaiaState, s: GaiaState) -> list[str]:
    """Say how the game is scored: final tiles with everybody's counts, levels, goods, the Automa."""
    told = ["the game ends after the last round"]
    for place, tile in enumerate(old.final_tiles):
        counts = scoring.final_counts(old.players, tile)
        if old.automa is not None:
            counts[-1] = old.automa.final_count(old, tile)
        points = scoring.final_ranks(old, tile)
        players = [names.who(s, player) for player in s.players]
        parts = [
            f"{name} {count} ({names.amount(score, 'vp')})"
            for name, count, score in zip(players, counts, points, strict=True)
        ]
        if s.seats <= 2:
            parts.append(f"neutral player {scoring.neutral_count(old, tile)}")
        which = s.rules.schema.sources[schema.SRC_FINAL + place].meaning
        told.append(f"{which} {names.final_tile(tile)}: {names.listed(parts)}")
    for seat in range(s.seats):
        told += _changes(old, s, seat, ", turned into credits and ore")
    for area, name in enumerate(terms.AREAS):
        high = [
            f"{names.who(s, player)} level {level} ({names.amount(worth, 'vp')})"
            for player in s.players
            if (worth := ((level := player.levels[area]) - 2) * s.t.level_vp) > 0
        ]
        if high:
            told.append(f"research of {name.replace('_', ' ')}: {names.listed(high)}")
    for player in s.players[: s.seats]:
        left = [names.amount(getattr(player, g), g) for g in GOODS[:3] if getattr(player, g)]
        if left:
            scored = names.amount(s.points_of(player.seat)[schema.SRC_RESOURCES], "vp")
            told.append(f"{names.who(s, player)} have {names.listed(left)} left ({scored})")
    if s.automa is not None:
        told.append(
            f"the Automa scores {s.automa.vp - old.automa.vp} at the end: {s.automa.vp} points"
        )
        told.append(f"{names.who(s, s.players[0])}: {s.verdict(0)}")
    return told


# The Automa -------------------------------------------------------------------------------------------


def _automa(old: GaiaState, s: GaiaState) -> list[str]:
    """Say what the Automa did."""
    automa, was, now = s.automa, old.players[-1], s.players[-1]
    parts = _built(old, s)
    parts += [
        f"reaches level {level} of {names.area(area)}"
        for area, level in enumerate(now.levels)
        if level > was.levels[area] and old.phase == schema.P_ACTIONS
    ]
    parts += [
        f"removes the advanced tile {names.advanced(s.rules, tile)} of {names.area(area)}"
        for area, (tile, left) in enumerate(zip(old.advanced_at, s.advanced_at, strict=True))
        if left < 0 <= tile and s.players[0].advanced == old.players[0].advanced
    ]
    if old.round == s.round and old.players[0].used == s.players[0].used:
        covered = cells_of(s.actions_used & ~old.actions_used)
        if covered and old.acting != 0:
            parts.append(f"covers {names.listed(_place(s, c) for c in covered)}")
    if automa.vp != old.automa.vp:
        cause = " for the round tile" if now.passed and not was.passed else ""
        parts.append(f"scores {automa.vp - old.automa.vp}{cause} ({automa.vp} points now)")
    if automa.booster != old.automa.booster:
        parts.append(f"takes the booster {names.booster(s.rules, automa.booster)}")
    if now.passed and not was.passed:
        parts.insert(0, "passes")
    elif old.automa.action >= 0 and automa.action != old.automa.action and old.round == s.round:
        cards = automa.cards(s)
        what = cards[old.automa.action]["action"]
        parts.insert(
            0, f"plays card {old.automa.action} ({what}; support card {old.automa.support})"
        )
    return [f"{names.who(s, now)} {names.listed(parts)}"] if parts else []


def _built(before: GaiaState, s: GaiaState) -> list[str]:
    """Say what pieces the Automa has placed or exchanged; transdim planets it builds on turn gaia."""
    was, now = before.players[-1], s.players[-1]
    fresh = now.own & ~was.own
    parts = []
    for cell in cells_of(fresh):
        if before.type_mask[terms.TRANSDIM] >> cell & 1:
            parts.append(f"turns {names.planet(before, cell)} into a gaia planet")
        parts.append(f"builds a {names.structure(s, now, cell)} on {names.planet(s, cell)}")
    for cell in cells_of(now.own & was.own):
        new, old = names.structure(s, now, cell), names.structure(s, was, cell)
        if new != old:
            parts.append(f"turns its {old} on {names.planet(s, cell)} into a {new}")
    more = now.satellite_count - was.satellite_count
    if more > 0:
        parts.append("places a satellite")
    return parts


def _place(s: GaiaState, number: int) -> str:
    """Return the name of a place for board actions."""
    t = s.t
    if number < len(terms.POWER_ACTIONS):
        gains = t.power_gain[number]
        via = schema.VIA_POWER2 if number == terms.TERRAFORM_2 else schema.VIA_POWER6
        free = names.free_steps(building.FREE_STEPS[via])
        what = names.goods(gains) if gains else f"a mine with {free}"
        return f"the power action for {t.power_cost[number]} power ({what})"
    what = ("a tech tile", "a federation token scored again", "planet types")[number - 7]
    return f"the QIC action for {names.amount(t.qic_cost[number - 7], 'qic')} ({what})"

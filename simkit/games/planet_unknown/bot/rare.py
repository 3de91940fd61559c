"""What the rarer choices are worth to the greedy bot: cards, lifepods, things, techs, objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from simkit.core.state import State
from simkit.games.planet_unknown.bot import valuing
from simkit.games.planet_unknown.rules import actions, player
from simkit.games.planet_unknown.rules.cells import CELL, SIZE, STRIDE, cells_of
from simkit.games.planet_unknown.rules.tables import BIOMASS, ENERGY, RESOURCES

if TYPE_CHECKING:
    from simkit.games.planet_unknown.bot.features import PlanetGreedy
    from simkit.games.planet_unknown.bot.weight_set import Weights

EASE: Final = {
    "square_3x3": 0.18, "rectangle_2x5": 0.12, "area_with_six_symbols": 0.25, "track_at_top": 0.6,
    "at_most_five_symbols": 0.43, "all_ice_covered": 0.4, "all_land_covered": 0.02,
    "collect_at_least_9": 0.12, "more_lifepods_than_meteorites": 0.05,
}  # fmt: skip
CHANCE: Final = {
    "square_3x3": 0.1, "rectangle_2x5": 0.05, "area_with_six_symbols": 0.4,
    "at_most_five_symbols": 0.5, "all_ice_covered": 0.5, "all_land_covered": 0.02,
    "collect_at_least_9": 0.5, "more_lifepods_than_meteorites": 0.05,
}  # fmt: skip
TOP_CHANCE: Final = (0.9, 0.75, 0.8, 0.95, 0.5)
TOP_EASE: Final = (0.85, 0.55, 0.75, 0.85, 0.35)  # civ, water, biomass, rover, tech


def card_score(bot: PlanetGreedy, number: int) -> float:
    """Return the value of a civilisation card."""
    p, w = bot.p, bot.w
    card = bot.view.tables.cards[number - 1]
    effect = card.effect
    mean = sum(bot.step_values()) / 5
    if effect in ("vp", "vp_and_advance"):
        return float(w.points) * card.vp + (mean if effect == "vp_and_advance" else 0.0)
    if effect == "vp_per_patch":
        return float(w.points) * (p.patches.bit_count() + min(2.0, bot.left / 4))
    if effect == "lifepod_bonus":
        return float(w.points) * (p.lifepods + 0.5 * min(bot.left, p.pods.bit_count()))
    if effect == "meteorite_repo":
        return float(w.points) * ((p.rocks + min(bot.left, 6.0) * 0.4) / 3)
    if effect == "commerce_agreement":
        owned = sum(bot.view.tables.cards[c - 1].effect == effect for c in cells_of(p.cards))
        points = bot.view.tables.commerce_points
        return float(w.points) * (points[owned + 1] - points[owned] + 0.1 * bot.left)
    if effect == "advance_distinct":
        best = bot.planned_tracks()[: card.data["trackers"]]
        return sum(bot.step_values()[t] for t in best)
    if effect == "advance_one":
        return bot.best_step() * int(card.data["steps"])
    if effect == "patches":
        return float(w.patch) * card.n
    if effect == "rover_move":
        return float(w.movement) * 2 * card.n * bool(p.rovers) * bool(p.pods | p.meteors)
    if effect == "extra_tile":
        return float(w.coverage) * 4 + (2 * mean if card.data["resources"] else 0.0)
    if effect == "collect_lifepods":
        return float(w.lifepod) * min(card.n, p.pods.bit_count())
    if effect == "all_to_step":
        return mean * sum(max(0, 5 - p.step(m)) for m in range(5))
    if effect == "destroy_meteors":
        freed = sorted((bot.freed(c) for c in cells_of(p.voids)), reverse=True)
        return 2 * float(w.unvoid) * sum(freed[: card.n])
    if effect == "destroy_meteors_line":
        freed = [bot.freed(c) for c in cells_of(p.voids)]
        return 2 * float(w.unvoid) * max(freed, default=0.0)
    return float(w.movement) * bool(p.rovers)  # move a rover anywhere


def rare_score(bot: PlanetGreedy, kind: int, action: int) -> float:
    """Return the value of an action of a rarer kind."""
    p, w = bot.p, bot.w
    if kind == actions.CHOOSE_FORK:
        return _fork_score(bot, action >> 6 & 1)
    if kind in (actions.STOW_POD, actions.SHIFT_POD):
        return _pod_score(bot, kind, action)
    if kind == actions.COLLECT_THING:
        return _thing_score(bot, action, 1.0)
    if kind == actions.DESTROY_THING:
        return _thing_score(bot, action, -1.0)
    if kind == actions.CLEAR_LINE:
        lines = p.planet.columns if action >> 6 & 1 else p.planet.rows
        return float(w.unvoid) * sum(bot.freed(c) for c in cells_of(p.voids & lines[action >> 7]))
    if kind == actions.HIT_SYMBOL:
        cell = actions.cell_of(action)
        danger = bot.danger()
        return danger[cell // STRIDE] + danger[SIZE + cell % STRIDE]
    if kind == actions.GIVE_UP:
        tile = bot.view.tables.tiles[bot.view.open_tiles(bot.seat)[action >> 6 & 1]]
        other = [r for r in (tile.first, tile.second) if r != ENERGY]
        return sum(bot.step_values()[r] for r in other) * (3 - len(other))
    if kind == actions.USE_TECH:
        return _tech_score(bot, action >> 6)
    if kind == actions.TAKE_ROW:
        return _row_score(bot, action >> 6)
    if kind == actions.CHOOSE_OBJECTIVE:
        return _objective_score(bot, action >> 6)
    if kind == actions.SET_FLUX:
        return bot.step_values()[action >> 6]
    if kind == actions.EMPTY_SLOT:
        open_tile = bot.view.open_tiles(bot.seat)[action >> 6 & 1]
        return -bot.worths([open_tile], bot.seat, w)[0]
    if kind == actions.KEEP_PATCH:
        # laid at the end, when every gap is known, it completes most
        return float(w.keep) + float(w.patch) * (0.5 if bot.left > 2 else -0.5)
    return 0.0  # decline, done, peek, take


def _fork_score(bot: PlanetGreedy, branch: int) -> float:
    """Return the value of a branch of Wormhole's biomass step."""
    p, w = bot.p, bot.w
    first = p.corp.fork[p.marker[BIOMASS]]
    if branch:
        return float(w.patch)
    if first == "syn":
        return float(w.boost)
    return bot.step_values()[RESOURCES.index(first.removeprefix("advance "))]


def pod_scores(bot: PlanetGreedy, view: State, candidates: list[int]) -> list[float]:
    """Return the values of places for lifepods (Cosmos has many), and of declining."""
    losses: dict[int, float] = {}
    gains: dict[int, float] = {}
    found = []
    for action in candidates:
        if action & 63 != actions.SHIFT_POD:
            found.append(bot.score(view, action))
            continue
        taken, put = action >> 6 & 511, action >> 15  # what is the same for many of them
        if taken not in losses or put not in gains:
            source, old, place, space = actions.shift_parts(action)
            losses[taken] = _pod_loss(bot, source, old)
            gains[put] = _pod_gain(bot, place, space)
        found.append(losses[taken] + gains[put])
    return found


def _pod_score(bot: PlanetGreedy, kind: int, action: int) -> float:
    """Return the value of a lifepod's way: it scores, unlocks techs (Jump Drive) or is jumped over."""
    if kind == actions.STOW_POD:
        return _pod_gain(bot, *actions.stow_parts(action))
    source, old, place, space = actions.shift_parts(action)
    return _pod_loss(bot, source, old) + _pod_gain(bot, place, space)


def _pod_loss(bot: PlanetGreedy, source: int, space: int) -> float:
    """Return the (negative) value of taking a lifepod away from where it is."""
    return 0.0 - (float(bot.w.points) if source == actions.SCORING else _jump(bot, space))


def _pod_gain(bot: PlanetGreedy, place: int, space: int) -> float:
    """Return the value of a lifepod in a place."""
    w: Weights = bot.w
    if place == actions.SCORING:
        return w.points
    if place == actions.IN_SLOT:
        order = (0.0, 0.7, 0.5, 1.0, 0.8, 0.9, 0.6)
        return w.pod_tech * order[space] * min(1.0, bot.left / 10)
    return _jump(bot, space)


def _jump(bot: PlanetGreedy, space: int) -> float:
    """Return what a lifepod on a space is worth: a step saved just ahead of the marker."""
    found = bot.jumps.get(space)
    if found is None:
        found = bot.jumps[space] = _jump_anew(bot, space)
    return found


def _jump_anew(bot: PlanetGreedy, space: int) -> float:
    """Return the same, worked out for this decision."""
    p, w = bot.p, bot.w
    ahead = (space & 15) - p.step(space >> 4)
    if not 0 < ahead <= 3 or bot.left < 2:
        return 0.0
    here = bot.values_of[bot.seat].now[space]
    lost = sum(here)
    return float(w.pod_jump) * ((2.2 if ahead == 1 else 1.4) - lost)


def _thing_score(bot: PlanetGreedy, action: int, sign: float) -> float:
    """Return the value of collecting (or destroying) a thing."""
    p, w = bot.p, bot.w
    thing, cell = action >> 6 & 7, CELL[action >> 9 & 255]
    if thing == 1:  # a meteorite on the planet: both free its lines
        value = w.unvoid * bot.freed(cell)
        if sign > 0:
            value += w.meteorite
        elif p.kind == player.HORIZON and cell in p.rovers:
            value -= w.meteorite
        return float(value)
    if thing == 0:  # take the lifepod that is hardest to reach; lose it as well
        reach = valuing.distances(p, p.rover_bits)
        far = min(valuing.distance(reach, cell), 10) / 10
        return float(w.lifepod) * (sign if sign > 0 else -1.0) + float(w.approach) * far
    return -1.0 * float(w.lifepod if thing in (2, 3) else w.meteorite)


def _tech_score(bot: PlanetGreedy, level: int) -> float:
    """Return the value of using a tech now."""
    p, w = bot.p, bot.w
    if p.kind == player.WORMHOLE and level == 1:
        return 0.0 if bot.left < 6 else float(w.patch) * 2 - 2.5 * float(w.medal)
    if p.kind == player.JUMP_DRIVE and level == 1:
        return float(w.boost) + 0.2 * bot.best_step()
    if p.kind == player.COSMOS:
        return 0.1 * float(w.pod_jump) if p.lifepods and bot.left > 3 else -0.1 * float(w.points)
    if p.kind == player.MAKESHIFT:  # 4, one marker down, hardly ever helps
        return -0.1 * float(w.medal)
    return bot.best_step() + float(w.points)


def _row_score(bot: PlanetGreedy, marker: int) -> float:
    """Return the value of every benefit on a marker's row; wait for a good row."""
    p, w = bot.p, bot.w
    now = bot.values_of[bot.seat].now
    step = p.step(marker)
    gains = [0.0] * 7
    for track in range(5):
        for i, value in enumerate(now[track << 4 | step]):
            gains[i] += value
    patience = 1.0 if bot.left > 3 else 0.0
    return float(
        w.boost * (gains[1] - patience)
        + w.movement * gains[2]
        + w.card * (gains[4] - patience)
        + w.patch * gains[6]
    )


def _objective_score(bot: PlanetGreedy, number: int) -> float:
    """Return the value of choosing an objective; when one is dropped, the better ones score lower."""
    p = bot.p
    side = bot.view.tables.objectives[number - 1]["private"]
    ease = EASE[side["condition"]]
    if side["condition"] == "track_at_top":
        ease = TOP_EASE[RESOURCES.index(side["of"])]
    elif side["condition"] == "all_ice_covered":
        ice = p.planet.ice.bit_count()
        ease = 1.0 if not ice else 0.4 if ice < 40 else 0.05
    chances = CHANCE.get(side["condition"], 0.1)
    if side["condition"] == "track_at_top":
        chances = TOP_CHANCE[RESOURCES.index(side["of"])]
    keeps = any(one & 31 == 20 and one >> 5 in (2, 3) for one in p.pending)
    value = float(bot.w.private) * ease + float(bot.w.hope + bot.w.summit) * chances
    return value if keeps else -value

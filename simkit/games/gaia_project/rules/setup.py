"""The set-up: map, tiles, seats, choice of factions or auction, starting goods and structures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import building, galaxy, power, research, terms
from simkit.games.gaia_project.rules.automa import Automa

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState, Player
    from simkit.games.gaia_project.title import GaiaRules

FIXED: Final = (
    "factions", "table", "bids", "pool", "map", "hexes", "tech_tiles", "advanced_tiles",
    "terraforming_token", "round_tiles", "final_tiles", "boosters", "automa_faction",
)  # fmt: skip


def set_up(s: GaiaState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Deal tiles and seats on a map that is laid out; `fixed` names what is not to be drawn.

    ``factions`` by seat; ``table`` (seats clockwise, first player first); ``bids`` by seat; ``pool``
    (factions up for auction); ``map`` (rows of sector, centre, turns); ``hexes`` (rows of q, r, label,
    planet, sector); ``tech_tiles`` and ``advanced_tiles`` (by place or as a list);
    ``terraforming_token``; ``round_tiles``; ``final_tiles``; ``boosters``; ``automa_faction``.
    """
    for name in fixed:
        if name not in FIXED:
            raise UnknownName("part of the deal", name, FIXED, "gaia_project")
    deal_tiles(s, luck, fixed)
    deal_seats(s, luck, fixed)


def lay_out_map(rules: GaiaRules, luck: Luck, fixed: Mapping[str, Any]) -> galaxy.Galaxy:
    """Lay out the map: given by hexes, by sectors, or dealt."""
    if "hexes" in fixed:
        return galaxy.from_hexes(fixed["hexes"])
    if "map" in fixed:
        rows = fixed["map"]
        try:
            placement = [(str(c), (int(at[0]), int(at[1])), int(n)) for c, at, n in rows]
        except (TypeError, ValueError, IndexError):
            raise BadValue("map", "is a list of [sector, [q, r], turns]") from None
        return galaxy.lay_out(rules.components, placement)
    return galaxy.deal_map(rules.components, rules.seats, rules.options, luck)


def deal_tiles(s: GaiaState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Draw tiles, boosters and the token on terraforming 5 (rules.md 1)."""
    # Rules: [#1.1] [#1.2] [#automa.setup.1] [#automa.setup.2]
    s.places = drawn(fixed, "tech_tiles", terms.STANDARD, 9, luck.fork("tech tiles"), terms.PLACES)
    s.advanced_at = drawn(
        fixed,
        "advanced_tiles",
        terms.ADVANCED,
        6,
        luck.fork("advanced tiles"),
        terms.AREA_CODES,
    )
    s.round_tiles = drawn(fixed, "round_tiles", terms.ROUND_TILES, 6, luck.fork("round tiles"))
    s.final_tiles = drawn(fixed, "final_tiles", terms.FINAL_TILES, 2, luck.fork("final tiles"))
    count = s.seats + 3 if s.seats > 1 else 5
    for booster in drawn(fixed, "boosters", terms.BOOSTERS, count, luck.fork("boosters")):
        s.boosters |= 1 << booster
    copies = s.t.token_copies[:6]
    if s.seats == 1:
        copies = [int(s.rules.options["token_copies_solo"])] * 6
    token = fixed.get("terraforming_token")
    if token is None:
        s.top_token = luck.fork("terraforming token").below(6)
    else:
        s.top_token = number_of("federation token", token, terms.TOKENS[:6])
    s.dealt_advanced, s.dealt_token = s.advanced_at[:], s.top_token
    s.tokens_left = [n - (i == s.top_token) for i, n in enumerate(copies)]


def deal_seats(s: GaiaState, luck: Luck, fixed: Mapping[str, Any]) -> None:
    """Seat the players and begin with whatever choice of factions the options say."""
    if "table" in fixed:
        table = [int(seat) for seat in fixed["table"]]
        if sorted(table) != list(range(s.seats)):
            raise BadValue("table", f"names every seat once, not {table}")
        s.table = table
    choice = s.rules.options["faction_choice"]
    if s.seats == 1:
        wanted = fixed.get("automa_faction")
        if choice == "first_game" and s.rules.options["automa_faction"] == "random":
            wanted = wanted or first_game(s.rules)["solo"]["automa"]
        s.automa = Automa(s, wanted)
    if "factions" in fixed:
        chosen = faction_numbers(s, fixed["factions"])
        for player, faction in zip(s.players, chosen, strict=False):
            player.faction = faction
        for player, bid in zip(s.players, fixed.get("bids", ()), strict=False):
            player.bid = int(bid)
    if s.automa is not None:
        s.automa.choose_faction(s)
    if "factions" in fixed:
        start_players(s)
    elif choice == "given":
        blocked = s.players[1].faction if s.seats == 1 else -1
        for player, faction in zip(
            s.players, random_factions(s, luck.fork("factions"), blocked), strict=False
        ):
            player.faction = faction
        start_players(s)
    elif choice == "auction" and "pool" in fixed:
        s.phase, s.pool = schema.P_AUCTION, faction_numbers(s, fixed["pool"])
        s.queue = [s.table[0]]
    else:
        if choice == "first_game":
            s.pool = first_pool(s)
        s.phase, s.queue = schema.P_FACTIONS, [seat for seat in s.table if seat < s.seats]


def first_game(rules: GaiaRules) -> Mapping[str, Any]:
    """Return the printed lists of factions for the first game, by the number of players."""
    lists: Mapping[str, Any] = rules.components["map"]["first_game"]["factions"]
    return lists


def first_pool(s: GaiaState) -> list[int]:
    """Return the factions that players choose from in turn order in their first game."""
    # Rules: [#1.3] [#automa.setup.6]
    if s.automa is None:
        names = first_game(s.rules)[("two", "three", "four")[s.seats - 2]]
        return [terms.FACTIONS.index(name) for name in names]
    human = terms.FACTIONS.index(first_game(s.rules)["solo"]["human"])
    if human // 2 == s.automa.faction // 2:
        raise BadValue(
            "automa_faction",
            f"has its board in common with {terms.FACTIONS[human]} of the first game",
        )
    return [human]


def faction_numbers(s: GaiaState, names: Sequence[Any]) -> list[int]:
    """Return the numbers of the factions given for all seats, and refuse two sides of one board."""
    chosen = [number_of("faction", name, terms.FACTIONS) for name in names]
    if len(chosen) != s.seats:
        raise BadValue("factions", f"needs {s.seats} factions, not {len(chosen)}")
    for board in terms.BOARDS:
        if sum(terms.FACTIONS[faction] in board for faction in chosen) > 1:
            raise BadValue("factions", f"{' and '.join(board)} are sides of one board")
    return chosen


def random_factions(s: GaiaState, luck: Luck, blocked: int) -> list[int]:
    """Draw a faction for every seat, each of another board, and not of the board of `blocked`."""
    boards = [b for b in luck.shuffle(range(len(terms.BOARDS))) if blocked < 0 or b != blocked // 2]
    return [2 * board + luck.fork("side").below(2, board) for board in boards[: s.seats]]


def number_of(what: str, name: Any, names: Sequence[str]) -> int:
    """Return the number of a component that is given by name or by number."""
    if isinstance(name, int) and not isinstance(name, bool) and 0 <= name < len(names):
        return name
    text = str(name).replace("-", "_") if what == "faction" else str(name)
    if text not in names:
        raise UnknownName(what, name, names, "gaia_project")
    return list(names).index(text)


def drawn(
    fixed: Mapping[str, Any],
    key: str,
    names: Sequence[str],
    count: int,
    luck: Luck,
    places: Sequence[str] = (),
) -> list[int]:
    """Return `count` tiles: those given (by place or as a list), or drawn."""
    given = fixed.get(key)
    if given is None:
        return luck.shuffle(range(len(names)))[:count]
    if isinstance(given, Mapping):
        missing = [place for place in places if place not in given]
        if missing:
            raise BadValue(key, f"lacks {missing[0]!r}")
        given = [given[place] for place in places]
    if len(given) != count:
        raise BadValue(key, f"needs {count} entries, not {len(given)}")
    found = [number_of(key, name, names) for name in given]
    if len(set(found)) != len(found):
        raise BadValue(key, "names one twice")
    return found


def start_players(s: GaiaState) -> None:
    """Hand out what the faction boards say and queue the starting structures."""
    # Rules: [#1.3] [#1.4] [#5.ivits]
    for p in s.players[: s.seats]:
        table = s.t.factions[p.faction]
        p.home = table.home
        s.gain(p.seat, schema.SRC_START, s.t.start_vp)
        if p.bid and s.rules.options["auction_payment"] == "start":
            s.gain(p.seat, schema.SRC_AUCTION, -p.bid)
        p.p1, p.p2, p.p3 = table.bowls
        if p.faction == terms.TAKLONS:
            p.p1 += 1
            p.stone = power.IN_1
            s.stone_seat = p.seat
        power.gain_all(s, p, table.start)
        if table.start_area >= 0:
            p.levels[table.start_area] = 1
            research.reach_level(s, p, table.start_area)
    ordinary = [seat for seat in s.table if s.players[seat].faction != terms.IVITS]
    s.queue = ordinary + ordinary[::-1]
    s.queue += [seat for seat in s.table if s.players[seat].faction == terms.XENOS]
    s.queue += [seat for seat in s.table if s.players[seat].faction == terms.IVITS]
    s.phase = schema.P_SET_UP


def end_auction(s: GaiaState) -> None:
    """Seat the players in the order of the factions they have won."""
    place = {faction: i for i, faction in enumerate(s.pool)}
    s.table = sorted(range(s.seats), key=lambda seat: place[s.players[seat].faction])
    if s.automa is not None:
        s.table.append(s.seats)


def choose_faction(s: GaiaState, p: Player, faction: int) -> None:
    """Take a faction."""
    p.faction = faction
    s.queue.pop(0)


def bid(s: GaiaState, p: Player, faction: int, points: int) -> None:
    """Bid for a faction; the outbid player bids anew in turn."""
    for other in s.players[: s.seats]:
        if other.faction == faction:
            other.faction, other.bid = -1, 0
    p.faction, p.bid = faction, points
    s.queue = []
    place = s.table.index(p.seat)
    for n in range(1, len(s.table)):
        seat = s.table[(place + n) % len(s.table)]
        if s.players[seat].faction < 0:
            s.queue = [seat]
            break


def place_first(s: GaiaState, p: Player, cell: int) -> None:
    """Place a starting mine, or Ivits' institute: no cost, no points, no leech."""
    # Rules: [#1.4]
    building.settle_on(s, p, cell)
    if p.faction == terms.IVITS:
        p.mine_mask, p.institute = 0, 1 << cell
    else:
        p.mines += 1

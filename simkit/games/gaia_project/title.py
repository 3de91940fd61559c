"""Gaia Project's rules in one setting: dealing, positions, descriptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from simkit.core.components import Patch
from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.games.gaia_project import schema as sc
from simkit.games.gaia_project.io import positions as position
from simkit.games.gaia_project.rules import apply, galaxy, terms
from simkit.games.gaia_project.rules import setup as set_up
from simkit.games.gaia_project.rules.state import GaiaState
from simkit.games.gaia_project.rules.tables import Tables
from simkit.games.gaia_project.view import consequences as journal
from simkit.games.gaia_project.view import words

FIXED = (
    "factions", "table", "bids", "pool", "map", "hexes", "tech_tiles", "advanced_tiles",
    "terraforming_token", "round_tiles", "final_tiles", "boosters", "automa_faction",
)  # fmt: skip
REMEMBERED = 20_000  # results kept; all of them can be worked out again
SHEETS = 2_000


class GaiaRules(Rules):
    """Gaia Project in one setting; build it with ``simkit.rules("gaia_project", seats=4)``."""

    title: ClassVar[str] = "gaia_project"
    version: ClassVar[int] = 5
    schema: ClassVar[Schema] = sc.SCHEMA

    def __init__(
        self, seats: int, options: Mapping[str, Any] | None = None, patch: Patch | None = None
    ) -> None:
        super().__init__(seats, options, patch)
        self.tables = Tables(self.components)
        self.federations_known: dict[tuple[int, ...], list[int]] = {}
        self.sheets: dict[tuple[type, Any, int], Any] = {}

    def remember_federations(self, key: tuple[int, ...], masks: list[int]) -> None:
        """Keep the result of a search for federations."""
        if len(self.federations_known) >= REMEMBERED:
            self.federations_known.clear()
        self.federations_known[key] = masks

    def remember_sheet(self, key: tuple[type, Any, int], sheet: Any) -> None:
        """Keep what things are worth to bots of the same weights (see `sheets.Sheet`)."""
        if len(self.sheets) >= SHEETS:
            self.sheets.clear()
        self.sheets[key] = sheet

    def deal(self, luck: Luck, **fixed: Any) -> GaiaState:
        """Set up a game.

        Parameters
        ----------
        luck
            Where everything not given is drawn from.
        **fixed
            ``factions`` by seat; ``table`` (seats clockwise, first player first); ``bids`` by seat;
            ``pool`` (factions up for auction); ``map`` (rows of sector, centre, turns); ``hexes`` (rows
            of q, r, label, planet, sector); ``tech_tiles`` and ``advanced_tiles`` (by place or as a
            list); ``terraforming_token``; ``round_tiles``; ``final_tiles``; ``boosters``;
            ``automa_faction``.

        Examples
        --------
        >>> import simkit
        >>> rules = simkit.rules("gaia_project", seats=2)
        >>> state = rules.deal(simkit.Luck(1), factions=["xenos", "itars"])
        >>> state.seat
        0
        """
        for name in fixed:
            if name not in FIXED:
                raise UnknownName("part of the deal", name, FIXED, "gaia_project")
        state = GaiaState(self, luck, self._map(luck, fixed))
        self._deal_tiles(state, luck, fixed)
        self._deal_seats(state, luck, fixed)
        apply.advance(state)
        return state

    def _map(self, luck: Luck, fixed: Mapping[str, Any]) -> galaxy.Galaxy:
        if "hexes" in fixed:
            return galaxy.from_hexes(fixed["hexes"])
        if "map" in fixed:
            rows = fixed["map"]
            try:
                placement = [(str(c), (int(at[0]), int(at[1])), int(n)) for c, at, n in rows]
            except (TypeError, ValueError, IndexError):
                raise BadValue("map", "is a list of [sector, [q, r], turns]") from None
            return galaxy.lay_out(self.components, placement)
        return galaxy.deal_map(self.components, self.seats, self.options, luck)

    def _deal_tiles(self, s: GaiaState, luck: Luck, fixed: Mapping[str, Any]) -> None:
        """Draw tiles, boosters and the token on terraforming 5 (rules.md 1)."""
        # Rules: [#1.1] [#1.2] [#automa.setup.1] [#automa.setup.2]
        s.places = _drawn(
            fixed, "tech_tiles", terms.STANDARD, 9, luck.fork("tech tiles"), terms.PLACES
        )
        s.advanced_at = _drawn(
            fixed,
            "advanced_tiles",
            terms.ADVANCED,
            6,
            luck.fork("advanced tiles"),
            terms.AREA_CODES,
        )
        s.round_tiles = _drawn(fixed, "round_tiles", terms.ROUND_TILES, 6, luck.fork("round tiles"))
        s.final_tiles = _drawn(fixed, "final_tiles", terms.FINAL_TILES, 2, luck.fork("final tiles"))
        count = self.seats + 3 if self.seats > 1 else 5
        for booster in _drawn(fixed, "boosters", terms.BOOSTERS, count, luck.fork("boosters")):
            s.boosters |= 1 << booster
        copies = self.tables.token_copies[:6]
        if self.seats == 1:
            copies = [int(self.options["token_copies_solo"])] * 6
        token = fixed.get("terraforming_token")
        if token is None:
            s.top_token = luck.fork("terraforming token").below(6)
        else:
            s.top_token = _index("federation token", token, terms.TOKENS[:6])
        s.dealt_advanced, s.dealt_token = s.advanced_at[:], s.top_token
        s.tokens_left = [n - (i == s.top_token) for i, n in enumerate(copies)]

    def _deal_seats(self, s: GaiaState, luck: Luck, fixed: Mapping[str, Any]) -> None:
        """Seat the players and begin with whatever choice of factions the options say."""
        if "table" in fixed:
            table = [int(seat) for seat in fixed["table"]]
            if sorted(table) != list(range(self.seats)):
                raise BadValue("table", f"names every seat once, not {table}")
            s.table = table
        choice = self.options["faction_choice"]
        if self.seats == 1:
            from simkit.games.gaia_project.rules.automa import Automa

            wanted = fixed.get("automa_faction")
            if choice == "first_game" and self.options["automa_faction"] == "random":
                wanted = wanted or self._first_game()["solo"]["automa"]
            s.automa = Automa(s, wanted)
        if "factions" in fixed:
            chosen = self._factions(fixed["factions"])
            for player, faction in zip(s.players, chosen, strict=False):
                player.faction = faction
            for player, bid in zip(s.players, fixed.get("bids", ()), strict=False):
                player.bid = int(bid)
        if s.automa is not None:
            s.automa.choose_faction(s)
        if "factions" in fixed:
            set_up.start_players(s)
        elif choice == "given":
            blocked = s.players[1].faction if self.seats == 1 else -1
            for player, faction in zip(
                s.players, self._random_factions(luck.fork("factions"), blocked), strict=False
            ):
                player.faction = faction
            set_up.start_players(s)
        elif choice == "auction" and "pool" in fixed:
            s.phase, s.pool = sc.P_AUCTION, self._factions(fixed["pool"])
            s.queue = [s.table[0]]
        else:
            if choice == "first_game":
                s.pool = self._first_pool(s)
            s.phase, s.queue = sc.P_FACTIONS, [seat for seat in s.table if seat < self.seats]

    def _first_game(self) -> Mapping[str, Any]:
        """Return the printed lists of factions for the first game, by the number of players."""
        lists: Mapping[str, Any] = self.components["map"]["first_game"]["factions"]
        return lists

    def _first_pool(self, s: GaiaState) -> list[int]:
        """Return the factions that players choose from in turn order in their first game."""
        # Rules: [#1.3] [#automa.setup.6]
        if s.automa is None:
            names = self._first_game()[("two", "three", "four")[self.seats - 2]]
            return [terms.FACTIONS.index(name) for name in names]
        human = terms.FACTIONS.index(self._first_game()["solo"]["human"])
        if human // 2 == s.automa.faction // 2:
            raise BadValue(
                "automa_faction",
                f"has its board in common with {terms.FACTIONS[human]} of the first game",
            )
        return [human]

    def _factions(self, names: Sequence[Any]) -> list[int]:
        chosen = [_index("faction", name, terms.FACTIONS) for name in names]
        if len(chosen) != self.seats:
            raise BadValue("factions", f"needs {self.seats} factions, not {len(chosen)}")
        for board in terms.BOARDS:
            if sum(terms.FACTIONS[faction] in board for faction in chosen) > 1:
                raise BadValue("factions", f"{' and '.join(board)} are sides of one board")
        return chosen

    def _random_factions(self, luck: Luck, blocked: int) -> list[int]:
        boards = [
            b for b in luck.shuffle(range(len(terms.BOARDS))) if blocked < 0 or b != blocked // 2
        ]
        return [2 * board + luck.fork("side").below(2, board) for board in boards[: self.seats]]

    def position(self, spec: Mapping[str, Any]) -> GaiaState:
        """Return the state that a readable dict describes; see `position.read`."""
        return position.read(self, spec)

    def words(self, state: Any, action: int) -> str:
        """Say an action in words."""
        return words.words(self, state, action)

    def consequences(
        self, before: Any, action: int, after: Any, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going; whatever happens lies open (`after` needs not be asked)."""
        return journal.consequences(before, action)


def _index(what: str, name: Any, names: Sequence[str]) -> int:
    if isinstance(name, int) and not isinstance(name, bool) and 0 <= name < len(names):
        return name
    text = str(name).replace("-", "_") if what == "faction" else str(name)
    if text not in names:
        raise UnknownName(what, name, names, "gaia_project")
    return list(names).index(text)


def _drawn(
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
    found = [_index(key, name, names) for name in given]
    if len(set(found)) != len(found):
        raise BadValue(key, "names one twice")
    return found


RULES = GaiaRules

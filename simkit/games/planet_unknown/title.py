"""The rules of Planet Unknown in one setting: dealing, positions from a dict, actions in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from simkit.core.components import Components, Patch
from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.core.rules import Rules
from simkit.core.schema import Schema
from simkit.games.planet_unknown import schema as sc
from simkit.games.planet_unknown.rules import cards, flow, placing, scoring, tracks
from simkit.games.planet_unknown.rules.benefits import item
from simkit.games.planet_unknown.rules.cells import cell, mask_of
from simkit.games.planet_unknown.rules.state import COSMOS, FLUX_INDUSTRIES, PlanetState, Player
from simkit.games.planet_unknown.rules.tables import TRACKS, Layout, Tables, Tile

FIXED = (
    "factions", "planets", "commander", "shift", "rotation", "stacks", "civ_cards", "rivals",
    "private", "events",
)  # fmt: skip

POSITION_KEYS = (
    "players", "rival_objectives", "commander", "round", "event", "seed", "deal", "open",
)  # fmt: skip
PLAYER_KEYS = (
    "planet", "corporation", "board", "meteorites_left", "lifepods", "rovers", "loads", "tracks",
    "markers", "lifepods_on_tracks", "tech_slots", "collected_meteorites", "collected_lifepods",
    "movement", "civ_cards", "private_objectives", "supply", "flux", "techs_off", "tech_level",
)  # fmt: skip


class PlanetRules(Rules):
    """Planet Unknown; build it with ``simkit.rules("planet_unknown", seats=4)``."""

    title: ClassVar[str] = "planet_unknown"
    version: ClassVar[int] = 2
    schema: ClassVar[Schema] = sc.SCHEMA

    def __init__(
        self, seats: int, options: Mapping[str, Any] | None = None, patch: Patch | None = None
    ) -> None:
        super().__init__(seats, options, patch)
        if seats == 1 and self.options["events"] == "none":
            raise BadValue("events", "the solo game is played with an event deck")
        self.schema = self._schema()  # type: ignore[misc]  # this setting's own
        self.tables = _tables(self.components)
        self.faction_code = [sc.CORPORATIONS.index(c.id) for c in self.tables.corporations]
        self.planet_code = [sc.PLANETS.index(name) for name in self.tables.planet_number]

    def _schema(self) -> Schema:
        """Return the schema with the boards that this setting draws from: a side exists once.

        In the schema of the title both roles may repeat, because the symmetric sides may.
        """
        corporations, planets = self._known(sc.CORPORATIONS), self._known(sc.PLANETS)
        symmetric = self.options["boards"] == "symmetric"
        roles = tuple(
            replace(role, values=known, labels=role.labels[: len(known)], repeat=symmetric)
            for role, known in zip(sc.SCHEMA.roles, (corporations, planets), strict=True)
        )
        return replace(sc.SCHEMA, roles=roles)

    def _known(self, values: tuple[str, ...]) -> tuple[str, ...]:
        if self.options["boards"] == "symmetric":
            return values[:1]
        return values if self.options["edition"] == "deluxe" else values[: sc.STANDARD]

    def solo_target(self, red: int, orange: int, green: int) -> int:
        """Return the target of the solo game for a mix of event cards."""
        return scoring.solo_target(self.tables, red, orange, green)

    # Setting up (section 2) ---------------------------------------------------------------------

    def deal(self, luck: Luck, **fixed: Any) -> PlanetState:
        """Set up a game.

        Parameters
        ----------
        luck
            The game's luck.
        **fixed
            Whatever the players choose or the deal would draw:

            - ``factions`` and ``planets``: a corporation and a planet board per seat,
            - ``shift``: how far the inner ring of the station is turned against the outer one, 0 to 5,
            - ``rotation``: how far the whole station is turned, 0 to 5; ``commander``: a seat,
            - ``stacks``: twelve lists of tile ids (six inner slots, six outer ones), the open tile last,
            - ``civ_cards``: numbers of the cards in the decks,
            - ``rivals``: rival objectives, each ``[objective, seat, seat]``,
            - ``private``: a list of objectives per seat, ``events``: numbers of the cards in order.

            Lists of names may be written as one text with commas.
        """
        return self._deal(luck, fixed)

    def _deal(self, luck: Luck, fixed: Mapping[str, Any], twice: bool = False) -> PlanetState:
        """Set up a game; with `twice` an asymmetric side may lie in front of two seats."""
        for name in fixed:
            if name not in FIXED:
                raise UnknownName("fixed part of the deal", name, FIXED, self.title)
        state = PlanetState(self, luck)
        state.round = 0
        state.phase = sc.SETUP
        planets = self._boards("planets", sc.PLANETS, fixed, luck, twice)
        factions = self._boards("factions", sc.CORPORATIONS, fixed, luck, twice)
        for planet, faction in zip(planets, factions, strict=True):
            state.players.append(self._player(planet, faction))
        state.commander = self._number(fixed, "commander", self.seats, 0)
        depots = self.tables.depots
        state.shift = self._number(fixed, "shift", depots, luck.fork("shift").below(depots))
        start = luck.fork("rotation").below(depots)
        state.rotation = self._number(fixed, "rotation", depots, start)
        state.stacks = self._stacks(fixed, luck)
        state.left = [len(stack) for stack in state.stacks]
        state.removed = len(self.tables.tiles) - sum(state.left)
        state.deck = self._civ_cards(fixed, luck)
        self._objectives(state, fixed, luck)
        self._events(state, fixed, luck, any_card=twice)
        state.queue = list(range(self.seats))
        for p in state.players:
            if p.kind == FLUX_INDUSTRIES:  # the token's first track is chosen at set-up
                p.pending.append(item(sc.FLUX))
        flow.proceed(state)
        return state

    def _player(self, planet: str, faction: str) -> Player:
        # [#2.3]
        tables = self.tables
        p_no, c_no = tables.planet_number[planet], tables.corporation_number[faction]
        p = Player(tables.planet(planet), p_no, tables.corporations[c_no], c_no)
        p.keep_tech = self.options["tech_after_descent"] == "kept"
        return p

    def _boards(
        self,
        key: str,
        values: tuple[str, ...],
        fixed: Mapping[str, Any],
        luck: Luck,
        twice: bool,
    ) -> list[str]:
        """Return a board per seat: as given, or drawn; an asymmetric side exists once."""
        # [#2.2]
        known = self._known(values)
        given = fixed.get(key)
        if given is None:
            if len(known) == 1:
                return [known[0]] * self.seats
            return [known[i] for i in luck.fork(key).shuffle(range(len(known)))[: self.seats]]
        if isinstance(given, str):
            given = [name.strip() for name in given.split(",")]
        if len(given) != self.seats:
            raise BadValue(key, f"needs a list of {self.seats}, one per seat")
        for name in given:
            if name not in values:
                raise UnknownName(key[:-1], name, values, self.title)
            if name not in known:
                wanted = "boards='mixed'" if len(known) == 1 else "edition='deluxe'"
                raise BadValue(key, f"{name!r} needs the option {wanted}")
            if not twice and name != values[0] and list(given).count(name) > 1:
                raise BadValue(key, f"{name!r} is given twice; only {values[0]!r} exists for all")
        return list(given)

    def _number(self, fixed: Mapping[str, Any], key: str, limit: int, drawn: int) -> int:
        value = fixed.get(key, drawn)
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        if not isinstance(number, int) or not 0 <= number < limit:
            raise BadValue(key, f"is 0 to {limit - 1}, not {value!r}")
        return number

    def _stacks(self, fixed: Mapping[str, Any], luck: Luck) -> list[list[int]]:
        # [#2.1]
        tables = self.tables
        if "stacks" in fixed:
            stacks = [[self.tile(t).number for t in stack] for stack in fixed["stacks"]]
            if len(stacks) != 2 * tables.depots:
                raise BadValue("stacks", "needs twelve lists: six inner slots, then six outer ones")
            laid = [number for stack in stacks for number in stack]
            if len(set(laid)) < len(laid):
                raise BadValue("stacks", "holds a tile twice; every tile exists once")
            return stacks
        order = luck.fork("tiles")
        return [
            order.shuffle(tables.stock_of_slot(ring, slot))
            for ring in range(2)
            for slot in range(tables.depots)
        ]

    def _civ_cards(self, fixed: Mapping[str, Any], luck: Luck) -> int:
        """Players + 1 random cards per level."""
        # [#2.4]
        if "civ_cards" in fixed:
            numbers = _numbers("civ_cards", fixed["civ_cards"], "card", len(self.tables.cards))
            return sum(1 << number for number in set(numbers))
        deck = 0
        for level in range(1, 5):
            ids = [card.id for card in self.tables.cards if card.level == level]
            for number in luck.fork("civ cards").shuffle(ids)[: self.seats + 1]:
                deck |= 1 << number
        return deck

    def _objectives(self, state: PlanetState, fixed: Mapping[str, Any], luck: Luck) -> None:
        """Private objectives first (variant, solo), then rival ones between neighbours."""
        # [#2.5] [#11.2]
        n = self.seats
        ids = luck.fork("objectives").shuffle(range(1, len(self.tables.objectives) + 1))
        if "private" in fixed:
            if len(fixed["private"]) != n:
                raise BadValue("private", f"needs a list of {n} lists, one per seat")
            for p, numbers in zip(state.players, fixed["private"], strict=True):
                p.private = _numbers("private", numbers, "objective", len(ids))
                p.seen_objectives = sum(1 << k for k in p.private)
            ids = [k for k in ids if all(k not in p.private for p in state.players)]
        elif n == 1 or self.options["private_objectives"]:
            for p in state.players:
                dealt, ids = ids[: 4 if n == 1 else 2], ids[4 if n == 1 else 2 :]
                p.private = dealt if n == 1 else []
                p.choice = p.seen_objectives = sum(1 << k for k in dealt)
                purpose = cards.DROP_START if n == 1 else cards.KEEP_ONE
                p.pending.append(item(sc.OBJECTIVE, purpose))
        if "rivals" in fixed:
            state.rivals = [self._rival(one) for one in fixed["rivals"]]
        elif n == 2:
            state.rivals = [(number, 0, 1) for number in ids[:3]]
        elif n > 2:
            state.rivals = [(ids[i], i, (i + 1) % n) for i in range(n)]

    def _rival(self, given: Any) -> tuple[int, int, int]:
        """Return a rival objective and its two seats, as given."""
        if isinstance(given, str) or len(given) != 3:
            raise BadValue("rivals", f"needs [objective, seat, seat], not {given!r}")
        (number,) = _numbers("rivals", given[:1], "objective", len(self.tables.objectives))
        for seat in given[1:]:
            if not isinstance(seat, int) or not 0 <= seat < self.seats:
                raise BadValue("rivals", f"a seat is 0 to {self.seats - 1}, not {seat!r}")
        return number, given[1], given[2]

    def _events(
        self, state: PlanetState, fixed: Mapping[str, Any], luck: Luck, any_card: bool
    ) -> None:
        """Make the deck of events; a position may hold cards of the solo game with several seats."""
        events = self.tables.events
        mix = str(self.options["events"])
        if mix == "standard":
            mix = "even" if self.seats == 1 else "none"
        if "events" in fixed:
            state.event_deck = _numbers("events", fixed["events"], "event", len(events))
            alone = [number for number in state.event_deck if events[number - 1].solo]
            if alone and self.seats > 1 and not any_card:
                raise BadValue("events", f"card {alone[0]} is for the solo game only")
        elif mix != "none":
            usable = [e for e in events if self.seats == 1 or not e.solo]
            order = luck.fork("events")
            if mix == "random":
                drawn = order.shuffle([e.id for e in usable])[: self.tables.event_count]
            else:
                counts = dict(zip(("green", "orange", "red"), self._mix(mix), strict=True))
                drawn = []
                for colour, count in counts.items():
                    pile = order.shuffle([e.id for e in usable if e.colour == colour])
                    if len(pile) < count:
                        raise BadValue(
                            "events", f"there are {len(pile)} {colour} cards, not {count}"
                        )
                    drawn += pile[:count]
            state.event_deck = luck.fork("event order").shuffle(drawn)
        used = [events[number - 1].colour for number in state.event_deck]
        state.mix = (used.count("red"), used.count("orange"), used.count("green"))

    def _mix(self, mix: str) -> tuple[int, int, int]:
        green, orange, red = (int(n) for n in ("6-7-7" if mix == "even" else mix).split("-"))
        return green, orange, red

    # Positions ---------------------------------------------------------------------------------

    def tile(self, name: str) -> Tile:
        """Return a tile by its id, e.g. ``U5-CE-m``."""
        number = self.tables.tile_number.get(name)
        if number is None:
            raise UnknownName("tile", name, self.tables.tile_number, self.title)
        return self.tables.tiles[number]

    def spot(self, tile: Tile, text: str) -> tuple[Layout, int]:
        """Return layout and lowest cell of a placement ``x,y,r,f``."""
        try:
            x, y, r, f = (int(part) for part in text.split(","))
            layout = tile.shape.all_layouts[r * 2 + f]
        except (ValueError, IndexError):
            raise BadValue("placement", f"{text!r} is not written x,y,r,f") from None
        return layout, cell(x, y) - layout.zero

    def position(self, spec: Mapping[str, Any]) -> PlanetState:
        """Return the state that a dict describes, in the words of ``log_notation.md``.

        Keys: ``players`` (each: planet, corporation, board, meteorites_left, lifepods, rovers, loads,
        tracks or markers, lifepods_on_tracks, tech_slots, collected_meteorites, collected_lifepods,
        movement, civ_cards, private_objectives, supply, flux, techs_off, tech_level: the techs of
        levels 1 to this one are held), ``rival_objectives``
        (objective, between), ``commander``, ``round``, ``event``, ``seed``, ``deal`` (as `deal`),
        ``open`` (the small and the large tile in front of the first player).
        It is the first player's turn to take and place a tile. A side of a board may be given to
        two players: a position compares them, it need not come from one box.
        """
        players = spec["players"]
        _demand_known(spec, POSITION_KEYS, "position")
        for player in players:
            _demand_known(player, PLAYER_KEYS, "player of a position")
        state = self._deal(
            Luck(int(spec.get("seed", 0))),
            {
                "planets": [_planet_given(p) for p in players],
                "factions": [p.get("corporation", sc.CORPORATIONS[0]) for p in players],
                "rivals": [
                    (r["objective"], *self._between(r["between"]))
                    for r in spec.get("rival_objectives", [])
                ],
                "private": [[] for _ in players],
                **spec.get("deal", {}),
            },
            twice=True,
        )
        used: set[int] = set()
        for p, given in zip(state.players, players, strict=True):
            p.pending.clear()
            self._fill(p, given, used)
            state.deck &= ~p.cards
        state.stacks = [[t for t in stack if t not in used] for stack in state.stacks]
        state.left = [len(stack) for stack in state.stacks]
        placed = sum(p.tiles_placed for p in state.players)
        state.removed = len(self.tables.tiles) - sum(state.left) - placed
        if "open" in spec:
            self._turn_to(state, *(self.tile(name) for name in spec["open"]))
        state.round = int(spec.get("round", 1))
        state.commander = int(spec.get("commander", 0))
        state.event = int(spec.get("event", 0))
        state.event_no = state.event_deck.index(state.event) + 1 if state.event else state.event_no
        for p in state.players:
            p.used_round = p.move = 0
            p.placed = p.finished = False
        for p, given in zip(state.players, players, strict=True):
            p.move = int(given.get("movement", 0))
            p.driving = p.move > 0
        state.phase = sc.TURN
        state.queue = flow.table_order(state)
        state.seat = state.queue[0]
        return state

    def _between(self, seats: Sequence[int]) -> list[int]:
        """Return the two seats of a rival objective, which positions count from 1."""
        for seat in seats:
            if not 1 <= seat <= self.seats:
                raise BadValue("between", f"a seat is 1 to {self.seats}, not {seat!r}")
        return [seat - 1 for seat in seats]

    def _turn_to(self, state: PlanetState, small: Tile, large: Tile) -> None:
        """Turn station and rings so that two tiles are open in front of the first player."""
        tables = self.tables
        slots = []
        for ring, tile in enumerate((small, large)):
            shapes = [tables.shapes[i] for i in tables.rings[ring]]
            if tile.shape not in shapes:
                raise BadValue("open", f"{tile.id} is not a {('small', 'large')[ring]} tile")
            slots.append(shapes.index(tile.shape))
            stack = state.stacks[6 * ring + slots[ring]]
            if tile.number not in stack:
                raise BadValue("open", f"{tile.id} lies on a planet already")
            stack.remove(tile.number)
            stack.append(tile.number)
        place = tables.places[state.seats - 1][state.commander]
        state.rotation = (slots[1] - place) % tables.depots
        state.shift = (slots[0] - slots[1]) % tables.depots

    def _fill(self, p: Player, given: Mapping[str, Any], used: set[int]) -> None:
        for name, text in given.get("board", []):
            if name == "patch":
                x, y = (int(part) for part in text.split(",")[:2])
                placing.lay_patch(p, cell(x, y))
                continue
            tile = self.tile(name)
            layout, low = self.spot(tile, text)
            placement = placing.look_at(p, tile, layout, low)
            if placement.mask & ~p.planet.grid or low < 0:
                raise BadValue("board", f"{name} at {text} is not on the planet")
            placement.new_meteor = 0
            placing.lay(p, tile, placement)
            placing.mark_hit(p, tile, layout, low)
            used.add(tile.number)
        p.meteors = mask_of(given.get("meteorites_left", []))
        if p.meteors & ~p.planet.grid:
            raise BadValue("meteorites_left", "holds a cell that is not on the planet")
        if "lifepods" in given:
            p.pods = mask_of(given["lifepods"])
        p.rovers = [cell(*c) for c in given.get("rovers", [])]
        p.loads = list(given.get("loads", [0] * len(p.rovers)))
        p.supply = int(given.get("supply", max(p.corp.rovers - len(p.rovers), 0)))
        for name, step in given.get("tracks", {}).items():
            p.marker[TRACKS.index(name)] = TRACKS.index(name) << 4 | int(step)
        for name, (track, step) in given.get("markers", {}).items():
            p.marker[TRACKS.index(name)] = TRACKS.index(track) << 4 | int(step)
        p.rocks = int(given.get("collected_meteorites", 0))
        p.lifepods = int(given.get("collected_lifepods", 0))
        if p.kind == COSMOS:
            for track, step in given.get("lifepods_on_tracks", []):
                p.pods_on |= 1 << (TRACKS.index(track) << 4 | int(step))
        for slot in given.get("tech_slots", []):
            p.slots |= 1 << int(slot)
        p.all_pods = p.lifepods + p.pods_on.bit_count() + p.slots.bit_count()
        tables = self.tables
        numbers = _numbers("civ_cards", given.get("civ_cards", []), "card", len(tables.cards))
        p.cards = sum(1 << number for number in numbers)
        p.seen_cards = p.cards
        p.private = _numbers(
            "private_objectives",
            given.get("private_objectives", []),
            "objective",
            len(tables.objectives),
        )
        p.seen_objectives = sum(1 << n for n in p.private)
        if p.kind == FLUX_INDUSTRIES:
            p.flux = TRACKS.index(given.get("flux", "civ"))
        p.tech_off = sum(1 << int(level) for level in given.get("techs_off", []))
        if given.get("tech_level"):  # the techs of levels 1 to n are held, wherever the marker is
            p.keep_tech = True
            p.best_tech = (2 << int(given["tech_level"])) - 2
        tracks.refresh(p)

    # Words ------------------------------------------------------------------------------------

    def words(self, state: PlanetState, action: int) -> str:  # type: ignore[override]
        """Say an action in words."""
        from simkit.games.planet_unknown.view import words as wording

        return wording.words(self, state, action)

    def consequences(  # type: ignore[override]
        self, before: PlanetState, action: int, after: PlanetState, viewer: int | None = None
    ) -> list[str]:
        """Say what an action set going that its own words do not say."""
        from simkit.games.planet_unknown.view import consequences as journal

        return journal.consequences(before, action, after, viewer)


def _demand_known(given: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    """Refuse keys that nobody would read."""
    for key in given:
        if key not in known:
            raise UnknownName(f"key of a {what}", key, known, PlanetRules.title)


def _numbers(key: str, given: Any, what: str, count: int) -> list[int]:
    """Return numbers of cards as given, 1 to `count` each."""
    found = []
    for one in given.split(",") if isinstance(given, str) else given:
        text = str(one).strip()
        if not text.isdecimal() or not 1 <= int(text) <= count:
            raise BadValue(
                key, f"the number of a card of this kind ({what}) is 1 to {count}, not {one!r}"
            )
        found.append(int(text))
    return found


_TABLES: dict[str, Tables] = {}


def _tables(parts: Components) -> Tables:
    """Return the tables of a patch; settings that differ in options only share them."""
    key = repr((str(parts.folder), sorted(parts.patch.items())))
    if key not in _TABLES:
        if len(_TABLES) >= 16:
            _TABLES.pop(next(iter(_TABLES)))
        _TABLES[key] = Tables(parts)
    return _TABLES[key]


def _planet_given(player: Mapping[str, Any]) -> str:
    name: str = player.get("planet", sc.PLANETS[0])
    return name


RULES = PlanetRules

"""The Automa: the opponent of the solo game (data/gaia_project/automa.md).

It decides by cards, never by a seat's bot. Where automa.md names an open point, README.md says what
is done here and options make it a choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from simkit.core.errors import BadValue, UnknownName
from simkit.core.luck import Luck
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import building, scoring, terms
from simkit.games.gaia_project.rules.geometry import cells_of
from simkit.games.gaia_project.rules.leech import raise_offers

if TYPE_CHECKING:
    from simkit.games.gaia_project.rules.state import GaiaState

AUTOMA_FACTIONS = (
    terms.TERRANS,
    terms.GEODENS,
    terms.HADSCH_HALLAS,
    terms.XENOS,
    terms.ITARS,
    terms.TAKLONS,
    terms.FIRAKS,
)
BOARD_ACTIONS: Final = 10  # seven power and three QIC places, left to right
SLOT = {"left": 0, "middle": 1, "right": 2}


class Automa:
    """The Automa's points, cards and research; its pieces are the state's last player.

    Attributes
    ----------
    vp
        Its points.
    faction
        Its faction.
    deck, pile
        Cards in its deck, and those still to be drawn this round (the next one last).
    support, action
        The two cards in use; -1 = none.
    row
        Boosters on offer from left to right.
    """

    __slots__ = ("action", "booster", "deck", "faction", "pile", "row", "seat", "support", "vp")

    def __init__(self, state: GaiaState | None, wanted: Any = None) -> None:
        # Rules: [#automa.setup.3] [#automa.deck.1]
        self.vp = 0
        self.faction = self.booster = self.support = self.action = -1
        self.deck: list[int] = []
        self.pile: list[int] = []
        self.row: list[int] = []
        self.seat = 1
        if state is None:
            return
        from simkit.games.gaia_project.rules.state import Player

        level = state.rules.options["automa"]
        data = state.rules.components["automa"]
        self.vp = int(data["start_vp_automalein" if level == "automalein" else "start_vp"])
        self.deck = [int(card) for card in data["decks"][level]]
        self.seat = state.seats
        state.players.append(Player(self.seat))
        state.table = [*state.table, self.seat]
        option = state.rules.options["automa_faction"]
        wanted = wanted if wanted is not None else option if option != "random" else None
        if wanted is not None:
            self.faction = self._named(wanted)
            state.players[self.seat].faction = self.faction

    @staticmethod
    def _named(name: Any) -> int:
        known = [terms.FACTIONS[f] for f in AUTOMA_FACTIONS]
        if name not in known:
            raise UnknownName("Automa faction", name, known, "gaia_project")
        return terms.FACTIONS.index(name)

    def choose_faction(self, state: GaiaState) -> None:
        """Take a faction of another board than the human's, if none is given."""
        # Rules: [#automa.setup.3]
        human = state.players[0].faction
        if self.faction < 0:
            luck = state.luck.fork("automa faction")
            choices = [f for f in AUTOMA_FACTIONS if human < 0 or f // 2 != human // 2]
            self.faction = luck.shuffle(choices)[0]
        elif human >= 0 and self.faction // 2 == human // 2:
            raise BadValue("factions", "human and Automa have sides of one board")
        me = state.players[self.seat]
        me.faction = self.faction
        me.home = state.t.factions[self.faction].home
        start = state.rules.components["automa"]["start_research"]
        if terms.FACTIONS[self.faction] in start:
            me.levels[terms.AREAS.index(start[terms.FACTIONS[self.faction]])] = 1

    def clone(self) -> Automa:
        """Return an independent copy."""
        new = Automa(None)
        new.vp, new.faction, new.booster, new.seat = self.vp, self.faction, self.booster, self.seat
        new.support, new.action = self.support, self.action
        new.deck, new.pile, new.row = self.deck[:], self.pile[:], self.row[:]
        return new

    def redraw(self, luck: Luck) -> None:
        """Shuffle the cards that nobody has seen yet."""
        self.pile = luck.fork("automa pile").shuffle(self.pile)

    def cards(self, state: GaiaState) -> dict[int, dict[str, Any]]:
        """Return the decision cards by number."""
        return {int(c["number"]): c for c in state.rules.components["automa"]["card"]}

    def gain(self, state: GaiaState, points: int) -> None:
        """Gain points; at the highest level one more each time."""
        if points > 0:
            self.vp += points + int(state.rules.options["automa"] == "alptrauma")

    # Set-up and rounds -------------------------------------------------------------------------

    def phase(self, state: GaiaState) -> None:
        """Take part in the set-up; income and Gaia phase do not concern it."""
        if state.phase == schema.P_SET_UP:
            self._first_mine(state)
        elif state.phase == schema.P_BOOSTERS:
            self._first_booster(state)

    def join(self, state: GaiaState) -> None:
        """Come into a position, which does not say what the Automa has: a booster, and its cards."""
        self._first_booster(state)
        now = state.round
        for number in range(1, now + 1):  # each round has added a card to the deck
            state.round = number
            self.start_round(state)

    def _first_booster(self, state: GaiaState) -> None:
        # Rules: [#automa.setup.5]
        card = self.cards(state)[self._drawn(state, "booster")]
        self._sync_row(state)
        self._take_booster(state, min(int(card["first_booster"]), len(self.row)) - 1)

    def _drawn(self, state: GaiaState, why: str, number: int = 0) -> int:
        return state.luck.fork(f"automa {why}", number).shuffle(sorted(self.cards(state)))[0]

    def _first_mine(self, state: GaiaState) -> None:
        """Build on the free home planet nearest to the centre of the map."""
        # Rules: [#automa.setup.4]
        me = state.players[self.seat]
        cells = state.type_mask[me.home] & ~state.others(self.seat) & ~me.own
        shape = state.shape
        centre = shape.cell.get((0, 0), shape.cells[len(shape.cells) // 2])
        card = self.cards(state)[self._drawn(state, "first mine", me.own.bit_count())]
        found = cells_of(cells)
        least = min(shape.apart[centre][c] for c in found)
        found = [c for c in found if shape.apart[centre][c] == least]
        self._settle(state, self._directed(state, found, card["direction"]))

    def _sync_row(self, state: GaiaState) -> None:
        """Keep the row of boosters in order: what came back lies on the right."""
        lying = cells_of(state.boosters)
        self.row = [b for b in self.row if b in lying]
        self.row += [b for b in state.luck.fork("booster row").shuffle(lying) if b not in self.row]

    def _take_booster(self, state: GaiaState, slot: int) -> None:
        old, self.booster = self.booster, self.row.pop(slot)
        state.boosters &= ~(1 << self.booster)
        if old >= 0:
            state.boosters |= 1 << old
            self.row.append(old)

    def start_round(self, state: GaiaState) -> None:
        """Add a random card to the deck, shuffle it and lay out the first two."""
        # Rules: [#automa.deck.1] [#automa.deck.2]
        luck = state.luck.fork("automa round", state.round)
        rest = [card for card in sorted(self.cards(state)) if card not in self.deck]
        if rest:
            self.deck.append(luck.fork("card").shuffle(rest)[0])
        self.pile = luck.fork("deck").shuffle(self.deck)
        self.support, self.action = self.pile.pop(), self.pile.pop()

    def take_turn(self, state: GaiaState) -> None:
        """Take one turn: pass, or do what the action card says."""
        # Rules: [#automa.principle] [#automa.deck.2] [#automa.deck.3] [#automa.actions.6]
        cards = self.cards(state)
        state.acting = -1
        left = len(self.pile) + (self.action >= 0)
        limit = int(state.rules.components["automa"]["pass_cards_left"])
        if self.action < 0 or (left <= limit and cards[self.action]["pass"]):
            self._pass(state, cards[self.support])
            return
        support, action = cards[self.support], cards[self.action]
        if action["action"] == "faction":
            self._faction_action(state, support)
            points = int(
                state.rules.components["automa"]["faction_vp"][terms.FACTIONS[self.faction]]
            )
        else:
            self._do(state, action["action"], support, card_action=True)
            points = int(action["vp"])
        self.gain(state, points)
        self.support = self.action
        self.action = self.pile.pop() if self.pile else -1
        if state.rules.options["automa_leech"]:
            raise_offers(state, self.seat)
        state.sources_built = []

    def _pass(self, state: GaiaState, support: dict[str, Any]) -> None:
        # Rules: [#automa.passing]
        tile = state.round_tiles[state.round - 1]
        self.gain(state, state.t.round_automa[tile][0 if state.round <= 3 else 1])
        me = state.players[self.seat]
        me.passed = True
        state.next_order.append(self.seat)
        if state.round < 6:
            self._sync_row(state)
            self._take_booster(state, min(SLOT[support["booster"]], len(self.row) - 1))

    # Actions -------------------------------------------------------------------------------------

    def _do(
        self, state: GaiaState, what: str, support: dict[str, Any], card_action: bool = False
    ) -> None:
        # Rules: [#automa.actions.5]
        if what == "build mine":
            self._build(state, support, int(support["range"]))
        elif what == "upgrade":
            self._upgrade(state, support)
        elif what.startswith("research"):
            self._research(state, support, highest=what.endswith("highest"))
        else:
            assert what == "power/QIC"
            self._use_action(state, support)
            if card_action and self.faction == terms.XENOS:
                self._use_action(state, support)

    def _faction_action(self, state: GaiaState, support: dict[str, Any]) -> None:
        # Rules: [#automa.6.terrans] [#automa.6.geodens] [#automa.6.hadsch.hallas]
        # Rules: [#automa.6.xenos] [#automa.6.itars] [#automa.6.taklons] [#automa.6.firaks]
        faction = self.faction
        if faction == terms.TERRANS:
            self._advance(state, 3)
            self._build(state, support, 4, prefer=terms.TRANSDIM)
        elif faction == terms.GEODENS:
            self._research(state, support, highest=False)
            self._use_action(state, support)
        elif faction == terms.HADSCH_HALLAS:
            if not self._upgrade_once(state, support):
                self._build(state, support, 3)
        elif faction == terms.XENOS:
            self._build(state, support, 2)
            self._use_action(state, support)
        elif faction == terms.ITARS:
            self._use_action(state, support)
            self._use_action(state, support)
        elif faction == terms.TAKLONS:
            self._build(state, support, 3, nearest=True)
            self._use_action(state, support)
        else:
            assert faction == terms.FIRAKS
            self._upgrade(state, support, downgrade=True)

    def _build(
        self, state: GaiaState, support: dict[str, Any], reach: int, prefer: int = -1,
        nearest: bool = False,
    ) -> None:  # fmt: skip
        """Build a mine, or upgrade if there is none or no planet in range."""
        # Rules: [#automa.actions.1] [#automa.6.tie]
        me, human = state.players[self.seat], state.players[0]
        free = state.planets & ~me.own & ~human.own & ~human.former_mask
        found = cells_of(free & state.reach_of(me, reach))
        if not found or me.mines >= state.t.mines:
            self._upgrade(state, support)
            return
        if prefer >= 0:
            found = self._keep(found, [state.planet[c] != prefer for c in found])
        if nearest:
            found = self._nearest(state, found)
        found = self._by_final_tile(state, found, support["tie"])
        found = self._keep(found, [state.steps_to(me, c) for c in found])
        found = self._nearest(state, found)
        cell = self._directed(state, found, support["direction"])
        fresh = self._settle(state, cell)
        if fresh and self.faction == terms.GEODENS:
            self.gain(state, int(state.rules.components["automa"]["standing_vp"]["geodens"]))
        alone = not state.shape.around[cell] & me.own & ~(1 << cell)
        if alone and scoring.SATELLITES in state.final_tiles:
            me.satellite_count += 1
        state.sources_built.append(cell)

    def _settle(self, state: GaiaState, cell: int) -> bool:
        """Put a mine on a planet; a transdim planet counts as gaia from then on."""
        me = state.players[self.seat]
        if state.planet[cell] == terms.TRANSDIM:
            state.type_mask[terms.TRANSDIM] &= ~(1 << cell)
            state.type_mask[terms.GAIA] |= 1 << cell
            state.planet[cell] = terms.GAIA
        me.mines += 1
        return building.settle_on(state, me, cell)

    def _by_final_tile(self, state: GaiaState, found: list[int], tie: str) -> list[int]:
        """Keep what serves the final tile that the support card names."""
        if tie == "none":
            return found
        me = state.players[self.seat]
        tile = terms.FINAL_TILES[state.final_tiles[0 if tie == "top" else 1]]
        if tile == "gaia":
            return self._keep(
                found, [state.planet[c] not in (terms.GAIA, terms.TRANSDIM) for c in found]
            )
        if tile == "planetType":
            return self._keep(found, [bool(me.types >> state.planet[c] & 1) for c in found])
        if tile == "sector":
            return self._keep(
                found, [bool(me.sectors >> state.galaxy.sector[c] & 1) for c in found]
            )
        return found

    @staticmethod
    def _keep(found: list[int], badness: list[Any]) -> list[int]:
        """Keep the candidates with the least badness."""
        least = min(badness)
        return [c for c, bad in zip(found, badness, strict=True) if bad == least]

    def _nearest(self, state: GaiaState, found: list[int]) -> list[int]:
        """Keep the candidates nearest to a human planet."""
        human = cells_of(state.players[0].own)
        if not human:
            return found
        apart = state.shape.apart
        return self._keep(found, [min(apart[c][h] for h in human) for c in found])

    @staticmethod
    def _directed(state: GaiaState, found: list[int], direction: str) -> int:
        """Walk the candidates row by row and take the first one met."""
        # Rules: [#automa.cards.1]
        order = sorted(found, key=lambda c: (-state.shape.coordinates[c][0],
                                             state.shape.coordinates[c][1]))  # fmt: skip
        return order[0] if direction == "down-right" else order[-1]

    def _upgrade(self, state: GaiaState, support: dict[str, Any], downgrade: bool = False) -> None:
        self._upgrade_once(state, support, downgrade)

    def _upgrade_once(
        self, state: GaiaState, support: dict[str, Any], downgrade: bool = False
    ) -> bool:
        """Do the first upgrade that is possible; return whether there was one."""
        # Rules: [#automa.actions.2]
        me, t = state.players[self.seat], state.t
        stations_left = me.station_mask.bit_count() < t.trading_stations
        ways = [(terms.INSTITUTE, me.station_mask if not me.institute else 0)]
        if downgrade and stations_left:
            ways.append((-terms.STATION, me.lab_mask))
        if stations_left:
            ways.append((terms.STATION, me.mine_mask & ~state.type_mask[terms.LOST]))
        academy = terms.ACADEMY_LEFT if not me.left else terms.ACADEMY_RIGHT
        ways.append((academy, me.lab_mask if not (me.left and me.right) else 0))
        if me.lab_mask.bit_count() < t.labs:
            ways.append((terms.LAB, me.station_mask))
        for to, cells in ways:
            if cells:
                found = self._nearest(state, cells_of(cells))
                cell = self._directed(state, found, support["direction"])
                self._exchange(state, cell, to, support)
                return True
        return False

    def _exchange(self, state: GaiaState, cell: int, to: int, support: dict[str, Any]) -> None:
        me, bit = state.players[self.seat], 1 << cell
        was_mine = bool(me.mine_mask & bit)
        me.mine_mask &= ~bit
        me.mines -= was_mine
        me.station_mask &= ~bit
        me.lab_mask &= ~bit
        me.pieces_changed()
        if abs(to) == terms.STATION:
            me.station_mask |= bit
        elif to == terms.LAB:
            me.lab_mask |= bit
        elif to == terms.INSTITUTE:
            me.institute = bit
        elif to == terms.ACADEMY_LEFT:
            me.left = bit
        else:
            me.right = bit
        state.sources_built.append(cell)
        if to == terms.STATION and was_mine and self.faction == terms.HADSCH_HALLAS:
            self.gain(state, int(state.rules.components["automa"]["standing_vp"]["hadsch_hallas"]))
        if to == terms.LAB and self.faction == terms.FIRAKS:
            self._research(state, support, highest=False)

    def _research(self, state: GaiaState, support: dict[str, Any], highest: bool) -> None:
        """Advance in an area found by numbered selection, or take its advanced tile away."""
        # Rules: [#automa.actions.3]
        me = state.players[self.seat]
        areas = [a for a in range(6) if self._can_advance(state, a) or state.advanced_at[a] >= 0]
        if highest and areas:
            areas = self._keep(areas, [-me.levels[a] for a in areas])
        if areas:
            self._advance(state, self._numbered(areas, support))

    def _can_advance(self, state: GaiaState, area: int) -> bool:
        level = state.players[self.seat].levels[area]
        return level < terms.TOP - 1 or (level == terms.TOP - 1 and not state.top_taken >> area & 1)

    def _advance(self, state: GaiaState, area: int) -> None:
        me = state.players[self.seat]
        if me.levels[area] >= terms.TOP - 1 and state.advanced_at[area] >= 0:
            state.advanced_at[area] = -1
        elif self._can_advance(state, area):
            me.levels[area] += 1
            if me.levels[area] == terms.TOP:
                state.top_taken |= 1 << area
                if area == terms.NAV and state.rules.options["automa_lost_planet"]:
                    self._place_lost(state)

    def _place_lost(self, state: GaiaState) -> None:
        """Option automa_lost_planet: put the lost planet as near to the human as it can."""
        me = state.players[self.seat]
        cells = state.shape.valid & ~state.planets & state.reach_of(me, state.t.range[terms.TOP])
        for other in state.players:
            cells &= ~other.satellites & ~other.spaces
        found = cells_of(cells)
        if found:
            cell = self._directed(state, self._nearest(state, found), "down-right")
            building.place_lost(state, me, cell, scored=False)

    @staticmethod
    def _numbered(items: list[int], support: dict[str, Any]) -> int:
        """Count from the left going right, or from the right going left; wrap around."""
        # Rules: [#automa.cards.2]
        number = (int(support["count"]) - 1) % len(items)
        return items[number] if support["count_from"] == "right" else items[-1 - number]

    def _use_action(self, state: GaiaState, support: dict[str, Any]) -> None:
        """Cover one of the open board actions."""
        # Rules: [#automa.actions.4]
        free = [a for a in range(BOARD_ACTIONS) if not state.actions_used >> a & 1]
        if free:
            state.actions_used |= 1 << self._numbered(free, support)

    # The end -------------------------------------------------------------------------------------

    def final_count(self, state: GaiaState, tile: int) -> int:
        """Return its count for a final tile; all structures but one count as federated."""
        # Rules: [#automa.end]
        me = state.players[self.seat]
        if tile == scoring.FEDERATED:
            return max(0, me.own.bit_count() - 1)
        if tile == scoring.SATELLITES:
            return me.satellite_count
        return scoring.final_count(me, tile)

    def score_end(self, state: GaiaState, prizes: list[int]) -> None:
        """Score the final tiles and research levels."""
        # Rules: [#automa.end]
        for points in prizes:
            self.gain(state, points)
        for level in state.players[self.seat].levels:
            self.gain(state, max(0, level - 2) * state.t.level_vp)

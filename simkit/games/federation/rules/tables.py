"""Tables of one `Rules`: the component data turned into the numbers that the engine works with.

Built from the (possibly patched) data, never kept in module globals: two patches play side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from simkit.core.errors import BadValue
from simkit.games.federation.rules import kinds, terms, vocabulary
from simkit.games.federation.rules.caches import cache
from simkit.games.federation.rules.payment import pack_cost
from simkit.games.federation.rules.placements import Placements
from simkit.games.federation.rules.records import (
    cost,
    find,
    first,
    funding_piece,
    gains,
    plain,
    printed_wing,
    upside_down,
    voting_piece,
    wing_space,
)

if TYPE_CHECKING:
    from simkit.games.federation.rules.erudites import Collection
    from simkit.games.federation.rules.vocabulary import Carrier

Task = tuple[int, int, int, int]
Cost = tuple[int, int, int, int]
LEVELS: Final = 3
ERUDITE_COLOURS: Final = ("A", "B", "C", "D", "E")
LAW_SCORED_BY: Final = ("all players", "leader")


class Tables:
    """Everything fixed for a game: costs, effects, graph, masks. Plain lists of numbers.

    Parameters
    ----------
    parts
        The component data, as whole tables by file name.
    seats
        Number of players; several figures follow it.
    caches
        Whether anything is kept that could be worked out anew.

    Attributes
    ----------
    memos
        What whoever plays by these tables keeps of them, by name.
    """

    def __init__(self, parts: Mapping[str, Any], seats: int, caches: bool = True) -> None:
        self.seats = seats
        self.caches = caches
        self.memos: dict[str, Any] = cache(caches)
        self.key = f"p{seats}"
        # By first player, the seats in turn order.
        self.orders = [[(first + k) % seats for k in range(seats)] for first in range(seats)]
        self.menus: list[list[list[Task]]] = []
        self.menu_options: list[list[int]] = []
        self._read_limits(parts)
        self._read_ambassadors(parts)
        self._read_accreditation(parts)
        self._read_neo(parts)
        self._read_six_moons(parts)
        self._read_erudites(parts)
        self._read_arratuin(parts)
        self._read_e81216(parts)
        self._read_senate(parts)
        self._read_missions(parts)
        self._read_projects(parts)
        self._read_medals(parts)
        self._read_rest(parts)

        self._lay_out_placements()
        self._price()

    def _lay_out_placements(self) -> None:
        """List the placements that could be made, and by action the mask of spaces that offer it."""
        self.all_placements = Placements(self.all_pieces, len(self.spaces))
        self.good_placements = Placements(self.good_pieces, len(self.spaces))
        self.action_spaces = [
            sum(1 << space for space in range(self.outer) if self.space_action[space] == action)
            for action in range(len(terms.ACTIONS))
        ]

    def _price(self) -> None:
        """Number everything that has a price and give, by price, the mask of what costs that much;
        `payment.affordable` tells by purse what can be paid.
        """
        costs = [*self.shop_cost, *self.structure_cost, *self.action_cost, *self.mission_cost]
        self.prices: dict[Cost, int] = {}
        for number, price in enumerate(costs):
            self.prices[price] = self.prices.get(price, 0) | 1 << number
        self.shop_prices = (1 << len(self.shop_cost)) - 1
        self.first_structure = len(self.shop_cost)
        self.first_action = self.first_structure + len(self.structure_cost)
        # Senate actions that cost nothing; those of two planets have the prices of shops and structures.
        self.all_actions = (1 << len(terms.ACTIONS)) - 1
        self.rooms_mask = self.all_actions & ~(1 << terms.ARRATUIN) & ~(1 << terms.E81216)
        self.unpriced = 0
        for action, amounts in enumerate(self.action_cost):
            if not any(amounts) and action not in (terms.ARRATUIN, terms.E81216):
                self.unpriced |= 1 << action
        # Those that charge nothing themselves when they begin: on a planet that comes with its decision.
        self.uncharged = self.unpriced | terms.PLANET_ACTIONS
        # Missions that begin an action which has to be paid for, or asks for something to pay for.
        self.charging_missions = sum(
            1 << i
            for i, action in enumerate(self.mission_acts)
            if action >= 0 and not self.unpriced >> action & 1
        )
        self.first_mission = self.first_action + len(self.action_cost)
        # Filled as they come up: what a purse can pay for, and the ways to pay by purse, cost, discount.
        self.affordable: dict[int, int] = cache(self.caches)
        self.ways: dict[tuple[int, int, int], list[Cost]] = cache(self.caches)
        self.pay_actions: dict[tuple[int, int, int], list[int]] = cache(self.caches)
        self.thrifty_actions: dict[tuple[int, int, int], list[int]] = cache(self.caches)
        # Ways to pay upkeep by level and kinds of resources held, and by such a list its thrifty ones.
        self.upkeep_ways: dict[int, list[int]] = cache(self.caches)
        self.thrifty_upkeep: dict[tuple[int, ...], list[int]] = cache(self.caches)
        # Actions by kind and mask, see `legal.actions`.
        self.lists: dict[int, list[int]] = cache(self.caches)
        self.numbers: dict[int, list[int]] = cache(self.caches)
        # And what follows from a set of erudites.
        self.collections: dict[int, Collection] = cache(self.caches)

    # Passages of the data, file by file -----------------------------------------------------------

    def _read_limits(self, parts: Mapping[str, Any]) -> None:
        setup, resources = parts["setup"], parts["resources"]
        limits, start = setup["limits"], setup["player_start"]
        self.crystals_max: int = limits["crystals_total"]
        self.diamonds_max: int = limits["diamonds"]
        self.hangar_max: int = limits["hangar"]
        self.die_max: int = limits["assistant_die_max"]
        self.start_hangar: int = start["spaceships_in_hangar"]
        self.start_supply: int = start["spaceships_in_supply"]
        self.start_die: int = start["assistant_die"]
        self.start_resources = list(cost(start["resources"]))
        self.robots: int = start["robots"]
        self.discs: int = start["trade_discs"]
        self.live_on_board: int = setup["set_up"]["live_asteroids_on_board"]
        self.dead_on_board: int = setup["set_up"]["dead_asteroids_on_board"]
        chain = resources["transmutation"]["chain"]
        self.next_better = [-1] * 4
        for low, high in pairwise(chain):
            if low != high:
                self.next_better[terms.RESOURCES.index(low)] = terms.RESOURCES.index(high)
        everywhere = resources["substitution"]["applies_to"] == "every payment"
        stands_for = {r["id"]: r.get("substitutes_for", []) for r in resources["resource"]}
        names = stands_for["oceanium"]
        self.oceanium_for_lavandium = everywhere and "lavandium" in names
        self.oceanium_for_copernium = everywhere and "copernium" in names
        end = resources["end_value"]
        self.crystals_per_pp: int = end["crystals_per_pp"]
        self.diamond_pp: int = end["diamond_pp"]
        self.ship_pp: int = end["spaceship_in_hangar_pp"]
        self.token_pp: int = end["unused_alteration_token_pp"]
        self.rounds: int = parts["terms"]["game"]["rounds"]

    def _read_ambassadors(self, parts: Mapping[str, Any]) -> None:
        data = parts["ambassadors"]
        records = [find(data["ambassador"], name) for name in terms.AMBASSADORS[:4]]
        self.votes: list[int] = [
            *(int(r["votes"]) for r in records),
            int(data["special_ambassador"]["votes"]),
        ]
        self.funding_bonus: list[list[Task]] = [
            [(terms.GAIN, i, n, -1) for i, n in enumerate(cost(r["funding_bonus"])) if n]
            for r in records
        ]
        self.funding_bonus.append([])
        tokens = parts["alteration_tokens"]["token"]
        self.token_ids = [str(r["id"]) for r in tokens]
        self.token_strength = [int(r["strength"]) for r in tokens]
        self.token_votes = [int(r["votes"]) for r in tokens]
        self.token_side = [terms.SIDES.index(r["side"]) for r in tokens]
        self.token_bonus = [
            self.effects(f"alteration_tokens.{r['id']}.bonus", vocabulary.TOKEN, r["bonus"], -1)
            for r in tokens
        ]
        self.token_copies = [int(r["copies"]) for r in tokens]
        # Every physical copy has a number of its own: shuffles stay in step when copies change.
        self.copies_by_strength: dict[int, list[int]] = {}
        self.copy_token: dict[int, int] = {}
        for token, number in enumerate(self.token_copies):
            for copy in range(number):
                physical = token * 64 + copy
                self.copy_token[physical] = token
                self.copies_by_strength.setdefault(self.token_strength[token], []).append(physical)
        self.token_stack, self.token_plain = upside_down(self.token_bonus), plain(self.token_bonus)
        self._read_pieces()
        # What a bonus adds at once to the resources that a cost is paid from, and the same packed.
        self.bonus_gain = [gains(tasks) for tasks in self.funding_bonus]
        self.bonus_purse = [pack_cost(gain) for gain in self.bonus_gain]
        highest = [max(amounts) for amounts in zip(*self.bonus_gain)]
        # What either side of an ambassador brings, by ambassador * 2 + side.
        sides = [bonus for tasks in self.funding_bonus for bonus in ([], tasks)]
        self.side_stack, self.side_plain = upside_down(sides), plain(sides)
        self.most_bonus = pack_cost((highest[0], highest[1], highest[2], highest[3]))
        self.token_purse = [pack_cost(gains(tasks)) for tasks in self.token_bonus]

    def _read_pieces(self) -> None:
        """List, by mask of unused ambassadors, them, and the ambassadors and sides of a placement.

        Good pieces leave out equal ones: of two that vote alike, the one whose other side is worth
        more stays in hand; of two that fund alike, the one with more votes does.
        """
        self.all_pieces: list[list[int]] = []
        self.good_pieces: list[list[int]] = []
        worth = [sum((task[1] + 1) * task[2] for task in tasks) for tasks in self.funding_bonus]
        for mask in range(1 << len(self.votes)):
            own = [i for i in range(len(self.votes)) if mask >> i & 1]
            funding = [i for i in own if i != terms.SPECIAL]
            self.all_pieces.append([*map(voting_piece, own), *map(funding_piece, funding)])
            by_votes = {self.votes[i]: i for i in sorted(own, key=lambda i: -worth[i])}
            by_bonus = {
                str(self.funding_bonus[i]): i for i in sorted(funding, key=lambda i: -self.votes[i])
            }
            good = [*map(voting_piece, sorted(by_votes.values()))]
            self.good_pieces.append([*good, *map(funding_piece, sorted(by_bonus.values()))])

    def _read_accreditation(self, parts: Mapping[str, Any]) -> None:
        data = parts["accreditation"]
        self.start_step: int = data["start_step"]
        self.top_step: int = data["top_step"]
        self.medal_step: int = data["medal_step"]
        self.deep_space_step: int = data["deep_space_step"]
        self.pp_beyond_top: int = data["pp_per_step_beyond_top"]
        levels = data["level"]
        self.level_of = [1] * (self.top_step + 1)
        self.upkeep: list[Cost] = [(0, 0, 0, 0)] * (max(r["level"] for r in levels) + 1)
        self.lowest_step = [0] * len(self.upkeep)
        self.highest_step = [0] * len(self.upkeep)
        for record in levels:
            level = record["level"]
            self.upkeep[level] = cost(record["upkeep"])
            self.lowest_step[level] = min(record["steps"])
            self.highest_step[level] = max(record["steps"])
            for step in record["steps"]:
                if step <= self.top_step:
                    self.level_of[step] = level
        # What a level costs, -1 if nothing.
        self.upkeep_resource = [next((r for r in range(4) if owed[r]), -1) for owed in self.upkeep]
        rule = data["upkeep_rule"]
        self.no_drop_below: int = rule["no_drop_below_level"]
        replaces = rule["oceanium_may_replace"]
        self.upkeep_by_oceanium = [
            "lavandium" in replaces, "copernium" in replaces, True, False,
        ]  # fmt: skip
        boosts = data["level_boosts"]
        self.boosts_raise_upkeep: bool = boosts["apply_to_upkeep"]
        self.boost_cap: int = 99 if boosts["cap"] == "none" else int(boosts["cap"])

    def _read_neo(self, parts: Mapping[str, Any]) -> None:
        data = parts["planet_neo"]
        cells = data["cell"]
        self.cells = [str(r["id"]) for r in cells]
        number = {name: i for i, name in enumerate(self.cells)}
        self.cell_influence = [int(r["influence"]) for r in cells]
        self.cell_next = [[number[n] for n in r["next"]] for r in cells]
        # What a miner on a cell can see: that and the next ones, as a mask.
        self.cell_sight = [
            sum(1 << n for n in {cell, *near}) for cell, near in enumerate(self.cell_next)
        ]
        self.cell_reward = [cost(r["reward"]) for r in cells]
        self.cell_live = [r.get("asteroid") == "live" for r in cells]
        self.cell_dead = [r.get("asteroid") == "dead" for r in cells]
        self.neo_start = number[data["start"]]
        self.neo_last = number[data["last"]]
        self.transporter_leaves_asteroid: bool = data["rules"][
            "asteroid_token_left_when_transporter_lands"
        ]
        asteroids = parts["asteroids"]["asteroid"]
        self.asteroids = [str(r["id"]) for r in asteroids]
        self.asteroid_reward = [cost(r["reward"]) for r in asteroids]
        self.live = [i for i, r in enumerate(asteroids) if r["kind"] == "live"]
        self.dead = [i for i, r in enumerate(asteroids) if r["kind"] == "dead"]
        # Cells that can be reached in n moves, or in fewer where the track ends.
        self.reach = [[sorted(self._reach(c, n)) for n in range(8)] for c in range(len(cells))]
        # The same as actions.
        self.neo_moves = [
            [[kinds.K_NEO | c << 6 for c in ends] for ends in row] for row in self.reach
        ]

    def _reach(self, cell: int, moves: int) -> set[int]:
        if moves == 0 or not self.cell_next[cell]:
            return {cell}
        return {end for n in self.cell_next[cell] for end in self._reach(n, moves - 1)}

    def _read_six_moons(self, parts: Mapping[str, Any]) -> None:
        data = parts["planet_six_moons"]
        positions = data["position"]
        self.moon_strength = [int(r["strength"]) for r in positions]
        self.moon_tokens = [int(r["tokens"]) for r in positions]
        self.moon_start: int = data["start"]
        self.moon_last = len(positions) - 1

    def _read_erudites(self, parts: Mapping[str, Any]) -> None:
        data = parts["erudites"]
        records = data["erudite"]
        self.erudites = [str(r["id"]) for r in records]
        self.erudite_level = [int(r["level"]) for r in records]
        self.erudite_colour = [
            vocabulary.number(ERUDITE_COLOURS, r["colour"], "colour", f"erudites.{r['id']}.colour")
            for r in records
        ]
        self.erudite_timing = [
            vocabulary.number(terms.TIMINGS, r["timing"], "timing", f"erudites.{r['id']}.timing")
            for r in records
        ]
        self.erudite_planet = [
            vocabulary.number(terms.PLANETS, r["planet"], "planet", f"erudites.{r['id']}.planet")
            if timing == terms.PLANET_ACTION
            else -1
            for r, timing in zip(records, self.erudite_timing, strict=True)
        ]
        self.erudite_effects = [
            self.effects(
                f"erudites.{r['id']}.effects",
                vocabulary.erudite(r["timing"], r.get("planet", "")),
                r["effects"],
                terms.S_SPECIALIST,
            )
            for r in records
        ]
        # Of tiles that copy: up to which level; of those that turn one up again: of which; of those that
        # raise the level for a round: by how much.
        self.copied_level = [first(tasks, terms.COPY_ERUDITE) for tasks in self.erudite_effects]
        self.refreshed_level = [first(tasks, terms.REFRESH) for tasks in self.erudite_effects]
        self.boosted_level = [first(tasks, terms.BOOST_ROUND) for tasks in self.erudite_effects]
        self._refuse_endless_use()
        self.level_mask = [0] * (LEVELS + 1)
        self.colour_mask = [0] * len(ERUDITE_COLOURS)
        self.any_time_mask = 0
        self.immediate_mask = 0
        self.copying_mask = 0
        self.before_mask = 0  # tiles that only work before the action's move or construction
        self.planet_mask = [0] * len(terms.PLANETS)
        for i in range(len(records)):
            bit = 1 << i
            self.level_mask[self.erudite_level[i]] |= bit
            self.colour_mask[self.erudite_colour[i]] |= bit
            if self.erudite_timing[i] == terms.ANY_TIME:
                self.any_time_mask |= bit
            elif self.erudite_timing[i] == terms.IMMEDIATE:
                self.immediate_mask |= bit
            else:
                self.planet_mask[self.erudite_planet[i]] |= bit
            ops = [task[0] for task in self.erudite_effects[i]]
            if terms.COPY_ERUDITE in ops:
                self.copying_mask |= bit
            if terms.DISCOUNT in ops or terms.EXTRA_STEPS in ops:
                self.before_mask |= bit
        self.erudites_by_level = [
            [i for i, level in enumerate(self.erudite_level) if level == wanted]
            for wanted in range(1, LEVELS + 1)
        ]
        self.top_mask = [colour & self.level_mask[LEVELS] for colour in self.colour_mask]
        self.planet_action_mask = sum(
            1 << i for i, timing in enumerate(self.erudite_timing) if timing == terms.PLANET_ACTION
        )
        self.refreshing_mask = self._with_effect(terms.REFRESH)
        self.income_mask = self._with_effect(terms.INCOME_FREE)
        self.boost_mask = self._with_effect(terms.BOOST_ROUND)
        rules = data["rules"]
        if rules["planet_tiles_before_only"]:
            for mask in self.planet_mask:
                self.before_mask |= mask
        self._note_moments()
        self.level3_needs_level2: bool = rules["level3_needs_level2"]
        self.one_per_character: bool = rules["one_per_character"]

    def _refuse_endless_use(self) -> None:
        """Refuse tiles that would turn each other up for ever: two that turn up, or two that copy, their
        own level.
        """
        for level in range(1, LEVELS + 1):
            turning = [i for i, turned in enumerate(self.refreshed_level) if turned == level]
            lowest = min([self.erudite_level[i] for i in turning], default=LEVELS + 1)
            own = [i for i in turning if self.erudite_level[i] == level]
            copying = [
                i
                for i, most in enumerate(self.copied_level)
                if most >= lowest and self.erudite_level[i] == level
            ]
            for tiles in (own, copying):
                if len(tiles) > 1:
                    first_one, *_, last = (self.erudites[i] for i in tiles)
                    raise BadValue(
                        f"erudites.{last}.effects",
                        f"it and {first_one}, both of level {level}, could turn each other up for ever",
                    )

    def _note_moments(self) -> None:
        """Note the tiles whose effect can be had at a moment, by (planet + 1) * 2 + before its action.

        Outside all actions (planet -1) and after a planet's own, only some can. Tiles that copy or turn
        others up are asked for apart.
        """
        always = self.any_time_mask & ~self.copying_mask & ~self.refreshing_mask
        self.working = [always, always]
        for mask in self.planet_mask:
            self.working += [(always | mask) & ~self.before_mask, always | mask]
        # Those that may be used in actions on planets not theirs, and by planet all that may be in its.
        self.roaming_mask = self.any_time_mask | self.copying_mask | self.refreshing_mask
        self.helping_mask = [mask | self.roaming_mask for mask in self.planet_mask]

    def _with_effect(self, op: int) -> int:
        """Return the mask of erudites that have an effect."""
        return sum(
            1 << i
            for i, tasks in enumerate(self.erudite_effects)
            if any(task[0] == op for task in tasks)
        )

    def _read_arratuin(self, parts: Mapping[str, Any]) -> None:
        shops = parts["planet_arratuin"]["shop"]
        self.shops = [str(r["id"]) for r in shops]
        self.shop_cost = [cost(r["cost"]) for r in shops]
        self.shop_effects = [
            [
                self.effects(
                    f"planet_arratuin.{r['id']}.level{n}", vocabulary.SHOP, r[f"level{n}"], -1
                )
                for n in (1, 2)
            ]
            for r in shops
        ]

    def _read_e81216(self, parts: Mapping[str, Any]) -> None:
        data = parts["planet_e81216"]
        industries, megas = data["industry"], data["megastructure"]
        self.structures = [str(r["id"]) for r in (*industries, *megas)]
        self.n_industries = len(industries)
        self.industry_mask = (1 << self.n_industries) - 1
        self.all_structures = (1 << len(self.structures)) - 1
        self.mega_mask = self.all_structures & ~self.industry_mask
        self.structure_cost = [cost(r["cost"]) for r in (*industries, *megas)]
        self.industry_income = [
            self.effects(f"planet_e81216.{r['id']}.income", vocabulary.INDUSTRY, r["income"], -1)
            for r in industries
        ]
        self.income_stack = upside_down(self.industry_income)
        slots = sorted({int(r["slot"]) for r in industries})
        self.slots = [[i for i, r in enumerate(industries) if int(r["slot"]) == n] for n in slots]
        printed = data["industry_defaults"]["printed_on_board"]
        self.printed_slots = [
            next((i for i in slot if self.structures[i] in printed), slot[0]) for slot in self.slots
        ]
        self.multipliers = [
            tuple(sorted(filter(None, r["multipliers"]), reverse=True)) for r in megas
        ]
        tokens = data["megastructure_token"]
        self.mega_tokens = [str(r["id"]) for r in tokens]
        self.mega_token_metric = [terms.METRICS.index(r["metric"]) for r in tokens]
        rules = data["megastructure_rules"]
        self.printed_mega_tokens = [
            tuple(self.mega_tokens.index(name) for name in pair)
            for pair in rules["printed_tokens_first_game"]
        ]
        self.own_building_counts: bool = rules["influence_of_this_building_counts"]

    def _read_senate(self, parts: Mapping[str, Any]) -> None:
        # [#5.map]
        data = parts["senate"]
        spaces = data["space"]
        self.spaces = [*(str(r["id"]) for r in spaces), "outer_module"]
        self.outer = len(spaces)
        self.space_action = [*(terms.ACTIONS.index(r["action"]) for r in spaces), terms.OUTER]
        self.space_floor = [*(int(r["floor"]) for r in spaces), 0]
        self.space_column = [*(int(r["column"]) for r in spaces), 0]
        left = data["layout"]["left_wing_columns"]
        self.space_wing = [*(0 if r["column"] in left else 1 for r in spaces), -1]
        self.floors: int = data["layout"]["floors"]
        self.floor_spaces = [
            [space for space, floor in enumerate(self.space_floor) if floor == n]
            for n in range(1, self.floors + 1)
        ]
        self.floor_sizes = [len(spaces) for spaces in self.floor_spaces]
        # Votes are worth the same on all spaces of a floor in a wing: its place; 0 is the Outer Module.
        self.space_place = [
            2 * floor - 1 + wing if floor else 0
            for floor, wing in zip(self.space_floor, self.space_wing)
        ]
        # Funding: column by column from the left, each from the top floor down (8, step 3).
        self.funding_order = sorted(
            range(self.outer), key=lambda i: (self.space_column[i], -self.space_floor[i])
        )
        self.column_project = [0] * (data["layout"]["columns"] + 1)
        for record in data["column"]:
            self.column_project[record["index"]] = terms.PROJECTS.index(record["project"])
        self.space_project = [self.column_project[column] for column in self.space_column]
        self.columns_move_general = terms.GENERAL in self.column_project  # a patch may say so
        self.action_cost: list[Cost] = [(0, 0, 0, 0)] * len(terms.ACTIONS)
        self.action_effects: list[list[Task]] = [[] for _ in terms.ACTIONS]
        self.action_mission = [-1] * len(terms.ACTIONS)
        copyable = terms.PLANET_ACTIONS
        self.closed_at_first = 0  # to the first player, in the first turn of a round
        for record in data["action"]:
            bit = 1 << terms.ACTIONS.index(record["id"])
            if record.get("copyable"):
                copyable |= bit
            if record.get("forbidden_to_first_player_on_first_turn"):
                self.closed_at_first |= bit
        self.copyable = copyable & ~(1 << terms.SPY) & ~(1 << terms.OUTER)
        for record in data["action"]:
            action = terms.ACTIONS.index(record["id"])
            self.action_cost[action] = cost(record["cost"])
            path = f"senate.{record['id']}.effects"
            self.action_effects[action] = self.effects(path, vocabulary.ROOM, record["effects"], -1)
        self.action_stack = upside_down(self.action_effects)
        rules = data["rules"]
        self.copy_pays_cost: bool = rules["copied_action_cost_paid"]
        self.empty_floor_scores: bool = rules["floor_without_votes_scores"]
        self.e81216_needs_structure: bool = rules["e81216_needs_payable_structure"]
        self.spy_marks_copied: bool = rules["spy_marks_copied_mission"]

    def _read_missions(self, parts: Mapping[str, Any]) -> None:
        # [#7.links]
        data = parts["special_missions"]
        records = data["mission"]
        self.missions = [str(r["id"]) for r in records]
        self.mission_level = [int(r["required_level"]) for r in records]
        self.mission_cost = [cost(r.get("cost", {})) for r in records]
        self.mission_effects = [
            self.effects(
                f"special_missions.{r['id']}.effects",
                vocabulary.MISSION,
                r["effects"],
                terms.S_MISSION,
            )
            for r in records
        ]
        self.mission_stack = upside_down(self.mission_effects)
        self.all_missions = (1 << len(records)) - 1
        # By level below the highest, the mask of those it reaches; the senate action they are, or -1.
        self.top_mission_level = max(self.mission_level)
        self.missions_by_level = [
            sum(1 << i for i, needed in enumerate(self.mission_level) if needed <= level)
            for level in range(self.top_mission_level)
        ]
        self.intrigue_missions = sum(
            1 << i
            for i, tasks in enumerate(self.mission_effects)
            if any(op == terms.MEDAL and a == terms.MEDAL_INTRIGUE for op, a, _, _ in tasks)
        )
        self.mission_acts = [first(tasks, terms.ACTION) for tasks in self.mission_effects]
        for i, record in enumerate(records):
            self.action_mission[terms.ACTIONS.index(record["linked_action"])] = i
        self.space_mission = [self.action_mission[action] for action in self.space_action]
        self.mission_counts_itself: bool = data["completed_missions"][
            "includes_the_mission_being_done"
        ]
        self.missions_max: int = data["max_completed_by_ship"]
        self.start_tiles = [str(r["id"]) for r in parts["start_tiles"]["tile"]]
        self.start_effects = [
            self.effects(f"start_tiles.{r['id']}.effects", vocabulary.START_TILE, r["effects"], -1)
            for r in parts["start_tiles"]["tile"]
        ]
        self.deep_tiles = [str(r["id"]) for r in parts["deep_space_tiles"]["tile"]]
        self.deep_effects = [
            self.effects(
                f"deep_space_tiles.{r['id']}.effects", vocabulary.DEEP_TILE, r["effects"], -1
            )
            for r in parts["deep_space_tiles"]["tile"]
        ]

    def _read_projects(self, parts: Mapping[str, Any]) -> None:
        # [#2.5] [#10.2]
        data = parts["major_projects"]
        needed = data["advances_needed"]
        self.needed = [int(needed["column_projects"][self.key])] * 6
        self.needed.append(int(needed["general"][self.key]))
        self.rank_by = [
            terms.METRICS.index(find(data["project"], name)["rank_by"]) for name in terms.PROJECTS
        ]
        # Where `FederationState.measured` has that, for those of columns: an influence, or the missions.
        self.ranked_as = [min(metric, terms.MISSIONS) for metric in self.rank_by[: terms.GENERAL]]
        self.columns_ranked = list(enumerate(self.ranked_as))
        bonus = data["general_contribution_bonus"]
        self.general_bonus = [
            terms.RESOURCES.index(bonus[n])
            for n in ("first", "second", "third")
            if bonus[n] != "none"
        ]
        scoring = data["scoring"][self.key]
        self.places = [int(n) for n in scoring["places"]]
        # Points between two neighbouring places, on average: what overtaking somebody brings.
        self.place_step = (self.places[0] - self.places[-1]) / max(1, len(self.places) - 1)
        self.places_total = sum(self.places)
        self.max_gap = int(scoring.get("second_place_max_gap", 0))
        self.tie_each = int(scoring.get("tie_each", 0))
        self.zero_scores_nothing: bool = data["tie_rule"]["zero_scores_nothing"]

    def _read_medals(self, parts: Mapping[str, Any]) -> None:
        # [#2.3] [#10.2]
        data = parts["medals"]
        self.thresholds = tuple(int(n) for n in data["planet_thresholds"][self.key])
        self.medal_copies = [self._copies(data[name]) for name in ("accreditation", "intrigue")]
        self.medal_score = [int(n) for n in data["score"]["by_count"]]
        self.medals_in_executive: bool = data["rules"]["taken_in_executive_phase"]

    def _copies(self, record: Mapping[str, Any]) -> int:
        copies = record["copies"]
        return self.seats if copies == "players" else int(copies)

    def _read_rest(self, parts: Mapping[str, Any]) -> None:
        laws = parts["laws"]
        self.laws = [str(r["id"]) for r in laws["law"]]
        self.law_effects = [
            self.effects(f"laws.{r['id']}.effects", vocabulary.LAW, r["effects"], terms.S_LAW)
            for r in laws["law"]
        ]
        scored_by = vocabulary.number(
            LAW_SCORED_BY, laws["rules"]["scored_by"], "word", "laws.rules.scored_by"
        )
        self.law_for_all = scored_by == 0
        self.next_laws_in_round4: bool = laws["rules"]["round4_shows_round5_laws"]
        neutral = parts["neutral"]
        # Block tokens name the printed wing, also of a space that a patch moved to the other one.
        space = {
            (("left", "right").index(r["wing"]), self.space_action[i]): i
            for i, r in enumerate(parts["senate"]["space"])
        }
        self.planet_blocks: list[list[tuple[int, bool]]] = []  # (space, with X votes)
        self.planet_block_ids = [str(r["id"]) for r in neutral["planet_block"]]
        for record in neutral["planet_block"]:
            marks = [(wing_space(space, mark), True) for mark in record["x"]]
            self.planet_blocks.append([*marks, (wing_space(space, record["zero"]), False)])
        self.room_block_ids = [str(r["id"]) for r in neutral["room_block"]]
        self.room_blocks: list[list[int]] = []
        for record in neutral["room_block"]:
            room = self.space_action.index(terms.ACTIONS.index(record["room"]))
            self.room_blocks.append([room, space[1 - printed_wing(parts, room), terms.SPY]])
        self.blocks_planets = bool(neutral["spaces_blocked"][self.key])
        self.blocks_rooms = bool(neutral["room_tokens_per_round"].get(self.key, 0))
        self.neutral_for_law: bool = neutral["votes"]["count_for_law"]
        self.neutral_on_floor: bool = neutral["votes"]["compete_for_floor"]

    # Effects --------------------------------------------------------------------------------------

    def effects(
        self, path: str, carrier: Carrier, records: Sequence[Mapping[str, Any]], source: int
    ) -> list[Task]:
        """Turn a list of effects of the data into tasks; what `carrier` cannot carry is refused."""
        vocabulary.check(path, carrier, records)
        return self._tasks(records, source)

    def _tasks(self, records: Sequence[Mapping[str, Any]], source: int) -> list[Task]:
        return [self._task(record, source) for record in records]

    def _task(self, record: Mapping[str, Any], source: int) -> Task:
        op = terms.EFFECTS[record["op"]]
        a, b = self._arguments(op, record, source)
        return (op, a, b, source)

    def _arguments(self, op: int, record: Mapping[str, Any], source: int) -> tuple[int, int]:
        n = int(record.get("n", 1))
        if op == terms.GAIN:
            return terms.RESOURCES.index(record["what"]), n
        if op == terms.GAIN_PER:
            metric = terms.METRICS.index(record["metric"])
            return terms.RESOURCES.index(record["what"]), metric * 16 + int(record["k"])
        if op == terms.PP_PER:
            return terms.METRICS.index(record["metric"]), int(record["k"])
        if op == terms.PROJECT:
            return n, vocabulary.WHICH_PROJECT.index(record["which"])
        if op == terms.MEDAL:
            return vocabulary.WHICH_MEDAL.index(record["which"]) - 1, 0
        if op == terms.ACTION:
            return terms.ACTIONS.index(record["which"]), 0
        if op == terms.COPY_ACTION:
            planets = terms.PLANET_ACTIONS if "planet" in record["allowed"] else 0
            rooms = self.copyable & ~terms.PLANET_ACTIONS if "room" in record["allowed"] else 0
            return planets | rooms, 0
        if op in (terms.CHOOSE, terms.PICK):
            return self._menu(op, record, source)
        if op == terms.ALTERATION:
            return int(record["strength"]), n
        if op == terms.DRAW:
            return int(record["strength"]), int(record["draw"])
        if op == terms.DISC:
            return int(record["level"]), int(record["bonus"])
        if op == terms.BUILD_FREE:
            which = record["which"]
            return ("industry" in which) + 2 * ("megastructure" in which), 0
        if op == terms.DISCOUNT:
            return int(record.get("crystals", 1)), 0
        if op == terms.STEP:
            return sum(1 << terms.PLANETS.index(name) for name in record["which"]), n
        if op in (terms.REFRESH, terms.TAKE_ERUDITE):
            return int(record["level"]), 0
        if op == terms.COPY_ERUDITE:
            return int(record["max_level"]), 0
        return n, 0

    def _menu(self, op: int, record: Mapping[str, Any], source: int) -> tuple[int, int]:
        if op == terms.CHOOSE:
            options = [self._tasks(option, source) for option in record["options"]]
        else:
            options = [[self._task(option, source)] for option in record["from"]]
        self.menus.append(options)
        self.menu_options.append([kinds.K_OPTION | i << 6 for i in range(len(options))])
        if op == terms.CHOOSE:
            return len(self.menus) - 1, 0
        return len(self.menus) - 1, 2 * int(record.get("n", 1)) + int(record["mixed"])

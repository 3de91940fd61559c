"""Name everything as a player knows it, with its effect where the name alone says nothing.

Names and effects are read from the data of the rules in force, so a patch shows in every sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from simkit.core.components import Components, printed_names, shipped
from simkit.games.federation.rules import terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.tables import Tables, Task

_DATA: Final = Components(shipped("data") / "federation").tables
_PLANETS: Final[list[str]] = _DATA["terms"]["planet_names"]
# By id: planets, rooms, spying and the Outer Module, then the two projects that are no planet's.
NAMES: Final[dict[str, str]] = {
    **dict(zip(terms.PLANETS, _PLANETS, strict=True)),
    **{str(r["id"]): str(r["name"]) for r in _DATA["senate"]["action"] if "name" in r},
    "missions": "Special missions",
    "general": "General project",
}
ACTIONS: Final = [NAMES[action] for action in terms.ACTIONS]
PROJECTS: Final = [
    *(f"{planet} project" for planet in _PLANETS), "special-missions project", "general project",
]  # fmt: skip
MEDALS: Final = [
    *(f"{planet} medal" for planet in _PLANETS),
    "accreditation medal",
    "intrigue medal",
]
WINGS: Final = ("left wing", "right wing")
FLOORS: Final = ("outside", "bottom floor", "middle floor", "top floor")
# What `terms.METRICS` count: one of it, and its value.
UNITS: Final = [
    *(f"influence on {planet}" for planet in _PLANETS), "completed mission",
    "available or completed mission", "accreditation level", "pip of the assistant die", "diamond",
    "crystal or diamond", "megastructure", "ship in the hangar", "trade disc on level 2",
    "unused alteration token", "asteroid", "colour of erudites", "contribution to the general project",
]  # fmt: skip
VALUES: Final = [
    *(f"influence on {planet}" for planet in _PLANETS), "completed missions",
    "available and completed missions", "accreditation level", "assistant die", "diamonds",
    "crystals and diamonds", "megastructures", "ships in the hangar", "trade discs on level 2",
    "unused alteration tokens", "asteroids", "colours of erudites", "contributions",
]  # fmt: skip
ANY_OF: Final = {
    terms.ANY_PROJECT: "any project",
    terms.SAME_PROJECT: "one project",
    terms.ANOTHER_PROJECT: "another project",
}


# Phrases ------------------------------------------------------------------------------------------


def number(n: int, thing: str) -> str:
    """Return a number of things: ``1 ship``, ``2 ships``."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def in_a_row(words: Iterable[str], last: str = "and") -> str:
    """Return words joined as in a sentence.

    Examples
    --------
    >>> in_a_row(["1 ship", "2 diamonds", "1 oceanium"])
    '1 ship, 2 diamonds and 1 oceanium'
    """
    *most, end = list(words) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def resource(n: int, kind: int) -> str:
    """Return an amount of a resource."""
    return number(n, "diamond") if kind == terms.DIAMOND else f"{n} {terms.RESOURCES[kind]}"


def amounts(cost: Sequence[int], nothing: str = "nothing") -> str:
    """Return a cost or reward."""
    return in_a_row(resource(n, kind) for kind, n in enumerate(cost) if n) or nothing


def moon_name(tables: Tables, moon: int) -> str:
    """Return what a position of the mages is called."""
    return "Six-Moons itself" if moon == tables.moon_last else f"moon {moon}"


def distinct(words: Sequence[str]) -> list[str]:
    """Return words, with a number behind those that would say the same of two things.

    Examples
    --------
    >>> distinct(["ship", "disc", "ship"])
    ['ship no. 1', 'disc', 'ship no. 2']
    """
    often, said = Counter(words), Counter[str]()
    result = []
    for word in words:
        said[word] += 1
        result.append(word if often[word] == 1 else f"{word} no. {said[word]}")
    return result


# Effects ------------------------------------------------------------------------------------------


def effects_of(tables: Tables, tasks: Iterable[Task], nothing: str = "nothing") -> str:
    """Return a list of effects in words."""
    return in_a_row(effect(tables, task) for task in tasks) or nothing


def effect(tables: Tables, task: Task) -> str:
    """Return one effect in words (the vocabulary of rules.md, 11)."""
    op, a, b, _ = task
    say = EFFECTS.get(op)
    return say(tables, a, b) if say is not None else f"task {op}"


def _gain_per(tables: Tables, a: int, b: int) -> str:
    return f"{resource(b & 15, a)} per {UNITS[b >> 4]}"


def _boost(until: str) -> Callable[[Tables, int, int], str]:
    return lambda tables, a, b: f"level {a:+d} until the end of the {until}"


def _choose(tables: Tables, a: int, b: int) -> str:
    return "either " + in_a_row((effects_of(tables, x) for x in tables.menus[a]), "or")


def _pick(tables: Tables, a: int, b: int) -> str:
    n, mixed = b >> 1, b & 1
    if n == 1:
        return in_a_row((effects_of(tables, x) for x in tables.menus[a]), "or")
    if not mixed:
        return "either " + in_a_row((effects_times(tables, x, n) for x in tables.menus[a]), "or")
    things = in_a_row((effects_of(tables, x) for x in tables.menus[a]), "or")
    return f"{n} times {things} in any mix"


def effects_times(tables: Tables, tasks: Sequence[Task], n: int) -> str:
    """Return a list of effects that is carried out so many times, added up where they can be."""
    added: list[Task] = []
    for op, a, b, source in tasks:
        if op == terms.GAIN:
            added.append((op, a, b * n, source))
        elif op in (terms.SHIP, terms.MARKER, terms.ACCREDIT):
            added.append((op, a * n, b, source))
        else:
            return f"{n} times {effects_of(tables, tasks)}"
    return effects_of(tables, added)


def _disc(tables: Tables, a: int, b: int) -> str:
    return f"a free trade disc on level {a}, {'with' if b else 'without'} bonus"


def _build_free(tables: Tables, a: int, b: int) -> str:
    kinds = [kind for i, kind in enumerate(("industry", "megastructure")) if a >> i & 1]
    return f"{in_a_row(kinds, 'or')} free of charge"


def _step(tables: Tables, a: int, b: int) -> str:
    planets = in_a_row((_PLANETS[i] for i in range(len(_PLANETS)) if a >> i & 1), "or")
    return f"{number(b, 'step')} on {planets} without reward"


def _copy_action(tables: Tables, a: int, b: int) -> str:
    return (
        "copy a planet's action"
        if a == terms.PLANET_ACTIONS
        else "copy a planet's or room's action"
    )


def _copy_erudite(tables: Tables, a: int, b: int) -> str:
    return "copy a level-1 erudite" if a == 1 else f"copy an erudite of level {a} or lower"


def _medal(tables: Tables, a: int, b: int) -> str:
    return "any medal not owned" if a < 0 else MEDALS[a]


EFFECTS: Final[dict[int, Callable[[Tables, int, int], str]]] = {
    terms.GAIN: lambda tables, a, b: resource(b, a),
    terms.GAIN_PER: _gain_per,
    terms.SHIP: lambda tables, a, b: number(a, "ship"),
    terms.MARKER: lambda tables, a, b: number(a, "mission marker"),
    terms.MARKER_ALL: lambda tables, a, b: "a marker on every mission",
    terms.ACCREDIT: lambda tables, a, b: number(a, "accreditation step"),
    terms.BOOST_ROUND: _boost("round"),
    terms.BOOST_GAME: _boost("game"),
    terms.DIE: lambda tables, a, b: f"assistant die {a:+d}",
    terms.DIE_TO: lambda tables, a, b: f"assistant die at {a}",
    terms.ALTERATION: lambda tables, a, b: f"{number(b, 'alteration token')} of strength {a}",
    terms.DRAW: lambda tables, a, b: f"one of {number(b, 'alteration token')} of strength {a}",
    terms.PROJECT: lambda tables, a, b: f"{ANY_OF[b & 3]} {a:+d}",
    terms.PP_PER: lambda tables, a, b: f"{number(b, 'point')} per {UNITS[a]}",
    terms.MEDAL: _medal,
    terms.ACTION: lambda tables, a, b: f"action of {ACTIONS[a]}",
    terms.COPY_ACTION: _copy_action,
    terms.CHOOSE: _choose,
    terms.PICK: _pick,
    terms.DISC: _disc,
    terms.BUILD_FREE: _build_free,
    terms.DISCOUNT: lambda tables, a, b: f"{number(a, 'crystal')} off the construction",
    terms.INCOME_FREE: lambda tables, a, b: f"{number(a, 'income')} of industries in play",
    terms.REFRESH: lambda tables, a, b: f"turn up a used level-{a} erudite",
    terms.COPY_ERUDITE: _copy_erudite,
    terms.TAKE_ERUDITE: lambda tables, a, b: f"an open level-{a} erudite",
    terms.EXTRA_STEPS: lambda tables, a, b: number(a, "extra step"),
    terms.STEP: _step,
    terms.TRANSMUTE: lambda tables, a, b: f"transmute {number(a, 'resource')}",
    terms.PRESIDENT: lambda tables, a, b: "the president pawn",
    terms.SPECIAL_AMBASSADOR: lambda tables, a, b: (
        f"the special ambassador ({tables.votes[terms.SPECIAL]} votes)"
    ),
}


def when(tables: Tables, tile: int) -> str:
    """Return when an erudite works."""
    timing, planet = tables.erudite_timing[tile], tables.erudite_planet[tile]
    if timing == terms.PLANET_ACTION:
        return f"once on {_PLANETS[planet]}"
    return "at once" if timing == terms.IMMEDIATE else "once"


# Components ---------------------------------------------------------------------------------------


class Names:
    """Names of all components of the rules in force, made once; lists are in the order of the tables.

    Attributes
    ----------
    ambassadors, tokens, spaces, plain_spaces
        Of the senate; spaces with what they bring, and without.
    missions, erudites, shops, structures, start_tiles, deep_tiles, asteroids, cells, laws
        Of the planets and personal boards, with their effects.
    plain_laws, law_effects, token_faces
        Of the laws the name alone, and what they bring; what is printed on alteration tokens.
    trades, built, plain_missions, levels, project_points
        What shops, structures, missions, accreditation levels and projects ask for and bring.
    track, medal_row, limits, leftovers
        What the accreditation track, the medals, the storage and whatever is left at the end bring.
    options
        By menu, the options of a choice.
    """

    def __init__(self, tables: Tables, data: Mapping[str, Any]) -> None:
        self.tables = tables
        self._name_senate()
        self._name_planets(data)

        def numbered(kind: str, effects: Sequence[Iterable[Task]]) -> list[str]:
            return [
                f"{kind} {i} ({effects_of(tables, tasks)})" for i, tasks in enumerate(effects, 1)
            ]

        self.missions: list[str] = numbered("mission", tables.mission_effects)
        self.erudites: list[str] = [
            f"erudite {name} ({when(tables, i)}: {effects_of(tables, tables.erudite_effects[i])})"
            for i, name in enumerate(tables.erudites)
        ]
        self.start_tiles: list[str] = numbered("start tile", tables.start_effects)
        self.deep_tiles: list[str] = numbered("Deep Space tile", tables.deep_effects)
        self._say_what_is_asked()
        self._say_what_scores()
        self.options = [distinct([effects_of(tables, x) for x in menu]) for menu in tables.menus]

    def _say_what_is_asked(self) -> None:
        """Say what shops, structures, missions and levels cost and bring."""
        tables = self.tables
        self.trades = [
            f"pay {amounts(cost)}: level 1: {effects_of(tables, one)}; level 2: {effects_of(tables, two)}"
            for cost, (one, two) in zip(tables.shop_cost, tables.shop_effects, strict=True)
        ]
        incomes = [f"income {effects_of(tables, tasks)}" for tasks in tables.industry_income]
        points = [f"multipliers {in_a_row(map(str, row))}" for row in tables.multipliers]
        self.built = [
            f"{name}: pay {amounts(cost)}: {brings}"
            for name, cost, brings in zip(
                self.structures, tables.structure_cost, [*incomes, *points], strict=True
            )
        ]
        self.plain_missions = [
            f"{name}: level {level}, pay {amounts(cost)}"
            for name, level, cost in zip(
                self.missions, tables.mission_level, tables.mission_cost, strict=True
            )
        ]
        self.levels = [
            f"level {level}: upkeep {amounts(cost)}" for level, cost in enumerate(tables.upkeep)
        ]

    def _say_what_scores(self) -> None:
        """Say what tracks, medals, projects and leftovers bring."""
        tables = self.tables
        places = in_a_row(map(str, tables.places))
        two = f"; {tables.tie_each} each on a tie, the second at most {tables.max_gap} behind"
        self.project_points = [
            f"{name}: {needed} advances; places bring {places} points"
            + (two if tables.seats == 2 else "")
            for name, needed in zip(PROJECTS, tables.needed, strict=True)
        ]
        self.track = (
            f"medal at step {tables.medal_step}, Deep Space tile at step {tables.deep_space_step}; "
            f"{number(tables.pp_beyond_top, 'point')} per step beyond {tables.top_step}"
        )
        self.medal_row = f"medals score {in_a_row(map(str, tables.medal_score))} points"
        self.limits = (
            f"at most {tables.crystals_max} crystals, {number(tables.diamonds_max, 'diamond')}, "
            f"{tables.hangar_max} ships in the hangar, a die of {tables.die_max}"
        )
        self.leftovers = (
            f"at the end 1 point per {number(tables.crystals_per_pp, 'crystal')}, {tables.diamond_pp} "
            f"per diamond, {tables.ship_pp} per ship in the hangar, {tables.token_pp} per unused token"
        )

    def _name_senate(self) -> None:
        tables = self.tables
        self.ambassadors = distinct(
            [
                f"{'special' if i == terms.SPECIAL else f'{votes}-vote'} ambassador"
                + (f" with {effects_of(tables, bonus)}" if bonus else "")
                for i, (votes, bonus) in enumerate(
                    zip(tables.votes, tables.funding_bonus, strict=True)
                )
            ]
        )
        self.token_faces = [
            ("funding" if side == terms.FUNDING else number(votes, "vote"))
            + (f", {effects_of(tables, bonus)}" if bonus else "")
            for side, votes, bonus in zip(
                tables.token_side, tables.token_votes, tables.token_bonus, strict=True
            )
        ]
        self.tokens = distinct(
            [
                f"alteration token of strength {strength} ({face})"
                for strength, face in zip(tables.token_strength, self.token_faces, strict=True)
            ]
        )
        where = [
            f"{WINGS[tables.space_wing[i]]}, {FLOORS[floor]}" if floor else ""
            for i, floor in enumerate(tables.space_floor)
        ]
        names = [ACTIONS[action] for action in tables.space_action]
        self.plain_spaces = distinct(
            [
                f"{name} ({place})" if place else name
                for name, place in zip(names, where, strict=True)
            ]
        )
        brings = [self.brings(action) for action in tables.space_action]
        self.spaces = distinct(
            [
                f"{name} ({'; '.join(filter(None, (place, brought)))})"
                for name, place, brought in zip(names, where, brings, strict=True)
            ]
        )

    def brings(self, action: int) -> str:
        """Return cost and effects of a room; a planet's action is known by its name."""
        if action <= terms.E81216:
            return ""
        tables, price = self.tables, self.tables.action_cost[action]
        effects = effects_of(tables, tables.action_effects[action])
        return f"pay {amounts(price)}: {effects}" if any(price) else effects

    def _name_planets(self, data: Mapping[str, Any]) -> None:
        tables = self.tables
        e81216 = data["planet_e81216"]
        self.structures = [
            *(str(record["name"]) for record in e81216["industry"]),
            *(f"megastructure {i + 1}" for i in range(len(e81216["megastructure"]))),
        ]
        self.shops = [f"the {shop.removeprefix('shop_')} shop" for shop in tables.shops]
        self.cells = [
            f"asteroid cell {cell[1:]}" if tables.cell_live[i] else f"cell {cell[1:]}"
            for i, cell in enumerate(tables.cells)
        ]
        self.asteroids: list[str] = [
            f"{name.replace('_', ' asteroid ')} ({amounts(reward)})"
            for name, reward in zip(tables.asteroids, tables.asteroid_reward, strict=True)
        ]
        self.plain_laws = printed_names(data["laws"]["law"], tables.laws)
        self.law_effects = [effects_of(tables, effects) for effects in tables.law_effects]
        self.laws = [
            f"{name} ({effects})"
            for name, effects in zip(self.plain_laws, self.law_effects, strict=True)
        ]

    def income(self, industry: int) -> str:
        """Return what an industry brings."""
        return effects_of(self.tables, self.tables.industry_income[industry])

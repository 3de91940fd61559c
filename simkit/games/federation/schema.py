"""What Federation declares: actions, phases, points, columns, figures that may be patched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.core.components import Components, printed_names, shipped
from simkit.core.schema import (
    Arg,
    Chapter,
    Column,
    Kind,
    Option,
    Patchable,
    Role,
    Schema,
    Source,
    Structural,
)
from simkit.games.federation.rules import terms
from simkit.games.federation.rules.tables import LAW_SCORED_BY
from simkit.games.federation.view.names import ACTIONS, FLOORS, MEDALS, NAMES, PROJECTS

_DATA = Components(shipped("data") / "federation").tables


class Codes:
    """Codes of all components that the data name, and their labels where these are not the codes.

    Parameters
    ----------
    data
        The component data, as whole tables by file name: those shipped, or with packs laid over them.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        def ids(table: str, name: str) -> tuple[str, ...]:
            return tuple(str(record["id"]) for record in data[table][name])

        e81216 = data["planet_e81216"]
        industries, megas = (ids("planet_e81216", name) for name in ("industry", "megastructure"))
        self.start_tiles = ids("start_tiles", "tile")
        self.deep_tiles = ids("deep_space_tiles", "tile")
        self.spaces = (*ids("senate", "space"), "outer_module")
        self.tokens = ids("alteration_tokens", "token")
        self.covers = ("none", *self.tokens)
        self.erudites = ids("erudites", "erudite")
        self.missions = ids("special_missions", "mission")
        self.cells = ids("planet_neo", "cell")
        self.asteroids = ids("asteroids", "asteroid")
        self.shops = ids("planet_arratuin", "shop")
        self.structures = (*industries, *megas)
        self.laws = ids("laws", "law")
        self.start_labels = _numbered(self.start_tiles, "Start")
        self.deep_labels = _numbered(self.deep_tiles, "Deep Space tile")
        self.mission_labels = _numbered(self.missions, "mission")
        self.structure_labels = (
            *printed_names(e81216["industry"], industries), *_numbered(megas, "megastructure"),
        )  # fmt: skip
        self.asteroid_labels = tuple(name.replace("_", " asteroid ") for name in self.asteroids)
        self.shop_labels = tuple(f"{name.removeprefix('shop_')} shop" for name in self.shops)
        self.law_labels = printed_names(data["laws"]["law"], self.laws)


def _numbered(codes: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return printed names of components that bear no name: what they are, and their number."""
    return tuple(f"{name} {number}" for number, _ in enumerate(codes, 1))


PLANET_LABELS = tuple(NAMES[planet] for planet in terms.PLANETS)
PAID = ("nothing", *terms.RESOURCES)
RESOURCE = Arg("resource", 2, terms.RESOURCES, "resource")
ACTION = Arg("senate_action", 4, terms.ACTIONS, "planet or room", labels=tuple(ACTIONS))


def kinds(codes: Codes) -> tuple[Kind, ...]:
    """Return the kinds of actions."""
    erudite = Arg("erudite", 8, codes.erudites, "erudite tile")
    shop = Arg("shop", 3, codes.shops, "shop on Arratuin", labels=codes.shop_labels)
    structure = Arg(
        "structure", 4, codes.structures, "structure on E81216", labels=codes.structure_labels
    )
    token = Arg("token", 5, codes.covers, "alteration token")
    cell = Arg("cell", 4, codes.cells, "cell of Neo")
    return (
        Kind(
            "start_tile",
            (Arg("tile", 8, codes.start_tiles, "start tile", labels=codes.start_labels),),
            "pick a start tile",
        ),
        Kind(
            "place",
            (
                Arg("space", 5, codes.spaces, "senate space or Outer Module"),
                Arg("ambassador", 3, terms.AMBASSADORS, "ambassador token"),
                Arg("side", 1, terms.SIDES, "side of the ambassador"),
            ),
            "put an ambassador on a space",
        ),
        Kind(
            "cover",
            (token, Arg("die", 1, ("without_die", "with_die"), "assistant die added")),
            "cover the ambassador with an alteration token, add the assistant die, or neither",
        ),
        Kind("use", (erudite,), "use an erudite once"),
        Kind(
            "mission",
            (Arg("mission", 4, codes.missions, "special mission", labels=codes.mission_labels),),
            "fly a ship to a special mission",
        ),
        Kind("end", (), "end the turn, or take nothing more"),
        Kind("neo", (cell,), "move the miner"),
        Kind("token", (token,), "take an alteration token"),
        Kind(
            "asteroid",
            (Arg("asteroid", 4, codes.asteroids, "dead asteroid", labels=codes.asteroid_labels),),
            "take a dead asteroid",
        ),
        Kind("atal", (erudite,), "take an erudite"),
        Kind("shop", (shop,), "trade at a shop on Arratuin"),
        Kind("build", (structure,), "build a structure on E81216"),
        Kind(
            "pay",
            tuple(Arg(r, 4, (), f"{r} paid", column=f"paid_{r}") for r in terms.RESOURCES),
            "pay a cost that can be paid in several ways",
        ),
        Kind("lose", (RESOURCE,), "lose a crystal that does not fit"),
        Kind(
            "marker",
            (Arg("mission", 4, codes.missions, "special mission", labels=codes.mission_labels),),
            "put a marker on an empty mission",
        ),
        Kind(
            "project",
            (Arg("project", 3, terms.PROJECTS, "major project", labels=tuple(PROJECTS)),),
            "move a major project of one's choice",
        ),
        Kind(
            "medal",
            (Arg("medal", 3, terms.MEDALS, "Medal of Honour", labels=tuple(MEDALS)),),
            "take a medal of one's choice",
        ),
        Kind(
            "option",
            (Arg("option", 3, (), "number of the option"),),
            "choose one of several effects",
        ),
        Kind("copy", (ACTION,), "copy an action by spying"),
        Kind(
            "deep_space",
            (Arg("deep_tile", 8, codes.deep_tiles, "Deep Space tile", labels=codes.deep_labels),),
            "choose a Deep Space tile",
        ),
        Kind("income", (structure,), "take the income of an industry in play"),
        Kind("refresh", (erudite,), "turn an erudite face up again"),
        Kind("copy_erudite", (erudite,), "copy an erudite's effect"),
        Kind("disc", (shop,), "put a free disc on a shop"),
        Kind(
            "step",
            (
                Arg("planet", 1, terms.PLANETS[:2], "Neo or Six-Moons", labels=PLANET_LABELS[:2]),
                cell,
            ),
            "take a step without reward",
        ),
        Kind("transmute", (RESOURCE,), "change a resource into the next better one"),
        Kind(
            "upkeep",
            (
                Arg("level", 3, (), "accreditation level kept"),
                Arg("paid", 3, PAID, "resource paid"),
            ),
            "pay the upkeep of an accreditation level",
        ),
        Kind("law", (Arg("wing", 1, ("left", "right"), "wing"),), "decide between two tied laws"),
        Kind("discard", (RESOURCE,), "throw a resource away"),
    )


SOURCES = (
    Source("law", "laws passed", "laws"),
    *(
        Source(f"floor_{floor}", f"{FLOORS[floor]} of the senate", FLOORS[floor])
        for floor in range(1, len(FLOORS))
    ),
    Source("mission", "special missions", "missions"),
    Source("megastructure", "megastructures", "megastructures"),
    Source("specialist", "erudites", "erudites"),
    Source("medal", "Medals of Honour", "Medals of Honour"),
    Source("leftover", "crystals, diamonds, ships and alteration tokens left", "left over"),
    *(
        Source(f"project_{name}", f"major project: {name}", label)
        for name, label in zip(terms.PROJECTS, PROJECTS, strict=True)
    ),
    Source("accreditation", "steps beyond the top of the accreditation track", "accreditation"),
)

MOVE_COLUMNS = (
    *(Column(name, "int8", f"{name} before the action", role="held") for name in terms.RESOURCES),
    Column("accreditation_step", "int8", "accreditation step before the action", role="held"),
    Column("assistant_die", "int8", "value of the assistant die, 0 = none", role="held"),
    Column("hangar", "int8", "ships in the hangar", role="held"),
    Column("tokens", "int8", "unused alteration tokens", role="held"),
    *(
        Column(f"influence_{name}", "int8", f"influence on {name}", role="held")
        for name in terms.PLANETS
    ),
    Column("markers", "int8", "missions with a marker", role="held"),
    Column("flown", "int8", "missions with a ship", role="held"),
    Column("medals", "int8", "medals owned", role="held"),
    Column("general_contribution", "int8", "contributions to the general project", role="held"),
)


def seat_columns(codes: Codes) -> tuple[Column, ...]:
    """Return the columns of `seats` that are Federation's own."""
    return (
        Column(
            "deep_space_tile",
            "category",
            "Deep Space tile",
            categories=codes.deep_tiles,
            labels=codes.deep_labels,
            role="held",
        ),
        Column("accreditation_step", "int8", "accreditation step at the end", role="held"),
        *(
            Column(f"influence_{name}", "int8", f"influence on {name} at the end", role="held")
            for name in terms.PLANETS
        ),
        Column(
            "missions",
            "int8",
            "completed missions, start tile and Deep Space tile included",
            role="held",
        ),
        Column("medals", "int8", "medals owned", role="held"),
        Column("erudites", "int8", "erudites owned", role="held"),
        Column("level3_erudites", "int8", "level-3 erudites owned", role="held"),
        Column("industries", "int8", "industries built", role="held"),
        Column("megastructures", "int8", "megastructures built", role="held"),
        Column("discs", "int8", "trade discs on shops", role="held"),
        Column("asteroids", "int8", "asteroid tokens taken", role="gain"),
        Column(
            "general_contribution", "int8", "contributions to the general project", role="count"
        ),
        Column("votings", "int8", "ambassadors placed with votes", role="count"),
        Column("fundings", "int8", "ambassadors placed with a funding symbol", role="count"),
        Column("floors_won", "int8", "floors won, ties included", role="count"),
    )


def game_columns(codes: Codes) -> tuple[Column, ...]:
    """Return the columns of `games` that are Federation's own."""
    return (
        *(
            Column(
                f"law_{n}",
                "category",
                f"law of round {n}",
                categories=codes.laws,
                labels=codes.law_labels,
                role="choice",
            )
            for n in range(1, 6)
        ),
        *(
            Column(f"completed_{name}", "bool", f"project {name} was completed", role="held")
            for name in terms.PROJECTS
        ),
        Column("industries_in_play", "int32", "mask of the industries in play", role="setup"),
    )


# Where components list effects: the path, what it is, the figures in it, and the words in it.
_EFFECTS = (
    ("alteration_tokens.*.bonus", "bonus of an alteration token", ("n",), ("what", "which")),
    (
        "deep_space_tiles.*.effects", "effects of a Deep Space tile", ("n", "options.*.*.n"),
        ("what", "which", "which.*", "level", "bonus", "strength", "draw", "options.*.*.op",
         "options.*.*.which"),
    ),
    (
        "erudites.*.effects", "effects of an erudite", ("n", "k", "crystals", "options.*.*.n"),
        ("what", "metric", "level", "max_level", "bonus", "strength", "options.*.*.op"),
    ),
    *(
        (
            f"planet_arratuin.*.level{n}", f"bonus of a level-{n} shop", ("n", "from.*.n"),
            ("what", "mixed", "from.*.op", "from.*.what"),
        )
        for n in (1, 2)
    ),
    (
        "planet_e81216.*.income", "income of an industry", ("n",),
        ("what", "which.*", "level", "strength"),
    ),
    ("senate.*.effects", "effects of a room", ("n",), ("what", "which", "allowed.*")),
    (
        "special_missions.*.effects", "effects of a mission", ("n", "k"),
        ("metric", "which", "allowed.*"),
    ),
    ("start_tiles.*.effects", "effects of a start tile", ("n",), ("what",)),
)  # fmt: skip


def _effects(path: str, meaning: str, figures: tuple[str, ...]) -> tuple[Patchable, ...]:
    """Return what may be patched of a list of effects: the list as a whole, and the figures in it.

    Start tiles come with the line-up, so that more of one is no reason to choose anything.
    """
    more = "neutral" if path.startswith("start_tiles") else "good"
    return (
        Patchable(path, 0, 0, "", f"{meaning} (a list)", "neutral"),
        *(Patchable(f"{path}.*.{key}", 0, 9, "", f"{meaning}: size", more) for key in figures),
    )


def _yes_no(path: str, meaning: str) -> Patchable:
    """Return a rule that a patch may turn over; no board shows it."""
    return Patchable(path, 0, 1, "", meaning, "neutral", shown=())


def _table(path: str, meaning: str, more: str, low: float, high: float) -> tuple[Patchable, ...]:
    """Return what may be patched of a cost or reward: the table as a whole, and its resources."""
    return (
        Patchable(path, 0, 0, "resources", f"{meaning} (a table)", "neutral"),
        Patchable(f"{path}.*", low, high, "resources", meaning, more),
    )


# Figures that a patch may change.
PATCHABLE = (
    Patchable("accreditation.start_step", 0, 10, "step", "start of the track", "neutral"),
    Patchable("accreditation.medal_step", 1, 10, "step", "step with the medal", "neutral"),
    Patchable("accreditation.deep_space_step", 1, 10, "step", "step with the tile", "neutral"),
    Patchable("accreditation.pp_per_step_beyond_top", 0, 5, "points", "points beyond the top", "good"),
    Patchable("accreditation.level.*.steps", 0, 0, "steps", "steps of a level (a list)", "neutral"),
    Patchable(
        "accreditation.level.*.upkeep.*", 0, 1, "resources", "upkeep of a level", "neutral", shown=()
    ),
    _yes_no("accreditation.level_boosts.apply_to_upkeep", "boosts raise the upkeep too"),
    Patchable(
        "accreditation.level_boosts.cap", 0, 0, "", "highest level with boosts", "neutral",
        ("none", "5", "6", "7", "8"), shown=(),
    ),
    Patchable(
        "alteration_tokens.*.votes", 0, 9, "votes", "votes of a token", "good",
        where=("side=voting",),
    ),
    Patchable("alteration_tokens.*.copies", 0, 20, "tokens", "copies of a token", "neutral", shown=()),
    Patchable("ambassadors.*.votes", 0, 12, "votes", "votes of an ambassador", "good"),
    *_table("ambassadors.*.funding_bonus", "crystals of a funding side", "good", 0, 5)[1:],
    *_table("asteroids.*.reward", "resources of an asteroid", "good", 0, 9),
    *(one for path, meaning, figures, _ in _EFFECTS for one in _effects(path, meaning, figures)),
    _yes_no("erudites.rules.level3_needs_level2", "level 3 needs level 2 of its colour"),
    _yes_no("erudites.rules.planet_tiles_before_only", "planet tiles work before only"),
    _yes_no("erudites.rules.one_per_character", "one tile per colour and level"),
    Patchable("laws.*.effects", 0, 0, "", "effects of a law (a list)", "neutral"),
    Patchable("laws.*.effects.*.k", 0, 9, "points", "points for each counted by a law", "good"),
    Patchable(
        "laws.*.effects.*.metric", 0, 0, "", "what a law counts", "neutral", terms.METRICS
    ),
    Patchable(
        "laws.rules.scored_by", 0, 0, "", "who scores a law", "neutral", LAW_SCORED_BY, shown=()
    ),
    _yes_no("laws.rules.round4_shows_round5_laws", "laws of round 5 open in round 4"),
    Patchable(
        "major_projects.advances_needed.*.*", 1, 20, "advances", "length of a track", "neutral"
    ),
    Patchable("major_projects.scoring.*.places", 0, 0, "points", "points by place", "neutral"),
    Patchable("major_projects.scoring.*.places.*", 0, 40, "points", "points of a place", "neutral"),
    Patchable("major_projects.scoring.p2.second_place_max_gap", 0, 40, "", "two players: gap", "neutral"),
    Patchable("major_projects.scoring.p2.tie_each", 0, 40, "points", "two players: tie", "neutral"),
    *(
        Patchable(f"medals.planet_thresholds.p{n}{part}", 1, 15, "influence", "thresholds", "neutral")
        for n in (2, 3, 4)
        for part in ("", ".*")
    ),
    Patchable("medals.score.by_count", 0, 0, "points", "medal row (a list)", "neutral"),
    Patchable("medals.score.by_count.*", 0, 60, "points", "for so many medals", "neutral"),
    _yes_no("medals.rules.taken_in_executive_phase", "medals by the Transporter"),
    _yes_no("neutral.votes.count_for_law", "neutral votes count for laws"),
    _yes_no("neutral.votes.compete_for_floor", "neutral votes count on floors"),
    *_table("planet_arratuin.*.cost", "cost of a shop", "bad", 0, 9),
    *_table("planet_e81216.*.cost", "cost of a structure", "bad", 0, 9),
    Patchable("planet_e81216.*.slot", 1, 4, "", "slot of an industry", "neutral", shown=()),
    Patchable("planet_e81216.*.multipliers", 0, 0, "", "multipliers (a list)", "neutral"),
    Patchable("planet_e81216.*.multipliers.*", 0, 9, "", "one multiplier", "good"),
    _yes_no(
        "planet_e81216.megastructure_rules.influence_of_this_building_counts",
        "a megastructure counts its own influence",
    ),
    *_table("planet_neo.*.reward", "printed reward of a cell", "good", 0, 9),
    _yes_no("planet_neo.rules.asteroid_token_left_when_transporter_lands", "as named"),
    Patchable("planet_six_moons.start", 0, 1, "", "start of the mages", "neutral", shown=()),
    Patchable("planet_six_moons.position.*.tokens", 0, 10, "tokens", "tokens on a moon", "neutral"),
    Patchable("planet_six_moons.position.*.strength", 0, 4, "", "strength of a moon", "neutral"),
    Patchable(
        "resources.substitution.applies_to", 0, 0, "", "what oceanium may stand in for", "neutral",
        ("every payment", "upkeep"), shown=(),
    ),
    Patchable(
        "resources.transmutation.chain.*", 0, 0, "", "chain of the Transmutation Chamber", "neutral",
        terms.RESOURCES, shown=(),
    ),
    Patchable("resources.end_value.crystals_per_pp", 1, 9, "crystals", "crystals a point", "neutral"),
    *(
        Patchable(f"resources.end_value.{thing}_pp", 0, 9, "points", "points at the end", "neutral")
        for thing in ("diamond", "spaceship_in_hangar", "unused_alteration_token")
    ),
    Patchable("senate.*.floor", 1, 3, "", "floor of a space", "neutral", shown=()),
    Patchable("senate.*.column", 1, 6, "", "column of a space", "neutral", shown=()),
    *_table("senate.*.cost", "cost of a room", "bad", 0, 9),
    Patchable(
        "senate.column.*.project", 0, 0, "", "project of a column", "neutral", terms.PROJECTS
    ),
    _yes_no("senate.rules.copied_action_cost_paid", "spying pays the copied cost"),
    _yes_no("senate.rules.spy_marks_copied_mission", "marker on the copied mission"),
    _yes_no("senate.rules.floor_without_votes_scores", "an empty floor is a tie of all"),
    _yes_no("senate.rules.e81216_needs_payable_structure", "else it may be taken in vain"),
    _yes_no(
        "senate.*.forbidden_to_first_player_on_first_turn",
        "a room is closed to the first player's first turn",
    ),
    Patchable("setup.limits.crystals_total", 0, 20, "crystals", "storage of crystals", "neutral"),
    Patchable("setup.limits.diamonds", 0, 20, "diamonds", "storage of diamonds", "neutral"),
    Patchable("setup.limits.hangar", 1, 9, "ships", "berths of the hangar", "neutral"),
    Patchable("setup.limits.assistant_die_max", 1, 6, "", "highest die", "neutral"),
    Patchable("setup.player_start.spaceships_in_hangar", 0, 5, "ships", "at the start", "neutral"),
    Patchable("setup.player_start.assistant_die", 0, 6, "", "die at the start", "neutral"),
    Patchable("setup.player_start.robots", 0, 12, "robots", "robots of a seat", "neutral"),
    Patchable("setup.player_start.trade_discs", 0, 12, "discs", "discs of a seat", "neutral"),
    Patchable("setup.player_start.resources.*", 0, 5, "resources", "at the start", "neutral"),
    Patchable("special_missions.*.required_level", 1, 5, "level", "level of a mission", "bad"),
    Patchable("special_missions.*.cost.*", 0, 9, "resources", "cost of a mission", "bad"),
    _yes_no("special_missions.completed_missions.includes_the_mission_being_done", "as named"),
)  # fmt: skip
_NAMES = "names the component: actions, columns and recordings go by it"
_PRINTED = "is the name that is printed"
_OTHER = "says what the effect is; another effect makes another component, which comes in a pack"
_SHAPE = "is the shape of the board: spaces, tracks and pictures go by it"
_SETS = "says which pieces there are: stacks, masks and the deal go by it"
STRUCTURAL = (
    *(
        Structural(f"{table}.*.id", _NAMES)
        for table in (
            "alteration_tokens", "ambassadors", "asteroids", "deep_space_tiles", "erudites", "laws",
            "major_projects", "neutral", "planet_arratuin", "planet_e81216", "planet_neo",
            "resources", "senate", "special_missions", "start_tiles",
        )
    ),
    *(Structural(f"{table}.*.name", _PRINTED) for table in ("laws", "planet_e81216", "senate")),
    Structural("terms.planet_names.*", _PRINTED),
    *(
        Structural(f"{path}.*.{key}", _OTHER)
        for path, _, _, words in _EFFECTS
        for key in ("op", *words)
    ),
    Structural("laws.*.effects.*.op", "is the only effect that a law can carry"),
    Structural("accreditation.top_step", _SHAPE),
    Structural("accreditation.level.*.level", _SHAPE),
    Structural("accreditation.level.*.steps.*", "is part of a list that a patch names as a whole"),
    Structural("accreditation.upkeep_rule.no_drop_below_level", _SHAPE),
    Structural("accreditation.upkeep_rule.oceanium_may_replace.*", "is part of the rule of upkeep"),
    Structural("alteration_tokens.*.strength", _SETS),
    Structural("alteration_tokens.*.side", "says what the token is"),
    Structural("alteration_tokens.*.votes", "is on a token that funds", where=("side=funding",)),
    Structural("asteroids.*.kind", _SETS),
    *(Structural(f"erudites.*.{key}", _SETS) for key in ("level", "colour", "timing", "planet")),
    Structural("major_projects.*.rank_by", "is the project: what it ranks by is kept with the seats"),
    *(
        Structural(f"major_projects.general_contribution_bonus.{place}", "is a resource")
        for place in ("first", "second", "third")
    ),
    Structural("major_projects.tie_rule.zero_scores_nothing", "is a rule of the book"),
    Structural("medals.*.copies", "follows the number of players"),
    *(
        Structural(f"neutral.{key}", "is printed on block tokens")
        for key in (
            "room_tokens_per_round.*", "spaces_blocked.*", "*.x.*.*", "*.zero.*", "*.room",
        )
    ),
    Structural("planet_e81216.industry_defaults.printed_on_board.*", "is printed on the board"),
    Structural("planet_e81216.megastructure_rules.printed_tokens_first_game.*.*", "is printed"),
    Structural("planet_e81216.*.metric", "is the megastructure token"),
    *(
        Structural(f"planet_neo.{key}", _SHAPE)
        for key in ("start", "last", "*.influence", "*.next.*", "*.asteroid")
    ),
    Structural("resources.*.substitutes_for.*", "is part of the rule of payment"),
    *(
        Structural(f"senate.{key}", _SHAPE)
        for key in ("layout.floors", "layout.columns", "layout.left_wing_columns.*", "column.*.index",
                    "*.wing")
    ),
    Structural("senate.*.action", "is printed: block tokens name a space by its wing and action"),
    Structural("senate.*.copyable", "is part of the rule of spying"),
    Structural("setup.player_start.spaceships_in_supply", _SETS),
    Structural("setup.set_up.live_asteroids_on_board", _SETS),
    Structural("setup.set_up.dead_asteroids_on_board", _SETS),
    Structural("special_missions.max_completed_by_ship", _SETS),
    Structural("special_missions.*.linked_action", "is the link of mission and space"),
    Structural("terms.game.rounds", "is the length of the game: laws and columns go by it"),
)  # fmt: skip
# Read by nobody who plays: marks, reasons, and rules that are told where they are carried out.
NOTES = (
    "**.confidence", "**.*_confidence", "**.field_confidence.**", "**.why", "**.*_why", "**.source",
    "**.note", "**.text", "**.alternatives.**", "**.max_influence",
    "accreditation.upkeep_rule.optional", "accreditation.level_boosts.apply_to.*",
    "alteration_tokens.split_by_strength.*", "alteration_tokens.reserve_empty",
    "ambassadors.rules.*",
    *(
        f"ambassadors.special_ambassador.{key}"
        for key in ("funding_side", "alteration_allowed", "extra_turn_*", "discard_*", "obtained_from")
    ),
    "erudites.*.name", "erudites.*.kind",
    *(
        f"erudites.rules.{key}"
        for key in (
            "level1_condition", "higher_level_condition", "character", "reveal_after_*",
            "level3_available_per_colour", "no_tile_available", "self_refresh",
            "metrics_include_this_tile", "copied_timing", "industries_for_1B3_2B3",
            "gain_per_influence_timing", "level_tokens_limit", "colour_themes.*",
        )
    ),
    "laws.rules.tie_between_wings", "laws.rules.two_open_laws_must_differ",
    "major_projects.*.column", "major_projects.general_contribution_bonus.later",
    "major_projects.tie_rule.zero_rule_for_missions_project",
    "medals.types.*", "medals.max_per_type_and_player",
    "medals.planet_thresholds.per_planet_difference", "medals.*.condition",
    "neutral.planet_tokens_per_round", "neutral.order", "neutral.vote_token_supply",
    "planet_arratuin.rules.*",
    "planet_e81216.industry_slots", "planet_e81216.megastructures", "planet_e81216.*.token_side",
    *(
        f"planet_e81216.megastructure_rules.{key}"
        for key in (
            "pp", "multiplier_taken", "multipliers_by_player_count", "no_multiplier_left",
        )
    ),
    *(
        f"planet_neo.rules.{key}"
        for key in (
            "extra_action_on_last_cell", "no_dead_asteroid_left", "move_backwards",
            "transporter_and_erudite_steps",
        )
    ),
    "planet_six_moons.position.*.index", "planet_six_moons.position.*.kind",
    "planet_six_moons.rules.*",
    "resources.*.colour", "resources.*.kind", "resources.*.value_rank", "resources.*.name",
    "resources.substitution.rule",
    "senate.layout.right_wing_columns.*", "senate.*.mission", "senate.*.outside_senate",
    "senate.*.mission_marker",
    "setup.counts.*", "setup.player_start.accreditation_step",
    "setup.player_start.special_mission_markers", "setup.player_start.pp",
    "setup.limits.spaceships_total", "setup.limits.free_discard",
    *(
        f"setup.set_up.{key}"
        for key in (
            "start_tile*", "deep_space_tiles_available", "*_medals", "erudites_per_colour.*",
            "megastructure_tokens_per_megastructure", "production_tokens", "laws",
            "by_player_count", "first_player", "first_game_variant",
        )
    ),
    "special_missions.*.name", "special_missions.completed_missions.counts.*",
    "terms.term.**",
    *(
        f"terms.game.{key}"
        for key in (
            "title", "designers.*", "artist", "publisher", "players.*",
            "ambassadors_per_player_per_round",
        )
    ),
)  # fmt: skip


def declare(data: Mapping[str, Any]) -> Schema:
    """Return what Federation declares with some component data: those shipped, or with packs."""
    codes = Codes(data)
    return Schema(
        kinds=kinds(codes),
        phases=terms.PHASES,
        sources=SOURCES,
        roles=(Role("faction", "factions", codes.start_tiles, labels=codes.start_labels),),
        seat_range=(2, 4),
        options=(
            Option(
                "start_tiles",
                ("dealt", "drafted"),
                "dealt with the line-up, or picked by the seats in reverse turn order (the rulebook)",
                printed=("drafted",),
                replaces=(("drafted", ("factions",)),),
            ),
            Option(
                "structures",
                ("random", "first_game"),
                "random sides and tokens on E81216, or those printed on the board for a first game",
                printed=("random", "first_game"),
            ),
        ),
        patchable=PATCHABLE,
        structural=STRUCTURAL,
        notes=NOTES,
        move_columns=MOVE_COLUMNS,
        seat_columns=seat_columns(codes),
        game_columns=game_columns(codes),
        decision_limit=5_000,
        label="Federation",
        caution=(
            "Federation rests in part on reconstructed figures (senate map, track lengths, costs, medal"
            " row, token faces): take every result as preliminary and read it beside the tornado of"
            " readings, which shows how far it moves when they are varied."
        ),
        secret_kinds=("deep_space",),  # a Deep Space tile is chosen secretly
        chapters=(
            Chapter("round", "turns with ambassadors, then the executive phase"),
            Chapter(
                "phase", "one phase of a round", parts=tuple((phase,) for phase in terms.PHASES)
            ),
        ),
        # All that is drawn lies in the middle. Who gets there first is a matter of the seat; the start
        # tile, all that a line-up gives, draws nothing of its own.
        luck_follows="seat",
    )


CODES = Codes(_DATA)
SCHEMA = declare(_DATA)

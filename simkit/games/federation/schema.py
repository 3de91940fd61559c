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
)
from simkit.games.federation.rules import terms
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


# Figures that a patch may change: those not confirmed, and confirmed ones that a designer would turn.
PATCHABLE = (
    Patchable("accreditation.start_step", 0, 10, "step", "start of the accreditation track"),
    Patchable("accreditation.medal_step", 1, 10, "step", "step with the medal"),
    Patchable("accreditation.deep_space_step", 1, 10, "step", "step with the Deep Space tile"),
    Patchable("accreditation.pp_per_step_beyond_top", 0, 5, "points", "points per step beyond the top"),
    Patchable("accreditation.level.*.steps", 0, 0, "steps", "steps of a level (a list)"),
    Patchable("accreditation.level.*.upkeep.*", 0, 1, "resources", "upkeep of a level"),
    Patchable("accreditation.level_boosts.apply_to_upkeep", 0, 1, "", "boosts raise the upkeep too"),
    Patchable("accreditation.level_boosts.cap", 0, 0, "", "'none' or the highest level with boosts"),
    Patchable("alteration_tokens.*.votes", 0, 9, "votes", "votes of an alteration token"),
    Patchable("alteration_tokens.*.copies", 0, 20, "tokens", "copies of an alteration token"),
    Patchable("alteration_tokens.*.bonus", 0, 0, "", "bonus of an alteration token (effects)"),
    Patchable("ambassadors.*.votes", 0, 9, "votes", "votes of an ambassador"),
    Patchable("ambassadors.*.funding_bonus.*", 0, 5, "crystals", "crystals of a funding side"),
    Patchable("ambassadors.special_ambassador.votes", 0, 12, "votes", "votes of the special one"),
    Patchable("asteroids.*.reward", 0, 0, "resources", "resources of an asteroid (a table)"),
    Patchable("asteroids.*.reward.*", 0, 9, "resources", "resources of an asteroid"),
    Patchable("deep_space_tiles.*.effects", 0, 0, "", "effects of a Deep Space tile"),
    Patchable("deep_space_tiles.*.effects.*.n", 0, 9, "", "size of an effect of a Deep Space tile"),
    Patchable("deep_space_tiles.*.effects.*.op", 0, 0, "", "kind of such an effect"),
    Patchable("erudites.*.effects", 0, 0, "", "effects of an erudite"),
    Patchable("erudites.rules.level3_needs_level2", 0, 1, "", "level 3 needs level 2 of its colour"),
    Patchable("erudites.rules.planet_tiles_before_only", 0, 1, "", "planet tiles work before only"),
    Patchable("erudites.rules.one_per_character", 0, 1, "", "one tile per colour and level"),
    Patchable("laws.*.effects", 0, 0, "", "effects of a law"),
    Patchable("laws.*.effects.0.k", 0, 9, "points", "points per influence of a law"),
    Patchable("laws.rules.scored_by", 0, 0, "", "'all players' or 'leader'"),
    Patchable("laws.rules.round4_shows_round5_laws", 0, 1, "", "laws of round 5 open in round 4"),
    Patchable("major_projects.advances_needed.*.*", 1, 20, "advances", "length of a project track"),
    Patchable("major_projects.scoring.*.places", 0, 0, "points", "points by place (a list)"),
    Patchable("major_projects.scoring.*.places.*", 0, 40, "points", "points of a place"),
    Patchable("major_projects.scoring.p2.*", 0, 40, "points", "two players: gap and tie"),
    *(
        Patchable(f"medals.planet_thresholds.p{n}{part}", 1, 15, "influence", "medal thresholds")
        for n in (2, 3, 4)
        for part in ("", ".*")
    ),
    Patchable("medals.score.by_count", 0, 0, "points", "medal row (a list)"),
    Patchable("medals.score.by_count.*", 0, 60, "points", "points for so many medals"),
    Patchable("medals.rules.taken_in_executive_phase", 0, 1, "", "medals by the Transporter"),
    Patchable("neutral.votes.*", 0, 1, "", "neutral votes count for laws, on floors"),
    Patchable("planet_arratuin.*.cost", 0, 0, "resources", "cost of a shop (a table)"),
    Patchable("planet_arratuin.*.cost.*", 0, 9, "resources", "cost of a shop"),
    Patchable("planet_arratuin.*.level1", 0, 0, "", "bonus of a level-1 shop (effects)"),
    Patchable("planet_arratuin.*.level2", 0, 0, "", "bonus of a level-2 shop (effects)"),
    Patchable("planet_arratuin.*.level1.0.n", 0, 9, "", "size of a level-1 bonus"),
    Patchable("planet_arratuin.*.level2.0.n", 0, 9, "", "size of a level-2 bonus"),
    Patchable("planet_e81216.*.cost", 0, 0, "resources", "cost of a structure (a table)"),
    Patchable("planet_e81216.*.cost.*", 0, 9, "resources", "cost of a structure"),
    Patchable("planet_e81216.*.slot", 1, 4, "", "slot of an industry"),
    Patchable("planet_e81216.*.multipliers", 0, 0, "", "multipliers of a megastructure (a list)"),
    Patchable("planet_e81216.*.multipliers.*", 0, 9, "", "one multiplier"),
    Patchable(
        "planet_e81216.megastructure_rules.influence_of_this_building_counts", 0, 1, "",
        "a megastructure counts its own influence",
    ),
    Patchable("planet_neo.*.reward", 0, 0, "resources", "printed reward of a cell (a table)"),
    Patchable("planet_neo.*.reward.*", 0, 9, "resources", "printed reward of a cell"),
    Patchable("planet_neo.rules.asteroid_token_left_when_transporter_lands", 0, 1, "", "as named"),
    Patchable("planet_six_moons.start", 0, 1, "", "start of the mages"),
    Patchable("planet_six_moons.position.*.tokens", 0, 10, "tokens", "tokens on a moon"),
    Patchable("planet_six_moons.position.*.strength", 0, 4, "", "strength of a moon's tokens"),
    Patchable("resources.substitution.applies_to", 0, 0, "", "'every payment' or 'upkeep'"),
    Patchable("resources.transmutation.chain.*", 0, 0, "", "chain of the Transmutation Chamber"),
    Patchable("resources.end_value.crystals_per_pp", 1, 9, "crystals", "crystals for a point"),
    *(
        Patchable(f"resources.end_value.{thing}_pp", 0, 9, "points", "points at the end")
        for thing in ("diamond", "spaceship_in_hangar", "unused_alteration_token")
    ),
    Patchable("senate.*.floor", 1, 3, "", "floor of a space"),
    Patchable("senate.*.column", 1, 6, "", "column of a space"),
    Patchable("senate.*.action", 0, 0, "", "action of a space"),
    Patchable("senate.*.cost", 0, 0, "resources", "cost of a room (a table)"),
    Patchable("senate.column.*.project", 0, 0, "", "project of a column"),
    Patchable("senate.rules.copied_action_cost_paid", 0, 1, "", "spying pays the copied cost"),
    Patchable("senate.rules.spy_marks_copied_mission", 0, 1, "", "marker on the copied mission"),
    Patchable("senate.rules.floor_without_votes_scores", 0, 1, "", "an empty floor is a tie of all"),
    Patchable("senate.rules.e81216_needs_payable_structure", 0, 1, "", "else it may be taken in vain"),
    Patchable("setup.limits.crystals_total", 0, 20, "crystals", "storage of crystals"),
    Patchable("setup.limits.diamonds", 0, 20, "diamonds", "storage of diamonds"),
    Patchable("setup.limits.hangar", 1, 9, "ships", "berths of the hangar"),
    Patchable("setup.limits.assistant_die_max", 1, 6, "", "highest value of the die"),
    Patchable("setup.player_start.spaceships_in_hangar", 0, 5, "ships", "ships at the start"),
    Patchable("setup.player_start.assistant_die", 0, 6, "", "die at the start"),
    Patchable("setup.player_start.robots", 0, 12, "robots", "robots of a seat"),
    Patchable("setup.player_start.trade_discs", 0, 12, "discs", "trade discs of a seat"),
    Patchable("setup.player_start.resources.*", 0, 5, "resources", "resources at the start"),
    Patchable("special_missions.*.required_level", 1, 5, "level", "level of a mission"),
    Patchable(
        "special_missions.completed_missions.includes_the_mission_being_done", 0, 1, "", "as named"
    ),
    Patchable("start_tiles.*.effects", 0, 0, "", "effects of a start tile"),
    Patchable("start_tiles.*.effects.*.n", 0, 9, "", "size of an effect of a start tile"),
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

"""Numbers for the game's words: resources, planets, rooms, metrics, effects, decisions.

States hold numbers; this module gives every number its name once.
"""

from __future__ import annotations

from typing import Final

# Resources, in value order (resources.toml).
LAVANDIUM: Final = 0
COPERNIUM: Final = 1
OCEANIUM: Final = 2
DIAMOND: Final = 3
RESOURCES: Final = ("lavandium", "copernium", "oceanium", "diamond")

# Actions of the senate: five planets, six rooms, spying, the Outer Module.
NEO: Final = 0
SIX_MOONS: Final = 1
ATAL: Final = 2
ARRATUIN: Final = 3
E81216: Final = 4
PLANETS: Final = ("neo", "six_moons", "atal", "arratuin", "e81216")
ROOM_A: Final = 5
ROOM_B: Final = 6
ROOM_C: Final = 7
ROOM_D: Final = 8
ROOM_E: Final = 9
ROOM_F: Final = 10
SPY: Final = 11
OUTER: Final = 12
ROOMS: Final = ("room_a", "room_b", "room_c", "room_d", "room_e", "room_f")
ACTIONS: Final = (*PLANETS, *ROOMS, "spy", "outer_module")
PLANET_ACTIONS: Final = 0b11111  # the actions of the five planets, as a mask

# Major projects: one per senate column, then the general one.
MISSIONS: Final = 5
GENERAL: Final = 6
PROJECTS: Final = (*PLANETS, "missions", "general")

# How many bits are set in a mask of missions, structures, asteroids or medals; quicker than to count.
ONES: Final = [mask.bit_count() for mask in range(1 << 12)]

# Medals of Honour.
MEDAL_ACCREDITATION: Final = 5
MEDAL_INTRIGUE: Final = 6
MEDALS: Final = (*PLANETS, "accreditation", "intrigue")

# What can be counted (rules.md, 11); 0..4 are the influences on the planets.
METRICS: Final = (
    *(f"influence_{planet}" for planet in PLANETS),
    "completed_missions",
    "available_and_completed_missions",
    "accreditation_level",
    "assistant_die",
    "diamonds",
    "crystals_and_diamonds",
    "megastructures",
    "hangar_ships",
    "level2_discs",
    "unused_alterations",
    "asteroids",
    "erudite_colours",
    "own_contribution",
)

# Their numbers; `MISSIONS` is that of the completed missions.
READY_MISSIONS: Final = 6
LEVEL: Final = 7
DIE_VALUE: Final = 8
DIAMONDS: Final = 9
CRYSTALS_AND_DIAMONDS: Final = 10
MEGASTRUCTURES: Final = 11
HANGAR: Final = 12
LEVEL2_DISCS: Final = 13
UNUSED_TOKENS: Final = 14
ASTEROIDS: Final = 15
ERUDITE_COLOURS: Final = 16
CONTRIBUTION: Final = 17

# Points by source.
S_LAW: Final = 0
S_FLOOR: Final = 1  # and 2, 3: bottom, middle, top floor
S_MISSION: Final = 4
S_MEGASTRUCTURE: Final = 5
S_SPECIALIST: Final = 6
S_MEDAL: Final = 7
S_LEFTOVER: Final = 8
S_PROJECT: Final = 9  # and the six after it
S_ACCREDITATION: Final = 16

# A senate space nobody stands on, and one with neutral votes.
FREE: Final = -1
NEUTRAL: Final = -2

# Bits of a packed floor (`FederationState.floors`): of its free spaces, then of each voter's votes.
FREE_BITS: Final = 5
VOTE_BITS: Final = 11

INDUSTRY_INFLUENCE: Final = 1
MEGASTRUCTURE_INFLUENCE: Final = 2

# Bits of a seat's value in a packed row of what a project ranks by (`FederationState.measured`).
RANK_BITS: Final = 8
RANK_MOST: Final = (1 << RANK_BITS) - 1

VOTING: Final = 0
FUNDING: Final = 1
SPECIAL: Final = 4  # number of the special ambassador; 0..3 are the four of every round
SIDES: Final = ("voting", "funding")
AMBASSADORS: Final = ("amb_1a", "amb_1b", "amb_2", "amb_3", "amb_special")

NOTHING: Final = 0
AVAILABLE: Final = 1
PLACED: Final = 2
GONE: Final = 3

# Effects (the vocabulary of rules.md, 11). A task on the stack is (effect, a, b, source of points).
GAIN: Final = 0  # resource, n
GAIN_PER: Final = 1  # resource, metric * 16 + k
SHIP: Final = 2  # n
MARKER: Final = 3  # n                                                           decision
MARKER_ALL: Final = 4
ACCREDIT: Final = 5  # n
BOOST_ROUND: Final = 6  # n
BOOST_GAME: Final = 7  # n
DIE: Final = 8  # n
DIE_TO: Final = 9  # n
ALTERATION: Final = 10  # strength, n
DRAW: Final = 11  # strength, number drawn
PROJECT: Final = 12  # n, which project (ANY, SAME, ANOTHER + 4 * the first)     decision
PP_PER: Final = 13  # metric, k
MEDAL: Final = 14  # type, or -1 for any not owned                               decision
ACTION: Final = 15  # senate action
COPY_ACTION: Final = 16  # mask of actions                                       decision
CHOOSE: Final = 17  # menu                                                       decision
PICK: Final = 18  # menu, 2 * n + mixed                                          decision
DISC: Final = 19  # level, with bonus                                            decision
BUILD_FREE: Final = 20  # 1 industries + 2 megastructures                        decision
DISCOUNT: Final = 21  # crystals
INCOME_FREE: Final = 22  # n, mask of tiles that may not be turned up by it      decision
REFRESH: Final = 23  # level, mask of tiles that may not be turned up            decision
COPY_ERUDITE: Final = 24  # highest level, mask of tiles that may not be copied  decision
TAKE_ERUDITE: Final = 25  # level                                                decision
EXTRA_STEPS: Final = 26  # n
STEP: Final = 27  # mask of planets, n                                           decision
TRANSMUTE: Final = 28  # n                                                       decision
PRESIDENT: Final = 29
SPECIAL_AMBASSADOR: Final = 30

EFFECTS: Final = {
    "gain": GAIN,
    "gain_per": GAIN_PER,
    "ship": SHIP,
    "mission_marker": MARKER,
    "mission_marker_all": MARKER_ALL,
    "accredit": ACCREDIT,
    "level_boost_round": BOOST_ROUND,
    "level_boost_game": BOOST_GAME,
    "die": DIE,
    "die_to": DIE_TO,
    "alteration": ALTERATION,
    "alteration_draw_choose": DRAW,
    "project": PROJECT,
    "pp_per": PP_PER,
    "medal": MEDAL,
    "action": ACTION,
    "copy_action": COPY_ACTION,
    "choose": CHOOSE,
    "pick": PICK,
    "trade_disc_free": DISC,
    "build_free": BUILD_FREE,
    "discount_build": DISCOUNT,
    "industry_income_free": INCOME_FREE,
    "refresh_erudite": REFRESH,
    "copy_erudite": COPY_ERUDITE,
    "take_erudite": TAKE_ERUDITE,
    "extra_steps": EXTRA_STEPS,
    "step_without_reward": STEP,
    "transmute": TRANSMUTE,
    "president": PRESIDENT,
    "special_ambassador": SPECIAL_AMBASSADOR,
}
ANY_PROJECT: Final = 0
SAME_PROJECT: Final = 1
ANOTHER_PROJECT: Final = 2

# Decisions of a turn and steps of the game that are not effects of a component.
START_TILE: Final = 32  #                                                        decision
TURN: Final = 33  # 1 if it is a fifth turn that may be declined                 decision
COVER: Final = 34  # space, ambassador * 2 + side                                decision
MARK: Final = 35  # senate action of the space: marker on its mission
MISSION: Final = 36  # 1 if a mission was flown this turn                        decision
NEXT_TURN: Final = 37
# The decisions of the five planets, in their order: `ON_NEO` + planet.
ON_NEO: Final = 38  # extra steps                                                decision
ON_SIX_MOONS: Final = 39  # extra steps                                          decision
ON_ATAL: Final = 40  #                                                           decision
ON_ARRATUIN: Final = 41  #                                                       decision
ON_E81216: Final = 42  # discount                                                decision
AFTER: Final = 43  # planet, mask of tiles taken in this action                  decision
TAKE_TOKEN: Final = 44  # position of the mage                                   decision
TAKE_ASTEROID: Final = 45  #                                                     decision
PAY: Final = 46  # number of the cost, discount                                  decision
BUILD: Final = 47  # structure
LOSE: Final = 48  # the resource that was gained                                 decision
DEEP_SPACE: Final = 49  #                                                        decision
KEEP_TOKEN: Final = 50  # two tokens drawn, a and b                              decision
UPKEEP: Final = 51  #                                                            decision
LAW: Final = 52  #                                                               decision
EXECUTIVE: Final = 53  # step, place in the turn order or cell
DRAFT: Final = 54  # place in the reverse turn order

DECISIONS: Final = frozenset(
    {
        MARKER, PROJECT, MEDAL, COPY_ACTION, CHOOSE, PICK, DISC, BUILD_FREE, INCOME_FREE, REFRESH,
        COPY_ERUDITE, TAKE_ERUDITE, STEP, TRANSMUTE, START_TILE, TURN, COVER, MISSION, ON_NEO,
        ON_SIX_MOONS, ON_ATAL, ON_ARRATUIN, ON_E81216, AFTER, TAKE_TOKEN, TAKE_ASTEROID, PAY, LOSE,
        DEEP_SPACE, KEEP_TOKEN, UPKEEP, LAW,
    }
)  # fmt: skip
DECIDES: Final = [task in DECISIONS for task in range(DRAFT + 1)]

# Phases of the game.
SET_UP: Final = 0
AMBASSADOR_PHASE: Final = 1
EXECUTIVE_PHASE: Final = 2
FINAL_SCORING: Final = 3
PHASES: Final = ("set_up", "ambassador", "executive", "final_scoring")

# When an erudite works.
IMMEDIATE: Final = 0
PLANET_ACTION: Final = 1
ANY_TIME: Final = 2
TIMINGS: Final = ("immediate", "planet_action", "any_time")

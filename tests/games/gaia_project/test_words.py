"""Actions in words: unique in every position, without ids, and read back with their notation."""

import re

import pytest

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.rules import federations

from .board import cell, find, position

# Names of tiles, boosters, tokens, board actions and goods as only the data files know them.
IDS = re.compile(r"tech\d|booster\d|fed\d|power\d|qic\d|score\d|gain\d|free\d|_|\[|\]")
OPTIONS = (
    {}, {"faction_choice": "chosen"}, {"faction_choice": "auction"}, {"faction_choice": "first_game"},
    {"income_order": "always_asked", "bundled_power": True}, {"satellite_rule": "plain"},
)  # fmt: skip


def positions(seats, games, every=1, wild=0.6):
    """States of games of which many choices are random."""
    for game in range(games):
        rules = simkit.rules("gaia_project", seats=seats, **OPTIONS[game % len(OPTIONS)])
        state = rules.deal(simkit.Luck(1000 * seats + game))
        whims = simkit.Luck(game).stream("words")
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(seats)]
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(game))
        count = 0
        while not state.over:
            count += 1
            if (
                count % every == 0
                or state.round == 0
                or state.mode in (schema.M_LOST, schema.M_GAIA)
            ):
                yield state
            options = state.legal() if whims.random() < 0.2 else state.candidates()
            if whims.random() < wild:
                state.step(whims.choice(options))
            else:
                state.step(bots[state.seat].choose(state, state.candidates()).action)


def check(state, kinds):
    rules = state.rules
    actions = state.legal()
    if state.mode == schema.M_TURN:
        offered = federations.offered(state, state.players[state.seat])
        actions += [a for token in range(6) if state.tokens_left[token] for a in
                    (federations.pack(token, mask) for mask in offered) if a not in actions]  # fmt: skip
    said = {}
    for action in actions:
        words = rules.words(state, action)
        assert words not in said, (words, rules.notation(action), rules.notation(said[words]))
        assert not IDS.search(words), words
        said[words] = action
        assert rules.parse(rules.describe(state, action)) == action
        kinds.add(schema.KINDS[action & 63].name)


# Of these, games of a few positions see none or few.
RARE = {"bundle", "swap", "downgrade", "gaia_tile", "space_station", "token_to_knowledge", "qic_token",
        "gaiaformer_to_qic", "spend_credits", "gaia_gain", "gaia_done", "lost_planet"}  # fmt: skip


def test_words_are_unique_and_read_back():
    kinds, seen = set(), 0
    for seats in (1, 2, 3, 4):
        for state in positions(seats, games=6, every=11):
            check(state, kinds)
            seen += 1
    assert seen > 300
    assert {kind.name for kind in schema.KINDS} - kinds <= RARE


@pytest.mark.soak
def test_words_of_two_thousand_positions():
    kinds, seen = set(), 0
    for seats in (1, 2, 3, 4):
        for state in positions(seats, games=48, every=9):
            check(state, kinds)
            seen += 1
    assert seen > 2_000
    assert {kind.name for kind in schema.KINDS} - kinds <= {"bundle", "gaia_tile"}


def test_bundles_of_conversions_are_read_back():
    state = position({(0, 0): "swamp"}, [{"bowls": [0, 0, 8]}, {}], ["nevlas", "xenos"],
                     {"bundled_power": True})  # fmt: skip
    rules = state.rules
    action = rules.parse("bundle credits_gained=1 ore_gained=1 knowledge_gained=1 qic_gained=0")
    assert state.is_legal(action)
    words = rules.words(state, action)
    assert words == "free: spend 8 power together for 1 credit, 1 ore and 1 knowledge"
    assert rules.parse(rules.describe(state, action)) == action


PLANETS = {(0, 0): "terra", (1, 0): "oxide", (2, 0): "gaia", (0, 2): "transdim", (0, 1): "ice"}
SPEC = {"ore": 9, "credits": 20, "knowledge": 9, "qic": 9, "bowls": [6, 6, 9],
        "levels": [0, 0, 0, 1, 0, 0], "buildings": {"mine": ["0x0"]}, "tiles": ["tech9"]}  # fmt: skip
TILES = {
    "tech_tiles": [f"tech{n}" for n in range(1, 10)],
    "boosters": [f"booster{n}" for n in range(1, 6)],
}


def said(state, kind, **args):
    (action,) = find(state, kind, **args)
    return state.rules.words(state, action)


def test_actions_say_what_they_take_and_bring():
    state = position(
        PLANETS, [{**SPEC, "booster": "booster4"}, {}], ["terrans", "itars"], deal=TILES
    )
    assert said(state, "mine", hex="1x0", via="plain") == (
        "build a mine on 1x0 (oxide) with 1 terraforming step for 4 ore and 2 credits"
    )
    assert said(state, "mine", hex="2x0", via="plain") == (
        "build a mine on 2x0 (gaia) for 1 ore, 2 credits, 1 QIC and 1 QIC for range"
    )
    assert said(state, "mine", hex="1x0", via="power6") == (
        "build a mine on 1x0 (oxide) with 1 terraforming step for 1 ore and 2 credits, by the power "
        "action for 3 power with 1 free terraforming step"
    )
    assert said(state, "gaia_project", hex="0x2", via="plain") == (
        "start a Gaia project on 0x2 (transdim) with 6 power tokens and 1 QIC for range"
    )
    assert said(state, "upgrade") == (
        "upgrade to trading station on 0x0 (terra), from mine, for 2 ore and 6 credits"
    )
    assert said(state, "research", area="gaia") == (
        "research gaia project to level 2 (3 power tokens) for 4 knowledge"
    )
    assert said(state, "power_action", action="power4") == "power action: 7 credits for 4 power"
    assert said(state, "qic_types") == (
        "QIC action: 4 points (3 and 1 for each of 1 planet type) for 2 QIC"
    )
    assert said(state, "special") == "special action of the tech tile: charge 4 power"
    assert said(state, "spend_power", gain="ore", count=2) == "free: spend 6 power for 2 ore"
    assert said(state, "convert", exchange="ore_to_token") == "free: turn 1 ore into 1 power token"
    assert said(state, "pass", booster="booster2") == (
        'pass and take the booster "income 2 power tokens and 1 ore"'
    )
    state.step(find(state, "qic_tile")[0])
    assert said(state, "tile", place="gaia") == (
        'take the tech tile "7 points at once" under gaia project'
    )
    assert said(state, "tile", place="free1") == (
        'take the tech tile "3 points for each mine built on a gaia planet" of the free row, 1'
    )


TURNED = ", turning a green federation token over"


def test_the_highest_levels_say_all_they_take_and_bring():
    spec = {**SPEC, "levels": [4, 4, 4, 4, 4, 4], "tokens": ["fed2"], "green": 1}
    state = position(
        PLANETS, [spec, {}], ["terrans", "itars"], deal={**TILES, "terraforming_token": "fed4"}
    )
    for area, brings in (
        ("terra", 'terraforming to level 5 (federation token "7 points and 2 ore")'),
        ("nav", "navigation to level 5 (the lost planet)"),
        ("gaia", "gaia project to level 5 (4 points and 1 point for each gaia planet colonised)"),
        ("sci", "science to level 5 (9 knowledge)"),
    ):
        assert said(state, "research", area=area) == f"research {brings} for 4 knowledge{TURNED}"
    state.step(find(state, "qic_tile")[0])
    assert said(state, "advanced", area="sci", cover="tech9").endswith(
        f'of science, covering "special action charge 4 power"{TURNED}'
    )
    state.step(find(state, "tile", place="free1")[0])
    assert said(state, "step", area="sci") == (
        f"take the free research step: science to level 5 (9 knowledge){TURNED}"
    )


def test_levels_bring_gleens_ore_until_their_qic_academy_stands():
    # Rules: [#5.gleens]
    for pieces, brings in (({"mine": ["0x3"]}, "1 ore"), ({"academy_right": ["0x3"]}, "1 QIC")):
        spec = {"knowledge": 4, "levels": [0] * 6, "buildings": pieces}
        state = position({(0, 3): "desert"}, [spec, {}], ["gleens", "itars"])
        assert said(state, "research", area="int") == (
            f"research artificial intelligence to level 1 ({brings}) for 4 knowledge"
        )
        before = state.players[0].ore, state.players[0].qic
        state.step(find(state, "research", area="int")[0])
        after = state.players[0].ore, state.players[0].qic
        assert (after[0] - before[0], after[1] - before[1]) == (
            (1, 0) if brings == "1 ore" else (0, 1)
        )


def test_patched_figures_stand_in_the_words():
    patch = {"tech_tiles.standard.3.once.vp": 9, "actions.power_action.credits_7.cost_power": 2}
    state = position(PLANETS, [SPEC, {}], ["terrans", "itars"], {"patch": patch}, deal=TILES)
    assert said(state, "power_action", action="power4") == "power action: 7 credits for 2 power"
    state.step(find(state, "qic_tile")[0])
    assert '"9 points at once"' in said(state, "tile", place="gaia")


def test_leech_says_what_is_charged_from_what():
    planets = {(0, 0): "terra", (1, 0): "ice"}
    rival = {"bowls": [6, 0, 0], "buildings": {"planetary_institute": ["1x0"]}}
    state = position(planets, [SPEC, rival], ["terrans", "itars"])
    state.step(find(state, "upgrade")[0])
    state.step(find(state, "end_turn")[0])
    source = "from the trading station of Terrans on 0x0 (terra)"
    assert said(state, "leech") == f"charge 3 power {source} for 2 points"
    assert said(state, "decline") == f"refuse to charge 3 power {source} for 2 points"


def test_a_refusal_says_what_could_be_charged_for_what():
    planets = {(0, 0): "terra", (1, 0): "ice"}
    source = "from the trading station of Terrans on 0x0 (terra)"
    for bowls, end in (([0, 1, 5], "1 of it for nothing"), ([1, 0, 5], "2 of it for 1 point")):
        rival = {"bowls": bowls, "buildings": {"planetary_institute": ["1x0"]}}
        state = position(planets, [SPEC, rival], ["terrans", "itars"])
        state.step(find(state, "upgrade")[0])
        state.step(find(state, "end_turn")[0])
        assert said(state, "decline") == f"refuse to charge 3 power {source}, {end}"


def test_itars_put_tokens_into_the_gaia_bowl_where_others_discard_them():
    # Rules: [#5.itars]
    for faction, given in (
        ("itars", "put 1 power token of bowl II into the Gaia bowl"),
        ("terrans", "discard 1 power token of bowl II"),
    ):
        state = position({(0, 0): "ice"}, [{"bowls": [0, 2, 0]}, {}], [faction, "xenos"])
        words = f"free: {given} to move 1 from bowl II to bowl III"
        assert said(state, "burn", count=1) == words


def test_federations_name_planets_and_satellites():
    planets = {(0, 0): "terra", (2, 0): "terra", (3, 0): "terra"}
    pieces = {"planetary_institute": ["0x0"], "academy_left": ["2x0"], "mine": ["3x0"]}
    state = position(planets, [{"bowls": [0, 0, 3], "buildings": pieces}, {}], ["terrans", "itars"])
    hexes = sum(1 << cell(state, name) for name in ("0x0", "1x0", "2x0", "3x0"))
    action = state.rules.encode("federation", token="fed3", hexes=hexes)
    assert state.rules.words(state, action) == (
        "form a federation of 0x0 (terra, planetary institute), 2x0 (terra, knowledge academy) and "
        "3x0 (terra, mine), joined by 1 satellite (1 power token) on 1x0, for the token "
        '"8 points and 2 power tokens"'
    )


def test_ivits_federations_name_the_one_before_and_satellites_for_qic():
    # Rules: [#2.3D.5] [#5.ivits]
    planets = {(q, 0): "oxide" for q in range(4)}
    pieces = {
        "planetary_institute": ["0x0"], "academy_left": ["1x0"], "academy_right": ["2x0"],
        "research_lab": ["3x0"],
    }  # fmt: skip
    big = ["0x0", "1x0", "2x0"]
    tiles = {"tiles": ["tech3"], "tokens": ["fed2"], "formed": 1, "buildings": pieces}
    for joined, made in (
        ([*big, "3x0"], "the one before, which has grown to 14 power,"),
        (big, "the one before and 3x0 (oxide, research lab)"),
    ):
        state = position(planets, [{**tiles, "federation": joined}, {}], ["ivits", "xenos"])
        new = sum(1 << cell(state, "3x0") for _ in range("3x0" not in joined))
        action = state.rules.encode("federation", token="fed1", hexes=new)
        assert state.is_legal(action)
        assert state.rules.words(state, action) == (
            f'form a federation of {made} for the token "12 points"'
        )
    pieces = {"planetary_institute": ["0x0"], "academy_left": ["2x0"], "mine": ["3x0"]}
    planets = {(0, 0): "oxide", (2, 0): "oxide", (3, 0): "oxide"}
    state = position(planets, [{"qic": 1, "buildings": pieces}, {}], ["ivits", "xenos"])
    hexes = sum(1 << cell(state, name) for name in ("0x0", "1x0", "2x0", "3x0"))
    words = state.rules.words(state, state.rules.encode("federation", token="fed1", hexes=hexes))
    assert ", joined by 1 satellite (1 QIC) on 1x0, for the token" in words

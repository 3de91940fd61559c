"""The solo game: data/gaia_project/automa.md, and the open points as README.md settles them."""

import pytest

import simkit
from simkit.core.errors import SimkitError
from simkit.engine.play import play_game
from simkit.games.gaia_project.rules import terms
from simkit.games.gaia_project.rules.automa import Automa
from simkit.games.gaia_project.rules.terms import FACTIONS
from simkit.games.gaia_project.schema import SCHEMA

from .board import cell, find, hexes


def deal(seed=1, automa_faction="taklons", factions=("hadsch_hallas",), **options):
    rules = simkit.rules("gaia_project", seats=1, **options)
    return rules.deal(simkit.Luck(seed), factions=list(factions), automa_faction=automa_faction)


def test_set_up():
    # Rules: [#automa.setup.1] [#automa.setup.3] [#automa.deck.1]
    state = deal()
    assert len(state.galaxy.shape.cells) == 133
    assert state.boosters.bit_count() == 5
    assert state.automa.vp == 10
    assert state.automa.deck == [1, 2, 4, 5, 7, 13]
    assert deal(automa="automalein").automa.vp == 0
    assert deal(automa="automalein").automa.deck == [1, 4, 5, 7, 13]
    assert deal(automa="alptrauma").automa.deck == [1, 2, 4, 5, 7, 9, 13, 15]


@pytest.mark.parametrize(
    ("faction", "area"), [("terrans", 3), ("geodens", 0), ("xenos", 2), ("taklons", None)]
)
def test_printed_research_step(faction, area):
    # Rules: [#automa.setup.3]
    state = deal(automa_faction=faction, factions=("bescods",))
    levels = state.players[1].levels
    assert [i for i, n in enumerate(levels) if n] == ([] if area is None else [area])


def test_boards_may_not_be_shared():
    with pytest.raises(SimkitError, match="sides of one board"):
        deal(automa_faction="taklons", factions=("ambas",))
    with pytest.raises(SimkitError, match="Automa faction"):
        deal(automa_faction="nevlas")


def play_on(state, until):
    while not until(state):
        state.step(state.candidates()[0])
    return state


def test_first_mines_lie_nearest_to_the_centre():
    # Rules: [#automa.setup.4]
    state = play_on(deal(automa_faction="xenos", factions=("terrans",)), lambda s: s.round == 1)
    me = state.players[1]
    assert me.mines == 3
    shape = state.shape
    centre = shape.cell[0, 0]
    home = sorted(shape.apart[centre][c] for c in shape.cells if state.galaxy.planet[c] == me.home)
    taken = sorted(shape.apart[centre][c] for c in shape.cells if me.own >> c & 1)
    assert taken[0] <= home[3]
    assert state.automa.booster >= 0
    assert len(state.automa.deck) == 7  # one further card before round 1


PLANETS = {(0, 0): "swamp", (2, 0): "transdim", (0, 3): "oxide", (-2, 0): "gaia", (0, -2): "ice"}


def position(automa="taklons", planets=None, mine="0x3", **options):
    rules = simkit.rules("gaia_project", seats=1, **options)
    deal = {
        "hexes": hexes(planets or PLANETS), "factions": ["hadsch_hallas"], "automa_faction": automa,
        "final_tiles": ["gaia", "planetType"],
        "round_tiles": ["score3", "score1", "score2", "score4", "score5", "score6"],
    }  # fmt: skip
    state = rules.position({"deal": deal, "players": [{"buildings": {"mine": [mine]}}]})
    from simkit.games.gaia_project.rules import building

    me = state.players[1]
    building.settle_on(state, me, cell(state, "0x0"))
    me.mines = 1
    return state


CARD = {"range": 2, "tie": "none", "direction": "down-right", "count_from": "right", "count": 1}


def test_mine_on_a_transdim_planet_needs_no_gaiaformer():
    # Rules: [#automa.actions.1]
    state = position()
    state.automa._build(state, {**CARD, "tie": "top"}, 2)
    me = state.players[1]
    # the upper final tile counts gaia planets: gaia or transdim, the one nearer to the human first
    assert me.own >> cell(state, "2x0") & 1
    assert me.mines == 2
    assert me.gaia_count == 1


def test_types_new_to_it_are_preferred():
    # Rules: [#automa.actions.1]
    state = position()
    state.players[1].types |= 1 << 7 | 1 << 8
    state.automa._build(state, {**CARD, "tie": "bottom"}, 2)
    assert state.players[1].own >> cell(state, "0x-2") & 1


def test_no_planet_in_range_means_upgrade():
    # Rules: [#automa.actions.1]
    state = position()
    state.automa._build(state, CARD, 0)
    assert state.players[1].station_mask


def test_upgrades_in_their_order():
    # Rules: [#automa.actions.2]
    state = position()
    me = state.players[1]
    automa = state.automa
    kinds = []
    for _ in range(2):
        automa._upgrade(state, CARD)
        kinds.append([me.mines, me.station_mask.bit_count(), me.institute.bit_count()])
    assert kinds == [[0, 1, 0], [0, 0, 1]]


def test_numbered_selection_wraps_around():
    # Rules: [#automa.cards.2]
    assert Automa._numbered([3, 5, 8], {"count_from": "right", "count": 2}) == 5
    assert Automa._numbered([3, 5, 8], {"count_from": "left", "count": 1}) == 8
    assert Automa._numbered([3, 5, 8], {"count_from": "right", "count": 5}) == 5


def test_research_takes_an_advanced_tile_away_at_level_four():
    # Rules: [#automa.actions.3]
    state = position()
    me = state.players[1]
    me.levels[2] = 4
    state.automa._research(state, CARD, highest=True)
    assert me.levels[2] == 4
    assert state.advanced_at[2] == -1
    state.automa._research(state, CARD, highest=True)
    assert me.levels[2] == 5
    assert state.top_taken >> 2 & 1


def test_board_actions_are_covered_for_the_human_too():
    # Rules: [#automa.actions.4]
    state = position()
    state.automa._use_action(state, {**CARD, "count": 3})
    assert state.actions_used == 1 << 2


def test_xenos_use_two_actions_outside_their_faction_action():
    # Rules: [#automa.6.xenos]
    state = position("xenos")
    state.automa._do(state, "power/QIC", CARD, card_action=True)
    assert state.actions_used.bit_count() == 2
    state.actions_used = 0
    state.automa._faction_action(state, CARD)
    assert state.actions_used.bit_count() == 1


def changes(state, act):
    """Return what an action of the Automa changes: mines, stations, labs, covered actions, levels."""
    me = state.players[1]

    def held():
        buildings = me.mines, me.station_mask.bit_count(), me.lab_mask.bit_count()
        return [*buildings, state.actions_used.bit_count(), sum(me.levels)]

    before = held()
    act()
    return [after - was for after, was in zip(held(), before, strict=True)]


@pytest.mark.parametrize(
    ("faction", "wanted"),
    [
        ("terrans", [1, 0, 0, 0, 1]),  # a step on Gaia project, then a mine
        ("geodens", [0, 0, 0, 1, 1]),  # research, then an action
        ("hadsch_hallas", [-1, 1, 0, 0, 0]),  # an upgrade
        ("xenos", [1, 0, 0, 1, 0]),  # a mine and an action
        ("itars", [0, 0, 0, 2, 0]),  # two actions
        ("taklons", [1, 0, 0, 1, 0]),  # the nearest mine and an action
    ],
)
def test_faction_actions(faction, wanted):
    planets = {**PLANETS, (0, 3): "terra"} if faction == "hadsch_hallas" else PLANETS
    state = faction_position(faction, planets)
    support = {**CARD, "tie": "top", "range": 3}
    assert changes(state, lambda: state.automa._faction_action(state, support)) == wanted


def faction_position(automa, planets):
    """Return a position as above; somebody else plays against the Automa that is Hadsch Hallas."""
    if automa != "hadsch_hallas":
        return position(automa, planets)
    rules = simkit.rules("gaia_project", seats=1)
    deal = {"hexes": hexes(planets), "factions": ["terrans"], "automa_faction": automa}
    state = rules.position({"deal": deal, "players": [{"buildings": {"mine": ["0x3"]}}]})
    from simkit.games.gaia_project.rules import building

    building.settle_on(state, state.players[1], cell(state, "0x0"))
    state.players[1].mines = 1
    return state


def test_taklons_build_the_mine_nearest_to_the_human():
    state = position("taklons")
    state.automa._faction_action(state, {**CARD, "tie": "top"})
    shape, human = state.shape, cell(state, "0x3")
    free = [cell(state, name) for name in ("2x0", "-2x0", "0x-2")]
    taken = [c for c in free if state.players[1].own >> c & 1]
    assert len(taken) == 1
    assert shape.apart[taken[0]][human] == min(shape.apart[c][human] for c in free)


def test_final_counts_of_the_automa():
    """All its structures but one count as federated; satellites are its mines that stand alone."""
    from simkit.games.gaia_project.rules import scoring

    state = position()
    automa, me = state.automa, state.players[1]
    assert automa.final_count(state, scoring.FEDERATED) == 0
    assert automa.final_count(state, scoring.SATELLITES) == me.satellite_count == 0
    automa._build(state, {**CARD, "tie": "top"}, 2)
    automa._build(state, {**CARD, "tie": "top"}, 2)
    assert automa.final_count(state, scoring.FEDERATED) == me.own.bit_count() - 1 == 2
    me.satellite_count = 4
    assert automa.final_count(state, scoring.SATELLITES) == 4
    for tile in range(6):
        if tile not in (scoring.FEDERATED, scoring.SATELLITES):
            assert automa.final_count(state, tile) == scoring.final_count(me, tile)


def test_mines_that_stand_alone_count_as_satellites_where_these_are_scored():
    for tiles, satellites in ((["gaia", "planetType"], 0), (["gaia", "satellite"], 1)):
        rules = simkit.rules("gaia_project", seats=1)
        deal = {
            "hexes": hexes(PLANETS), "factions": ["hadsch_hallas"], "automa_faction": "taklons",
            "final_tiles": tiles,
        }  # fmt: skip
        state = rules.position({"deal": deal, "players": [{"buildings": {"mine": ["0x3"]}}]})
        from simkit.games.gaia_project.rules import building

        building.settle_on(state, state.players[1], cell(state, "0x0"))
        state.players[1].mines = 1
        state.automa._build(state, {**CARD, "tie": "top"}, 2)
        assert state.players[1].satellite_count == satellites


@pytest.mark.parametrize("faction", ["taklons", "firaks", "hadsch_hallas"])
@pytest.mark.parametrize("to", ["station", "lab", "institute", "left", "right"])
def test_what_follows_an_upgrade_is_the_factions_own(faction, to):
    """Firaks research with a lab, Hadsch Hallas score for a station that was a mine."""
    state = faction_position(faction, {**PLANETS, (0, 3): "terra"})
    me, at = state.players[1], cell(state, "0x0")
    number = {
        "station": terms.STATION, "lab": terms.LAB, "institute": terms.INSTITUTE,
        "left": terms.ACADEMY_LEFT, "right": terms.ACADEMY_LEFT + 1,
    }[to]  # fmt: skip
    points, levels = state.automa.vp, sum(me.levels)
    state.automa._exchange(state, at, number, CARD)
    assert me.mines == 0 and not me.mine_mask
    standing = {
        "station": me.station_mask, "lab": me.lab_mask, "institute": me.institute,
        "left": me.left, "right": me.right,
    }  # fmt: skip
    assert {name for name, mask in standing.items() if mask == 1 << at} == {to}
    assert sum(me.levels) - levels == (faction == "firaks" and to == "lab")
    assert (state.automa.vp > points) is (faction == "hadsch_hallas" and to == "station")
    assert state.sources_built[-1] == at


def test_levels_of_the_automa_score_at_the_end():
    state = position()
    state.players[1].levels = [5, 4, 3, 2, 1, 0]
    before = state.automa.vp
    state.automa.score_end(state, [18, 6])
    assert state.automa.vp == before + 18 + 6 + state.t.level_vp * (3 + 2 + 1)


def test_standing_effects():
    # Rules: [#automa.6.geodens] [#automa.6.hadsch.hallas]
    state = position("geodens")
    before = state.automa.vp
    state.automa._build(state, {**CARD, "tie": "top"}, 2)
    assert state.automa.vp == before + 2
    rules = simkit.rules("gaia_project", seats=1)
    deal = {"hexes": hexes(PLANETS), "factions": ["terrans"], "automa_faction": "hadsch_hallas"}
    state = rules.position({"deal": deal, "players": [{}]})
    from simkit.games.gaia_project.rules import building

    me = state.players[1]
    building.settle_on(state, me, cell(state, "0x3"))
    me.mines = 1
    state.automa._upgrade(state, CARD)
    assert state.automa.vp == 13


def test_firaks_may_turn_a_lab_back():
    # Rules: [#automa.6.firaks]
    state = position("firaks")
    me = state.players[1]
    me.lab_mask, me.mine_mask, me.mines = me.mine_mask, 0, 0
    state.automa._faction_action(state, CARD)
    assert me.station_mask
    assert not me.lab_mask


def test_passing_scores_the_round_tile_and_takes_a_booster():
    # Rules: [#automa.passing]
    state = position()
    state.automa._pass(state, {**CARD, "booster": "middle"})
    assert state.automa.vp == 10 + 4  # mine tile, rounds 1 to 3
    assert state.players[1].passed
    state.round = 4
    state.automa._pass(state, {**CARD, "booster": "middle"})
    assert state.automa.vp == 14 + 5  # token tile, rounds 4 to 6


def test_hardest_level_gains_one_more_each_time():
    # Rules: [#automa.deck.1]
    hard = simkit.rules("gaia_project", seats=1, automa="alptrauma")
    state = hard.deal(simkit.Luck(1), factions=["terrans"], automa_faction="taklons")
    state.automa.gain(state, 2)
    assert state.automa.vp == 13


def test_human_may_leech_from_the_automa():
    # Rules: [#automa.principle]
    for allowed in (True, False):
        state = position(
            "taklons", planets={**PLANETS, (1, 1): "oxide"}, mine="1x1", automa_leech=allowed
        )
        state.players[0].p1, state.players[0].p2 = 4, 0
        automa = state.automa
        automa.support, automa.action, automa.pile = 4, 4, [1, 2, 5, 7, 13]
        state.step(find(state, "pass")[0])
        assert state.players[1].own >> cell(state, "2x0") & 1  # card 4 builds the nearest mine
        assert bool(find(state, "leech")) is allowed


@pytest.mark.parametrize("level", ["automalein", "automa", "automaechtig", "ultoma", "alptrauma"])
def test_games_end_and_the_log_tells_who_won(level):
    rules = simkit.rules("gaia_project", seats=1, automa=level)
    for seed in range(4):
        state = rules.deal(simkit.Luck(seed))
        play_game(state, [simkit.make_bot("greedy", "gaia_project")])
        row = state.game_row()
        assert row["automa_faction"] == state.automa.faction
        assert FACTIONS[row["automa_faction"]]
        assert row["automa_beaten"] == (state.score[0] > row["automa_vp"])
        assert row["automa_vp"] > 20
        lost = state.score[0] < row["automa_vp"]
        assert state.winners() == ([] if lost else [0])
        assert state.verdict(0).startswith("defeat" if lost else "victory")


@pytest.mark.parametrize(
    ("more", "winners", "verdict"),
    [(1, [0], "victory over the Automa, 41 to 40"), (-1, [], "defeat by the Automa, 39 to 40"),
     (0, [0], "victory shared with the Automa, 40 to 40")],
)  # fmt: skip
def test_who_wins_against_the_automa(more, winners, verdict):
    """Most points win, ties share the victory (rules.md 4): with less than the Automa one has lost."""
    # Rules: [#automa.result] [#4.4]
    state = play_on(deal(), lambda s: s.round == 6)
    state = state.clone()
    state.phase, state.seat = SCHEMA.phases.index("end"), -1
    state.automa.vp = 40
    state.gain(0, 0, 40 + more - state.score[0])
    assert (state.winners(), state.verdict(0)) == (winners, verdict)


def test_win_shares_in_the_tables_are_those_against_the_automa():
    results = simkit.simulate("gaia_project", seats=1, games=12, seed=3, log="games", n_jobs=1)
    seats = results.seats.merge(results.games[["game_id", "automa_vp"]], on="game_id")
    assert (seats.win_share == (seats.score >= seats.automa_vp)).all()
    assert set(seats.win_share) == {0.0, 1.0}


@pytest.mark.parametrize("number", [1, 3, 6])
def test_a_position_alone_can_be_played_to_its_end(number):
    """The Automa comes into it with a booster, and with a card more in its deck for every round."""
    rules = simkit.rules("gaia_project", seats=1)
    state = rules.position({"deal": {"factions": ["terrans"]}, "round": number, "players": [{}]})
    automa = state.automa
    assert len(automa.deck) == 6 + number
    assert {*automa.pile, automa.support, automa.action} == {*automa.deck}
    assert not state.boosters >> automa.booster & 1
    whims = simkit.Luck(number).stream("whims")
    while state.seat >= 0:
        state.apply(whims.choice(state.candidates()))
        state.check()
    assert state.round == 6


# Cards and faction actions ---------------------------------------------------------------------------


def test_directional_selection_reads_the_candidates_row_by_row():
    # Rules: [#automa.cards.1]
    state = position()
    names = ["2x0", "2x-2", "0x0", "-2x1", "-2x0"]
    cells = [cell(state, name) for name in names]
    assert Automa._directed(state, cells, "down-right") == cell(state, "2x-2")
    assert Automa._directed(state, cells, "up-left") == cell(state, "-2x1")


@pytest.mark.parametrize(
    ("left", "action", "passes"), [(2, 1, True), (2, 4, False), (3, 1, False), (0, 4, False)]
)
def test_it_passes_by_a_red_cross_once_three_cards_are_left(left, action, passes):
    """Card 1 shows the cross, card 4 does not; the action card counts among those left."""
    # Rules: [#automa.deck.3]
    state = position()
    automa = state.automa
    automa.support, automa.action, automa.pile = 2, action, [5, 7, 13][:left]
    automa.take_turn(state)
    assert state.players[1].passed is passes


def test_it_passes_without_an_action_card():
    # Rules: [#automa.deck.3]
    state = position()
    state.automa.support, state.automa.action, state.automa.pile = 4, -1, []
    state.automa.take_turn(state)
    assert state.players[1].passed


def test_action_card_becomes_support_card():
    # Rules: [#automa.deck.2]
    state = position()
    automa = state.automa
    automa.support, automa.action, automa.pile = 1, 4, [5, 7, 13, 2]
    automa.take_turn(state)
    assert (automa.support, automa.action, automa.pile) == (4, 2, [5, 7, 13])


def test_a_card_joins_the_deck_before_every_round():
    # Rules: [#automa.deck.1]
    state = deal()
    play_on(state, lambda s: s.round == 1)
    sizes = {}
    while not state.over:
        sizes[state.round] = len(state.automa.deck)
        assert len(set(state.automa.deck)) == len(state.automa.deck)
        state.step(find(state, "pass")[0] if find(state, "pass") else state.legal()[-1])
    assert sizes == {number: 6 + number for number in range(1, 7)}


def test_points_of_an_action_that_cannot_be_done_are_scored_all_the_same():
    # Rules: [#automa.actions.5] [#automa.actions.6]
    state = position()
    state.actions_used = (1 << 10) - 1
    automa = state.automa
    automa.support, automa.action, automa.pile = 1, 12, [5, 7, 13, 2]
    automa.take_turn(state)
    assert state.actions_used == (1 << 10) - 1
    assert automa.vp == 13


def test_fewest_steps_then_nearest_decide_where_it_builds():
    # Rules: [#automa.actions.1]
    planets = {
        (0, 0): "swamp",
        (1, 0): "desert",
        (0, 1): "terra",
        (-1, 0): "titanium",
        (0, 3): "oxide",
    }
    state = position(planets=planets)
    state.automa._build(state, CARD, 1)  # desert and titanium are one step away from swamp
    me = state.players[1]
    near, far = cell(state, "1x0"), cell(state, "-1x0")
    human = cell(state, "0x3")
    assert state.shape.apart[near][human] < state.shape.apart[far][human]
    assert me.own >> near & 1
    assert me.own.bit_count() == 2  # terra is as near to the human, but takes more steps


def test_it_places_a_satellite_beside_a_mine_that_stands_alone():
    # Rules: [#automa.actions.1]
    planets = {(0, 0): "swamp", (1, 0): "desert", (2, 2): "desert", (0, 3): "oxide"}
    for tiles, reach, satellites in ((["satellite", "gaia"], 4, 1), (["structure", "gaia"], 4, 0),
                                     (["satellite", "gaia"], 1, 0)):  # fmt: skip
        state = position(planets=planets)
        state.final_tiles = [("structure", "structureFed", "planetType", "gaia", "sector",
                              "satellite").index(tile) for tile in tiles]  # fmt: skip
        state.automa._build(state, CARD, reach)
        assert state.players[1].satellite_count == satellites


FACTION_CARD = 13  # its points are those of the faction card


@pytest.mark.parametrize(
    ("faction", "points", "pieces", "levels", "covered"),
    [("terrans", 2, 2, 2, 0), ("geodens", 1, 1, 1, 1), ("hadsch_hallas", 1 + 3, 1, 0, 0),
     ("xenos", 2, 2, 0, 1), ("itars", 4, 1, 0, 2), ("taklons", 2, 2, 0, 1), ("firaks", 2, 1, 0, 0)],
)  # fmt: skip
def test_what_a_faction_action_brings(faction, points, pieces, levels, covered):
    """What each does where one mine stands and planets are in range."""
    # Rules: [#automa.6.terrans] [#automa.6.geodens] [#automa.6.hadsch.hallas] [#automa.6.xenos]
    # Rules: [#automa.6.itars] [#automa.6.taklons] [#automa.6.firaks] [#automa.6.tie]
    home = {"terrans": "terra", "geodens": "volcanic", "hadsch_hallas": "ice", "xenos": "desert",
            "itars": "ice", "taklons": "swamp", "firaks": "titanium"}[faction]  # fmt: skip
    planets = {(0, 0): home, (2, 0): "transdim", (1, 1): home, (0, 4): "oxide"}
    rules = simkit.rules("gaia_project", seats=1)
    human = "bescods" if faction == "hadsch_hallas" else "hadsch_hallas"
    fixed = {"hexes": hexes(planets), "factions": [human], "automa_faction": faction,
             "final_tiles": ["sector", "structure"]}  # fmt: skip
    state = rules.position({"deal": fixed, "players": [{"buildings": {"mine": ["0x4"]}}]})
    from simkit.games.gaia_project.rules import building

    me, automa = state.players[1], state.automa
    building.settle_on(state, me, cell(state, "0x0"))
    me.mines = 1
    before, started = sum(me.levels), automa.vp
    automa.support, automa.action, automa.pile = 2, FACTION_CARD, [1, 5, 7, 4]
    automa.take_turn(state)
    assert automa.vp - started == points
    assert me.own.bit_count() == pieces
    assert sum(me.levels) - before == (1 if levels else 0)
    assert state.actions_used.bit_count() == covered
    if faction == "terrans":
        assert me.levels[3] == 2  # gaia project; and the transdim planet before the home type
        assert me.own >> cell(state, "2x0") & 1
    if faction == "taklons":
        assert me.own >> cell(state, "1x1") & 1  # nearest to the human
    if faction in ("hadsch_hallas", "firaks"):
        assert me.station_mask.bit_count() == 1


def test_it_takes_the_booster_that_the_support_card_names():
    # Rules: [#automa.passing]
    for slot, number in (("left", 0), ("middle", 1), ("right", 2)):
        state = position()
        automa = state.automa
        automa._sync_row(state)
        row, old = automa.row[:], automa.booster
        automa._pass(state, {**CARD, "booster": slot})
        assert automa.booster == row[number]
        assert automa.row[-1] == old
    state = position()
    state.round, old = 6, state.automa.booster
    state.automa._pass(state, {**CARD, "booster": "left"})
    assert state.automa.booster == old  # none in the last round


def test_what_it_scores_at_the_end():
    # Rules: [#automa.end]
    state = position()
    state.final_tiles = [1, 5]  # structures in federations, satellites
    me, automa = state.players[1], state.automa
    for name in ("2x0", "-2x0", "0x-2"):
        from simkit.games.gaia_project.rules import building

        building.settle_on(state, me, cell(state, name))
    me.satellite_count = 3
    assert automa.final_count(state, 1) == 3  # all structures but one
    assert automa.final_count(state, 5) == 3
    me.levels = [5, 3, 2, 4, 0, 1]
    before = automa.vp
    automa.score_end(state, [12, 6])
    assert automa.vp - before == 18 + 4 * (3 + 1 + 2)


def test_federation_tokens_of_the_solo_game():
    # Rules: [#automa.setup.2]
    for copies in (3, 2):
        state = deal(token_copies_solo=copies)
        assert sum(state.tokens_left) == 6 * copies - 1
        assert state.tokens_left[state.top_token] == copies - 1


def test_its_first_booster_lies_at_the_place_that_a_drawn_card_shows():
    # Rules: [#automa.setup.5]
    cards = {}
    for seed in range(40):
        state = deal(seed)
        automa = state.automa
        drawn = automa._drawn(state, "booster")
        automa._sync_row(state)
        row = automa.row[:]
        automa._first_booster(state)
        slot = int(automa.cards(state)[drawn]["first_booster"])
        assert automa.booster == row[slot - 1]
        cards[slot] = drawn
    assert set(cards) == {1, 2, 3, 4, 5}

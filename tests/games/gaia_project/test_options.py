"""What options declare: printed values, where they have an effect, what they let seats choose."""

import pytest

import simkit
from simkit.core.errors import SimkitError
from simkit.core.narration import result
from simkit.engine.play import play_game
from simkit.games.gaia_project.rules.terms import FACTIONS
from simkit.games.gaia_project.schema import SCHEMA
from simkit.runs.spec import Spec

CHOICES = ("given", "chosen", "auction", "first_game")
LISTS = {1: ["hadsch_hallas"], 2: ["hadsch_hallas", "xenos"],
         3: ["terrans", "taklons", "geodens"],
         4: ["terrans", "hadsch_hallas", "xenos", "taklons"]}  # fmt: skip


def rules(seats, **options):
    return simkit.rules("gaia_project", seats=seats, **options)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {"small_map": "without_9"}), (4, {"small_map": "without_9"}), (3, {"neutral_gaia": 5}),
     (2, {"automa": "ultoma"}), (4, {"automa_faction": "xenos"}), (2, {"automa_leech": False}),
     (3, {"automa_lost_planet": True}), (2, {"token_copies_solo": 2}),
     (4, {"auction_payment": "end"}), (2, {"auction_payment": "end", "faction_choice": "chosen"}),
     (4, {"adjacency": "all_types", "map": "first_game"})],
)  # fmt: skip
def test_options_without_effect_are_refused(seats, options):
    with pytest.raises(SimkitError, match="has an effect only with"):
        rules(seats, **options)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {"small_map": "without_9"}), (1, {"neutral_gaia": 5}), (2, {"neutral_gaia": 5}),
     (1, {"automa": "ultoma", "automa_leech": False, "token_copies_solo": 2}),
     (4, {"auction_payment": "end", "faction_choice": "auction"}),
     (2, {"adjacency": "all_types", "map": "shuffled"})],
)  # fmt: skip
def test_options_with_an_effect_are_accepted(seats, options):
    assert rules(seats, **options).options.items() >= options.items()


def test_departures_from_the_rulebook_are_named():
    assert rules(4).departures() == [
        "faction_choice = given (printed: chosen or first_game)",
        "final_zero = nothing (printed: ranked)",
    ]
    printed = rules(4, faction_choice="chosen", final_zero="ranked", satellite_rule="plain")
    assert printed.departures() == []
    other = rules(4, end_conversion="automatic", bundled_power=True, satellite_limit=25,
                  satellite_rule="free", faction_choice="auction", final_zero="ranked")  # fmt: skip
    assert len(other.departures()) == 5


@pytest.mark.parametrize("choice", ["chosen", "auction", "first_game"])
def test_line_ups_cannot_give_factions_that_are_chosen_in_play(choice):
    spec = {"title": "gaia_project", "seats": 2, "games": 2,
            "options": {"faction_choice": choice}}  # fmt: skip
    assert rules(2, faction_choice=choice).chosen_in_play() == {"factions"}
    lineup = {"factions": ["terrans", "xenos"]}
    with pytest.raises(SimkitError, match="chosen in play"):
        Spec.of({**spec, "lineup": lineup})
    Spec.of(spec)
    assert rules(2).chosen_in_play() == frozenset()


# The first game's factions ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_first_games_factions_are_chosen_in_turn_order_from_the_printed_list(seats):
    # Rules: [#1.3] [#automa.setup.6]
    state = rules(seats, faction_choice="first_game", map="first_game").deal(simkit.Luck(1))
    for seat in range(seats):
        assert state.seat == seat
        left = [name for name in LISTS[seats] if name not in
                [FACTIONS[p.faction] for p in state.players[:seats] if p.faction >= 0]]  # fmt: skip
        legal = {state.rules.decode(a)[1]["faction_chosen"] for a in state.legal()}
        assert legal == {FACTIONS.index(name) for name in left}
        state.step(state.legal()[-1])
    assert state.rules.schema.phases[state.phase] == "set_up"
    assert sorted(FACTIONS[p.faction] for p in state.players[:seats]) == sorted(LISTS[seats])
    if seats == 1:
        assert FACTIONS[state.automa.faction] == "taklons"


def test_another_automa_may_be_named_in_the_first_game_unless_its_board_is_taken():
    state = rules(1, faction_choice="first_game", automa_faction="xenos").deal(simkit.Luck(1))
    assert FACTIONS[state.automa.faction] == "xenos"
    with pytest.raises(SimkitError, match="board in common"):
        rules(1, faction_choice="first_game", automa_faction="hadsch_hallas").deal(simkit.Luck(1))


# Points ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rows_of_points_sum_to_the_scores(seats, choice):
    """Points of the deal, bids and the rest; also where a patch changes the points at the start."""
    options = {"faction_choice": choice}
    for payment in ("start", "end") if choice == "auction" else ("",):
        for patch in ({}, {"factions.common.victory_points_start": 17}):
            results = simkit.simulate(
                "gaia_project", seats=seats, games=2, seed=seats, log="points", n_jobs=1,
                options={**options, **({"auction_payment": payment} if payment else {})}, patch=patch,
            )  # fmt: skip
            sums = results.points.groupby(["game_id", "seat"]).amount.sum()
            scores = results.seats.set_index(["game_id", "seat"]).score
            assert sums.to_dict() == scores.to_dict()
            rows = results.points[results.points.source == "start"]
            assert set(rows.amount) == {17 if patch else 10}
            assert len(rows) == 2 * seats
            by_source = results.seats.filter(like="points_").sum(axis=1)
            assert (by_source == results.seats.score).all()
            if choice == "auction":
                assert (results.seats.points_auction == -results.seats.bid).all()


def test_an_auctions_pool_may_be_given_by_the_deal_of_a_run():
    pool = ["ivits", "terrans", "geodens"]
    results = simkit.simulate(
        "gaia_project", seats=3, games=2, seed=1, log="games", n_jobs=1,
        options={"faction_choice": "auction"}, deal={"pool": pool},
    )  # fmt: skip
    for _, rows in results.seats.groupby("game_id"):
        assert sorted(rows.faction) == sorted(pool)


# What the game would end with -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (2, {"end_conversion": "automatic"}), (3, {"final_zero": "ranked"}),
     (4, {"faction_choice": "auction", "auction_payment": "end"})],
)  # fmt: skip
def test_projected_scores_change_nothing_and_end_as_the_scores(seats, options):
    state = rules(seats, **options).deal(simkit.Luck(5))
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(seats)]
    for seat, bot in enumerate(bots):
        bot.start(state.rules, seat, simkit.Luck(5))
    twin = state.clone()
    asked = higher = 0
    while not state.over:
        before = state.scores()
        projected = state.projected_scores()
        assert state.scores() == before
        higher += any(p > b for p, b in zip(projected, before, strict=True))
        last = projected
        action = bots[state.seat].choose(state, state.candidates()).action
        state.apply(action)
        twin.apply(action)
        asked += 1
        if asked % 20 == 0:
            state.check()
    assert state.points == twin.points
    assert state.projected_scores() == state.scores()
    assert higher > asked // 2
    assert len(last) == seats


def test_projected_scores_are_those_of_a_game_that_ends_now():
    """Final tiles, research and goods count; what passing would score does not."""
    from .board import position

    planets = {(0, 0): "terra", (1, 0): "gaia"}
    spec = {"ore": 2, "credits": 3, "knowledge": 4, "levels": [0, 3, 0, 0, 5, 0],
            "buildings": {"mine": ["0x0", "1x0"]}, "booster": "booster6"}  # fmt: skip
    nothing = {"ore": 0, "credits": 0, "knowledge": 0, "levels": [0] * 6}
    state = position(planets, [spec, nothing], ["terrans", "itars"], round=6,
                     deal={"final_tiles": ["structure", "planetType"]})  # fmt: skip
    # 10 at the start; second of both tiles behind the neutral 11 and 5; four levels; 9 goods.
    assert state.projected_scores() == [10 + 12 + 12 + 4 * 4 + 3, 10]
    state.step(state.rules.encode("pass", booster="none"))
    state.step(state.rules.encode("pass", booster="none"))
    assert state.scores() == [10 + 12 + 12 + 4 * 4 + 3 + 2, 10]  # booster: two mines
    assert [state.verdict(seat) for seat in (0, 1)] == ["", ""]


def test_the_schema_declares_an_effect_for_every_option_that_only_some_games_have():
    by_name = {option.name: option for option in SCHEMA.options}
    for name, option in by_name.items():
        if name.startswith("automa") or name == "token_copies_solo":
            assert option.seats == (1, 1)
    assert by_name["small_map"].seats == (3, 3)
    assert by_name["neutral_gaia"].seats == (1, 2)


def test_results_of_several_players_have_no_word_of_their_own():
    """Most points win, ties share the victory (rules.md 4): who won says it all."""
    # Rules: [#4.4]
    state = rules(2).deal(simkit.Luck(3))
    play_game(state, [simkit.make_bot("random", "gaia_project") for _ in range(2)])
    state.gain(0, 0, state.score[1] - state.score[0])
    assert state.winners() == [0, 1]
    assert [state.verdict(seat) for seat in (0, 1)] == ["", ""]
    assert result(state, lambda seat: f"seat {seat}") == "won by seat 0 and seat 1"
    state.gain(1, 0, 1)
    assert state.winners() == [1]
    assert [state.verdict(seat) for seat in (0, 1)] == ["", ""]
    assert result(state, lambda seat: f"seat {seat}") == "won by seat 1"

"""rules.md "Components" and "Setup"; worked examples 1 to 4."""

import pytest

import simkit
from simkit.core.errors import BadValue, UnknownName
from simkit.games.race_for_the_galaxy.schema import START_WORLDS

TITLE = "race_for_the_galaxy"


def deal(seats, seed=1, fixed=None, **options):
    return simkit.rules(TITLE, seats=seats, **options).deal(simkit.Luck(seed), **(fixed or {}))


def names(game, cards):
    return [game.t.names[card] for card in cards]


@pytest.mark.parametrize(("seats", "pool"), [(2, 24), (3, 36), (4, 48)])
def test_chip_pool(seats, pool):
    # [#setup.1]
    assert deal(seats).pool == pool


def test_components_add_up():
    # [#components.1]
    t = deal(2).t
    totals = t.records and simkit.rules(TITLE, seats=2).components["cards"]["totals"]
    assert len(t.records) == totals["designs"] == 95
    assert t.cards == totals["cards"] == 114
    assert len(t.starts) == totals["start_worlds"]
    assert sum(t.world) - 5 == totals["worlds"]
    assert t.cards - sum(t.world) == totals["developments"]


def test_printed_numbers_table_of_gambling_world():
    # [#check.4]
    t = deal(2).t
    printed = simkit.rules(TITLE, seats=2).components["cards"]["totals"]["printed_numbers"]
    found = {key: [0] * 8 for key in printed}
    for card in range(t.cards):
        kind = "developments" if not t.world[card] else "military_worlds"
        if t.world[card] and not t.military[card]:
            kind = "paid_worlds"
        found[kind][t.cost[card]] += 1
    assert found == printed


def test_six_cards_dealt_two_discarded():
    # [#setup.3]
    game = deal(2)
    for _ in range(2):
        seat = game.seat
        assert len(game.players[seat].hand) == 6
        for _ in range(2):
            assert game.seat == seat
            game.step(game.legal()[0])
        assert len(game.players[seat].hand) == 4
    assert game.phase == game.rules.schema.phases.index("choose")
    assert len(game.discards) == 4


def test_unused_start_worlds_are_in_the_deck():
    # [#setup.2]
    game = deal(2, fixed={"factions": ["old_earth", "new_sparta"], "hands": [
        ["spice_world", "gem_world", "comet_zone", "pirate_world", "mining_world", "asteroid_belt"],
        ["rebel_base", "new_earth", "space_port", "plague_world", "new_vinland", "gambling_world"],
    ]})  # fmt: skip
    assert {"alpha_centauri", "epsilon_eridani", "earths_lost_colony"} <= set(
        names(game, game.deck)
    )


def test_any_start_world_may_come_to_any_seat():
    # [#setup.2]
    games = [deal(3, seed=seed) for seed in range(80)]
    for seat in range(3):
        found = {game.t.names[game.players[seat].start] for game in games}
        assert found == set(START_WORLDS)
    assert all(len({p.start for p in game.players}) == 3 for game in games)


def test_alpha_centauri_starts_with_a_good():
    # [#setup.4]
    game = deal(2, fixed={"factions": ["alpha_centauri", "new_sparta"]})
    assert names(game, game.players[0].goods) == ["alpha_centauri"]
    assert not game.players[1].goods
    game.check()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_game_hands(seats):
    # [#setup.5]
    game = deal(seats, first_game=True)
    starts = sorted(game.t.start_number[p.start] for p in game.players)
    assert starts == list(range(1, seats + 1))
    hands = game.rules.components["cards"]["first_game"]["hands"]
    for p in game.players:
        wanted = hands[str(game.t.start_number[p.start])]
        assert [name.split("/")[0] for name in names(game, p.hand)] == wanted
    assert "old_earth" in names(game, game.deck)
    assert len(game.deck) == 114 - seats * 5 - len(game.players[0].goods) - sum(
        len(p.goods) for p in game.players[1:]
    )
    assert game.phase == game.rules.schema.phases.index("choose")


def test_first_game_allows_no_other_start_world():
    with pytest.raises(UnknownName, match="start world"):
        deal(2, first_game=True, fixed={"factions": ["old_earth", "new_sparta"]})


def test_lowest_start_world_begins():
    # [#timing.1]
    game = deal(3, fixed={"factions": ["new_sparta", "old_earth", "alpha_centauri"]})
    assert game.order == [1, 2, 0]
    assert game.seat == 1


def test_same_luck_same_deal_whatever_the_start_worlds():
    one = deal(2, seed=5, fixed={"factions": ["old_earth", "new_sparta"]})
    two = deal(2, seed=5, fixed={"factions": ["old_earth", "epsilon_eridani"]})
    assert one.players[0].hand == two.players[0].hand or set(one.t.starts) & set(
        one.players[0].hand + two.players[0].hand
    )


def test_advanced_is_for_two():
    with pytest.raises(BadValue, match=r"advanced.*an effect only with 2 players, not with 3"):
        simkit.rules(TITLE, seats=3, advanced=True)


def test_the_advanced_game_has_the_same_pool_and_end():
    # [#advanced.6]
    plain, advanced = deal(2), deal(2, advanced=True)
    assert plain.pool == advanced.pool == 24
    assert plain.t.tableau_end == advanced.t.tableau_end == 12


def test_only_the_stop_after_thirty_rounds_is_not_printed():
    assert simkit.rules(TITLE, seats=2, round_limit=False).departures() == []
    found = simkit.rules(TITLE, seats=2, advanced=True, first_game=True).departures()
    assert found == ["round_limit = True (printed: False): no game goes on after round 30"]
    patched = simkit.rules(TITLE, seats=2, patch={"game.end.round_limit": 20}).departures()
    assert patched == ["round_limit = True (printed: False): no game goes on after round 20"]


@pytest.mark.parametrize(
    "fixed",
    [
        {"factions": ["old_earth"]},
        {"factions": ["old_earth", "old_earth"]},
        {"hands": [["spice_world"]]},
        {"hands": [["spice_world"], ["spice_world"]]},
    ],
)
def test_a_bad_deal_is_refused(fixed):
    with pytest.raises(BadValue):
        deal(2, fixed=fixed)


def test_unknown_card_is_named():
    with pytest.raises(UnknownName, match="spice_world"):
        deal(2, fixed={"deck": ["spice_wrld"]})

"""The auction: bids for a faction and its place at the table."""

import simkit
from simkit.engine.play import play_game
from simkit.games.gaia_project.rules.terms import FACTIONS


def start(pool, **options):
    rules = simkit.rules("gaia_project", seats=len(pool), faction_choice="auction", **options)
    return rules.deal(simkit.Luck(1), pool=list(pool))


def bid(state, faction, vp):
    state.step(state.rules.encode("bid", faction_chosen=faction, vp=vp))


def test_outbid_players_bid_again_and_factions_decide_the_seats():
    state = start(["xenos", "terrans", "itars"])
    bid(state, "itars", 0)  # seat 0
    bid(state, "itars", 3)  # seat 1 outbids seat 0
    assert state.seat == 2
    bid(state, "xenos", 1)
    assert state.seat == 0
    legal = {state.rules.notation(a) for a in state.legal()}
    assert "bid faction_chosen=itars vp=3" not in legal
    assert "bid faction_chosen=itars vp=4" in legal
    assert "bid faction_chosen=terrans vp=0" in legal
    bid(state, "terrans", 0)
    assert state.table == [2, 0, 1]  # xenos, terrans, itars
    assert [FACTIONS[p.faction] for p in state.players] == ["terrans", "itars", "xenos"]
    assert state.score == [10, 7, 9]
    assert state.seat == 2  # the first faction places first


def test_bids_may_be_paid_at_the_end():
    state = start(["xenos", "terrans"], auction_payment="end")
    bid(state, "terrans", 5)
    bid(state, "xenos", 0)
    assert state.score == [10, 10]
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(2)]
    play_game(state, bots)
    auction = [s.name for s in state.rules.schema.sources].index("auction")
    assert state.points_of(0)[auction] == -5
    assert state.points_of(1)[auction] == 0


def test_the_pool_may_be_chosen_in_turn():
    rules = simkit.rules("gaia_project", seats=2, faction_choice="auction")
    state = rules.deal(simkit.Luck(1))
    state.step(rules.parse("faction faction_chosen=ivits"))
    state.step(rules.parse("faction faction_chosen=geodens"))
    assert [FACTIONS[f] for f in state.pool] == ["ivits", "geodens"]
    assert all(p.faction < 0 for p in state.players)


def test_bots_end_an_auction():
    rules = simkit.rules("gaia_project", seats=4, faction_choice="auction")
    for seed in range(5):
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(4)]
        state = play_game(rules.deal(simkit.Luck(seed)), bots)
        assert state.over
        assert sorted(state.table) == [0, 1, 2, 3]


def test_the_automas_faction_is_not_up_for_auction():
    rules = simkit.rules("gaia_project", seats=1, faction_choice="auction")
    state = rules.deal(simkit.Luck(41), automa_faction="xenos")
    state.step(rules.parse("faction faction_chosen=ivits"))
    assert [FACTIONS[f] for f in state.pool] == ["ivits"]
    assert {a for a in map(rules.notation, state.legal()) if "xenos" in a} == set()
    bid(state, "ivits", 0)
    assert [FACTIONS[p.faction] for p in state.players] == ["ivits", "xenos"]

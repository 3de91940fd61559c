"""rules.md "Round", "End of round, deck", "End of the game", "Two players"; examples 32 to 38."""

import simkit

TITLE = "race_for_the_galaxy"


def test_seven_actions_in_the_standard_game(table):
    # [#round.1] [#advanced.1]
    t = table([{"tableau": ["old_earth"]}])
    assert len(t.choices) == 7


def test_twenty_three_pairs_in_the_advanced_game(table):
    # [#advanced.2] [#advanced.7]
    t = table([{"tableau": ["old_earth"]}], advanced=True)
    assert len(t.choices) == 23
    assert "choose first=develop second=develop_second" in t.choices
    assert "choose first=produce second=develop_second" not in t.choices


def test_a_phase_happens_once_and_others_are_skipped(table):
    # [#round.2]
    t = table([{"tableau": ["old_earth"]}], actions=[["explore_5"], ["explore_1_1"]])
    for _ in range(3):
        t.play(t.choices[0])
    assert t.state.ran == [1, 0, 0, 0, 0]
    assert t.state.round == 2


def test_hand_limit_at_the_end_of_the_round(table):
    # [#round.4] [#deck.1]
    spread = [f"{name}/{n}" for name in ("public_works", "colony_ship", "mining_robots", "space_marines",
              "export_duties", "drop_ships") for n in (1, 2)]  # fmt: skip
    t = table(
        [{"tableau": ["old_earth"], "hand": [*spread, "gem_world"]}],
        actions=[["produce"], ["produce"]],
    )
    assert t.phase == "discard"
    assert t.state.need == 3
    t.play(*[f"discard card={card}" for card in spread[:3]])
    assert len(t.hand()) == 10
    assert t.state.round == 2


LONG = [
    "new_sparta", "space_marines", "drop_ships", "expedition_force", "public_works", "mining_robots",
    "genetics_lab", "export_duties", "research_labs", "interstellar_bank", "replicant_robots",
]  # fmt: skip


def test_thirteen_cards_in_one_round_and_the_game_ends_after_it(table):
    # [#end.1]
    t = table(
        [{"tableau": LONG, "hand": ["investment_credits", "rebel_miners"]}],
        actions=[["develop"], ["settle"]],
        deck=["gem_world"],
    )
    t.play("place card=investment_credits/1")
    assert not t.state.over, "the round is played to its end"
    t.play("place card=rebel_miners")
    assert len(t.tableau()) == 13
    assert t.state.over
    assert t.rules.schema.end_reasons[t.state.end_reason] == "tableau"


def test_a_sacrificed_card_does_not_count_for_the_end(table):
    # [#settle.7]
    t = table(
        [{"tableau": [*LONG[:10], "new_military_tactics"], "hand": ["rebel_base"]}],
        actions=[["settle"], ["produce"]],
    )
    t.play("place card=rebel_base", "settle_by method=conquer sacrifice=for_military")
    assert len(t.tableau()) == 11
    assert not t.state.over


def test_hand_cards_and_goods_break_ties(table):
    # [#end.7]
    same = {"hand": [], "goods": []}
    t = table(
        [
            {"tableau": ["epsilon_eridani"], "chips": 3, **same, "hand": ["gem_world"]},
            {"tableau": ["earths_lost_colony"], "chips": 3, **same},
        ],
        actions=[["settle"], ["settle"]],
        pool=0,
    )
    t.play(*[text for text in t.choices if text == "pass"])
    assert t.state.over
    assert t.state.score == [4, 4]
    assert t.state.winners() == [0]


def test_shared_victory(table):
    # [#end.7]
    t = table(
        [
            {"tableau": ["epsilon_eridani"], "chips": 3},
            {"tableau": ["earths_lost_colony"], "chips": 3},
        ],
        actions=[["settle"], ["settle"]],
        pool=0,
    )
    assert t.state.winners() == [0, 1]


def test_round_limit(table):
    # [#end.3]
    t = table([{"tableau": ["old_earth"]}], actions=[["settle"], ["settle"]], round=30)
    assert t.state.over
    assert t.rules.schema.end_reasons[t.state.end_reason] == "round_limit"


def test_no_round_limit_where_it_is_switched_off():
    # [#end.3]
    rules = simkit.rules(TITLE, seats=2, round_limit=False)
    state = rules.position({"seats": [{}, {}], "round": 75})
    for _ in range(2):
        state.step(rules.encode("choose", first="settle", second="none"))
    assert not state.over
    assert state.round == 76
    limited = simkit.rules(TITLE, seats=2, patch={"game.end.round_limit": 20})
    state = limited.position({"seats": [{}, {}], "round": 20})
    for _ in range(2):
        state.step(limited.encode("choose", first="settle", second="none"))
    assert state.over


def test_advanced_two_settle_phases(table):
    # [#advanced.4]
    t = table(
        [
            {"tableau": ["epsilon_eridani"], "hand": ["rebel_fuel_cache", "outlaw_world"]},
            {
                "tableau": ["new_sparta"],
                "hand": ["new_survivalists", "star_nomad_lair", "rebel_miners"],
            },
        ],
        actions=[["settle", "settle_second"], ["settle", "develop"]],
        deck=["gem_world", "spice_world", "comet_zone"],
        advanced=True,
    )
    t.play("place card=rebel_fuel_cache", "place card=rebel_miners")
    assert t.phase == "settle_second"
    assert len(t.hand(0)) == 2, "bonus card in the first phase"
    assert len(t.hand(1)) == 3, "both had the bonus in the first phase"
    t.play("place card=outlaw_world", "place card=new_survivalists")
    assert t.state.ran[2] == 2
    assert len(t.hand(0)) == 2, "bonus again"
    assert len(t.hand(1)) == 2, "no bonus in the second"


def test_advanced_cards_of_the_first_phase_work_in_the_second(table):
    # [#advanced.4]
    t = table(
        [
            {
                "tableau": ["old_earth"],
                "hand": ["investment_credits", "public_works", "space_marines"],
            }
        ],
        actions=[["develop", "develop_second"], ["produce", "settle"]],
        advanced=True,
    )
    t.play("place card=investment_credits/1")
    assert t.phase == "develop_second"
    t.play("place card=space_marines/1")
    assert t.hand() == ["public_works/1"], "2 - 1 bonus - 1 Investment Credits"


def test_advanced_double_by_one_player_is_two_phases_for_all(table):
    t = table(
        [
            {"tableau": ["old_earth"], "hand": ["public_works/1"]},
            {
                "tableau": ["new_sparta"],
                "hand": ["space_marines", "colony_ship", "gem_world", "drop_ships"],
            },
        ],
        actions=[["develop", "develop_second"], ["produce", "settle"]],
        advanced=True,
    )
    t.play("place card=public_works/1", "pass")
    assert t.phase == "develop_second"
    assert t.state.seat == 1
    assert "place card=space_marines/1" in t.choices


def test_deck_is_renewed_the_moment_it_is_empty():
    # [#deck.3]
    rules = simkit.rules(TITLE, seats=2)
    game = rules.deal(simkit.Luck(3))
    game.discards.extend(game.deck[1:])
    del game.deck[1:]
    before = len(game.discards)
    last = game.deck[0]
    assert game.draw_card() == last
    assert len(game.deck) == before
    assert game.discards == []
    assert game.reshuffles == 1


def test_empty_deck_and_discards_give_nothing():
    # [#deck.3]
    rules = simkit.rules(TITLE, seats=2)
    game = rules.deal(simkit.Luck(3))
    game.players[0].tableau.extend(game.deck)
    game.deck = []
    hand = len(game.players[0].hand)
    assert game.draw_card() == -1
    game.draw_to_hand(0, 3, "explore")
    assert len(game.players[0].hand) == hand
    assert game.put_good(0, game.t.number["gem_world"]) == -1
    assert not game.players[0].goods

"""What an action sets going, in sentences: complete for a reader; to a seat nothing hidden from it."""

import pytest

import simkit
from simkit.bots import make_bot
from simkit.core.narration import happened
from simkit.games.race_for_the_galaxy.rules import state as st

TITLE = "race_for_the_galaxy"
SETTINGS = pytest.mark.parametrize(
    ("seats", "advanced"),
    [(2, False), (2, True), (3, False), (4, False)],
    ids=["2", "2-advanced", "3", "4"],
)


def told(t, action, viewer=None):
    """Play an action at a table and return what it sets going."""
    before, number = t.state.clone(), t.rules.parse(action)
    t.state.step(number)
    return t.rules.consequences(before, number, t.state, viewer)


def test_actions_are_told_when_all_are_revealed(table):
    t = table([{"tableau": ["old_earth"]}, {"tableau": ["new_sparta"]}])
    assert told(t, "choose first=settle second=none") == []
    lines = told(t, "choose first=develop second=none")
    assert lines[0] == (
        "seat 0 has chosen Settle, seat 1 has chosen Develop: Develop and Settle take place"
    )
    assert "Develop begins" in lines
    assert "seat 0 places nothing" in lines


def test_draws_are_named_to_who_draws(table):
    spec = {"tableau": ["old_earth"]}
    deck = ["gem_world", "comet_zone", "spice_world", "space_port", "artist_colony"]
    for viewer, mine, theirs in ((None, True, True), (0, True, False), (1, False, True)):
        t = table([spec, {"tableau": ["new_sparta"]}], deck=deck)
        told(t, "choose first=explore_1_1 second=none")
        lines = told(t, "choose first=explore_1_1 second=none", viewer)
        first = "seat 0 draws 3 cards in Explore"
        assert (first if not mine else f"{first}: Gem World, Comet Zone, Spice World") in lines
        second = "seat 1 draws 3 cards in Explore"
        assert any(line.startswith(f"{second}:") == theirs for line in lines if second in line)


def test_a_payment_with_the_whole_hand_is_told(table, filler):
    for viewer, named in ((None, True), (0, True), (1, False)):
        t = table(
            [{"tableau": ["old_earth"], "hand": ["spice_world", *filler[:2]]}],
            actions=[["develop"], ["settle"]],
        )
        lines = told(t, "place card=spice_world", viewer)
        names = ": Alien Robotic Factory, Deserted Alien Library" if named else ""
        assert f"seat 0 pays 2 cards for Spice World{names}" in lines


def test_payments_card_by_card_are_not_named_again(table, filler):
    t = table(
        [{"tableau": ["old_earth"], "hand": ["spice_world", *filler[:4]]}],
        actions=[["develop"], ["settle"]],
    )
    assert told(t, "place card=spice_world") == [
        "seat 0 places Spice World",
        "seat 1 places nothing",
    ]
    assert told(t, f"pay card={filler[0]}") == []
    assert told(t, f"pay card={filler[1]}")[:-1] == ["seat 0 pays 2 cards for Spice World"]


def test_conquests_windfall_goods_bonus_cards_and_discards_for_powers(table):
    t = table(
        [{"tableau": ["new_sparta", "new_military_tactics"], "hand": ["rebel_warrior_race"]}],
        actions=[["settle"], ["settle"]],
        deck=["gem_world", "comet_zone"],
    )
    lines = told(t, "place card=rebel_warrior_race")
    assert lines == [
        "seat 0 places Rebel Warrior Race",
        "seat 1 places nothing",
        "seat 0 puts a windfall good on Rebel Warrior Race (Gem World)",
        "seat 0 discards New Military Tactics and conquers Rebel Warrior Race",
        "seat 0 draws 1 card for settling: Comet Zone",
        "round 1 ends; by seat: 1 0 hand cards, 1 0 goods, 2 0 cards in the tableau; "
        "24 chips in the pool",
    ]


def test_what_is_sold_and_consumed_unasked(table):
    t = table(
        [
            {"tableau": ["new_sparta", "artist_colony"], "goods": ["artist_colony"]},
            {"tableau": ["plague_world"], "goods": ["plague_world"]},
        ],
        deck=["gem_world", "comet_zone", "spice_world"],
    )
    told(t, "choose first=consume_trade second=none")
    lines = told(t, "choose first=consume_double second=none", 1)
    assert lines[1:-1] == [
        "Consume begins",
        "seat 0 sells the good of Artist Colony for 2 cards (Consume-Trade)",
        "seat 0 draws 2 cards for the good sold",
        "seat 1 uses Plague World, consuming the good of Plague World, for 2 chips",
        "seat 1 draws 1 card for the goods consumed: Spice World",
    ]


def test_a_gamble_is_told_to_all(table):
    t = table(
        [{"tableau": ["new_sparta", "gambling_world"]}],
        actions=[["consume_double"], ["produce"]],
        deck=["gem_world", "comet_zone"],
    )
    assert told(t, "guess number=2", 1)[0] == (
        "seat 0 named 2 and flips Gem World (2), which goes into the hand"
    )


def test_production_by_produce_rest(table):
    t = table(
        [{"tableau": ["new_sparta", "gem_world", "spice_world"]}],
        actions=[["produce"], ["settle"]],
        deck=["comet_zone", "artist_colony", "space_port"],
    )
    lines = told(t, "produce_rest", 0)
    assert lines[:-1] == [
        "seat 0 puts a good on Gem World",
        "seat 0 puts a good on Spice World",
        "seat 0 draws 1 card by Gem World: Space Port",
    ]


def test_a_card_discarded_for_its_power_is_not_taken_for_a_payment(table, filler):
    t = table(
        [{"tableau": ["old_earth", "new_military_tactics"], "hand": ["spice_world", *filler[:2]]}],
        actions=[["develop"], ["settle"]],
    )
    told(t, "place card=spice_world")
    assert told(t, "settle_by method=pay sacrifice=for_military")[0] == (
        "seat 0 discards New Military Tactics and pays 2 cards for Spice World: "
        "Alien Robotic Factory, Deserted Alien Library"
    )


def test_what_all_have_is_told_when_a_round_ends(table, filler):
    for viewer in (None, 0, 1):
        t = table(
            [
                {"tableau": ["new_sparta", "artist_colony"], "hand": filler[:3], "chips": 5},
                {"tableau": ["old_earth", "gem_world"], "goods": ["gem_world"]},
            ],
            round=4,
        )
        told(t, "choose first=produce second=none")
        assert told(t, "choose first=produce second=none", viewer)[-1] == (
            "round 4 ends; by seat: 3 0 hand cards, 1 1 goods, 2 2 cards in the tableau; "
            "19 chips in the pool"
        )


def test_a_round_that_goes_on_or_ends_the_game_is_not_summed_up(table):
    t = table([{"tableau": ["old_earth"]}, {"tableau": ["new_sparta"]}], round=30)
    for action in ("choose first=explore_5 second=none", "choose first=settle second=none"):
        assert not any("round 30 ends;" in line for line in told(t, action))
    while not t.state.over:
        assert not any("round 30 ends;" in line for line in told(t, t.choices[0]))


def test_a_reshuffle_is_told(table):
    t = table([{"tableau": ["new_sparta"]}, {"tableau": ["old_earth"]}])
    g = t.state
    g.deck, g.discards = g.deck[:3], g.deck[3:]
    number = len(g.discards)
    told(t, "choose first=explore_5 second=none")
    lines = told(t, "choose first=settle second=none")
    assert lines[2] == f"the deck is empty, so {number} discards become the new deck"
    assert lines[3].startswith("seat 1 draws 7 cards in Explore: ")


def test_the_end_and_what_brings_it_about(table):
    worlds = ["asteroid_belt", "comet_zone"]
    t = table(
        [
            {"tableau": ["new_sparta", "mining_league", *worlds], "goods": worlds},
            {"tableau": ["old_earth", "gem_world", "spice_world"], "hand": ["space_port"] * 0},
        ],
        pool=3,
    )
    told(t, "choose first=consume_double second=none")
    lines = told(t, "choose first=consume_double second=none")
    assert lines[-1] == "the game ends after round 1: the pool of chips is empty"


def test_a_full_tableau_is_told_before_the_end(table):
    worlds = [
        "rebel_miners", "pirate_world", "rebel_fuel_cache", "rebel_base", "rebel_outpost",
        "rebel_warrior_race", "rebel_underground", "outlaw_world", "former_penal_colony",
        "aquatic_uplift_race",
    ]  # fmt: skip
    t = table(
        [
            {"tableau": ["new_sparta", *worlds], "hand": ["star_nomad_lair"]},
            {"tableau": ["old_earth", "asteroid_belt", "plague_world"]},
        ],
        actions=[["produce"], ["settle"]],
    )
    assert "seat 0 has 12 cards in the tableau: the game ends after this round" in told(
        t, "place card=star_nomad_lair"
    )


# Nothing that a seat may not know ------------------------------------------------------------------


def hidden_cards(state, viewer):
    """Cards of which `viewer` does not know where they are."""
    cards = set(state.deck)
    cards |= {card for card in state.discards if not state.players[viewer].seen >> card & 1}
    for seat, p in enumerate(state.players):
        cards |= set(p.goods.values())
        if seat != viewer:
            cards |= {*p.hand, *p.drawn}
    if state.stage == st.STAGE_PLACE and not state.over:  # chosen and not revealed
        cards |= {p.placing for p in state.players if p.placing >= 0}
    return cards


def exchanged(state, action, swaps):
    """The same position and action with cards exchanged by `swaps`."""
    new = state.clone()
    new.options = []
    new.deck = [swaps.get(card, card) for card in new.deck]
    new.discards = [swaps.get(card, card) for card in new.discards]
    if state.stage != st.STAGE_GOODS:  # there worlds are picked
        new.picked = [swaps.get(card, card) for card in new.picked]
    for p in new.players:
        p.hand = [swaps.get(card, card) for card in p.hand]
        p.drawn = [swaps.get(card, card) for card in p.drawn]
        p.goods = {world: swaps.get(card, card) for world, card in p.goods.items()}
        p.placing = swaps.get(p.placing, p.placing)
        p.seen = sum(1 << swaps.get(card, card) for card in range(114) if p.seen >> card & 1)
    kind, args = state.rules.decode(action)
    if kind in ("discard", "keep", "place", "pay", "spend"):
        args["card"] = swaps.get(args["card"], args["card"])
    return new, state.rules.encode(kind, **args)


def compare_what_is_told(seats, advanced, games):
    """Play at random; exchange what stays hidden from a seat, and compare what it is told."""
    rules = simkit.rules(TITLE, seats=seats, advanced=advanced)
    compared = whole = 0
    for seed in range(games):
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("told")
        while not state.over:
            before, action = state.clone(), whims.choice(state.legal())
            state.step(action)
            if state.reshuffles != before.reshuffles or whims.below(3):
                continue  # a reshuffle shuffles other cards into another order
            viewer = whims.below(seats)
            hidden = hidden_cards(before, viewer) & hidden_cards(state, viewer)
            if rules.decode(action)[0] == "guess":
                hidden.discard(before.deck[-1])  # all see it before it goes into the hand
            cards = sorted(hidden)
            mixed = simkit.Luck(seed).fork("mixed", whims.bits()).order(cards)
            swaps = dict(zip(cards, mixed, strict=True))
            other, same_action = exchanged(before, action, swaps)
            if action & 63 not in rules.schema.secret_numbers:
                assert rules.words(before, action) == rules.words(other, same_action)
            lines = rules.consequences(before, action, state, viewer)
            again = rules.consequences(other, same_action, state, viewer)
            # With other hands somebody else may be asked, so that less or more happens before it.
            shared = min(len(lines), len(again))
            assert lines[:shared] == again[:shared]
            compared += 1
            whole += lines == again
    assert compared > 100 * games / 10
    assert whole > 0.9 * compared


@SETTINGS
def test_what_a_seat_is_told_does_not_depend_on_what_is_hidden_from_it(seats, advanced):
    compare_what_is_told(seats, advanced, 12)


@SETTINGS
def test_choices_not_yet_revealed_are_not_told(seats, advanced):
    rules = simkit.rules(TITLE, seats=seats, advanced=advanced)
    silent = 0
    for seed in range(6):
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("told")
        while not state.over:
            before, legal = state.clone(), state.legal()
            state.step(whims.choice(legal))
            same = state.stage == before.stage and state.phase == before.phase
            if (
                before.stage in (st.STAGE_CHOOSE, st.STAGE_PLACE)
                and same
                and state.turn > before.turn
            ):
                for action in legal:
                    for viewer in {*range(seats)} - {before.seat}:
                        assert rules.consequences(before, action, state, viewer) == []
                        silent += 1
    assert silent > 100


# Nothing is left out -------------------------------------------------------------------------------


@SETTINGS
def test_every_card_that_comes_into_a_hand_or_leaves_it_is_told(seats, advanced):
    """Whoever reads all lines can follow every hand and every good."""
    rules = simkit.rules(TITLE, seats=seats, advanced=advanced)
    t = rules.tables
    bots = [make_bot("greedy:balanced", TITLE) for _ in range(seats)]
    drawn = 0
    for seed in range(2):
        state = rules.deal(simkit.Luck(seed))
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        while not state.over:
            before = state.clone()
            action = bots[state.seat].choose(state, state.candidates()).action
            state.step(action)
            lines = happened(before, action, state)
            kind, args = rules.decode(action)
            for seat, p in enumerate(state.players):
                new = [*p.hand, *p.drawn, *p.goods.values()]
                old = before.players[seat]
                before_cards = {*old.hand, *old.drawn, *old.goods.values()}
                for card in new:
                    if card not in before_cards:
                        label = t.labels[t.design[card]]
                        assert any(f"seat {seat} " in x and label in x for x in lines), (
                            label,
                            lines,
                        )
                        drawn += 1
                named = t.labels[t.design[args["card"]]] if "card" in args else ""
                for card in {*old.hand, *old.drawn} - {*p.hand, *p.drawn}:
                    label = t.labels[t.design[card]]
                    assert label == named or any(label in x for x in lines), (label, lines)
                for world in old.goods:
                    gone = world not in p.goods or p.goods[world] != old.goods[world]
                    if gone and not (kind in ("trade", "consume") and args["world"] == world):
                        label = t.labels[t.design[world]]
                        assert any("good" in x and label in x for x in lines), (label, lines)
    assert drawn > 100


def test_the_result_in_the_rulebooks_words(table):
    same = [
        {"tableau": ["epsilon_eridani"], "chips": 3},
        {"tableau": ["earths_lost_colony"], "chips": 3},
    ]
    actions = [["settle"], ["settle"]]
    shared = table(same, actions=actions, pool=0).state
    assert [shared.verdict(seat) for seat in (0, 1)] == ["shared victory", "shared victory"]
    tie = table([{**same[0], "hand": ["gem_world"]}, same[1]], actions=actions, pool=0)
    assert [tie.state.verdict(seat) for seat in (0, 1)] == [
        "victory by the tie-break (hand cards and goods: 1)",
        "",
    ]
    going_on = table(same, actions=[["explore_5"], ["settle"]]).state
    assert [going_on.verdict(seat) for seat in (0, 1)] == ["", ""]
    plain = table([same[0], {"tableau": ["earths_lost_colony"]}], actions=actions, pool=0).state
    assert [plain.verdict(seat) for seat in (0, 1)] == ["victory", ""]


# Running scores ------------------------------------------------------------------------------------


@SETTINGS
def test_projected_scores_are_the_final_ones_at_the_end_and_change_nothing(seats, advanced):
    rules = simkit.rules(TITLE, seats=seats, advanced=advanced)
    for seed in range(8):
        state = rules.deal(simkit.Luck(seed))
        whims = simkit.Luck(seed).stream("projected")
        while not state.over:
            before = (state.points[:], state.score[:], [p.chips for p in state.players])
            scores = state.projected_scores()
            assert before == (state.points, state.score, [p.chips for p in state.players])
            last = state.clone()
            state.step(whims.choice(state.legal()))
        assert state.projected_scores() == state.scores()
        assert len(scores) == seats
        # Nothing is placed or won by the last discards for the hand limit.
        if last.stage == st.STAGE_LIMIT:
            assert scores == state.scores()


def test_projected_scores_of_a_position(table):
    t = table(
        [
            {"tableau": ["new_sparta", "new_galactic_order", "space_marines"], "chips": 3},
            {"tableau": ["old_earth"]},
        ],
        actions=[["settle"], ["settle"]],
    )
    mine = t.state.projected_scores()
    military = 2 + 2 + 2
    assert mine == [3 + 1 + 1 + military, 2], "chips, printed points, New Galactic Order"
    assert t.state.scores() == [3, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_by_source_sum_to_the_score(seats, tmp_path):
    results = simkit.simulate(TITLE, seats=seats, games=12, seed=3, folder=tmp_path, n_jobs=1)
    points = results.points.groupby(["game_id", "seat"]).amount.sum()
    scores = results.seats.set_index(["game_id", "seat"]).score
    assert points.to_dict() == scores.to_dict()

"""The greedy bot and its profiles: stronger than chance, told apart, each best at its own points."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest

import simkit
from simkit.bots import make_bot, profiles
from simkit.bots.greedy import read_profile
from simkit.core.luck import Luck
from simkit.engine.play import play_game
from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.budget import LOWEST, UNKNOWN, Budget, Horizon
from simkit.games.federation.bot.features import GREEDY
from simkit.games.federation.bot.outlook import NO_MORE
from simkit.games.federation.bot.senate import FAR_APART, SLOPES, slope
from simkit.games.federation.rules import terms
from simkit.testing import check_bot

NAMES = ("balanced", "builder", "financier", "specialists", "trader", "voter")
GAMES = 240
FIGURES = (  # what a player would look at to tell who played how
    "points_medal", "points_specialist", "points_floors", "points_projects", "votings", "fundings",
    "discs", "industries", "megastructures", "erudites", "missions", "general_contribution",
    "influence_arratuin", "influence_atal", "influence_e81216",
)  # fmt: skip


def points(state, seat):
    return dict(
        zip((s.name for s in state.rules.schema.sources), state.points_of(seat), strict=True)
    )


@functools.cache
def mixed_games():
    """Play four of the six profiles against each other; one row of figures per seat."""
    rules = simkit.rules("federation", seats=4)
    rows = []
    for game in range(GAMES):
        luck = Luck(game).fork("mixed")
        names = [NAMES[i] for i in luck.fork("profiles").order(range(len(NAMES)))[:4]]
        state = play_game(rules.deal(luck), [GREEDY(name) for name in names])
        for seat, name in enumerate(names):
            own = points(state, seat)
            row = {**state.seat_row(seat), **{f"points_{k}": v for k, v in own.items()}}
            row["points_floors"] = sum(own[f"floor_{n}"] for n in (1, 2, 3))
            row["points_projects"] = sum(v for k, v in own.items() if k.startswith("project_"))
            won = (seat in state.winners()) / len(state.winners())
            rows.append({**row, "game": game, "profile": name, "won": won})
    return rows


def test_the_profiles_are_those_described():
    assert set(profiles("federation")) == {*NAMES, "baseline", "standard", "table"}
    for name in profiles("federation"):
        profile = read_profile(simkit.rules("federation", seats=4).data_folder(), name)
        assert profile.label
        assert len(profile.description) > 40


def test_plain_greedy_plays_a_profile_for_two_and_one_for_more():
    bot = GREEDY()
    for seats, name in ((2, "standard"), (3, "table"), (4, "table"), (2, "standard")):
        rules = simkit.rules("federation", seats=seats)
        named = GREEDY(name).named_weights(rules)
        assert bot.named_weights(rules) == GREEDY().named_weights(rules) == named
        assert GREEDY(weights={"law": 9.0}).named_weights(rules) == {**named, "law": 9.0}


def turns_at_a_table(seed, weights=None):
    """Yield the state and the bot, which has chosen already, at every turn of a game of four."""
    rules = simkit.rules("federation", seats=4)
    bots = [GREEDY("table", weights) for _ in range(4)]
    state = rules.deal(Luck(seed))
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, Luck(0))
    while not state.over:
        bot = bots[state.seat]
        choice = bot.choose(state, state.candidates())
        if state.todo[-1][0] == terms.TURN:
            yield state, bot
        state.apply(choice.action)


@pytest.mark.parametrize("name", [weight.name for weight in GREEDY.WEIGHTS])
def test_a_weight_that_is_next_to_nothing_counts_as_nothing(name):
    """Zero means "not counted", never another way to value: choices are the same, values next to it."""
    rules = simkit.rules("federation", seats=2)
    state = rules.deal(Luck(11))
    bots = [GREEDY("standard", {name: weight}) for weight in (0.0, 1e-9)]
    for bot in bots:
        bot.start(rules, 0, Luck(0))
    while not state.over:
        options = state.candidates()
        nothing, little = (bot.choose(state, options) for bot in bots)
        assert little.value == pytest.approx(nothing.value, abs=1e-6)
        assert little.action == nothing.action or nothing.value - nothing.runner_up < 1e-6
        state.apply(nothing.action)


def test_a_vote_counts_the_same_for_a_law_however_far_the_wings_are_apart():
    assert {len(row) for row in SLOPES} == {FAR_APART + 1}
    for free, row in enumerate(SLOPES):
        assert {slope(free, margin) for margin in range(FAR_APART, 100)} == {row[-1]}
        assert row[0] > row[-1] > 0.0
    assert len(SLOPES) > simkit.rules("federation", seats=4).tables.outer


def test_a_vote_counts_for_a_law_by_the_free_spaces_and_the_votes_between_the_wings():
    counted = 0
    for state, bot in turns_at_a_table(9, {"law_vote": 1.0}):
        there = state.clone()
        stakes = []
        for margin, free in itertools.product(
            (-60, -33, -9, 0, 5, 9, 32, 33), (0, 1, state.free, 0x1FFFF)
        ):
            there.wing_tally, there.free = [60, 60 - margin], free
            bot.look(there)
            bot.prepare_votes()
            stakes.append(bot.pull / slope(free.bit_count(), abs(margin)))
        assert stakes == pytest.approx([stakes[0]] * len(stakes))
        counted += stakes[0] != 0.0
    assert counted > 40


def test_every_strategy_holds_its_own_among_the_others():
    """Win shares at mixed tables of four, a quarter would be fair; see experiments for more games."""
    rows = mixed_games()
    for name in NAMES:
        won = [row["won"] for row in rows if row["profile"] == name]
        assert np.mean(won) >= 0.15, name


def test_the_tuned_weights_beat_the_frozen_ones():
    """Plain greedy against `baseline`, mirrored games of two; 70 to 75 % over a thousand games."""
    results = simkit.simulate(
        "federation", seats=2, games=120, seed=11, n_jobs=1, log="games", progress="quiet",
        lineup={"bots": ["greedy", "greedy:baseline"], "mirror": True},
    )  # fmt: skip
    seats = results.frame("seats", ["profile", "win_share"])
    assert seats[seats["profile"] != "baseline"]["win_share"].mean() >= 0.65


def test_profiles_can_be_told_apart():
    """Nearest centroid on named figures, fitted on half of the games, names the others' seats."""
    rows = mixed_games()
    figures = np.array([[row[name] for name in FIGURES] for row in rows], dtype=float)
    played = np.array([row["profile"] for row in rows])
    fitted = np.array([row["game"] % 2 == 0 for row in rows])
    spread = [figures[fitted & (played == name)].var(axis=0) for name in NAMES]
    figures /= np.sqrt(np.mean(spread, axis=0)) + 1e-9
    centres = np.array([figures[fitted & (played == name)].mean(axis=0) for name in NAMES])
    gaps = ((figures[~fitted][:, None] - centres) ** 2).sum(axis=2)
    named = np.array(NAMES)[gaps.argmin(axis=1)]
    assert (named == played[~fitted]).mean() >= 0.80


@pytest.mark.parametrize("name", NAMES)
def test_each_profile_leads_in_its_own_points(name):
    folder = simkit.rules("federation", seats=4).data_folder()
    own = read_profile(folder, name).provenance["own_source"]
    means = {}
    for other in NAMES:
        rows = [row for row in mixed_games() if row["profile"] == other]
        means[other] = np.mean([sum(row[f"points_{source}"] for source in own) for row in rows])
    assert max(means, key=means.get) == name, means


def mean_score(bot, seats, games):
    rules = simkit.rules("federation", seats=seats)
    bots = [make_bot(bot, "federation") for _ in range(seats)]
    scores = [play_game(rules.deal(Luck(game)), bots).scores() for game in range(games)]
    return float(np.mean(scores))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_scores_far_more_than_random(seats):
    assert mean_score("greedy", seats, 60) >= 1.8 * mean_score("random", seats, 60)


@pytest.mark.soak
def test_greedy_scores_far_more_than_random_over_a_thousand_games():
    assert mean_score("greedy", 4, 1000) >= 1.8 * mean_score("random", 4, 1000)


@pytest.mark.parametrize("bot", ["greedy", "greedy:voter", "greedy:specialists"])
def test_the_contract_of_bots(bot):
    check_bot(bot, "federation")


# A column may be patched to move the general project, which few placements do otherwise.
PATCHES = ({}, {"senate.column.2.project": "general"})


@pytest.mark.parametrize("patch", PATCHES)
@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("seats", [2, 4])
def test_placements_in_one_loop_are_valued_as_one_by_one(seats, sign, patch):
    rules = simkit.rules("federation", seats=seats, patch=patch)
    weights = {name: sign * weight for name, weight in GREEDY().named_weights(rules).items()}
    state, bot, turns = rules.deal(Luck(3)), GREEDY(weights=weights), 0
    bot.start(rules, 0, Luck(0))
    while not state.over:
        options = state.legal() if state.round % 2 else state.candidates()
        if state.seat:  # some may be missing, but never all placements of a turn
            options = [*options[: 1 + state.seat], *options[2 + state.seat :: 1 + state.seat]]
        choice = bot.choose(state, options)
        if state.rules.decode(options[0])[0] == "place":
            turns += 1
            values = bot.values(state, options)
            assert choice.value == max(values)
            assert choice.action == options[values.index(choice.value)]
            assert choice.runner_up == sorted([LOWEST, *values])[-2]
        state.apply(choice.action)
    assert turns >= 20 * seats


def test_candidates_may_come_in_any_order():
    rules = simkit.rules("federation", seats=4)
    bot = GREEDY()
    bot.start(rules, 0, Luck(0))
    state = rules.deal(Luck(3))
    turns = 0
    while not state.over:
        options = state.legal() if state.round % 2 else state.candidates()
        mixed = Luck(state.seat).fork("mixed", len(options)).shuffle(options)
        values = bot.values(state, mixed)
        found = bot.choose(state, mixed)
        assert found.value == max(values)
        assert found.action == mixed[values.index(found.value)]
        assert found.runner_up == sorted([LOWEST, *values])[-2]
        kinds = [rules.decode(action)[0] for action in mixed]
        turns += kinds[0] == "place" and kinds.count("place") < len(kinds)
        state.apply(bot.choose(state, options).action)
    assert turns  # in which the placements have something else among them


def test_actions_taken_off_the_very_list_of_candidates_are_not_chosen():
    rules = simkit.rules("federation", seats=3)
    bot, turns = GREEDY(), 0
    bot.start(rules, 0, Luck(0))
    state = rules.deal(Luck(5))
    while not state.over:
        options = state.candidates()
        first = bot.choose(state, options)
        if state.todo[-1][0] == terms.TURN:
            turns += 1
            options.remove(first.action)
            assert bot.choose(state, options).value == first.runner_up
        state.apply(first.action)
    assert turns >= 60


def chosen(bot, state):
    choice = bot.choose(state, state.candidates())
    return choice.action, choice.value, choice.runner_up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_bot_keeps_from_before_changes_no_choice(seats):
    """A bot in the midst of its third game chooses and values like one that has just come."""
    patched = simkit.rules("federation", seats=seats, patch={"resources.end_value.diamond_pp": 3})
    bots = [GREEDY() for _ in range(seats)]
    for game, rules in enumerate((patched, simkit.rules("federation", seats=seats), patched)):
        state = rules.deal(Luck(game))
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, Luck(0))
        while not state.over:
            fresh = GREEDY()
            fresh.start(rules, state.seat, Luck(0))
            found = chosen(bots[state.seat], state)
            assert found == chosen(fresh, state)
            state.apply(found[0])


def test_what_an_erudite_changes_before_a_placement_is_looked_at_again():
    """Also where the placement was not asked for: a restriction may leave but one after the use."""
    rules = simkit.rules("federation", seats=2)
    player = {"erudites": ["1A1"], "alterations": ["s1_fund_cop"], "hangar": 1}  # one level more
    spec = {"players": {"A": player}, "seat": "A", "round": 5}
    kept, fresh = GREEDY(), GREEDY()
    for action in rules.position(spec).candidates():
        if rules.decode(action)[0] != "place":
            continue
        state = rules.position(spec)
        kept.start(rules, 0, Luck(0))
        kept.choose(state, state.candidates())
        state.apply(next(a for a in state.candidates() if rules.decode(a)[0] == "use"))
        assert state.is_legal(action)
        state.apply(action)
        fresh.start(rules, 0, Luck(0))
        assert kept.values(state, state.candidates()) == fresh.values(state, state.candidates())


def test_what_was_thrown_away_before_a_placement_is_looked_at_again():
    """A mission on the President's Office counts crystals, and a token moves the marker there."""
    rules = simkit.rules("federation", seats=4)
    player = {"resources": {"lavandium": 2, "copernium": 2}, "alterations": ["s1_fund_cop"]}
    spec = {"players": {"A": player}, "first_player": "B", "seat": "A"}
    kept, fresh = GREEDY(), GREEDY()
    for action in rules.position(spec).candidates():
        state = rules.position(spec)
        kept.start(rules, 0, Luck(0))
        kept.choose(state, state.candidates())
        state.apply(next(a for a in state.legal() if rules.decode(a)[0] == "discard"))
        if state.is_legal(action):
            state.apply(action)
            fresh.start(rules, 0, Luck(0))
            assert kept.values(state, state.candidates()) == fresh.values(state, state.candidates())


def test_budgets_are_shared_and_are_those_made_anew():
    rules = simkit.rules("federation", seats=2)
    bots = [GREEDY("voter"), GREEDY("voter")]
    play_game(rules.deal(Luck(5)), bots)
    one, two = bots
    assert one.budgets
    assert one.horizons is two.horizons
    for fade in one.budgets.keys() & two.budgets.keys():
        assert one.budgets[fade] is two.budgets[fade]
    for fade, kept in one.budgets.items():
        anew = Budget(rules.tables, one.rates, fade, NO_MORE)
        for name in Budget.__slots__:
            assert getattr(kept, name) == getattr(anew, name)


def test_what_hangs_on_the_rounds_left_is_that_made_anew():
    """With other weights and tables in between, and when a bot comes back to the first ones."""
    settings = (simkit.rules("federation", seats=2), simkit.rules("federation", seats=3))
    bot = GREEDY("builder")
    for rules in (*settings, settings[0]):
        others = [GREEDY() for _ in range(rules.seats - 1)]
        play_game(rules.deal(Luck(5)), [bot, *others])
        worth = estimates.Worth(rules.tables)
        assert len(bot.horizons) == rules.tables.rounds + 1
        for left, kept in enumerate(bot.horizons):
            anew = Horizon(rules.tables, bot.rates, worth, left)
            for name in set(Horizon.__slots__) - {"kept"}:  # noted as they come up
                assert getattr(kept, name) == getattr(anew, name)
            for enough, part in enumerate(anew.marker_parts):
                for level, marked in enumerate(bot.marked[2 * left + enough]):
                    assert marked in ([], [part * each for each in worth.marked[left][level]])
        assert sum(len(known) > 0 for row in bot.marked for known in row) > 5


def test_industries_that_are_noted_are_the_best():
    rules = simkit.rules("federation", seats=4)
    play_game(rules.deal(Luck(4)), bots := [GREEDY() for _ in range(4)])
    worth, tables = bots[0].worth, rules.tables
    for left, plans in enumerate(worth.industry_plans):
        built = worth.built[left]
        for mask, industry in plans.items():
            among = [(built[i], -i) for i in range(tables.n_industries) if mask >> i & 1]
            assert industry == -max(among, default=(0.0, 1))[1]
    assert sum(map(len, worth.industry_plans)) > 3


def test_what_is_priced_beforehand_is_what_the_effects_bring():
    rules = simkit.rules("federation", seats=4)
    tables, bots = rules.tables, [GREEDY() for _ in range(4)]
    play_game(rules.deal(Luck(5)), bots)
    bot = bots[0]
    bot.look(rules.position({"round": 3}))
    budget = bot.budget
    listed = [(budget.bonus, tables.funding_bonus, 0.0), (budget.tokens, tables.token_bonus, 0.0)]
    listed += [(*both, 0.0) for both in zip(budget.options, tables.menus, strict=True)]
    listed += zip(budget.trades, tables.shop_effects, budget.shops, strict=True)
    kinds = set()
    for priced, effects, cost in listed:
        for value, tasks in zip(priced, effects, strict=True):
            known = all(task[0] == terms.GAIN for task in tasks)
            assert value == (bot.effects(tasks) - cost if known else UNKNOWN)
            kinds.add(known)
    assert kinds == {True, False}


def test_ships_by_number_are_those_that_find_room():
    """Worth by the missions that lack one; each further ship adds three quarters of the first."""
    rules = simkit.rules("federation", seats=4)
    bot = GREEDY()
    bot.start(rules, 0, Luck(0))
    for hangar in range(rules.tables.hangar_max + 1):
        spec = {"players": {"A": {"hangar": hangar}}, "seat": "A", "round": 2}
        bot.look(rules.position(spec))
        room = rules.tables.hangar_max - hangar
        found = [bot.ships(n) for n in range(room + 3)]
        for n, worth in enumerate(found):
            assert worth == pytest.approx(found[1] * (0.25 + 0.75 * min(n, room)) if n else 0.0)
        assert (found[1] > 0.0) == (room > 0)


def test_ships_that_come_too_late_to_fly_are_worth_the_same_each():
    rules = simkit.rules("federation", seats=4)
    bot = GREEDY()
    bot.start(rules, 0, Luck(0))
    spec = {"players": {"A": {"hangar": 1, "turns": 4}}, "seat": "A", "round": 5}
    bot.look(rules.position(spec))
    room = rules.tables.hangar_max - 1
    assert [bot.ships(n) for n in range(room + 3)] == [
        bot.rates.ship * min(n, room) for n in range(room + 3)
    ]


@pytest.mark.parametrize("hangar", [0, 4])
def test_no_ships_are_worth_nothing(hangar):
    patch = {"start_tiles.start_1.effects": [{"op": "ship", "n": 0}]}
    rules = simkit.rules("federation", seats=4, patch=patch)
    bot = GREEDY()
    bot.start(rules, 0, Luck(0))
    spec = {"players": {"A": {"hangar": hangar}}, "seat": "A", "round": 2}
    bot.look(rules.position(spec))
    assert bot.effects(rules.tables.start_effects[0]) == 0.0


@pytest.mark.parametrize("profile", ["standard", "table"])
def test_erudites_that_score_are_better_late_whatever_a_patch_makes_of_the_points(profile):
    effects = [{"op": "pp_per", "metric": "erudite_colours", "k": 0}]
    rules = simkit.rules("federation", seats=4, patch={"erudites.3A2.effects": effects})
    bot = GREEDY(profile)
    bot.start(rules, 0, Luck(0))
    bot.look(rules.position({"round": 2}))
    later = bot.rates.specialist * 0.7 * bot.left
    assert later > 0.0
    tile = rules.tables.erudites.index("3A2")
    assert bot.atal(tile) == pytest.approx(bot.influence(terms.ATAL) - later)


def test_numbers_of_a_mask_are_its_bits():
    rules = simkit.rules("federation", seats=3)
    play_game(rules.deal(Luck(4)), [GREEDY() for _ in range(3)])
    kept = rules.tables.numbers
    assert 20 < len(kept) <= 1 << len(rules.tables.missions)
    assert all(found == [i for i in range(64) if mask >> i & 1] for mask, found in kept.items())


def test_bots_play_where_a_patch_leaves_a_megastructure_without_multipliers():
    patch = {"planet_e81216.mega_4.multipliers": [0, 0, 0, 0]}
    rules = simkit.rules("federation", seats=2, patch=patch)
    assert play_game(rules.deal(Luck(1)), [GREEDY(), GREEDY("builder")]).over


def test_what_votes_add_to_a_floor_is_that_worked_out_anew():
    rules = simkit.rules("federation", seats=4)
    bots = [GREEDY() for _ in range(4)]
    state = rules.deal(Luck(2))
    for bot in bots:
        bot.start(rules, 0, Luck(0))
    seen = set()
    while not state.over:
        for packed in state.floors:
            mine, others, free = estimates.standing(packed, state.seat)
            before, left = estimates.lead_chance(mine, others, free), max(0, free - 1)
            gains = estimates.vote_gains(bots[0].worth, packed, state.seat)
            assert len(gains) == estimates.MOST_VOTES
            for votes, gain in enumerate(gains):
                assert gain == estimates.lead_chance(mine + votes, others, left) - before
            seen.add((mine, others, free))
        state.apply(bots[state.seat].choose(state, state.candidates()).action)
    assert len(seen) > 30


def test_votes_on_a_packed_floor_may_be_many_or_negative():
    state = simkit.rules("federation", seats=4).deal(Luck(1))
    spaces = state.tables.floor_spaces[1]
    for voter, votes in enumerate((-3, 700, 0, -1000, 12)):
        state.cast(spaces[voter], voter, votes)
    state.occupy(spaces[0], 0)
    free = len(spaces) - 1
    found = [estimates.standing(state.floors[1], seat) for seat in range(4)]
    assert found == [(-3, 700, free), (700, 12, free), (0, 700, free), (-1000, 700, free)]


def test_marker_values_are_those_of_the_missions():
    """A scoring mission by its points and some growth, the others by their effect; less out of reach."""
    rules = simkit.rules("federation", seats=2)
    worth, tables = estimates.Worth(rules.tables), rules.tables
    scoring = {row[0]: row for row in worth.scoring[2][9]}
    for mission, tasks in enumerate(tables.mission_effects):
        op, metric, k, _ = tasks[0]
        assert (mission in scoring) == (op == terms.PP_PER)
        if op == terms.PP_PER:
            more = metric == terms.MISSIONS and tables.mission_counts_itself
            growth = k * (more + estimates.GROWTH[metric] * 2)
            assert scoring[mission][1:] == pytest.approx((metric, k, growth))
        else:
            assert worth.marked[2][9][mission] == worth.missions[mission]
            low = worth.marked[2][0][mission] / worth.missions[mission]
            assert low in (1.0, pytest.approx(0.6), pytest.approx(0.1))


def test_explanations_sum_to_the_score():
    rules = simkit.rules("federation", seats=3)
    for name in ("", "financier", "standard"):
        state = rules.deal(Luck(8))
        bot = GREEDY(name)
        asked = 0
        while not state.over and asked < 60:
            options = state.candidates()
            bot.start(rules, state.seat, Luck(0))
            choice = bot.choose(state, options)
            if len(options) > 1:
                asked += 1
                for action in options[:3]:
                    value = bot.values(state, [action])[0]
                    total = sum(line.contribution for line in bot.explain(state, action))
                    assert total == pytest.approx(value, abs=1e-6)
            state.apply(choice.action)

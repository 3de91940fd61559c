"""The greedy bot and its profiles; positions, words and the picture of the board."""

import itertools
import statistics
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import simkit
from simkit.bots import profiles
from simkit.bots.greedy import Weight, weight_set
from simkit.core.errors import SimkitError
from simkit.engine.play import play_game
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.bot.features import GREEDY
from simkit.games.gaia_project.bot.weight_set import Weights
from simkit.games.gaia_project.bot.weights import WEIGHTS
from simkit.games.gaia_project.rules.terms import FACTIONS
from simkit.games.gaia_project.view.board import svg
from simkit.testing import check_bot, check_rules


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_contract_of_the_rules(seats):
    check_rules("gaia_project", seats=seats, hidden=False, games=1)


@pytest.mark.parametrize("seats", [1, 4])
def test_contract_of_the_bot(seats):
    check_bot("greedy", "gaia_project", seats=seats, games=1)


def final_states(profile, games, seats=4):
    rules = simkit.rules("gaia_project", seats=seats)
    text = f"greedy:{profile}" if profile else "greedy"
    for seed in range(games):
        bots = [simkit.make_bot(text, "gaia_project") for _ in range(seats)]
        yield play_game(rules.deal(simkit.Luck(500 + seed)), bots)


def test_greedy_plays_a_sensible_game():
    states = list(final_states("", 24))
    scores = [score for state in states for score in state.score]
    assert statistics.mean(scores) > 118
    formed = [p.formed > 0 for state in states for p in state.players]
    assert statistics.mean(formed) > 0.9


@pytest.mark.parametrize("profile", profiles("gaia_project"))
def test_every_profile_plays(profile):
    scores = [score for state in final_states(profile, 4) for score in state.score]
    assert statistics.mean(scores) > 70


STRATEGIES = ("economy", "expansion", "federations", "research")
FIGURES = (
    "mines", "trading_stations", "research_labs", "planetary_institutes", "academy_lefts",
    "academy_rights", "satellites", "federations", "planet_types", "gaia_planets", "sectors",
    "standard_tiles", "advanced_tiles", "power_leeched", "final_terra", "final_nav", "final_int",
    "final_gaia", "final_eco", "final_sci",
)  # fmt: skip


@pytest.fixture(scope="module")
def mixed_tables():
    """Closing figures and win shares at tables of the four strategies; seats change by game."""
    rules = simkit.rules("gaia_project", seats=4)
    figures, names, wins = [], [], [0.0] * 4
    for game in range(120):
        seated = [(seat + game) % 4 for seat in range(4)][:: -1 if game // 4 % 2 else 1]
        bots = [simkit.make_bot(f"greedy:{STRATEGIES[k]}", "gaia_project") for k in seated]
        state = play_game(rules.deal(simkit.Luck(game)), bots)
        for seat, k in enumerate(seated):
            row = state.seat_row(seat)
            figures.append([row[figure] for figure in FIGURES])
            names.append(k)
            wins[k] += (seat in state.winners()) / len(state.winners()) / 120
    return np.array(figures, dtype=float), np.array(names), wins


def test_strategies_can_be_told_apart(mixed_tables):
    """Nearest centroid on closing figures, fitted on half of the games, names the others' seats."""
    figures, names, _ = mixed_tables
    half = len(figures) // 2
    scaled = (figures - figures[:half].mean(0)) / figures[:half].std(0)
    centroids = np.array([scaled[:half][names[:half] == k].mean(0) for k in range(4)])
    distances = ((scaled[half:, None, :] - centroids[None]) ** 2).sum(2)
    assert (distances.argmin(1) == names[half:]).mean() >= 0.8


def test_strategies_are_what_they_say_and_none_is_hopeless(mixed_tables):
    figures, names, wins = mixed_tables
    means = [dict(zip(FIGURES, figures[names == k].mean(0), strict=True)) for k in range(4)]
    economy, expansion, federations, research = means
    assert min(wins) >= 0.15
    for other in (expansion, federations, research):
        assert economy["planetary_institutes"] > other["planetary_institutes"] + 0.3
        assert economy["power_leeched"] > other["power_leeched"] + 3
    for other in (economy, federations, research):
        assert expansion["mines"] > other["mines"] + 0.5
        assert expansion["gaia_planets"] > other["gaia_planets"]
    for other in (economy, expansion, research):
        assert federations["satellites"] > other["satellites"] + 0.5
    for other in (economy, expansion, federations):
        assert research["standard_tiles"] > other["standard_tiles"] + 0.7
    assert federations["federations"] > research["federations"] + 0.2


def test_faction_weights_come_into_force():
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.deal(simkit.Luck(1), factions=["lantids", "xenos"])
    bot = simkit.make_bot("greedy:faction_aware", "gaia_project")
    bot.start(rules, 0, simkit.Luck(1))
    bot.choose(state, state.candidates())
    assert bot.w.guest == -4.0


def test_leech_is_a_matter_of_value():
    from .board import find, position

    planets = {(0, 0): "oxide", (1, 0): "oxide", (0, 2): "ice"}
    builder = {"ore": 9, "credits": 20, "buildings": {"planetary_institute": ["0x0"]}}
    rival = {"bowls": [6, 0, 0], "buildings": {"planetary_institute": ["0x2"]}}
    bot = simkit.make_bot("greedy", "gaia_project")
    for vp, amount in ((10, 3), (0, 1)):
        state = position(planets, [builder, {**rival, "vp": vp}], ["ivits", "itars"])
        state.step(find(state, "mine", hex="1x0", via="plain")[0])
        state.step(find(state, "end_turn")[0])
        bot.start(state.rules, 1, simkit.Luck(1))
        choice = bot.choose(state, state.candidates()).action
        kind, args = state.rules.decode(choice)
        if amount == 1:
            assert kind == "leech"  # one power costs nothing
        else:
            assert args["amount"] == 3


def test_descriptions_parse_back():
    for state in final_states("", 1):
        assert state.over
    rules = simkit.rules("gaia_project", seats=3)
    state = rules.deal(simkit.Luck(4))
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(3)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(1))
    while not state.over:
        options = state.candidates()
        for action in options:
            assert rules.parse(rules.describe(state, action)) == action
        state.step(bots[state.seat].choose(state, options).action)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_pictures_are_well_formed(seats):
    for state in final_states("", 1, seats):
        for size in ("full", "card"):
            root = ET.fromstring(svg(state, 0, size))
            assert root.tag.endswith("svg")
        assert "Gaia Project" in state._repr_html_()
    rules = simkit.rules("gaia_project", seats=max(2, seats), faction_choice="chosen")
    ET.fromstring(svg(rules.deal(simkit.Luck(1))))


@pytest.mark.parametrize(
    ("fixed", "message"),
    [
        ({"factions": ["terans", "xenos"]}, "terrans"),
        ({"factions": ["terrans"]}, "needs 2 factions"),
        ({"round_tiles": ["score1"]}, "needs 6"),
        ({"round_tiles": ["score1"] * 6}, "twice"),
        ({"tech_tiles": {"terra": "tech1"}}, "lacks"),
        ({"hexes": [[0, 0, "a", "water", "1"]]}, "water"),
        ({"map": [["99", [0, 0], 0]]}, "99"),
        ({"table": [0, 0]}, "every seat once"),
        ({"bosters": []}, "boosters"),
    ],
)
def test_bad_deals_are_explained(fixed, message):
    with pytest.raises(SimkitError, match=message):
        simkit.rules("gaia_project", seats=2).deal(simkit.Luck(1), **fixed)


def test_bad_positions_are_explained():
    rules = simkit.rules("gaia_project", seats=2)
    with pytest.raises(SimkitError, match="factions"):
        simkit.rules("gaia_project", seats=2, faction_choice="chosen").position({})
    for spec, message in (
        ({"playrs": []}, "players"),
        ({"players": [{"oar": 1}, {}]}, "ore"),
        ({"players": [{"buildings": {"castle": ["1C"]}}, {}]}, "castle"),
    ):
        with pytest.raises(SimkitError, match=message):
            rules.position({"deal": {"factions": ["terrans", "xenos"]}, **spec})


def test_baseline_stays_as_it_was_frozen():
    """It names every weight of its time and does without those that came later."""
    from simkit.bots.greedy import read_profile
    from simkit.games.gaia_project.bot.weights import YOUNGER

    rules = simkit.rules("gaia_project", seats=2)
    frozen = read_profile(rules.data_folder(), "baseline")
    assert set(frozen.weights) | set(YOUNGER) == {weight.name for weight in WEIGHTS}
    assert not set(frozen.weights) & set(YOUNGER)
    used = simkit.make_bot("greedy:baseline", "gaia_project").named_weights(rules)
    assert {name: used[name] for name in frozen.weights} == frozen.weights
    assert not any(used[name] for name in YOUNGER)


def test_a_power_action_is_worth_what_its_goods_open():
    """Two ore for four power: one ore short of a lab they are worth more than three ore short."""
    from .board import find, position

    planets = {(0, 0): "oxide", (1, 0): "oxide"}
    rival = {"buildings": {"mine": ["1x0"]}}
    values = []
    for ore in (1, 0):
        me = {
            "ore": ore,
            "credits": 9,
            "bowls": [0, 0, 4],
            "buildings": {"trading_station": ["0x0"]},
        }
        state = position(planets, [me, rival], ["ambas", "firaks"])
        bot = simkit.make_bot("greedy", "gaia_project")
        bot.start(state.rules, 0, simkit.Luck(1))
        action = find(state, "power_action", action="power3")[0]
        values += bot.values(state, [action])
        lines = bot.explain(state, action)
        assert sum(line.contribution for line in lines) == pytest.approx(values[-1])
    assert values[0] > values[1] + 5


def test_goods_are_worth_less_and_less():
    from .board import position

    prices = []
    for number in range(1, 7):
        state = position({(0, 0): "oxide"}, [{}, {}], ["ambas", "firaks"], round=number)
        bot = simkit.make_bot("greedy", "gaia_project")
        bot.start(state.rules, 0, simkit.Luck(1))
        bot.prepare(state)
        prices.append(bot.prices[:4])
    for earlier, later in itertools.pairwise(prices):
        assert all(a > b for a, b in zip(earlier, later, strict=True))


def test_bids_follow_what_factions_are_known_to_make():
    """A table bids up Ivits, who make most, and leaves Lantids, who make least, for nothing."""
    rules = simkit.rules("gaia_project", seats=4, faction_choice="auction")
    state = rules.deal(simkit.Luck(3), pool=["lantids", "ivits", "firaks", "nevlas"])
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(4)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(1))
    while any(p.faction < 0 for p in state.players):
        state.step(bots[state.seat].choose(state, state.candidates()).action)
    bids = {FACTIONS[p.faction]: p.bid for p in state.players}
    assert bids["ivits"] > 12 > 8 > bids["lantids"]


def test_every_weight_is_an_attribute_of_the_set():
    assert list(Weights.__annotations__) == [weight.name for weight in WEIGHTS]


@pytest.mark.parametrize("name", ["greedy", "greedy:faction_aware"])
def test_what_is_kept_between_free_actions_scores_like_what_is_worked_out_anew(name):
    rules = simkit.rules("gaia_project", seats=4)
    kept = compared = 0
    for seed in range(2):
        state = rules.deal(simkit.Luck(seed))
        bots = [simkit.make_bot(name, "gaia_project") for _ in range(4)]
        fresh = simkit.make_bot(name, "gaia_project")
        for seat, bot in enumerate(bots):
            bot.start(rules, seat, simkit.Luck(seed))
        while not state.over:
            options = state.candidates()
            bot = bots[state.seat]
            kept += bot.changes == state.changes
            choice = bot.choose(state, options)
            if state.mode == schema.M_TURN and state.round > 1:
                rules.sheets.clear()  # what bots of equal weights share
                fresh.start(rules, state.seat, simkit.Luck(seed))
                assert fresh.values(state, options) == bot.values(state, options)
                state.check()  # what is kept beside the pieces
                compared += 1
            state.apply(choice.action)
    assert kept > 50
    assert compared > 200


def test_every_answer_can_be_explained_also_before_the_first_turn():
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.deal(simkit.Luck(5))
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(5))
    boosters = 0
    while state.round == 0:
        bot, options = bots[state.seat], state.candidates()
        for action, value in zip(options, bot.values(state, options), strict=True):
            lines = bot.explain(state, action)
            assert sum(line.contribution for line in lines) == pytest.approx(value)
        boosters += state.mode == schema.M_BOOSTER
        state.apply(bot.choose(state, options).action)
    assert boosters == 2


def test_conversions_after_the_main_action_are_valued_and_explained_from_what_is_there_now():
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.deal(simkit.Luck(1))
    bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(2)]
    fresh = simkit.make_bot("greedy", "gaia_project")
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(1))
    valued = 0
    while not state.over:
        bot = bots[state.seat]
        if state.mode == schema.M_AFTER:
            options = state.legal()
            values = bot.values(state, options)
            fresh.start(rules, state.seat, simkit.Luck(1))
            assert fresh.values(state, options) == values
            best = max(values)
            if best > 0:
                valued += 1
                lines = bot.explain(state, options[values.index(best)])
                assert sum(line.contribution for line in lines) == pytest.approx(best)
        state.apply(bot.choose(state, state.candidates()).action)
    assert valued > 20


class Curious(GREEDY):
    """A bot with a weight more."""

    WEIGHTS = (*WEIGHTS, Weight("curiosity", 2.0, "for a test"))
    WeightSet = weight_set(WEIGHTS)


class Learner(GREEDY):
    """A bot that brings a weight along and notes what it is to use."""

    def __init__(self, ore):
        super().__init__("faction_aware")
        self.ore = ore

    def named_weights(self, rules, faction=""):
        return {**super().named_weights(rules, faction), "ore": self.ore}

    def use_weights(self, named):
        super().use_weights(named)
        self.used = named["ore"]


def test_bots_that_find_weights_their_own_way_are_asked_every_time():
    rules = simkit.rules("gaia_project", seats=2)
    state = rules.deal(simkit.Luck(1))
    for ore in (3.0, 5.0):
        bot = Learner(ore)
        bot.start(rules, 0, simkit.Luck(1))
        bot.prepare(state)  # those of the faction come into force
        assert bot.used == bot.w.ore == bot.own.ore == ore


def test_bots_share_weights_only_with_those_of_the_same_names():
    rules = simkit.rules("gaia_project", seats=2)
    plain, more = GREEDY(), Curious()
    for bot in (plain, more, plain):
        bot.start(rules, 0, simkit.Luck(1))
    assert more.w.curiosity == 2.0
    assert not hasattr(plain.w, "curiosity")
    plain.use_weights({"ore": 3.0})
    more.use_weights({"qic": 3.0})
    assert (plain.w.ore, more.w.qic) == (3.0, 3.0)
    plain.use_weights({"qic": 3.0})
    assert plain.w.qic == 3.0


KEPT = {
    "layers", "holdings", "sites", "sites_far", "sites_at", "sites_level", "sites_in",
    "specials", "specials_at",
}  # fmt: skip
DEALT = {
    "t",
    "galaxy",
    "shape",
    "places",
    "round_tiles",
    "final_tiles",
    "dealt_advanced",
    "dealt_token",
}
# They follow from other fields.
COUNTED = {"changes", "map_changes", "planet", "taken", "shared", "finals", "finals_at"}


def _other(value):
    """Return another value of the same type."""
    if isinstance(value, list):
        return [*value[:-1], value[-1] + 1] if value else [1]
    return not value if isinstance(value, bool) else value + 1


def test_every_field_of_a_position_decides_how_it_goes_on_unless_it_is_worked_out():
    """Searches take positions of equal `course` for the same."""
    state = simkit.rules("gaia_project", seats=2).deal(simkit.Luck(3))
    bots = [simkit.bots.make_bot("greedy", "gaia_project") for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.start(state.rules, seat, simkit.Luck(1))
    for _ in range(60):
        state.apply(bots[state.seat].choose(state, state.candidates()).action)
    assert state.clone().course() == state.course()
    fields = set(type(state).__slots__) - DEALT - COUNTED - {"players", "automa"}
    for name in sorted(fields | {"round", "phase", "seat", "score"}):
        copy = state.clone()
        setattr(copy, name, _other(getattr(copy, name)))
        assert copy.course() != state.course(), name
    for name in sorted(set(type(state.players[0]).__slots__) - KEPT):
        copy = state.clone()
        setattr(copy.players[1], name, _other(getattr(copy.players[1], name)))
        assert copy.course() != state.course(), name


def test_two_deals_of_the_same_luck_and_games_with_the_automa_are_not_compared():
    rules = simkit.rules("gaia_project", seats=2)
    assert rules.deal(simkit.Luck(3)).course() != rules.deal(simkit.Luck(3)).course()
    assert simkit.rules("gaia_project", seats=1).deal(simkit.Luck(3)).course() is None

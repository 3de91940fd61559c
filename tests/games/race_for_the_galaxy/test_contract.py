"""The contract of titles and bots, the golden playthroughs, the picture."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import simkit
from simkit.bots import make_bot, profiles
from simkit.games.race_for_the_galaxy.view import board
from simkit.testing import check_bot, check_playthrough, check_rules

TITLE = "race_for_the_galaxy"
PLAYTHROUGHS = sorted((Path(__file__).parents[2] / "playthroughs").glob(f"{TITLE}*.txt"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rules_keep_the_contract(seats):
    check_rules(TITLE, seats=seats)


@pytest.mark.parametrize("option", ["advanced", "first_game"])
def test_variants_keep_the_contract(option):
    check_rules(TITLE, seats=2, **{option: True}, skip=["hash_seed", "patches"])


def test_the_bot_keeps_the_contract():
    check_bot("greedy:balanced", TITLE, seats=3, games=1)


@pytest.mark.parametrize("profile", profiles(TITLE))
def test_profiles_read_only_what_they_may(profile):
    check_bot(f"greedy:{profile}", TITLE, seats=3, games=1, only=["choice", "hidden"])


def test_the_bot_keeps_the_contract_in_the_advanced_game():
    rules = simkit.rules(TITLE, seats=2, advanced=True)
    check_bot("greedy:balanced", rules, games=1, only=["choice", "hidden", "explain"])


def test_there_are_playthroughs():
    assert len(PLAYTHROUGHS) >= 4


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs(path):
    check_playthrough(path.read_text(encoding="utf-8"), path.name)


def test_picture_of_a_whole_game():
    rules = simkit.rules(TITLE, seats=2)
    state = rules.deal(simkit.Luck(2))
    bots = [make_bot("greedy:balanced", TITLE) for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, simkit.Luck(2))
    decisions = 0
    while not state.over:
        if decisions % 20 == 0:
            ElementTree.fromstring(board.svg(state))
            ElementTree.fromstring(board.svg(state, 0, "card"))
            ElementTree.fromstring(board.area(state, 1, open_hand=False))
        candidates = state.candidates()
        state.apply(bots[state.seat].choose(state, candidates).action)
        decisions += 1
    assert "winner" in board.svg(state)


def test_every_power_has_a_sign():
    t = simkit.rules(TITLE, seats=2).tables
    for card in range(t.cards):
        lines = board.power_lines(t, card)
        assert sum(line.count(",") + 1 for line in lines) == len(t.powers[card])

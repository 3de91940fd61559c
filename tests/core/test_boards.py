"""Every title draws its board at the two sizes, and at no other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest

import simkit
from simkit.bots import make_bot
from simkit.core.errors import UnknownName
from simkit.core.registry import title_module
from simkit.core.state import State
from tests.core.pictures import texts, view

TITLES = ["tests.tiny", *simkit.titles()]


@pytest.mark.parametrize("title", TITLES)
def test_boards_at_both_sizes(title: str) -> None:
    state = simkit.rules(title, seats=2).deal(simkit.Luck(1))
    svg = title_module(title, "view.board").svg
    full, card = svg(state), svg(state, size="card")
    for picture in (full, card):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert card != full
    with pytest.raises(UnknownName, match="did you mean 'card'"):
        svg(state, size="cards")


def player_counts(title: str) -> tuple[int, int]:
    low, high = simkit.rules(title, seats=2).schema.seat_range
    return low, high + 1


def moments(title: str, seats: int) -> Iterator[State]:
    """The deal, some moments and the end of a game of random bots."""
    rules = simkit.rules(title, seats=seats)
    luck = simkit.Luck(40 + seats)
    state = rules.deal(luck)
    bots = [make_bot("random", title) for _ in range(seats)]
    for seat, bot in enumerate(bots):
        bot.start(rules, seat, luck)
    yield state
    for number in range(1, 100_000):
        if state.over:
            break
        state.apply(bots[state.seat].choose(state, state.candidates()).action)
        if number in (20, 60, 150, 250):
            yield state
    yield state


@pytest.mark.parametrize(
    ("title", "seats"),
    [(title, seats) for title in simkit.titles() for seats in range(*player_counts(title))],
)
def test_texts_neither_overlap_nor_are_cut_nor_tiny(title: str, seats: int) -> None:
    svg = title_module(title, "view.board").svg
    for state in moments(title, seats):
        for size in ("full", "card"):
            for eyes in (None, seats - 1):
                picture = svg(state, eyes, size)
                width, height = view(picture)
                found = texts(picture)
                for text in found:
                    assert text.left >= 0, text
                    assert text.right <= width, text
                    assert text.bottom <= height, text
                    assert text.size >= 8, text
                for first, second in combinations(found, 2):
                    assert not first.overlaps(second), (first.words, second.words)


def test_the_names_and_powers_of_all_race_cards_stay_on_their_cards() -> None:
    board = title_module("race_for_the_galaxy", "view.board")
    tables = simkit.rules("race_for_the_galaxy", seats=2).deal(simkit.Luck(1)).t
    for card in range(len(tables.names)):
        for parts, height in (
            (board._card(tables, card, 0, 0, good=tables.kind[card] >= 0), board.CARD_H),
            (board._small_card(tables, card, 0, 0, good=tables.kind[card] >= 0), board.HAND_H),
        ):
            found = texts(board._document(board.CARD_W, height, parts))
            for text in found:
                assert text.right < board.CARD_W - 1, text
                assert text.bottom < height - 1, text
            for first, second in combinations(found, 2):
                assert not first.overlaps(second), (first.words, second.words)

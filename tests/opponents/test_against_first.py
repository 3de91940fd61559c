"""Greedy bots of today are as good as those of the first edition (needs git history)."""

from __future__ import annotations

import pytest

from tests.opponents.first import first_edition
from tests.opponents.match import Match, play_match
from tests.opponents.result import in_words, result


@pytest.mark.soak
@pytest.mark.parametrize(
    ("title", "games"), [("race_for_the_galaxy", 2000), ("gaia_project", 1000)]
)
def test_greedy_is_as_good_as_in_the_first_edition(title: str, games: int) -> None:
    match = Match(title, first_edition(), games=games)
    found = result(play_match(match))
    words = "\n".join(in_words(match, found))
    assert found.trustworthy, words
    assert found.even, words

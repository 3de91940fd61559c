"""Every title draws its board at the two sizes, and at no other."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import simkit
from simkit.core.errors import UnknownName
from simkit.core.registry import title_module

TITLES = ["tests.tiny", *simkit.titles()]


@pytest.mark.parametrize("title", TITLES)
def test_boards_at_both_sizes(title: str) -> None:
    state = simkit.rules(title, seats=2).deal(simkit.Luck(1))
    svg = title_module(title, "board").svg
    full, card = svg(state), svg(state, size="card")
    for picture in (full, card):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert card != full
    with pytest.raises(UnknownName, match="did you mean 'card'"):
        svg(state, size="cards")

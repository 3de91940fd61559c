"""Line-ups drawn once and played from every seat say no more of how they were drawn than once."""

import numpy as np
import pytest

from simkit.analysis import setup
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import World


@pytest.mark.parametrize("seed", range(5))
def test_even_line_ups_that_are_mirrored_can_be_adjusted_for(seed):
    """Every pair meets four times as often, and so do the pairs that met too often by chance."""
    seats, games = World().frames(300, np.random.default_rng([6, seed]))
    found = setup.adjusted(seats, "faction", games, on=["lineup"])
    assert found["estimate"].notna().all()


def test_uneven_line_ups_are_refused_also_where_they_are_mirrored():
    seats, games = World().frames(300, np.random.default_rng(7))
    of_game = seats.groupby("game_id")["faction"]
    both = of_game.transform(lambda names: {"a", "b"} <= set(names))
    one = of_game.transform(lambda names: len({"a", "b"} & set(names)) == 1)
    kept = seats[both | ~one]  # a and b always meet
    games = games[games["game_id"].isin(kept["game_id"])]
    with pytest.raises(SimkitError, match="the line-ups are not drawn evenly by 'faction'"):
        setup.adjusted(kept, "faction", games, on=["lineup"])

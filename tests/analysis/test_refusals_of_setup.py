"""What suits whom: a table that lacks what is asked of it is refused by the name of the column."""

import numpy as np
import pytest

from simkit.analysis import setup
from simkit.core.errors import SimkitError
from tests.analysis.synthetic import World


@pytest.fixture(scope="module")
def run():
    rng = np.random.default_rng(5)
    seats, games = World().frames(60, rng)
    return seats, games.assign(tile=rng.choice(["red", "blue"], 60)[games["deal"]])


ASKED = {
    "matchups": lambda seats, games: setup.matchups(seats, "faction", games),
    "adjusted": lambda seats, games: setup.adjusted(seats, "faction", games),
    "interactions": lambda seats, games: setup.interactions(seats, games, columns="tile"),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("column", ["game_id", "seat", "faction", "score"])
def test_seats_without_a_column_are_refused(run, ask, column):
    seats, games = run
    with pytest.raises(SimkitError, match=rf"^table `seats` has no column '{column}'"):
        ask(seats.drop(columns=column), games)


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_tables_without_what_they_are_joined_by_are_refused(run, ask):
    seats, games = run
    with pytest.raises(SimkitError, match=r"^table `games` has no column 'game_id'"):
        ask(seats, games.drop(columns="game_id"))
    with pytest.raises(SimkitError, match=r"^table `seats` is empty"):
        ask(seats.head(0), games)
    with pytest.raises(SimkitError, match=r"^table `games` has no row for run r, game_id 0$"):
        ask(seats, games[games["game_id"] > 0])


@pytest.mark.parametrize("columns", ["tyle", ["tile", "tyle"]])
def test_a_set_up_column_of_neither_table_is_refused(run, columns):
    with pytest.raises(SimkitError, match=r"^table `seats` has no column 'tyle'"):
        setup.interactions(*run, columns=columns)


def test_a_column_of_the_seats_will_do_for_a_set_up(run):
    table = setup.interactions(*run, columns=iter(["seat", "tile"]))
    assert set(table["setup"]) == {"seat", "tile"}

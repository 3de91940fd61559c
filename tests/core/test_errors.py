"""Messages name the place, what is wrong and the nearest right thing."""

from __future__ import annotations

import pytest

from simkit.core.errors import BadValue, UnknownName, nearest, suggestion

TITLES = ("gaia_project", "race_for_the_galaxy", "planet_unknown", "federation")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("gaia", "gaia_project"),
        ("Gaia_Project", "gaia_project"),
        ("race", "race_for_the_galaxy"),
        ("federashun", "federation"),
        ("chess", None),
        ("", None),
    ],
)
def test_nearest(word: str, found: str | None) -> None:
    assert nearest(word, TITLES) == found


def test_suggestion_lists_all_when_few_and_none_is_close() -> None:
    assert suggestion("chess", TITLES) == f"; known: {', '.join(TITLES)}"
    assert suggestion("chess", [f"title{n}" for n in range(20)]) == ""
    assert suggestion("chess", []) == ""


def test_messages() -> None:
    error = UnknownName("faction", "terans", ["terrans", "xenos"], "gaia_project")
    assert str(error) == "gaia_project: unknown faction 'terans'; did you mean 'terrans'?"
    assert error.known == ("terrans", "xenos")
    assert str(BadValue("seats", "are 2 to 4, not 5")) == "seats: are 2 to 4, not 5"

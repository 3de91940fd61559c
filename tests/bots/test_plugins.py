"""Titles and bots that installed packages bring, by entry points: a made-up distribution."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import simkit
from simkit.bots import kinds, make_bot
from simkit.bots.kinds import kind_names
from simkit.core import registry
from simkit.core.errors import BadValue, SimkitError, UnknownName

ENTRY_POINTS = """
[simkit.bots]
stallholder = stall_bots:Stallholder
hawker = stall_bots:HAWKER
neither = stall_bots:PRICE
gone = stall_bots:Gone

[simkit.titles]
stall = stall_game
closed = stall_bots
"""
BOTS = """
from simkit import Bot, BotKind, Choice, make_bot

PRICE = 3

class Stallholder(Bot):
    PARAMS = ("place",)
    name = "stallholder"

    def __init__(self, place: int = 0) -> None:
        self.place = place

    def choose(self, view, candidates):
        return Choice(candidates[self.place % len(candidates)])

def hawk(title, profile, params):
    return make_bot(f"greedy:{profile or 'bidder'}", title)

HAWKER = BotKind(hawk, searching=True)
"""
TITLE = '''
from tests.tiny.title import FairRules

class StallRules(FairRules):
    """The tiny title under a name of its own."""

    title = "stall"

RULES = StallRules
'''


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the distribution as pip would, in a folder of its own."""
    info = tmp_path / "stall-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stall\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "stall_bots.py").write_text(BOTS)
    game = tmp_path / "stall_game"
    for name in ("bot", "view", "io"):
        (game / name).mkdir(parents=True)
        (game / name / "__init__.py").write_text("")
    (game / "__init__.py").write_text("")
    (game / "title.py").write_text(TITLE)
    (game / "bot" / "features.py").write_text("from tests.tiny.bot.features import GREEDY\n")
    monkeypatch.syspath_prepend(tmp_path)
    _forget()
    yield
    _forget()


def _forget() -> None:
    registry.plugins.cache_clear()
    kinds._plugged_in.cache_clear()


@pytest.mark.usefixtures("installed")
def test_bots_of_other_packages_are_kinds_like_others() -> None:
    assert {"stallholder", "hawker"} < {*kind_names()}
    assert repr(make_bot("stallholder(place=2)", "tests.tiny")) == "Stallholder(place=2)"
    assert make_bot("hawker:collector", "tests.tiny").profile == "collector"
    assert repr(make_bot("restricted(bot='stallholder', forbid='kind=bid')", "tests.tiny")) == (
        "Restricted(bot=Stallholder(place=0), forbid='kind=bid')"
    )
    assert registry.is_searching("hawker:collector")
    assert not registry.is_searching("stallholder")


@pytest.mark.usefixtures("installed")
def test_what_is_wrong_with_a_bot_of_another_package_is_said() -> None:
    for text, message in (
        ("stallholder:bidder", "'stallholder' has no profiles"),
        ("stallholder(plac=2)", "unexpected keyword argument 'plac'"),
        ("neither", "neither a BotKind nor a subclass of simkit.Bot"),
        ("gone", "cannot be imported"),
        ("stallholdr", "did you mean 'stallholder'"),
    ):
        with pytest.raises((SimkitError, BadValue)) as caught:
            make_bot(text, "tests.tiny")
        assert message in str(caught.value)


@pytest.mark.usefixtures("installed")
def test_a_title_of_another_package_is_played_by_its_name() -> None:
    assert "stall" in simkit.titles()
    results = simkit.simulate(
        "stall", seats=2, games=3, bots=["stallholder", "greedy"], n_jobs=1, progress="quiet"
    )
    assert len(results) == 3
    assert set(results.seats.bot) == {"stallholder", "greedy"}
    assert set(results.games.title) == {"stall"}
    with pytest.raises(UnknownName, match="did you mean 'stall'"):
        simkit.rules("stal", seats=2)
    with pytest.raises(SimkitError, match="stall_bots that brings it has no module 'title'"):
        simkit.rules("closed", seats=2)


def test_simkit_itself_needs_no_entry_points() -> None:
    assert {*registry.shipped_titles()} <= {*simkit.titles()}
    assert kinds.own_kinds() == ("greedy", "lookahead", "mcts", "random", "restricted")

"""Sweeps: grids, lists, one at a time; all on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from simkit.cli import main
from simkit.core.errors import SimkitError
from simkit.studies.sweeps import Variation, sweep

TINY = "tests.tiny"
SPEC: dict[str, Any] = {"title": TINY, "seats": 2, "games": 60, "seed": 2}
COINS = "factions.millers.start.coins"


def test_grid_plays_every_combination_on_the_same_deals() -> None:
    found = sweep(SPEC, [f"patch:{COINS}=0..2", "option:length=long,short"], n_jobs=1)
    games = found.results.games
    assert games.arm.value_counts().tolist() == [60] * 6
    assert games.groupby("deal").seed.nunique().eq(1).all()
    table = found.table()
    assert list(table[COINS].unique()) == [0, 1, 2]
    assert set(table["length"]) == {"long", "short"}
    assert len(table) == 6 * 2
    assert table.groupby([COINS, "length"]).games.max().le(60).all()


def test_richer_millers_score_more() -> None:
    table = sweep(SPEC, ["patch:factions.millers.bonus=-2,6"], n_jobs=1).table()
    millers = table[table.faction == "millers"].set_index("factions.millers.bonus").score
    assert millers[6] > millers[-2]


def test_one_at_a_time() -> None:
    vary = [f"patch:{COINS}=0,5", "bots=random"]
    found = sweep(SPEC, vary, one_at_a_time=True, n_jobs=1)
    assert list(found.settings.values()) == [{}, {COINS: 0}, {COINS: 5}, {"bots": "random"}]
    arms = [arm.name for arm in found.results.spec.arms]
    assert arms == ["as in the spec", f"{COINS}=0", f"{COINS}=5", "bots=random"]
    assert found.table()[COINS].tolist().count("as in the spec") == 4


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("patch:x=2..4", (2, 3, 4)),
        ("patch:x=-2..0", (-2, -1, 0)),
        ("patch:x=1,2.5,true", (1, 2.5, True)),
        ("option:o=a, b", ("a", "b")),
        ("bots=greedy:a,random", ("greedy:a", "random")),
    ],
)
def test_values(text: str, values: tuple[Any, ...]) -> None:
    assert Variation.parse(text).values == values


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        (["patch:x"], "is not written like"),
        (["ptch:x=1"], "did you mean 'patch'"),
        (["patch=1"], "is not written like"),
        (["patch:x=4..2"], "is empty"),
        (["patch:x=a..b"], "is not a range"),
        (["patch:x=1,1"], "takes a value twice"),
        (["patch:factions.millers.start.coin=1"], "did you mean 'factions.millers.start.coins'"),
        (["option:lenght=short"], "did you mean 'length'"),
        ([f"patch:{COINS}=0..10", "patch:market.sets.points=0..9", "patch:a=1..10"], "1,100"),
        ([], "say what to vary"),
    ],
)
def test_mistakes(vary: list[str], said: str) -> None:
    with pytest.raises(SimkitError) as caught:
        sweep(SPEC, vary, n_jobs=1)
    assert said in str(caught.value)


def test_arms_of_the_spec_are_refused() -> None:
    with pytest.raises(SimkitError, match="has arms of its own"):
        sweep({**SPEC, "arm": [{"name": "a"}]}, ["bots=random"], n_jobs=1)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(f'title = "{TINY}"\nseats = 2\ngames = 20\n')
    argv = ["sweep", str(spec), "--vary", f"patch:{COINS}=1..2", "--out", str(tmp_path / "out")]
    assert main([*argv, "--jobs", "1"]) == 0
    assert "win_share" in capsys.readouterr().out
    table = pd.read_csv(tmp_path / "out/sweep.csv")
    assert table[COINS].tolist() == [1, 1, 2, 2]
    assert main([*argv, "--resume", "--by", "seat"]) == 0
    assert main([*argv, "--by", "sead"]) == 2
    assert "did you mean 'seat'" in capsys.readouterr().err

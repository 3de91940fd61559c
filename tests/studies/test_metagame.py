"""Meta-games: the stored studies re-run in small, and the page that is written about them."""

from pathlib import Path

import numpy as np
import pytest

from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.report.markdown import NAME
from simkit.studies import metagame as study
from simkit.studies import metagame_report as page
from simkit.theory.payoffs import Payoffs

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
STORED = sorted(EXPERIMENTS.glob("*_metagame.toml"))
TINY = {
    "title": "tests.tiny",
    "strategies": {"sober": "greedy:baseline", "bidder": "greedy:bidder", "random": "random"},
    "table": [{"seats": 2, "games": 60}, {"seats": 3, "games": 12}],
    "expansion": {"rounds": 1, "evaluations": 4, "trial_games": 10, "test_games": 40, "gain": -100},
    "draws": 20,
}


def test_every_title_has_a_stored_study():
    assert len({study.read(path).title for path in STORED}) == 4


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_study_runs_again_in_small(path):
    asked = study.read(path)
    assert len(asked.strategies) >= 4
    assert {seats for seats, _ in asked.tables} == {2, 4}
    found = study.metagame(asked.small(), n_jobs=1, progress="quiet")
    for portrait, (seats, _) in zip(found.portraits, asked.tables, strict=True):
        assert portrait.payoffs.seats == seats
        assert portrait.payoffs.missing == []
        assert portrait.payoffs.constant_sum == pytest.approx(1.0)
        assert portrait.certainty.equilibrium.regret < 1e-6
    assert len(found.expansion.rounds) == 1


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_the_stored_figures_are_those_of_the_stored_tables(path):
    """The page rests on the payoff files beside it."""
    asked = study.read(path)
    folder = path.with_suffix("")
    text = (folder / NAME).read_text(encoding="utf-8")
    for seats, _ in asked.tables:
        stored = Payoffs.read(folder / f"payoffs_{seats}_players.toml")
        assert list(stored.names) == list(asked.strategies)
        assert f"The table rests on {int(stored.games.sum()):,} games" in text
    for picture in folder.glob("*.png"):
        assert picture.name in text


@pytest.fixture(scope="module")
def tiny():
    return study.metagame(study.of(TINY), n_jobs=1, progress="quiet")


def test_nothing_of_an_earlier_page_is_left(tiny, tmp_path):
    (tmp_path / "9_players_responses.png").write_bytes(b"old")
    (tmp_path / "notes.txt").write_text("kept", encoding="utf-8")
    page.write(tiny, tmp_path)
    assert not (tmp_path / "9_players_responses.png").exists()
    assert (tmp_path / "2_players_payoffs.png").exists()
    assert (tmp_path / "notes.txt").exists()


def test_what_a_study_finds(tiny):
    two, three = tiny.portraits
    assert (two.payoffs.seats, three.payoffs.seats) == (2, 3)
    assert tiny.strategies["description"].tolist()[1].startswith("Pays dearly")
    beaten = two.duels.set_index(["strategy", "against"])["verdict"]
    assert beaten["sober", "random"] == 1
    assert beaten["random", "sober"] == -1
    assert two.ranking["share"].sum() == pytest.approx(1.0)
    assert two.ranking["strategy"].iloc[-1] == "random"
    assert tiny.expansion.rounds["games"].iloc[0] > 0
    assert set(tiny.after.payoffs.names) == {*TINY["strategies"], "best response 1"}


def test_the_page(tiny, tmp_path):
    written = page.write(tiny, tmp_path / "page", "simkit metagame tiny.toml")
    text = written.read_text(encoding="utf-8")
    for words in ("## Tables of 2", "## Tables of 3", "How exploitable", "random** loses to"):
        assert words in text
    for name in text.split("](")[1:]:
        assert (written.parent / name.partition(")")[0]).stat().st_size > 1000
    again = Payoffs.read(written.parent / "payoffs_3_players.toml")
    np.testing.assert_array_equal(again.mean, tiny.portraits[1].payoffs.mean)


def test_bad_studies_are_refused(tmp_path):
    with pytest.raises(SimkitError, match="no such file"):
        study.read(tmp_path / "none.toml")
    with pytest.raises(BadValue, match="strategies is missing"):
        study.of({"title": "tests.tiny", "table": []})
    with pytest.raises(UnknownName, match="did you mean 'strategies'"):
        study.of({**TINY, "strategie": {}})
    with pytest.raises(UnknownName, match="did you mean 'bidder'"):
        study.of({**TINY, "strategies": {"a": "greedy:biddr", "b": "greedy"}})
    with pytest.raises(UnknownName, match="did you mean 'rounds'"):
        study.of({**TINY, "expansion": {"round": 3}})
    with pytest.raises(BadValue, match="at least two"):
        study.of({**TINY, "strategies": {"a": "greedy"}})

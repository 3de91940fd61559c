"""Results of real tables, filled into a form, enter the four tables."""

import pytest

import simkit
from simkit.cli import main
from simkit.core.registry import titles
from simkit.runs.forms import blank_form

TINY = "tests.tiny"
CSV = """title,game,player,faction,score,rank
tests.tiny,Tuesday,Ann,millers,30,
tests.tiny,Tuesday,Ben,weavers,30,
tests.tiny,Friday,Ben,millers,25,2
tests.tiny,Friday,Ann,,25,1
tests.tiny,Sunday,Ann,millers,10,
tests.tiny,Sunday,Ben,weavers,20,
tests.tiny,Sunday,Cid,weavers,15,
"""


def test_scores_and_factions_become_tables(tmp_path, capsys):
    form = tmp_path / "club.csv"
    form.write_text(CSV)
    assert main(["import", str(form), "--out", str(tmp_path / "out")]) == 0
    assert f"{TINY}-2: 2 games, 4 seats, 0 moves, 0 points" in capsys.readouterr().out
    two, three = simkit.load_parts(tmp_path / "out").values()
    assert list(two.seats.bot) == ["Ann", "Ben", "Ben", "Ann"]
    assert list(two.seats.win_share) == [0.5, 0.5, 0, 1]  # shared, and decided by a tie-break
    assert list(two.seats.faction[:3]) == ["millers", "weavers", "millers"]
    assert two.seats.faction.isna()[3]
    assert list(three.seats["rank"]) == [3, 1, 2]
    assert "points_sales" not in two.seats and "rounds" not in two.games
    assert len(two.moves) == 0 and len(two.points) == 0
    for part in (f"{TINY}-2", f"{TINY}-3"):
        assert main(["report", str(tmp_path / "out" / part)]) == 0
    page = tmp_path / "page.html"
    assert main(["report", str(tmp_path / "out" / f"{TINY}-2"), "--html", str(page)]) == 0


def test_toml_with_options_rounds_and_points(tmp_path):
    form = tmp_path / "club.toml"
    form.write_text(
        "title = 'tests.tiny'\n[options]\nlength = 'short'\n[[game]]\nrounds = 2\nseats = [\n"
        "{player = 'Ann', faction = 'millers', score = 9, points_sales = 5},\n"
        "{player = 'Ben', faction = 'weavers', score = 8, points_sales = 6}]\n"
    )
    assert main(["import", str(form), "--out", str(tmp_path / "out")]) == 0
    (found,) = simkit.load_parts(tmp_path / "out").values()
    assert found.spec.options == {"length": "short"}
    assert list(found.games.rounds) == [2]
    assert list(found.seats.points_sales) == [5, 6]


@pytest.mark.parametrize("title", [TINY, *titles()])
@pytest.mark.parametrize("suffix", [".csv", ".toml"])
def test_the_blank_form_can_be_imported(title, suffix, tmp_path, capsys):
    form = tmp_path / f"form{suffix}"
    assert main(["import", "--form", str(form), "--title", title]) == 0
    assert form.read_text() == blank_form(title, suffix)
    assert main(["import", str(tmp_path), "--out", str(tmp_path / "out")]) == 0
    (found,) = simkit.load_parts(tmp_path / "out").values()
    assert list(found.seats.score) == [43, 38]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("millers,30", "miller,30", "row 2: unknown faction 'miller'; did you mean 'millers'"),
        ("weavers,30", "weavers,many", "row 2: score: is a whole number, not 'many'"),
        ("weavers,30", "weavers,", "a score is missing"),
        ("player,", "plyer,", "unknown column 'plyer'; did you mean 'player'"),
        ("millers,25,2", "millers,25,", "ranks are given for all seats"),
        ("millers,25,2", "millers,25,3", "ranks are given for all seats from 1 on, not as [3, 1]"),
        ("Ann,,25,1", "Ann,,25,2", "ranks are given for all seats from 1 on, not as [2, 2]"),
        ("tests.tiny,Sunday,Ann", "tests.tinny,Sunday,Ann", "unknown title 'tests.tinny'"),
        ("Tuesday,Ben", "Wednesday,Ben", "is played by 2 to 4, not 1"),
        ("title,", "titel,", "has no column 'title'"),
        (",30,\n", ",30,,,\n", "more cells than the first row"),
    ],
)
def test_mistakes_are_named_with_their_place(old, new, words, tmp_path, capsys):
    form = tmp_path / "club.csv"
    assert old in CSV
    form.write_text(CSV.replace(old, new, 1))
    assert main(["import", str(form), "--out", str(tmp_path / "out")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_other_bad_input(tmp_path, capsys):
    (tmp_path / "bad.toml").write_text("title = ")
    (tmp_path / "other.toml").write_text("title = 'tests.tiny'\n[[game]]\nscores = [1]")
    for arguments, words in (
        ([str(tmp_path / "bad.toml"), "--out", "x"], "is not valid TOML"),
        ([str(tmp_path / "other.toml"), "--out", "x"], "not filled in like the form"),
        ([str(tmp_path / "none.csv"), "--out", "x"], "cannot be read"),
        (["--form", str(tmp_path / "bad.toml"), "--title", TINY], "is there already"),
        (["--form", str(tmp_path / "a.txt"), "--title", TINY], ".csv or .toml"),
        (["--form", str(tmp_path / "a.csv")], "name the title"),
        ([], "name recordings or forms"),
    ):
        assert main(["import", *arguments]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.parametrize("score", ["1_000", "４３", "4 3", "0x2b"])
def test_only_plain_numbers_are_scores(score, tmp_path, capsys):
    form = tmp_path / "form.csv"
    form.write_text(CSV.replace(",10,", f",{score},"), encoding="utf-8")
    assert main(["import", str(form), "--out", str(tmp_path / "out")]) == 2
    assert f"is a whole number, not '{score}'" in capsys.readouterr().err


def test_report_of_real_tables_tells_of_players_and_of_no_deals(tmp_path, capsys):
    form = tmp_path / "form.csv"
    form.write_text(CSV)
    assert main(["import", str(form), "--out", str(tmp_path / "out")]) == 0
    capsys.readouterr()
    part = next(path for path in (tmp_path / "out").iterdir() if path.is_dir())
    assert main(["report", str(part)]) == 0
    said = capsys.readouterr().out
    assert "players" in said
    for word in ("seed", "deals", "greedy", "bots"):
        assert f"\n{word}" not in said

"""Playing in the terminal: choosing, asking for hints, leaving and coming back."""

import json
import re

import pytest

import simkit
from simkit.cli import main
from simkit.cli.play import resumed
from simkit.core.registry import titles
from simkit.runs.recordings import played_games

TINY = "tests.tiny"


@pytest.fixture
def say(monkeypatch):
    """Answer the prompts with these words, then with the end of the input."""

    def answers(*words):
        left = list(words)

        def reply(prompt):
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", reply)

    return answers


def test_a_game_is_left_resumed_finished_and_imported(say, tmp_path, capsys):
    folder = str(tmp_path / "games")
    say("hint", "points", "help", "1", "offer", "99", "nonsense", "quit")
    assert main(["play", TINY, "--seed", "4", "--folder", folder]) == 0
    said = capsys.readouterr().out
    assert " offer:\n    1  offer " in said
    assert "there is no 99" in said
    assert "nothing you may do now contains 'nonsense'" in said
    (saved,) = (tmp_path / "games").glob("*saved*")
    assert f"simkit play --resume {saved}" in said
    assert len(json.loads(saved.read_text())["choices"]) == 1

    say("list", *["1"] * 60)
    assert main(["play", "--resume", str(saved), "--folder", folder]) == 0
    said = capsys.readouterr().out
    assert "The game is over" in said
    assert "recorded:" in said
    assert not saved.exists()
    (recording,) = (tmp_path / "games").glob("*.json")
    assert main(["verify", str(recording)]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out
    assert main(["import", str(recording), "--out", str(tmp_path / "tables")]) == 0
    seats = simkit.load(tmp_path / "tables" / f"{TINY}-2").seats
    assert list(seats.bot) == ["person", "greedy"]


def test_a_resumed_game_goes_on_as_it_would_have(say, tmp_path, capsys):
    scores = []
    for leave in (False, True):
        folder = tmp_path / str(leave)
        call = ["--bots", "random", "--seed", "9", "--seat", "1", "--folder", str(folder)]
        say(*(["1", "1", "quit"] if leave else ["1"] * 60))
        assert main(["play", TINY, *call]) == 0
        if leave:
            (saved,) = folder.glob("*saved*")
            say(*["1"] * 60)
            assert main(["play", "--resume", str(saved), "--folder", str(folder)]) == 0
        (recording,) = folder.glob("*.json")
        scores.append(json.loads(recording.read_text())["actions"])
    assert scores[0] == scores[1]


def test_what_followed_stands_below_the_choice(say, tmp_path, capsys):
    say(*["1"] * 2, "points")
    assert main(["play", TINY, "--seed", "1", "--folder", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "  . you: offer " in said
    assert "\n      seat 1 reveals " in said
    assert said.count("  . you: offer ") == 1  # told once
    assert re.search(r"; points: you \d+, seat 1 \d+\n", said)


def test_a_lost_game_is_called_lost(say, tmp_path, capsys):
    say(*["1"] * 60)
    assert (
        main(["play", "tests.alone", "--seats", "1", "--seed", "1", "--folder", str(tmp_path)]) == 0
    )
    said = capsys.readouterr().out
    assert said.startswith("The target of The Fair for one is invented.\n")
    assert "The game is over; lost: failed; points: you " in said
    assert "won" not in said


def test_options_and_the_deal_are_chosen_and_kept(say, tmp_path, capsys):
    chosen = [
        "--option",
        "length=short",
        "--deal",
        "factions=weavers,millers",
        "--deal",
        "deck=[9, 1]",
    ]
    say("1", "quit")
    assert main(["play", TINY, "--seed", "3", "--folder", str(tmp_path), *chosen]) == 0
    (saved,) = tmp_path.glob("*saved*")
    setting = json.loads(saved.read_text())["setting"]
    assert setting["options"] == {"length": "short"}
    assert setting["deal"] == {"factions": ["weavers", "millers"], "deck": [9, 1]}
    say(*["1"] * 60)
    assert main(["play", "--resume", str(saved), "--folder", str(tmp_path)]) == 0
    capsys.readouterr()
    (recording,) = tmp_path.glob("*.json")
    assert main(["verify", str(recording)]) == 0
    (game,) = played_games(recording)
    assert game.rules.options["length"] == "short"
    assert game.start.factions == [1, 0]
    assert 9 in game.start.hands[0]


@pytest.mark.parametrize(
    ("title", "arguments", "check"),
    [
        (
            "planet_unknown",
            ["--deal", "planets=petra,k-273", "--deal", "shift=3"],
            lambda m: m.fixed == {"planets": ["petra", "k-273"], "shift": 3},
        ),
        (
            "gaia_project",
            ["--option", "map=first_game", "--deal", 'factions=["terrans", "xenos"]'],
            lambda m: m.rules.options["map"] == "first_game",
        ),
    ],
)
def test_boards_and_maps_are_chosen(title, arguments, check, say, tmp_path):
    say("quit")
    assert main(["play", title, "--seed", "1", "--folder", str(tmp_path), *arguments]) == 0
    (saved,) = tmp_path.glob("*.json")
    model = resumed(saved).model
    assert check(model)
    roles = model.rules.schema.roles
    for role in roles:
        if role.key in model.fixed:
            codes = [model.start.seat_row(seat)[role.column] for seat in range(2)]
            assert [role.values[code] for code in codes] == model.fixed[role.key]


def test_undo_is_for_practice(say, tmp_path, capsys):
    for practice in ([], ["--practice"]):
        say("1", "undo")
        assert main(["play", TINY, "--seed", "1", "--folder", str(tmp_path), *practice]) == 0
        said = capsys.readouterr().out
        assert ("what is done is done" in said) == (not practice)


@pytest.mark.parametrize("title", titles())
def test_every_title_can_be_played(title, say, tmp_path, capsys):
    say("hint", "1", "hint", "1", "quit")
    assert main(["play", title, "--seed", "2", "--folder", str(tmp_path)]) == 0
    (saved,) = tmp_path.glob("*.json")
    say("quit")
    assert main(["play", "--resume", str(saved), "--folder", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name a title"),
        (["federaton"], "did you mean 'federation'"),
        (["--resume", "none.json"], "cannot be read"),
        (["--resume", "other.json"], "is no saved game"),
        (["--resume", "bad.json"], "not valid JSON"),
        ([TINY, "--seat", "5"], "seat"),
        ([TINY, "--bots", "gredy"], "did you mean 'greedy'"),
        ([TINY, "--option", "lenght=short"], "did you mean 'length'"),
        ([TINY, "--option", "length=shrt"], "did you mean 'short'"),
        ([TINY, "--option", "length"], "'length' is not written as NAME=VALUE"),
        ([TINY, "--option", "choosing=right"], "only with factions = 'chosen'"),
        ([TINY, "--seats", "3", "--option", "reserve=half"], "only with 2 player"),
        ([TINY, "--deal", "deck"], "'deck' is not written as KEY=VALUE"),
        ([TINY, "--deal", "dekc=[1]"], "did you mean 'deck'"),
        ([TINY, "--deal", "factions=millers,waevers"], "did you mean 'weavers'"),
        ([TINY, "--deal", "factions=millers"], "2 seats need as many, not 1"),
        ([TINY, "--deal", "factions=3"], "unknown faction '3'"),
        ([TINY, "--deal", "deck=3"], "tests.tiny cannot be dealt with deck = 3"),
        (
            [TINY, "--option", "factions=chosen", "--deal", "factions=millers,millers"],
            "deal: factions: is chosen in play under these options",
        ),
        (["planet_unknown", "--deal", "planets=petra,tartaros"], "did you mean 'tartarus'"),
        (["gaia_project", "--deal", "bosters=[]"], "did you mean 'boosters'"),
        (["--resume", "other.json", "--deal", "deck=[1]"], "keeps its options and deal"),
    ],
)
def test_bad_input(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "bad.json").write_text("{")
    assert main(["play", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said


def test_what_lies_open_is_told_before_the_first_choice(say, tmp_path, capsys):
    say("1", "quit")
    assert (
        main(["play", "federation", "--seats", "2", "--seed", "1", "--folder", str(tmp_path)]) == 0
    )
    said = capsys.readouterr().out
    assert said.count("\n  open laws: left wing law") == 1
    assert said.index("  open laws: left wing law") < said.index("Decision ")

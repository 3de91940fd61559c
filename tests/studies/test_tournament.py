"""Tournaments: right standings whatever some participants do, and a reason for everyone who is out."""

import functools
import io
import json
import re

import pytest

import simkit
from simkit.cli import main
from simkit.cli.tournament import _Screen
from simkit.core.errors import GameTooLong, SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import rules as make_rules
from simkit.report import html
from simkit.studies.tournament import Limits, Tournament, league, wire
from simkit.studies.tournament.guest import staller
from simkit.studies.tournament.report import report
from simkit.studies.tournament.wire import Packer, Unpacker, read_frame
from simkit.testing import state_difference
from tests.studies.contestants import FAULTS, HEAD, SOUND, faulty

TINY = "tests.tiny"
SECRET = "5ca1ab1e" * 4
SHORT = {"length": "short"}
STRICT = Limits(decision=1.5, memory=300, output=600)
SKILLS = (100, 92, 84, 76, 68, 60, 52, 44, 36, 28, 20, 10, 0)


def write(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def sound(skill):
    return SOUND.replace("{skill}", str(skill))


@pytest.fixture(scope="module")
def big(tmp_path_factory):
    """Thirteen sound bots and seven of which each breaks something else."""
    where = tmp_path_factory.mktemp("contest")
    files = {f"skill{skill:03}": sound(skill) for skill in SKILLS}
    files |= {name: text for name, (text, _) in FAULTS.items()}
    folder = write(where / "bots", **files)
    contest = Tournament(folder, TINY, where / "out", deals=4, secret=SECRET, limits=STRICT)
    contest.results = contest.play()
    return contest


def test_twenty_bots_of_which_seven_are_at_fault(big):
    found = big.standings().set_index("bot")
    assert len(found) == 20
    for name, (_, reason) in FAULTS.items():
        assert found.words[name].startswith("out: ")
        assert reason in found.words[name]
        assert found.games[name] == 0
    fit = found[found.games > 0]
    assert len(fit) == 13
    assert (fit.words == "").all()
    assert (fit.games == 12 * 8).all()
    # the strongest third stands before the weakest third
    order = list(fit.index)
    strong = {f"skill{skill:03}" for skill in SKILLS[:4]}
    weak = {f"skill{skill:03}" for skill in SKILLS[-4:]}
    assert max(map(order.index, strong)) < min(map(order.index, weak))
    assert (fit.win_low <= fit.win_share).all() and (fit.win_share <= fit.win_high).all()
    assert not (big.out.parent / "stolen.txt").exists()
    assert not list(big.out.rglob("stolen*"))


def test_the_four_tables_hold_the_games_that_count(big):
    results = simkit.load(big.out / "tables")
    assert len(results.games) == 13 * 12 // 2 * 8
    assert set(results.seats.bot) == {f"skill{skill:03}" for skill in SKILLS}
    shares = results.seats.groupby("bot", observed=True).win_share.mean()
    ours = big.standings().set_index("bot").win_share.dropna()
    assert (shares - ours).abs().max() < 1e-6  # the tables keep single precision
    assert results.moves.value.max() == 1.0
    # mirrored: each bot has each deal from both seats
    both = results.seats.merge(results.games[["game_id", "deal"]])
    assert (both.groupby(["bot", "deal"], observed=True).seat.nunique() == 2).all()


def test_the_page_is_self_contained(big):
    page = html.render(report(big))
    assert "http" not in page.replace("http-equiv", "")
    for name, (_, reason) in FAULTS.items():
        assert name in page
        assert reason.replace("'", "&#x27;") in page
    assert "data:image/png;base64," in page
    assert "96" in page


def test_what_is_done_is_not_played_again(big):
    again = Tournament(big.out.parent / "bots", TINY, big.out, deals=4, limits=STRICT)
    assert again.finished
    assert list(again.steps()) == []
    assert again.standings().equals(big.standings())
    with pytest.raises(SimkitError, match="deals = 4, not 5"):
        Tournament(big.out.parent / "bots", TINY, big.out, deals=5, limits=STRICT)


def contest(where, deals=1, secret=SECRET, limits=STRICT, **options):
    return Tournament(
        where / "bots", TINY, where / "out", deals=deals, secret=secret, limits=limits,
        options=SHORT, **options,
    )  # fmt: skip


def test_interrupted_and_resumed_is_the_same(tmp_path):
    files = {f"bot{skill:03}": sound(skill) for skill in (90, 50, 10)}
    for name in ("whole", "torn"):
        (tmp_path / name).mkdir()
        write(tmp_path / name / "bots", **files)
    whole = contest(tmp_path / "whole").play()
    steps = contest(tmp_path / "torn").steps()
    for _ in range(4):
        next(steps)
    steps.close()
    journal = tmp_path / "torn" / "out" / "journal.jsonl"
    with journal.open("a") as file:
        file.write('{"who":{"bot')  # what a killed tournament leaves
    assert contest(tmp_path / "torn").play().digest() == whole.digest()


def test_a_changed_file_plays_anew_and_the_others_keep_their_games(tmp_path):
    write(tmp_path / "bots", a=sound(90), b=sound(50), c=sound(10))
    contest(tmp_path).play()
    write(tmp_path / "bots", c=sound(30), d=sound(70))
    done = list(contest(tmp_path).steps())
    assert [step.split()[0] for step in done if "fit" in step] == ["c", "d"]
    assert len(done) == 2 + 5  # a and b have met


def test_a_late_fault_voids_its_author_s_games_only(tmp_path):
    late = faulty("if self.seat == 1: 1 / 0")  # it is tried at the first seat
    write(tmp_path / "bots", a=sound(90), b=sound(50), late=late)
    found = contest(tmp_path, deals=3)
    found.play()
    table = found.standings().set_index("bot")
    assert "ZeroDivisionError" in table.words["late"]
    assert list(table.games[["a", "b"]]) == [6, 6]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["import socket", "socket.create_connection(('127.0.0.1', 9))"], "use the network"),
        (["import subprocess", "subprocess.run(['true'])"], "start or signal processes"),
        (["import os", "os.system('true')"], "start or signal processes"),
        (["import os", "os.kill(os.getppid(), 9)"], "start or signal processes"),
        (["import os", "open(f'/proc/{os.getppid()}/mem', 'rb')"], "tried to read /proc/"),
        (["import os", "os.rename('x', '../y')"], "tried to change"),
        (["import os", "os.listdir('../..')"], "raised FileNotFoundError|raised PermissionError"),
        (["import resource", "resource.setrlimit(0, (-1, -1))"], "change its limits"),
        (["raise SystemExit"], "raised SystemExit"),
        (["import os", "os._exit(3)"], "its process ended during a decision .exit code 3."),
        (["return candidates[0]"], "returned int, not simkit.Choice"),
        (["return Choice('pass')"], "action of type str"),
        (["return Choice(1 << 90000)"], "which is not legal there"),
        (["return Choice(candidates[0], 'high')"], "not numbers"),
        (["import os", "for n in range(3, 9):", "    try: os.write(n, b'x' * 99)",
          "    except OSError: pass"], "answer of its own making"),
    ],
)  # fmt: skip
def test_other_faults_have_their_reasons_too(tmp_path, lines, reason):
    write(tmp_path / "bots", bad=faulty(*lines), good=sound(50))
    found = contest(tmp_path)
    steps = found.steps()
    said = next(steps)
    steps.close()
    assert said.startswith("bad is out: ")
    assert re.search(reason, said)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = = 1", "not valid Python: invalid syntax"),
        ("x = 1", "defines no bot"),
        (HEAD + "class A(Bot): pass\nclass B(Bot): pass", "several bots (A, B)"),
        ("import numpy_misspelt", "No module named"),
        ("while True: pass", "for loading the file"),
    ],
)
def test_files_that_are_no_participants(tmp_path, text, reason):
    write(tmp_path / "bots", bad=text, good=sound(50))
    steps = contest(tmp_path, limits=Limits(load=0.5)).steps()
    said = next(steps)
    steps.close()
    assert reason in said


def test_what_is_allowed(tmp_path):
    lines = [
        "import math, random, json, pathlib, tempfile, numpy",
        "assert numpy.linalg.norm([3, 4]) == 5",
        "with tempfile.TemporaryFile() as file: file.write(b'x')",
        "with open('/dev/null', 'w') as file: file.write('x')",
        "pathlib.Path('notes.txt').write_text('x' * 100)",
        "assert pathlib.Path('notes.txt').read_text()",
        "view.clone().apply(candidates[0])",
        "print('thinking')",
    ]
    write(tmp_path / "bots", good=faulty(*lines), other=sound(50))
    found = contest(tmp_path)
    found.play()
    assert len(found.fit) == 2
    assert not (tmp_path / "out" / "scratch").exists()


def test_reading_made_up_cards_is_remarked_on(tmp_path):
    peeks = FAULTS["peeks"][0].replace("reads_only_what_it_may = True", "")
    whims = faulty("import random", "return Choice(random.choice(candidates))")
    write(tmp_path / "bots", peeks=peeks, whims=whims)
    found = contest(tmp_path)
    found.play()
    words = found.standings().set_index("bot").words
    assert "made-up cards" in words["peeks"]
    assert "does not repeat" in words["whims"]


def test_a_participant_cannot_compute_the_deal(tmp_path):
    """Its luck is that of no deal, and what it is sent holds nothing of the live state."""
    write(tmp_path / "bots", a=sound(50), b=sound(50))
    found = contest(tmp_path)
    numbers = {found.number("deal", 0), found.number("whims", "a", "b", 0, 0, 0)}
    assert len(numbers) == 2
    rules = make_rules(TINY, 2)
    state = rules.deal(Luck(123456789))
    data = Packer(rules).pack(("ask", 0, state.view(0), [1]))
    message = Unpacker(rules).unpack(read_frame(io.BytesIO(data)))
    assert state_difference(message[2], state.view(0)) == ""
    assert message[2].rules is rules and message[2].tables is rules.tables
    assert message[2].luck != state.luck
    assert len(data) < 1500


def test_who_keeps_a_game_from_ending_is_out(tmp_path, monkeypatch):
    def b_does_not_stop(state, bots, notes, info):
        notes.seats += [[bot.name for bot in bots].index("b")] * 9 + [0]
        raise GameTooLong

    write(tmp_path / "bots", a=sound(50), b=sound(50))
    monkeypatch.setattr(league, "play_game", b_does_not_stop)
    found = contest(tmp_path)
    said = list(found.steps())
    assert "b is out: kept a game from ending" in said[2]
    assert found.fit == ["a"]


@pytest.mark.parametrize(
    ("decided", "who"),
    [
        ("a" * 20 + "b" * 200, "b"),
        ("ab" * 200, ""),
        ("b" * 9 + "a", "b"),
        ("b" * 8 + "aa", ""),
        ("abb" * 100, ""),
    ],
)
def test_only_who_does_not_end_its_turn_keeps_a_game_from_ending(decided, who):
    assert staller(decided) == who


def test_nobody_wins_a_game_that_both_keep_from_ending_and_nobody_is_out(tmp_path, monkeypatch):
    write(tmp_path / "bots", a=sound(50), b=sound(50))
    monkeypatch.setattr(league, "play_game", functools.partial(league.play_game, limit=9))
    found = contest(tmp_path)
    results = found.play()
    table = found.standings().set_index("bot")
    assert list(table.games) == [2, 2]
    assert list(table.win_share) == [0.0, 0.0]
    assert len(results.games) == 0


def test_filling_the_disk_is_a_fault(tmp_path):
    line = (
        "open(f'{view.round}-{len(view.hands[self.seat])}-{view.phase}', 'w').write('x' * 900_000)"
    )
    write(tmp_path / "bots", fills=faulty(line), other=sound(50))
    said = next(contest(tmp_path, limits=Limits(files=1)).steps())
    assert "fills is out: wrote more than 1 MB" in said


def test_live_standings_on_a_terminal(big, capsys):
    screen = _Screen(quiet=False)
    screen.redraws = True
    screen.show(big, "a : b  1 : 1")
    screen.close()
    said = capsys.readouterr().out
    assert "78 of 78 pairings  a : b  1 : 1" in said
    assert said.endswith("\x1b[22A\x1b[J")  # wiped out again
    assert said.index("skill100") < said.index("skill000") < said.index("out: ")
    assert "skill100" in big._repr_html_()


def test_house_bots_and_more_seats(tmp_path):
    write(tmp_path / "bots", a=sound(50))
    found = contest(tmp_path, deals=2, seats=3, house=["greedy", "random"])
    found.play()
    table = found.standings()
    assert set(table.bot) == {"a", "greedy (house)", "random (house)"}
    assert (table.games == 8).all()


def test_seats_of_one_participant_cannot_confer(tmp_path):
    both = "SEEN = set()\n" + faulty("SEEN.add(self.seat)", "assert SEEN == {self.seat}, SEEN")
    write(tmp_path / "bots", a=sound(50), both=both)
    found = contest(tmp_path, seats=4)
    found.play()
    assert found.fit == ["a", "both"]
    assert list(found.standings().games) == [2, 2]


def test_command(tmp_path, capsys):
    write(tmp_path / "bots", a=sound(90), b=sound(10), broken="1 / 0")
    out = tmp_path / "out"
    call = [
        "tournament",
        str(tmp_path / "bots"),
        "--title",
        TINY,
        "--deals",
        "1",
        "--out",
        str(out),
    ]
    assert main(call) == 0
    said = capsys.readouterr().out
    assert "broken is out: raised ZeroDivisionError" in said
    assert " 1. a" in said
    assert (out / "standings.html").is_file()
    secret = json.loads((out / "tournament.json").read_text())["secret"]
    assert main([*call, "--quiet"]) == 0
    assert json.loads((out / "tournament.json").read_text())["secret"] == secret
    assert main([*call, "--deals", "2"]) == 2
    assert main(["tournament", str(tmp_path / "none"), "--title", TINY]) == 2
    assert main([*call[:-1], str(tmp_path / "x"), "--decision", "0"]) == 2
    assert "Traceback" not in capsys.readouterr().err


class LikeCompiled:
    """What a class of the compiled build looks like: attributes by name, and a demanding constructor."""

    __mypyc_attrs__ = ("deck", "hand", "unset")

    def __init__(self, deck: list[int]) -> None:
        self.deck = deck
        self.hand = [self, deck]


def test_questions_of_a_compiled_organiser_reach_a_plain_participant():
    rules = simkit.rules("tests.tiny", seats=2)
    sent = LikeCompiled([3, 1, 2])
    data = wire.Packer(rules).pack({"view": sent, "state": rules.deal(simkit.Luck(1))})
    got = wire.Unpacker(rules).unpack(data[wire.HEAD.size :])
    assert got["view"].deck == [3, 1, 2]
    assert got["view"].hand[0] is got["view"]
    assert got["view"].hand[1] is got["view"].deck
    assert got["state"].rules is rules


LATER = """

def _later(choose):
    def with_boards(self, view, candidates):
        from simkit.core import boards
        assert boards
        return choose(self, view, candidates)
    return with_boards


for _bot in list(globals().values()):
    if isinstance(_bot, type) and "choose" in vars(_bot):
        _bot.choose = _later(_bot.choose)
"""


def test_a_participant_may_use_the_rest_of_simkit_while_it_plays(tmp_path):
    """Modules that nobody has needed before are read then, from behind the fence."""
    user = sound(80) + LATER
    write(tmp_path / "bots", a=user, b=sound(20))
    found = contest(tmp_path, deals=2)
    found.play()
    table = found.standings().set_index("bot")
    assert table.words["a"] == "" and table.games["a"] == 4

"""A beginner's path: new-bot, edit two weights, check, tournament, results page."""

import time

import pytest

from simkit.cli import main
from simkit.core.registry import titles

TINY = "tests.tiny"


def test_the_path_from_the_first_line_to_the_results_page(tmp_path, capsys):
    started = time.process_time()
    bots = tmp_path / "bots"
    for name in ("first", "second"):
        assert main(["new-bot", name, "--title", TINY, "--folder", str(bots)]) == 0
    edited = bots / "second.py"
    text = edited.read_text()
    assert "sale=1, set_good=1.2" in text
    edited.write_text(text.replace("sale=1, set_good=1.2", "sale=0.1, set_good=0"))
    for name in ("first", "second"):
        assert main(["check-bot", str(bots / f"{name}.py"), "--title", TINY]) == 0
    said = capsys.readouterr().out
    assert "First(sale=1, set_good=1.2) is fit for a tournament" in said
    out = tmp_path / "out"
    assert main(
        ["tournament", str(bots), "--title", TINY, "--house", "random", "--house", "greedy:baseline",
         "--deals", "6", "--out", str(out)]
    ) == 0  # fmt: skip
    assert "Tournament" in (out / "standings.html").read_text()
    order = [line.split()[1] for line in capsys.readouterr().out.splitlines() if ". " in line[:6]]
    assert set(order) == {"first", "second", "random", "greedy:baseline"}
    assert order.index("first") < order.index("random")
    assert order.index("first") < order.index("second")
    assert time.process_time() - started < 300


@pytest.mark.parametrize("title", titles())
def test_the_new_bot_beats_random_at_every_title(title, tmp_path, capsys):
    assert main(["new-bot", "mine", "--title", title, "--folder", str(tmp_path)]) == 0
    from simkit.cli.check_bot import against_random, bot_of_file
    from simkit.core.registry import rules

    won, games = against_random(bot_of_file(tmp_path / "mine.py"), rules(title, 2), 2)
    assert games == 4
    assert won >= 3


def test_check_bot_says_what_is_wrong(tmp_path, capsys):
    path = tmp_path / "wrong.py"
    path.write_text(
        "from simkit import Bot, Choice\n"
        "class Wrong(Bot):\n"
        "    def choose(self, view, candidates):\n"
        "        return candidates[0]\n"
    )
    assert main(["check-bot", str(path), "--title", TINY]) == 1
    said = capsys.readouterr().out
    assert "needs a name of its own" in said
    assert "must return a Choice, not int" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["new-bot", "My Bot"], "'my_bot', not 'My Bot'"),
        (["new-bot", "mine", "--title", "federaton"], "did you mean 'federation'"),
        (["check-bot", "none.py", "--title", TINY], "no such file"),
        (["check-bot", "broken.py", "--title", TINY], "not valid Python"),
        (["check-bot", "fails.py", "--title", TINY], "ZeroDivisionError: division by zero (line 1"),
    ],
)
def test_bad_input(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text("def :\n")
    (tmp_path / "fails.py").write_text("1 / 0\n")
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said

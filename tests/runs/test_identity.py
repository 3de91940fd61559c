"""A run holds what it was played with, and nothing else: what differs is refused by name."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.core.bot import Bot, Choice
from simkit.core.errors import SimkitError
from simkit.runs import Results, Spec, identity, run
from simkit.runs.batch import Batch, play_batch
from simkit.runs.merge import merge
from simkit.runs.planner import Plan
from simkit.runs.store import MANIFEST, RECEIPTS, Store, sealed

TINY = "tests.tiny"
BOT = """
from own_helper import place
from simkit import Bot, Choice

class Mine(Bot):
    name = "mine"
    def choose(self, view, candidates):
        return Choice(candidates[place(len(candidates))])
"""
HELPER = "def place(number):\n    return {}\n"


def spec(games: int = 60, **more: Any) -> Spec:
    return Spec.of({"title": TINY, "seats": 2, "games": games, "seed": 3, **more})


def play(spec: Spec, folder: Path | None = None, **how: Any) -> Results:
    return run(spec, folder, **{"n_jobs": 1, "batch_size": 10, "progress": "quiet", **how})


def interrupted(spec: Spec, folder: Path) -> None:
    """Leave a run as one that was killed before its last batches."""
    play(spec, folder)
    lines = (folder / RECEIPTS).read_bytes().splitlines(keepends=True)
    (folder / RECEIPTS).write_bytes(b"".join(lines[:3]))
    rewrite(folder, state="running")


def rewrite(folder: Path, **changes: Any) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps(sealed({**manifest, **changes})))


def rewrite_receipt(folder: Path, number: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a receipt and all checksums that tell of it, as somebody would who wants to deceive."""
    lines = (folder / RECEIPTS).read_text().splitlines()
    data = json.loads(lines[number])
    change(data)
    lines[number] = json.dumps(sealed(data))
    (folder / RECEIPTS).write_text("".join(line + "\n" for line in lines))
    rewrite(folder, receipts=Store(folder).receipts_as_they_are())


@pytest.fixture
def own_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a bot of one's own with a module that helps it; return the helper's file."""
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "own_bot.py").write_text(BOT)
    (folder / "own_helper.py").write_text(HELPER.format("0"))
    monkeypatch.syspath_prepend(folder)
    for module in ("own_bot", "own_helper"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return folder / "own_helper.py"


# What a run is played with ----------------------------------------------------------------------


def test_changed_code_of_a_bot_is_refused(tmp_path: Path, own_bot: Path) -> None:
    wanted = spec(lineup={"bots": "own_bot:Mine"})
    interrupted(wanted, tmp_path / "run")
    own_bot.write_text(HELPER.format("number - 1"))
    with pytest.raises(
        SimkitError, match=r"was begun with something else \(the bot own_bot:Mine\)"
    ):
        play(wanted, tmp_path / "run", resume=True)
    own_bot.write_text(HELPER.format("0"))
    assert play(wanted, tmp_path / "run", resume=True).digest() == play(wanted).digest()


def test_edited_code_of_a_bot_counts_at_once(own_bot: Path) -> None:
    wanted = spec(lineup={"bots": "own_bot:Mine"})
    first = play(wanted).digest()
    own_bot.write_text(HELPER.format("number - 1"))
    assert play(wanted).digest() != first


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give tiny a data folder of its own."""
    from tests.tiny.title import RULES

    folder = tmp_path / "data"
    shutil.copytree(RULES.data_folder(), folder)
    monkeypatch.setattr(RULES, "data_folder", classmethod(lambda cls: folder))
    return folder


def test_changed_profile_is_refused(tmp_path: Path, own_data: Path) -> None:
    profile = own_data / "profiles" / "mine.toml"
    profile.write_text("[weights]\nprice = 1.0\n")
    wanted = spec(lineup={"bots": ["random", "lookahead:mine"]}, games=4)
    interrupted(wanted, tmp_path / "run")
    profile.write_text("[factions.millers]\nprice = 2.0\n")
    with pytest.raises(SimkitError, match=r"something else \(the bot lookahead:mine\)"):
        play(wanted, tmp_path / "run", resume=True)


@pytest.mark.parametrize("what", ["the code of simkit or tests.tiny", "the data of tests.tiny"])
def test_changed_code_or_data_is_refused_on_resume_merge_and_by_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    interrupted(spec(), tmp_path / "run")
    play(spec(), tmp_path / "one", share=(1, 2))
    name = "_code" if "code" in what else "_data"
    order = Batch(0, spec(), "", [Plan(spec()).game(0)], identity=identity.identity(spec()))
    monkeypatch.setattr(identity, name, lambda title: "something else")
    monkeypatch.setattr(identity, "_here", set())
    with pytest.raises(
        SimkitError, match=rf"a worker on .* plays with something else .*\({what}\)"
    ):
        play_batch(order)
    with pytest.raises(SimkitError, match=rf"was begun with something else \({what}\)"):
        play(spec(), tmp_path / "run", resume=True)
    play(spec(), tmp_path / "two", share=(2, 2))
    with pytest.raises(SimkitError, match=rf"was played with something else than .* \({what}\)"):
        merge([tmp_path / "one", tmp_path / "two"], tmp_path / "whole")


def test_identity_is_that_of_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / "profiles").mkdir(parents=True)
    (folder / "cards.toml").write_bytes(b"cost = 2\n")
    first = identity._data(folder)
    (folder / "cards.toml").write_bytes(b"cost = 2\r\n")
    (folder / "profiles" / "a.toml").write_text("[weights]\n")
    identity._data.cache_clear()
    assert identity._data(folder) == first
    (folder / "cards.toml").write_bytes(b"cost = 1\n")
    identity._data.cache_clear()
    assert identity._data(folder) != first


def as_from_elsewhere(monkeypatch: pytest.MonkeyPatch, wanted: Spec, **bots: Any) -> Batch:
    """Return a batch as a worker gets it, which has not worked out its identity itself."""
    order = Batch(
        0, wanted, "", [Plan(wanted).game(0)], identity=identity.identity(wanted, bots),
        own_bots=bots,
    )  # fmt: skip
    monkeypatch.setattr(identity, "_here", set())
    return order


def test_worker_that_has_imported_a_bot_before_it_was_edited_refuses(
    monkeypatch: pytest.MonkeyPatch, own_bot: Path
) -> None:
    monkeypatch.setattr(identity, "_first", {})
    wanted = spec(lineup={"bots": "own_bot:Mine"})
    play_batch(as_from_elsewhere(monkeypatch, wanted))
    own_bot.write_text(HELPER.format("number - 1"))
    order = as_from_elsewhere(monkeypatch, wanted)
    for _ in range(2):
        with pytest.raises(
            SimkitError, match=r"this run \(the bot own_bot:Mine\); give it the same"
        ):
            play_batch(order)
    own_bot.write_text(HELPER.format("0"))
    assert play_batch(as_from_elsewhere(monkeypatch, wanted)).hashes


def test_process_that_has_imported_simkit_before_it_was_edited_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order = as_from_elsewhere(monkeypatch, spec())
    identity._code.cache_clear()
    try:
        monkeypatch.setattr(identity, "_imported_as", (("rules.py", 1, 1),))
        with pytest.raises(SimkitError, match=r"\(the code of simkit or tests\.tiny\)"):
            play_batch(order)
    finally:
        identity._code.cache_clear()


def test_bot_given_as_an_object_is_compared_where_its_source_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot = Cautious(1)
    text = "Cautious(lookahead=1)"
    data = {"title": TINY, "seats": 2, "games": 60, "lineup": {"bots": text}}
    order = as_from_elsewhere(monkeypatch, Spec.of(data, own_bots={text: bot}), **{text: bot})
    assert play_batch(order).hashes
    monkeypatch.setattr(identity, "_here", set())
    other = replace(order, identity={**order.identity, f"the bot {text}": "of other source"})
    with pytest.raises(SimkitError, match=r"\(the bot Cautious\(lookahead=1\)\)"):
        play_batch(other)
    monkeypatch.setattr(Cautious, "__module__", "made_in_a_notebook")
    assert play_batch(other).hashes


@pytest.mark.parametrize("file", ["weights.txt", "inner/more.txt", "../other/far_helper.py"])
def test_files_that_a_bot_names_or_imports_from_elsewhere_count(
    own_bot: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    other = own_bot.parents[1] / "other"
    (own_bot.parent / "inner").mkdir()
    other.mkdir()
    monkeypatch.syspath_prepend(other)
    monkeypatch.delitem(sys.modules, "far_helper", raising=False)
    (other / "far_helper.py").write_text("weight = 1\n")
    for name in ("weights.txt", "inner/more.txt"):
        (own_bot.parent / name).write_text("1")
    reading = "from pathlib import Path\nimport far_helper\n"
    reading += 'A, B = Path(__file__).with_name("weights.txt"), "inner/more.txt"\n'
    own_bot.write_text(reading + HELPER.format("0"))
    wanted = spec(lineup={"bots": "own_bot:Mine"})
    before = identity.identity(wanted)
    assert identity.identity(wanted) == before
    (own_bot.parent / file).write_text("weight = 2\n")
    assert identity.differences(identity.identity(wanted), before) == "the bot own_bot:Mine"


# Bots -------------------------------------------------------------------------------------------


class Cautious(Bot):
    PARAMS = ("lookahead",)
    name = "cautious"

    def __init__(self, lookahead: int = 1, hidden: int = 0) -> None:
        self.lookahead = lookahead
        self.hidden = hidden

    def choose(self, view: Any, candidates: list[int]) -> Choice:
        return Choice(candidates[min(self.lookahead, len(candidates)) - 1])


def test_bots_that_differ_in_parameters_differ_in_the_tables() -> None:
    bots = ["mcts(iterations=2)", "mcts(iterations=4)"]
    results = play(spec(4, lineup={"bots": bots}))
    assert results.seats.bot.tolist() == bots * 4
    own = simkit.simulate(TINY, 2, 4, [Cautious(1), Cautious(2)], n_jobs=1, progress="quiet")
    assert set(own.seats.bot) == {"Cautious(lookahead=1)", "Cautious(lookahead=2)"}


def test_bots_that_differ_unseen_are_refused() -> None:
    with pytest.raises(SimkitError, match="two that differ are both written Cautious"):
        simkit.simulate(TINY, 2, 4, [Cautious(1), Cautious(1, hidden=2)], n_jobs=1)


def test_report_has_a_table_by_bot() -> None:
    bots = ["greedy:bidder", "greedy:collector"]
    said = str(play(spec(24, lineup={"bots": bots, "mirror": True})).report())
    assert "\nBy bot\n" in said
    assert said.count("greedy:bidder") >= 2
    assert "\nBy profile\n" not in said  # it would be the same table again


# Checksums --------------------------------------------------------------------------------------


def _shortened(data: dict[str, Any]) -> None:
    data["hashes"].pop()


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda f: rewrite(f, fingerprint="0" * 32), "its spec is not the one of its fingerprint"),
        (
            lambda f: rewrite_receipt(f, 1, lambda data: data.update(identity="x")),
            r"the batch of game 10 was played with other code, data or bots than manifest\.json names",
        ),
        (
            lambda f: rewrite_receipt(
                f, 1, lambda data: data["parts"]["games"].update(file="../../outside.parquet")
            ),
            r"receipts\.jsonl: line 2 is damaged \(\.\./\.\./outside\.parquet is no file of this batch",
        ),
        (
            lambda f: rewrite_receipt(f, 1, lambda data: data["hashes"][0].__setitem__(0, 3)),
            r"receipts\.jsonl: game 3 is there twice",
        ),
        (
            lambda f: rewrite_receipt(f, 1, lambda data: data["parts"]["seats"].update(size=7)),
            r"seats/part-000000010\.parquet: is damaged \(its size differs\)",
        ),
    ],
)
def test_deliberate_change_is_named(
    tmp_path: Path, harm: Callable[[Path], None], said: str
) -> None:
    play(spec(), tmp_path / "run")
    harm(tmp_path / "run")
    with pytest.raises(SimkitError, match=said):
        simkit.load(tmp_path / "run")


def test_older_runs_are_refused_in_one_sentence(tmp_path: Path) -> None:
    play(spec(), tmp_path / "run")
    rewrite(tmp_path / "run", schema="simkit/run/1")
    with pytest.raises(SimkitError) as caught:
        simkit.load(tmp_path / "run")
    said = "is of an older simkit (simkit/run/1); play the run again"
    assert str(caught.value) == f"{tmp_path / 'run' / MANIFEST}: {said}"


def test_other_size_of_batches_does_not_play_games_twice(tmp_path: Path) -> None:
    whole = play(spec()).digest()
    interrupted(spec(), tmp_path / "run")
    rewrite(tmp_path / "run", batch_size=7)
    resumed = play(spec(), tmp_path / "run", resume=True)
    assert len(resumed) == 60
    assert resumed.digest() == whole
    assert resumed.games.game_id.tolist() == list(range(60))


def _flip(data: bytearray, dice: random.Random) -> None:
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def _cut(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    del data[at : at + dice.randrange(1, 40)]


def _repeat(data: bytearray, dice: random.Random) -> None:
    lines = bytes(data).splitlines(keepends=True)
    lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    data[:] = b"".join(lines)


def _drop_line(data: bytearray, dice: random.Random) -> None:
    lines = bytes(data).splitlines(keepends=True)
    del lines[dice.randrange(len(lines))]
    data[:] = b"".join(lines)


def _new_digit(data: bytearray, dice: random.Random) -> None:
    places = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
    data[dice.choice(places)] = ord(str(dice.randrange(10)))


HARMS = (_flip, _cut, _repeat, _drop_line, _new_digit)


def _loaded(folder: Path) -> tuple[str, Any]:
    """Return what is said against a run, or what is read of it."""
    try:
        found = Results(folder)
    except SimkitError as error:
        return str(error), None
    return "", (found.digest(), found.spec, found.manifest)


@pytest.mark.parametrize("file", [MANIFEST, RECEIPTS])
def test_damage_that_changes_a_result_is_refused_by_name(tmp_path: Path, file: str) -> None:
    folder = tmp_path / "run"
    whole = play(spec(), folder)
    expected = (whole.digest(), whole.spec, whole.manifest)
    sound = (folder / file).read_bytes()
    dice = random.Random(33)
    refused = 0
    for number in range(60):
        data = bytearray(sound)
        HARMS[number % len(HARMS)](data, dice)
        (folder / file).write_bytes(data)
        said, found = _loaded(folder)
        refused += file in said
        # What is read all the same is white space, or a digit that was put in place of itself.
        assert file in said or found == expected, number
    assert refused > 40
    (folder / file).write_bytes(sound)
    assert Results(folder).digest() == expected[0]


@pytest.mark.parametrize("harm", [_flip, _drop_line, _repeat])
def test_damaged_receipts_are_healed_by_resume(
    tmp_path: Path, harm: Callable[[bytearray, random.Random], None]
) -> None:
    folder = tmp_path / "run"
    whole = play(spec(), folder).digest()
    data = bytearray((folder / RECEIPTS).read_bytes())
    harm(data, random.Random(4))
    (folder / RECEIPTS).write_bytes(data)
    assert play(spec(), folder, resume=True).digest() == whole
    assert simkit.load(folder).digest() == whole  # type: ignore[union-attr]

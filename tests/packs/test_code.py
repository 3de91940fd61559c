# ruff: noqa: E501 - messages are compared whole
"""Abilities from the code of packs: every hook takes effect, bots value it, bad code is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.bots import make_bot
from simkit.core.errors import SimkitError
from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.rules import explore, legal, rounds
from simkit.games.race_for_the_galaxy.rules.consume import sale_price
from simkit.games.race_for_the_galaxy.view import board
from tests.packs.making import TITLE, development, write_pack

WORDS = "does it with {n}"


def operation(*hooks: str, **more: Any) -> dict[str, Any]:
    return {
        "op": "new", "phase": "settle", "class": "New", "hooks": list(hooks), "words": WORDS,
        "figures": {"n": [0, 5]}, **more,
    }  # fmt: skip


def power(n: int = 2) -> dict[str, Any]:
    return {"phase": "settle", "op": "new", "n": n}


def packed(folder: Path, methods: str, *hooks: str, n: int = 2, **more: Any) -> str:
    code = "class New:\n" + "".join(f"    {line}\n" for line in methods.splitlines())
    card = development("archive", cost=1, powers=[power(n)])
    return write_pack(folder / "coded", [card], code, [operation(*hooks, **more)])


def table(pack: str, actions: tuple[str, str] = ("produce", "produce"), **first: Any) -> Any:
    """Return a position in which seat 0 has the archive, after both seats have chosen."""
    rules = simkit.rules(TITLE, 2, pack=pack)
    seat: dict[str, Any] = {"tableau": ["old_earth", "archive"], **first}
    game = rules.position({"seats": [seat, {"tableau": ["new_sparta"]}]})
    for name in actions:
        game.step(rules.encode("choose", first=name, second="none"))
    return game


SUMS = [
    ("explore_draw", lambda g: explore.looks(g, 0)),
    ("explore_keep", lambda g: explore.keeps(g, 0)),
    ("develop_discount", lambda g: -legal.develop_price(g, 0, g.t.number["galactic_imperium"])),
    ("settle_discount", lambda g: -legal.settle_price(g, 0, g.t.number["mining_world"], 0)),
    ("military", lambda g: legal.strength(g, 0, g.t.number["rebel_base"])),
    ("sale", lambda g: sale_price(g, 0, g.t.number["gem_world"], g.t.bonus)),
]


@pytest.mark.parametrize(("hook", "figure"), SUMS, ids=[hook for hook, _ in SUMS])
def test_answers_of_sums_are_added_up(tmp_path: Path, hook: str, figure: Any) -> None:
    about = (
        ", card"
        if "(seat, card)" in next(h.meaning for h in schema.HOOKS if h.name == hook)
        else ""
    )
    pack = packed(tmp_path, f"def {hook}(self, seat{about}):\n    return self.n", hook)
    rules = simkit.rules(TITLE, 2, pack=pack)
    spec = {
        "seats": [{"tableau": ["old_earth", "archive"]}, {"tableau": ["new_sparta", "archive"]}]
    }
    spec["seats"][1] = {"tableau": ["new_sparta"]}
    with_it = rules.position(spec)
    spec["seats"][0] = {"tableau": ["old_earth"]}
    assert figure(with_it) == figure(rules.position(spec)) + 2


def test_limits_are_replaced_and_bans_need_one_voice(tmp_path: Path) -> None:
    methods = (
        "def hand_limit(self, seat, limit):\n    return limit + self.n\n"
        "def may_place(self, seat, card):\n    return card.cost != 3"
    )
    g = table(packed(tmp_path, methods, "hand_limit", "may_place"), ("settle", "explore_5"),
              hand=["mining_world", "gem_world", "spice_world", "comet_zone", "new_vinland"])  # fmt: skip
    assert rounds.hand_limit(g, 0) == 12 and rounds.hand_limit(g, 1) == 10
    while g.phase != schema.PHASE_SETTLE:
        g.step(g.legal()[0])
    placed = [g.rules.notation(action) for action in g.legal()]
    assert "place card=gem_world" in placed and "place card=mining_world" not in placed
    with pytest.raises(SimkitError, match="a power in the tableau forbids it"):
        g.step(g.rules.parse("place card=mining_world"))


def test_the_first_answer_decides_a_price(tmp_path: Path) -> None:
    methods = "def settle_price(self, seat, card):\n    return 0 if card.kind == 'rare' else None"
    g = table(packed(tmp_path, methods, "settle_price"))
    number = g.t.number
    assert legal.settle_price(g, 0, number["mining_world"], schema.BY_PAYING) == 0
    assert legal.settle_price(g, 0, number["spice_world"], schema.BY_PAYING) == 2


def test_cards_are_drawn_and_chips_won_where_the_hooks_say(tmp_path: Path) -> None:
    methods = (
        "def cards_in_consume(self, seat):\n    return self.n\n"
        "def chips_in_consume(self, seat):\n    return len(seat.tableau)\n"
        "def cards_in_produce(self, seat):\n    return 1"
    )
    pack = packed(tmp_path, methods, "cards_in_consume", "chips_in_consume", "cards_in_produce")
    g = table(pack, ("consume_double", "produce"))
    p = g.players[0]
    assert (len(p.hand), p.chips, g.points_of(0)[schema.SOURCE_CONSUME]) == (3, 2, 2)
    assert len(g.players[1].hand) == 0


def test_points_at_the_end_have_a_source_of_their_own(tmp_path: Path) -> None:
    methods = "def end_points(self, seat):\n    return self.n * len(seat.tableau)"
    g = table(packed(tmp_path, methods, "end_points", n=3))
    source = [one.name for one in g.rules.schema.sources].index("archive")
    assert g.rules.schema.sources[source].label == "Archive"
    assert g.projected_scores()[0] == 2 + 1 + 3 * 2
    while not g.over:
        g.step(g.candidates()[0])
    assert g.points_of(0)[source] == 3 * len(g.players[0].tableau)


def test_boards_show_the_figures_of_the_record(tmp_path: Path) -> None:
    pack = packed(
        tmp_path, "def end_points(self, seat):\n    return self.n", "end_points", sign="{n}vp!"
    )
    for patch, shown in (({}, "2vp!"), ({"cards.archive.powers.0.n": 4}, "4vp!")):
        rules = simkit.rules(TITLE, 2, patch, pack)
        g = rules.position({"seats": [{"tableau": ["archive"]}, {"tableau": ["new_sparta"]}]})
        assert shown in board.svg(g)


def test_who_cannot_pay_any_more_takes_the_card_back(tmp_path: Path) -> None:
    methods = "def settle_discount(self, seat, card):\n    return 5 if seat.hand == 1 else 0"
    pack = packed(tmp_path, methods, "settle_discount")
    g = table(pack, ("settle", "settle"), hand=["mining_world"])
    g.step(g.rules.parse("place card=mining_world"))
    t = g.t
    assert [t.names[card] for card in g.players[0].hand] == ["mining_world"]
    assert [t.names[card] for card in g.players[0].tableau] == ["old_earth", "archive"]
    g.check()


@pytest.mark.parametrize("hook", [hook.name for hook in schema.HOOKS if hook.combine == "sum"])
def test_more_of_an_answer_is_worth_more_to_bots(tmp_path: Path, hook: str) -> None:
    about = (
        ", card"
        if "(seat, card)" in next(h.meaning for h in schema.HOOKS if h.name == hook)
        else ""
    )
    pack = packed(tmp_path, f"def {hook}(self, seat{about}):\n    return self.n", hook)
    found = []
    for n in (1, 4):
        rules = simkit.rules(TITLE, 2, {"cards.archive.powers.0.n": n}, pack)
        g = rules.position(
            {
                "seats": [
                    {"tableau": ["old_earth"], "hand": ["archive"]},
                    {"tableau": ["new_sparta"]},
                ]
            }
        )
        bot: Any = make_bot("greedy", TITLE)
        bot.start(rules, 0, simkit.Luck(0))
        bot.prepare(g)
        found.append(bot.worth(bot.ref, g.t.number["archive"]))
    assert found[1] > found[0]


BAD: dict[str, tuple[str, tuple[str, ...], str]] = {
    "syntax": ("def military(self, seat, card)\n    return 1", ("military",), r"powers.py: does not load \(line 2"),
    "loading": ("x = 1 / 0\ndef military(self, seat, card):\n    return 1", ("military",), "does not load.*line 2.*ZeroDivisionError"),
    "no hook": ("def militry(self, seat, card):\n    return 1", ("military",), "class New: has no method 'military'.*did you mean 'militry'"),
    "unknown hook": ("def military(self, seat, card):\n    return 1", ("militry",), "unknown hook 'militry'; did you mean 'military'"),
    "not listed": ("def military(self, seat, card):\n    return 1\ndef sale(self, seat, card):\n    return 1", ("military",), "has the method 'sale', which operation 'new' does not list"),
    "no question": ("def military(self, seat, card):\n    return 1\ndef helper(self):\n    return 1", ("military",), "has a method 'helper', which is no hook"),
    "arguments": ("def __init__(self, x):\n    pass\ndef military(self, seat, card):\n    return 1", ("military",), "cannot be made without arguments"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_code_is_refused_by_name(tmp_path: Path, what: str) -> None:
    methods, hooks, words = BAD[what]
    with pytest.raises(SimkitError, match=words) as refused:
        simkit.rules(TITLE, 2, pack=packed(tmp_path, methods, *hooks))
    assert str(refused.value).startswith("pack coded")


def test_other_mistakes_of_operations_are_named(tmp_path: Path) -> None:
    method = "def military(self, seat, card):\n    return self.n"
    for more, words in (
        ({"class": "Old"}, "unknown class 'Old'"),
        ({"phase": "settel"}, "phase: unknown value 'settel'; did you mean 'settle'"),
        ({"figures": {"n": 3}}, r"figures, n: is a range like \[0, 5\], not 3"),
        ({"words": "with {m}"}, "words: names a figure that it does not have"),
        ({"op": "military"}, "the operation 'military' is in use"),
    ):
        with pytest.raises(SimkitError, match=words):
            simkit.rules(TITLE, 2, pack=packed(tmp_path, method, "military", **more))
    pack = packed(tmp_path, method, "military", n=9)
    with pytest.raises(
        SimkitError, match=r"powers\[0\] \(phase settle, op new\), n: 9 is outside 0 to 5"
    ):
        simkit.rules(TITLE, 2, pack=pack)
    (tmp_path / "coded" / "powers.py").unlink()
    with pytest.raises(SimkitError, match="there is no such file in the pack"):
        simkit.rules(TITLE, 2, pack=pack)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("'much'", "New.military: answers 'much', and has to answer int"),
        ("1.5", "New.military: answers 1.5, and has to answer int"),
        ("seat.nothing", r"New.military: failed \(line 3: AttributeError"),
    ],
)
def test_answers_of_a_wrong_kind_name_the_pack(tmp_path: Path, answer: str, words: str) -> None:
    g = table(packed(tmp_path, f"def military(self, seat, card):\n    return {answer}", "military"))
    with pytest.raises(SimkitError, match=words):
        legal.strength(g, 0, g.t.number["rebel_base"])


def test_what_abilities_see_lies_open(tmp_path: Path) -> None:
    """Nothing that is hidden from the owner or from others changes what an ability sees."""
    from simkit.games.race_for_the_galaxy.rules.abilities import Seat

    g = table(packed(tmp_path, "def military(self, seat, card):\n    return 1", "military"))
    for viewer in (0, 1):
        other = g.determinize(viewer, simkit.Luck(5))
        for seat in (0, 1):
            for name in ("tableau", "goods", "produced", "hand", "chips", "military", "round"):
                assert getattr(Seat(g, seat), name) == getattr(Seat(other, seat), name)


def test_players_are_told_what_abilities_bring(tmp_path: Path) -> None:
    methods = (
        "def chips_in_consume(self, seat):\n    return self.n\n"
        "def cards_in_consume(self, seat):\n    return len(seat.others)"
    )
    pack = packed(tmp_path, methods, "chips_in_consume", "cards_in_consume")
    rules = simkit.rules(TITLE, 2, pack=pack)
    game = rules.position(
        {"seats": [{"tableau": ["old_earth", "archive"]}, {"tableau": ["new_sparta"]}]}
    )
    game.step(rules.encode("choose", first="consume_double", second="none"))
    before, action = game.clone(), rules.encode("choose", first="produce", second="none")
    game.step(action)
    told = rules.consequences(before, action, game, viewer=1)
    assert any(line.startswith("seat 0 draws 1 card") and "Archive" in line for line in told), told
    assert "seat 0 wins 2 chips as its Consume begins" in told


def test_games_with_code_are_the_same_without_caches() -> None:
    def scores(caches: bool) -> list[list[int]]:
        found = []
        for number in range(6):
            rules = simkit.rules(TITLE, 2 + number % 3, pack="glass_archive", caches=caches)
            bots = [make_bot("greedy", TITLE) for _ in range(rules.seats)]
            found.append(simkit.play_game(rules.deal(simkit.Luck(number)), bots).scores())
        return found

    assert scores(True) == scores(False)

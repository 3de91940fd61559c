# ruff: noqa: E501 - messages are compared whole
"""What a pack may say, how it is laid over a title, and what is refused in which words."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.core.errors import SimkitError
from simkit.core.registry import rules_class
from simkit.games.race_for_the_galaxy.rules import vocabulary
from simkit.testing.pack_checks import contents, problems_of
from tests.packs.making import TITLE, development, toml, world, write_pack


def rules(pack: Any, seats: int = 2, **more: Any) -> Any:
    return simkit.rules(TITLE, seats, pack=pack, **more)


def test_a_pack_adds_after_the_printed_cards_and_changes_those_of_its_ids(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "far", [world("tide_moon"), {"id": "old_earth", "cost": 4}])
    printed, made = simkit.rules(TITLE, 2).tables, rules(pack).tables
    assert made.names == [*printed.names, "tide_moon"]
    assert made.cost[made.number["old_earth"]] == 4
    assert printed.cost[printed.number["old_earth"]] == 3
    assert made.vp[made.number["old_earth"]] == 2
    assert list(contents(pack)) == [
        "adds the card 'tide_moon' (Tide Moon)", "changes the card 'old_earth': cost",
    ]  # fmt: skip


def test_a_change_may_take_keys_away(tmp_path: Path) -> None:
    change = {"id": "old_earth", "settle": "military", "defense": 1, "without": ["cost"]}
    t = rules(write_pack(tmp_path / "far", [change])).tables
    assert t.military[t.number["old_earth"]] and t.cost[t.number["old_earth"]] == 1


def test_figures_outside_of_records_are_changed_as_by_a_patch(tmp_path: Path) -> None:
    folder = tmp_path / "short"
    pack = write_pack(folder)
    (folder / "game.toml").write_text("[end]\ntableau = 9\n")
    assert rules(pack).tables.tableau_end == 9
    (folder / "game.toml").write_text("[end]\ntableau = 99\n")
    with pytest.raises(SimkitError, match=r"game.toml, end, tableau: 99 is outside 6 to 20"):
        rules(pack)
    (folder / "game.toml").write_text("[end]\ntablo = 9\n")
    with pytest.raises(SimkitError, match="unknown key 'tablo'; did you mean 'tableau'"):
        rules(pack)


def test_a_patch_reaches_the_records_of_packs(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "far", [world("tide_moon")])
    made = rules(pack, patch={"cards.tide_moon.vp": 4})
    assert made.tables.vp[made.tables.number["tide_moon"]] == 4


def test_rules_with_a_pack_are_found_again_and_travel(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "far", [world("tide_moon")])
    made = rules(pack)
    assert rules([pack]) is made is pickle.loads(pickle.dumps(made))
    assert eval(repr(made)) is made
    assert made is not simkit.rules(TITLE, 2) and made.pack == [pack]
    sent = pickle.dumps(made)
    write_pack(tmp_path / "far", [world("tide_moon", vp=2)])
    assert rules(pack) is not made
    with pytest.raises(SimkitError, match="has changed since these rules were made"):
        pickle.loads(sent)


def test_the_schema_of_the_rules_has_what_a_pack_adds_and_the_titles_has_not(
    tmp_path: Path,
) -> None:
    start = world("far_start", name="Ébb Møon 月", start_number=5)
    six = development("tide_council", cost=6, vp=0, vp_variable=True,
                      score=[{"vp": 1, "match": "world"}])  # fmt: skip
    made, printed = (
        rules(write_pack(tmp_path / "far", [start, six])).schema,
        rules_class(TITLE).schema,
    )
    assert made.roles[0].values == (*printed.roles[0].values, "far_start")
    assert made.roles[0].label_of("far_start") == "Ébb Møon 月"
    assert [source.name for source in made.sources] == [
        *(source.name for source in printed.sources), "tide_council",
    ]  # fmt: skip
    assert made.phases == printed.phases


def test_shipped_packs_are_found_by_name_unless_a_folder_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "saltwind_moon" in rules("tidal_belt").tables.number
    write_pack(tmp_path / "tidal_belt", [world("tide_moon")])
    assert "tide_moon" in rules("tidal_belt").tables.number


def test_titles_without_records_for_packs_say_so(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "far", title="planet_unknown")
    (tmp_path / "far" / "corporations.toml").write_text('[[corporation]]\nid = "mine"\n')
    with pytest.raises(SimkitError, match=r"corporations.toml, corporation"):
        simkit.rules("planet_unknown", 2, pack=pack)


def test_every_printed_card_may_stand_in_a_pack() -> None:
    cards = simkit.rules(TITLE, 2).components["cards"]["card"]
    assert [why for card in cards for rule in vocabulary.RULES if (why := rule(card))] == []


ODD: dict[str, tuple[list[dict[str, Any]], str]] = {
    "unknown key": ([world("w", costs=1)], "cards.toml, card 'w': unknown key 'costs'; did you mean 'cost'"),
    "unknown operation": (
        [world("w", powers=[{"phase": "settle", "op": "militry", "n": 1, "against": "any"}])],
        r"card 'w', powers\[0\] \(phase 'settle'\): unknown op 'militry'; did you mean 'military'",
    ),
    "unknown phase": (
        [world("w", powers=[{"phase": "settel", "op": "military", "n": 1}])],
        r"powers\[0\]: unknown phase 'settel'; did you mean 'settle'",
    ),
    "missing figure": (
        [world("w", powers=[{"phase": "settle", "op": "military", "against": "any"}])],
        r"powers\[0\] \(phase settle, op military\): lacks the key 'n'",
    ),
    "missing keys": ([{"id": "w", "vp": 1}], "the title has no such card to be changed, and a new one needs name"),
    "misspelt id": ([{"id": "old_erth", "vp": 1}], "did you mean 'old_earth'"),
    "one missing": (
        [{key: value for key, value in world("w").items() if key != "flags"}], "lacks the key 'flags'",
    ),
    "wrong type": ([world("w", vp="two")], "card 'w', vp: is a whole number, not 'two'"),
    "fraction": ([world("w", vp=1.5)], "card 'w', vp: is a whole number, not 1.5"),
    "out of range": ([world("w", cost=12)], "card 'w', cost: 12 is outside 0 to 7"),
    "unknown flag": ([world("w", flags=["rebell"])], "flags: unknown value 'rebell'; did you mean 'rebel'"),
    "id in use": ([world("old_earth")], "the id is in use: the title has a card 'old_earth'"),
    "id twice": ([world("w"), world("w")], "the id is in use: this pack has a card of that id"),
    "no id": ([{"name": "W"}], "card 1: lacks an id"),
    "odd id": ([world("Big World")], "id 'Big World' is not written in small letters"),
    "no cost": ([{k: v for k, v in world("w").items() if k != "cost"}], "lacks the key 'cost'"),
    "both": ([world("w", defense=2)], "a world with settle 'cost' has no 'defense'"),
    "kind alone": ([world("w", kind="rare")], "kind and production stand together"),
    "points alone": ([development("w", vp_variable=True)], "lacks its scoring terms"),
    "named card": (
        [development("w", vp_variable=True, score=[{"vp": 1, "match": "name", "card": "old_erth"}])],
        "score: unknown card 'old_erth'; did you mean 'old_earth'",
    ),
    "start in use": ([world("w", start_number=3)], "start_number: 3 is in use: 'new_sparta' has it; 5 is free"),
    "nine powers": (
        [world("w", powers=[{"phase": "produce", "op": "draw", "n": 1}] * 9)], "has 9 entries, and there may be 8",
    ),
    "no goods": (
        [world("w", powers=[{"phase": "produce", "op": "draw_per_world", "n": 1, "kind": "any"}])],
        "unknown value 'any'",
    ),
    "source": (
        [development("development", vp_variable=True, score=[{"vp": 1, "match": "military_total"}])],
        "a source of points is called 'development'",
    ),
    "word": ([world("action")], "'action' is a word of the notation"),
}  # fmt: skip


@pytest.mark.parametrize("what", ODD)
def test_a_bad_record_is_refused_by_file_record_key_and_nearest(tmp_path: Path, what: str) -> None:
    cards, words = ODD[what]
    pack = write_pack(tmp_path / "odd", cards)
    with pytest.raises(SimkitError, match=words) as refused:
        rules(pack)
    assert str(refused.value).startswith("pack odd, cards.toml")
    assert "Traceback" not in str(refused.value)


HEADS: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": None}, "lacks the key 'name'"),
    "no source": ({"source": None}, "lacks the key 'source'"),
    "unknown": ({"tittle": "x"}, "unknown key 'tittle'; did you mean 'title'"),
    "other title": (
        {"title": "federation"},
        "it is for 'federation', not for 'race_for_the_galaxy'",
    ),
    "type": ({"what": 3}, "what: is a text, not 3"),
    "code alone": ({"code": "powers.py"}, r"lacks \[\[operation\]\]"),
}


@pytest.mark.parametrize("what", HEADS)
def test_a_bad_head_is_refused(tmp_path: Path, what: str) -> None:
    head, words = HEADS[what]
    pack = write_pack(tmp_path / "odd", **head)
    with pytest.raises(SimkitError, match=words):
        rules(pack)


def test_other_mistakes_of_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(SimkitError, match=r"there is no such folder.*did you mean 'tidal_belt'"):
        rules("tidal_blet")
    (tmp_path / "empty").mkdir()
    with pytest.raises(SimkitError, match=r"the folder has no pack.toml"):
        rules(str(tmp_path / "empty"))
    pack = write_pack(tmp_path / "odd")
    (tmp_path / "odd" / "card.toml").write_text("[[card]]\n")
    with pytest.raises(SimkitError, match="unknown table 'card'; did you mean 'cards'"):
        rules(pack)
    (tmp_path / "odd" / "card.toml").unlink()
    (tmp_path / "odd" / "cards.toml").write_text("[[card]\n")
    with pytest.raises(SimkitError, match=r"pack odd, cards.toml: is not valid TOML"):
        rules(pack)
    (tmp_path / "odd" / "cards.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SimkitError, match="not a text file in UTF-8"):
        rules(pack)
    (tmp_path / "odd" / "cards.toml").write_text(f"card = {toml(world('w'))}\n")
    with pytest.raises(SimkitError, match=r"card is written as \[\[card\]\] tables"):
        rules(pack)
    with pytest.raises(SimkitError, match="pack: is a folder or a list of folders, not 3"):
        rules(3)


def test_two_packs_add_up_and_clash_only_by_id(tmp_path: Path) -> None:
    one = write_pack(tmp_path / "one", [world("tide_moon"), world("start_one", start_number=5)])
    two = write_pack(tmp_path / "two", [world("salt_moon"), world("start_two", start_number=5)])
    made = rules([one, two])
    assert made.tables.names[-4:] == ["tide_moon", "start_one", "salt_moon", "start_two"]
    assert made.schema.roles[0].values[-2:] == ("start_one", "start_two")
    clash = write_pack(tmp_path / "clash", [world("tide_moon")])
    with pytest.raises(SimkitError, match=r"pack clash.*in use: pack one has a card of that id"):
        rules([one, clash])
    with pytest.raises(SimkitError, match="two packs are called 'one'"):
        rules([one, one])


def test_all_that_is_wrong_is_listed_for_who_asks(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "odd", [world("w", vp="two", costs=3), world("old_earth")])
    assert len(problems_of(pack)) == 3
    with pytest.raises(SimkitError, match=r"\(and 2 more: simkit check-pack lists them\)"):
        rules(pack)

"""Check cases: all pass, and altering any expected figure makes `verify` name the very case."""

import copy
import json
from pathlib import Path

import pytest

import simkit
from simkit.core.errors import BadValue
from simkit.games.planet_unknown.io.recordings import verify

FOLDER = Path(__file__).parents[2] / "recordings" / "planet_unknown"
FILES = sorted(FOLDER.glob("*.json"))


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_all_cases_pass(path):
    results = verify(read(path), path.name)
    assert results
    assert [r for r in results if r.status != "passed"] == []


def figures(value, path=()):
    """Every number, word and truth value below a value, with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from figures(part, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from figures(part, (*path, i))
    else:
        yield path


def altered(value):
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_altering_a_figure_names_the_case(path):
    data = read(path)
    for number, case in enumerate(data["cases"]):
        places = list(figures(case["expect"]))
        for place in places[:: max(1, len(places) // 6)]:
            changed = copy.deepcopy(data)
            holder = changed["cases"][number]["expect"]
            for key in place[:-1]:
                holder = holder[key]
            holder[place[-1]] = altered(holder[place[-1]])
            if place[-1] == "moved" and "at the top" in case.get("text", ""):
                continue
            failed = [r for r in verify(changed, path.name) if r.status == "failed"]
            assert [r.case for r in failed] == [case["id"]], place
            assert str(place[0]) in failed[0].step


def test_unknown_kind_is_skipped_with_its_reason():
    (found,) = verify({"kind": "poem", "cases": []}, "x.json")
    assert found.status == "skipped"
    assert "poem" in found.detail


def test_free_form_cases_that_cannot_be_put_to_the_engine_say_why():
    case = {"id": "a", "text": "talk", "given": {"mood": "good"}, "expect": {"x": 1}}
    (found,) = verify({"kind": "rulebook", "cases": [case]}, "x.json")
    assert found.status == "skipped"
    assert "mood" in found.detail


FIXED = [path for path in FILES if read(path)["kind"] != "rulebook"]


@pytest.mark.parametrize("path", FIXED, ids=[path.stem for path in FIXED])
@pytest.mark.parametrize("where", ["given", "expected"])
def test_a_key_that_is_not_understood_is_named_and_the_case_skipped(path, where):
    data = read(path)
    for number in range(0, len(data["cases"]), 3):
        changed = copy.deepcopy(data)
        case = changed["cases"][number]
        holder = case if where == "given" else case["expect"]
        for part in (holder, *nested(holder)):
            part["weather"] = "fine"
            (found,) = [r for r in verify(changed, path.name) if r.case == case["id"]]
            assert found.status == "skipped"
            assert "weather" in found.detail
            del part["weather"]


def nested(holder):
    """Mappings with fixed keys below one: of players, objectives and steps."""
    for key in ("players", "rival_objectives", "steps"):
        for part in holder.get(key, [])[:2]:
            if part:
                yield part
    for key in ("totals", "positions", "track_points"):
        if isinstance(holder.get(key), dict):
            yield holder[key]


def walk(steps, **case):
    case = {"id": "x", "advances": ["civ", "civ"], "expect": {"steps": steps}, **case}
    (found,) = verify({"kind": "track_walk", "cases": [case]}, "x.json")
    return found


@pytest.mark.parametrize("benefits", [{}, {"benefits": []}])
def test_a_step_that_does_not_move_has_no_benefits(benefits):
    given = {"corporation": "universal_coalition", "tracks": {"civ": 14}}
    still = {"moved": False, "to": ["civ", 15]}
    last = {"moved": True, "to": ["civ", 15], "benefits": []}
    assert walk([last, {**still, **benefits}], **given).status == "passed"
    assert walk([last, {**still, "benefits": ["syn"]}], **given).status == "failed"
    assert walk([last, {**still, "moved": True}], **given).status == "failed"
    assert walk([last, {**still, "to": ["civ", 14]}], **given).status == "failed"
    assert walk([{"moved": True, "to": ["civ", 15]}, still], **given).status == "failed"


@pytest.mark.parametrize("level", range(1, 6))
def test_tech_level_holds_the_techs_up_to_it(level):
    from simkit.games.planet_unknown.io.recordings import one_player

    for corporation in ("universal_coalition", "cosmos_inc", "jump_drive", "makeshift"):
        _, p = one_player({"corporation": corporation, "tech_level": level})
        assert [n for n in range(1, 7) if p.tech >> n & 1] == list(range(1, level + 1))
    _, p = one_player({"corporation": "flux_industries", "tech_level": level})
    assert p.tech == 1 << level  # only the latest is active


def test_patches_on_patches_are_read_as_the_reference_reads_them(table):
    seat = {"corporation": "wormhole_corp", "tracks": {"tech": 5}, "board": [["I2-RT", "5,0,0,0"]]}
    seat["board"].append(["patch", "6,0,0,0"])
    for option, found in ((False, False), (True, True)):
        t = table(seat, options={"patch_on_patch": option})
        t.p.placed = True
        t.p.pending.append(4)
        assert ("patch x=6 y=0" in t.choices) is found
    t.play("patch x=6 y=0")
    assert t.p.patches.bit_count() + t.p.stacked == 2


@pytest.mark.parametrize(
    ("kind", "case", "where"),
    [
        ("placement", {"event_rule": "no_wind", "tile": "I2-EW"}, "no_wind"),
        ("rover_reach", {"rover": [5, 0], "movement": 1, "banned_terrain": "sand"}, "sand"),
        ("rover_reach", {"rover": [5, 0], "movement": 1, "rovers": [[5, 1]]}, "rovers"),
        ("cascade", {"start": {"civ": 1, "ice": 2}, "advances": ["civ"]}, "start.ice"),
        ("cascade", {"start": {}, "synergy_priority": ["ice"], "advances": []}, "ice"),
        ("effect", {"tile": "I2-EW", "at": "5,0,0,0", "tracks": {"ice": 1}}, "tracks.ice"),
        ("track_walk", {"advances": ["civ", "ice"]}, "advances: ice"),
        ("final_score", {"players": [{"markers": {"ice": ["civ", 1]}}]}, "players[0].markers.ice"),
    ],
)
def test_a_name_that_does_not_exist_is_named_and_the_case_skipped(kind, case, where):
    case = {"id": "x", "planet": "ksb-4156", "corporation": "universal_coalition", **case}
    if kind == "final_score":
        case = {key: case[key] for key in ("id", "players")}
    (found,) = verify({"kind": kind, "cases": [{**case, "expect": {"figure": 1}}]}, "x.json")
    assert found.status == "skipped"
    assert where in found.detail


def test_nothing_expected_and_another_schema_are_skipped():
    case = {"id": "x", "red": 6, "orange": 7, "green": 7, "expect": {}}
    (found,) = verify({"kind": "solo_target", "cases": [case]}, "x.json")
    assert (found.status, found.detail) == ("skipped", "no figures are expected")
    data = {"schema": "planet_unknown/cases/9", "kind": "solo_target", "cases": [case]}
    (found,) = verify(data, "x.json")
    assert found.status == "skipped"
    assert "cases/9" in found.detail


def test_a_patch_advances_nothing_and_destroys_what_lies_under_it():
    # [#4.4]
    case = {"id": "x", "planet": "ksb-4156", "corporation": "republic", "tile": "patch"}
    case |= {"at": "4,1,0,0", "lifepods": [[4, 1], [5, 1]], "rovers": [[4, 1], [4, 2]]}
    none = dict.fromkeys(("water_cells_on_ice", "water_steps", "biomass_steps"), 0)
    case["expect"] = {"resources": [], "energy_choices": None, "new_meteorites": [], **none}
    case["expect"] |= {"destroyed_lifepods": [[4, 1]], "destroyed_rovers": [[4, 1]]}
    assert verify({"kind": "effect", "cases": [case]}, "x.json")[0].status == "passed"
    case["expect"]["destroyed_rovers"] = []
    assert verify({"kind": "effect", "cases": [case]}, "x.json")[0].status == "failed"


@pytest.mark.parametrize(
    ("player", "more", "words"),
    [
        ({"civ_cards": [37]}, {}, "1 to 36"),
        ({"private_objectives": [0]}, {}, "1 to 28"),
        ({"meteorites_left": [[0, 0]]}, {}, "not on the planet"),
        ({}, {"rival_objectives": [{"objective": 1, "between": [1, 3]}]}, "1 to 2"),
    ],
)
def test_a_position_says_which_numbers_there_are(player, more, words):
    with pytest.raises(BadValue, match=words):
        simkit.rules("planet_unknown", 2).position({"players": [player, {}], **more})

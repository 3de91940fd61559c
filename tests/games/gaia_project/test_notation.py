"""log_notation.md: lines that a recording may hold, carried out from hand-made positions."""

import json
from pathlib import Path

from simkit.games.gaia_project.io import recordings
from simkit.games.gaia_project.io.commands import merged, split_goods
from simkit.games.gaia_project.io.recordings import _Search
from simkit.games.gaia_project.schema import M_GAIA

from .board import bowls, goods, position

FOLDER = Path(__file__).parents[2] / "recordings" / "gaia_project"
HOME = {(0, 0): "terra", (1, 0): "terra", (0, 3): "ice", (0, 4): "ice"}
OPTIONS = {"bundled_power": True, "income_order": "always_asked"}


class Reader:
    goes_on = True  # the turn stays open after the line


def read(state, seat, line):
    """The states in which a line may end."""
    commands = merged([c.strip() for c in line.rstrip(".").split(". ") if c.strip()])
    return [end for end, _ in _Search(Reader(), seat, commands).ends(state.clone(), 0, [])]


def start(spec, faction, **more):
    planets = more.pop("planets", HOME)
    other = "bescods" if faction != "bescods" else "xenos"
    return position(planets, [spec, {}], [faction, other], {**OPTIONS}, **more)


def test_one_spend_may_bundle_conversions_of_one_kind():
    spec = {"ore": 2, "credits": 0, "knowledge": 0, "qic": 0, "bowls": [0, 0, 0]}
    end = read(start(spec, "terrans"), 0, "spend 2o for 1c,1t")[0]
    assert goods(end.players[0]) == (0, 1, 0, 0)
    assert bowls(end.players[0]) == (1, 0, 0)


def test_one_spend_may_bundle_conversions_of_several_kinds():
    spec = {"ore": 1, "credits": 0, "knowledge": 1, "qic": 1, "bowls": [0, 0, 7]}
    end = read(start(spec, "terrans"), 0, "spend 7pw,1o,1k,1q for 1o,2c,1o,1k")[0]
    assert goods(end.players[0]) == (2, 2, 1, 0)
    assert bowls(end.players[0]) == (7, 0, 0)


def test_who_paid_for_what_is_told_by_the_prices():
    assert list(split_goods({"pw": 3, "o": 1}, {"o": 1, "c": 1})) == [
        [("pw", 3, [(1, "o")]), ("o", 1, [(1, "c")])]
    ]
    assert list(split_goods({"pw": 1, "k": 1}, {"c": 2})) == [
        [("pw", 1, [(1, "c")]), ("k", 1, [(1, "c")])]
    ]


def test_nevlas_pay_two_conversions_with_two_tokens():  # departure 4
    spec = {"ore": 0, "credits": 0, "knowledge": 0, "qic": 0, "bowls": [0, 0, 3],
            "buildings": {"planetary_institute": ["0x3"]}}  # fmt: skip
    end = read(start(spec, "nevlas"), 0, "spend 4pw for 1o,1c. spend 1t-a3 for 1k")[0]
    assert goods(end.players[0]) == (1, 1, 1, 0)
    assert bowls(end.players[0]) == (2, 0, 0)
    assert end.players[0].gaia == 1


def test_hadsch_hallas_pay_two_conversions_with_credits():
    spec = {"ore": 0, "credits": 8, "knowledge": 0, "qic": 0, "bowls": [0, 0, 0],
            "buildings": {"planetary_institute": ["0x3"]}}  # fmt: skip
    end = read(start(spec, "hadsch_hallas"), 0, "spend 7c for 1q,1o")[0]
    assert goods(end.players[0]) == (1, 1, 0, 1)


def test_brainstone_may_be_answered_between_a_power_action_and_its_mine():
    planets = {(0, 0): "swamp", (0, 1): "desert", (0, 3): "titanium"}
    spec = {"ore": 5, "credits": 5, "bowls": [0, 0, 5], "brainstone": 3,
            "buildings": {"mine": ["0x0"]}}  # fmt: skip
    state = start(spec, "taklons", planets=planets)
    line = "action power6. brainstone area{}. build m 0x1. spend 1o for 1c."
    spent = read(state, 0, line.format(1))[0].players[0]
    assert (bowls(spent), spent.stone) == ((1, 0, 5), 2)
    kept = read(state, 0, line.format(3))[0].players[0]
    assert (bowls(kept), kept.stone) == ((3, 0, 3), 8)


def test_ivits_may_federate_without_a_new_hex():
    planets = {(0, 0): "oxide", (0, 1): "oxide", (1, 0): "oxide", (1, 1): "oxide",
               (0, 2): "oxide", (2, 0): "oxide", (2, 1): "oxide"}  # fmt: skip
    names = ["0x0", "0x1", "1x0", "1x1", "0x2", "2x0", "2x1"]
    spec = {"buildings": {"planetary_institute": names[:1], "trading_station": names[1:5],
                          "research_lab": names[5:]},
            "federation": names, "formed": 1, "tokens": {"fed1": 1}}  # fmt: skip
    state = start(spec, "ivits", planets=planets)
    for line in ("federation  fed2.", f"federation {','.join(names)} fed2."):
        assert read(state, 0, line)[0].players[0].formed == 2


def test_charge_that_nobody_offers_is_refused():
    assert read(start({}, "terrans"), 0, "charge 2pw") == []


def test_a_turn_left_open_ends_with_the_next_player_or_main_action():
    state = start({"knowledge": 8}, "terrans", round=6)
    (state,) = read(state, 0, "up eco.")
    (after,) = read(state, 1, "pass")
    assert after.players[1].passed
    (after,) = read(after, 0, "spend 1o for 1c. pass")
    assert after.over


def test_order_of_turns_is_read_from_the_start_of_its_description():
    data = json.loads((FOLDER / "guided-002.json").read_text(encoding="utf-8"))
    data["turn_order_rule"] = "pass order; leech clockwise"
    assert recordings.verify(data, "x")[0].status == "passed"


def test_itars_gaia_bowl_at_the_end_may_lack_what_was_burned_by_itself():
    replay = recordings._Replay.__new__(recordings._Replay)
    replay.state = start({"bowls": [0, 4, 0, 1]}, "itars")
    assert replay._burned_at_the_end(0, "gaia_bowl", 1)  # as before the last line
    assert not replay._burned_at_the_end(0, "gaia_bowl", 2)
    assert not replay._burned_at_the_end(0, "bowl1", 0)
    replay.state = start({"bowls": [0, 4, 0, 1]}, "xenos")
    assert not replay._burned_at_the_end(0, "gaia_bowl", 1)


def test_free_actions_do_not_answer_the_gaia_phase():
    state = start({}, "terrans")
    state.mode = M_GAIA
    search = _Search(Reader(), 0, [])
    assert search._silent(state, ["spend", "1o", "for", "1c"])
    assert not search._silent(state, ["spend", "3tg", "for", "1o"])
    assert not search._silent(state, ["decline"])

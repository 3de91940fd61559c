"""rules.md "I Explore"; worked examples 5 and 6."""

import pytest


@pytest.mark.parametrize(
    ("action", "drawn", "kept"), [("explore_5", 7, 1), ("explore_1_1", 3, 2), ("settle", 2, 1)]
)
def test_bonuses(table, action, drawn, kept):
    # [#explore.1] [#explore.3]
    t = table([{"tableau": ["old_earth"]}], actions=[[action], ["explore_5"]])
    assert t.phase == "explore"
    assert len(t.state.players[0].drawn) == drawn
    assert len(t.state.players[1].drawn) == 7, "all draw before anyone discards"
    assert t.state.need == kept
    for _ in range(kept):
        t.play(t.choices[0])
    assert len(t.hand()) == kept
    assert len(t.discards()) == drawn - kept


def test_powers_add_cards_looked_at_and_kept(table):
    # [#explore.2] [#powers.3] [#powers.4]
    tableau = ["old_earth", "expedition_force", "galactic_renaissance", "research_labs"]
    t = table([{"tableau": tableau}], actions=[["explore_5"], ["settle"]])
    assert len(t.state.players[0].drawn) == 2 + 5 + 1 + 2
    assert t.state.need == 1 + 1 + 1


def test_only_cards_just_drawn_may_be_rejected(table):
    # [#explore.4]
    t = table(
        [{"tableau": ["old_earth"], "hand": ["spice_world"]}], actions=[["explore_5"], ["settle"]]
    )
    assert "keep card=spice_world" not in t.choices


def test_advanced_both_explore_cards(table):
    # [#advanced.3]
    t = table(
        [{"tableau": ["old_earth"]}],
        actions=[["explore_5", "explore_1_1"], ["settle", "produce"]],
        advanced=True,
    )
    assert len(t.state.players[0].drawn) == 8
    assert t.state.need == 2


def test_no_explore_no_draw(table):
    # [#round.2]
    t = table(
        [{"tableau": ["old_earth", "expedition_force"], "hand": ["public_works"]}],
        actions=[["produce"], ["produce"]],
    )
    assert t.phase == "choose"
    assert t.state.round == 2
    assert t.hand() == ["public_works/1"]

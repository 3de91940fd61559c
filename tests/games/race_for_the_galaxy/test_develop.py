"""rules.md "II Develop"; worked examples 7 to 11."""

import pytest


def test_bonus_and_payment(table):
    # [#develop.4]
    hand = ["public_works", "colony_ship", "space_marines", "research_labs"]
    t = table([{"tableau": ["old_earth"], "hand": hand}], actions=[["develop"], ["produce"]])
    t.play("place card=research_labs/1")
    assert t.state.score == [0, 0]
    assert t.tableau()[-1] == "research_labs/1"
    assert len(t.hand()) == 0, "4 - 1 for the bonus: the whole hand"


def test_nobody_chose_develop(table):
    t = table([{"tableau": ["old_earth", "interstellar_bank"]}], actions=[["produce"], ["settle"]])
    assert t.hand() == []
    assert t.state.ran[1] == 0


def test_everyone_who_chose_pays_one_less(table):
    seats = [
        {"tableau": [start], "hand": [f"public_works/{i + 1}"]}
        for i, start in enumerate(("old_earth", "new_sparta"))
    ]
    t = table(seats, actions=[["develop"], ["develop"]])
    t.play("place card=public_works/1", "place card=public_works/2")
    assert t.state.ran[1] == 1
    assert [len(t.tableau(seat)) for seat in (0, 1)] == [2, 2]


def test_without_the_bonus_the_full_price(table):
    # [#round.3] [#develop.4]
    seats = [
        {"tableau": ["old_earth"], "hand": ["public_works"]},
        {"tableau": ["new_sparta"], "hand": ["colony_ship/1"]},
    ]
    t = table(seats, actions=[["produce"], ["develop"]])
    assert t.tableau() == ["old_earth"]
    assert t.state.ran[1] == 1


def test_cost_never_below_zero(table):
    # [#powers.2]
    t = table(
        [{"tableau": ["old_earth", "investment_credits", "galactic_federation"],
          "hand": ["public_works", "space_port"]}],
        actions=[["develop"], ["produce"]],
    )  # fmt: skip
    t.play("place card=public_works/1")
    assert t.hand() == ["space_port"], "cost 1 - 1 - 1 - 2: nothing paid, no card back"


def test_public_works_does_not_draw_for_itself_but_for_the_next(table):
    # [#powers.1] [#develop.5]
    first = table(
        [{"tableau": ["old_earth"], "hand": ["public_works"]}], actions=[["develop"], ["produce"]]
    )
    first.play("place card=public_works/1")
    assert first.hand() == []
    second = table(
        [{"tableau": ["old_earth", "public_works"], "hand": ["expedition_force"]}],
        actions=[["develop"], ["produce"]],
        deck=["gem_world"],
    )
    second.play("place card=expedition_force/1")
    assert second.hand() == ["gem_world"]


def test_no_second_copy(table):
    # [#develop.6]
    t = table(
        [{"tableau": ["old_earth", "public_works/1"], "hand": ["public_works/2", "space_marines"]}],
        actions=[["develop"], ["produce"]],
    )
    assert t.choices == ["place card=space_marines/1", "pass"]


def test_bank_draws_before_the_choice(table):
    # [#develop.1]
    t = table(
        [{"tableau": ["old_earth", "interstellar_bank"], "hand": ["space_marines"]}],
        actions=[["produce"], ["develop"]],
        deck=["gem_world", "comet_zone"],
    )
    assert t.hand() == ["space_marines/1", "gem_world"]
    assert t.choices == ["pass"] or "place card=space_marines/1" not in t.choices


def test_cards_drawn_afterwards_cannot_pay(table):
    # [#develop.7]
    t = table(
        [{"tableau": ["old_earth", "public_works"], "hand": ["space_marines", "gem_world"]}],
        actions=[["produce"], ["develop"]],
    )
    assert "place card=space_marines/1" not in t.choices


def test_placements_are_hidden_until_all_have_chosen(table):
    # [#develop.2] [#develop.3]
    seats = [
        {"tableau": ["old_earth"], "hand": ["public_works/1"]},
        {"tableau": ["new_sparta"], "hand": ["public_works/2"]},
    ]
    t = table(seats, actions=[["develop"], ["develop"]])
    t.play("place card=public_works/1")
    assert t.tableau() == ["old_earth"]
    t.play("pass")
    assert t.tableau() == ["old_earth", "public_works/1"]


@pytest.mark.parametrize("bought", ["spice_world", "gem_world"])
def test_payment_is_the_owners_choice(table, bought):
    # [#develop.4]
    t = table(
        [{"tableau": ["old_earth"], "hand": ["space_marines", "spice_world", "gem_world"]}],
        actions=[["develop"], ["produce"]],
    )
    t.play("place card=space_marines/1", f"pay card={bought}")
    assert bought not in t.hand()
    assert t.discards() == [bought]

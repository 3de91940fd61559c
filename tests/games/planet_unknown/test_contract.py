"""The contract between the rules and everything else."""

import pytest

from simkit.testing import check_rules


@pytest.mark.parametrize("seats", [1, 4])
def test_rules_keep_the_contract(seats):
    once = () if seats == 4 else ("patches", "hash_seed", "tables", "board")
    check_rules("planet_unknown", seats=seats, games=1, positions=4, skip=once)


def test_rules_keep_the_contract_with_everything_on():
    check_rules(
        "planet_unknown", seats=3, games=1, positions=4, edition="deluxe", events="random",
        private_objectives=True, skip=("patches", "hash_seed"),
        hidden=("stacks", "deck", "event_deck", "players"),
    )  # fmt: skip

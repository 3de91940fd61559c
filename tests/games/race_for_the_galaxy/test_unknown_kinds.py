"""What no dispatch knows is refused by its number; nothing is taken for the last kind of a list."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.race_for_the_galaxy import schema
from simkit.games.race_for_the_galaxy.bot.features import Greedy
from simkit.games.race_for_the_galaxy.rules import consume, produce, terms
from simkit.games.race_for_the_galaxy.title import RaceRules
from simkit.games.race_for_the_galaxy.view import words

STRANGE = 99


def game_with_strange_power() -> tuple[Any, int]:
    """Return a position in Consume, and a consume power whose operation is unknown."""
    rules = RaceRules(2)
    spec = {"tableau": ["old_earth", "gem_world"], "goods": {"gem_world": "spice_world"}}
    game: Any = rules.position({"seats": [spec, {"tableau": ["new_sparta"]}]})
    for name in ("consume_double", "explore_5"):
        game.step(rules.encode("choose", first=name, second="none"))
    code = game.t.number["old_earth"] << 3 | 1
    game.t.powers[code >> 3][code & 7].op = STRANGE
    return game, code


def test_every_operation_has_a_use() -> None:
    assert set(terms.OPERATIONS.values()) | {terms.FROM_PACK} == set(terms.USE_OF)


def test_an_unknown_consume_power_is_neither_a_gamble_nor_the_last_kind() -> None:
    game, code = game_with_strange_power()
    game.players[0].todo = [code]
    with pytest.raises(ValueError, match="unknown consume power in use: 99"):
        consume.use(game, code)
    with pytest.raises(ValueError, match="unknown consume power: 99"):
        words.power_words(game, code >> 3, code & 7)


def test_bots_know_no_last_kind_of_consume_power_either() -> None:
    game, code = game_with_strange_power()
    bot: Any = Greedy()
    bot.start(game.rules, 0, game.luck)
    bot.look(game)
    bot.out.uses = [code]
    with pytest.raises(ValueError, match="unknown consume power that uses goods: 99"):
        bot._consume(1)  # a novelty good


def test_an_unknown_produce_power_and_action_are_refused() -> None:
    game, code = game_with_strange_power()
    power = game.t.powers[code >> 3][code & 7]
    with pytest.raises(ValueError, match="unknown produce power: 99"):
        produce.draws_due(game, game.players[0], code, power)
    with pytest.raises(ValueError, match="unknown kind of action: 63"):
        game.apply(63)
    with pytest.raises(ValueError, match="unknown kind of action in Consume"):
        consume.apply(game, schema.K_PAY, 0)

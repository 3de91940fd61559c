"""Read the form of a check case: its keys, in which several spellings mean one (log_notation.md).

A case may write ``after_clean_up.A.die`` or nest the same keys, put a key of the board beside the
board, and bring asteroid tokens of its own. A key that is not known here is an error that names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from simkit.core.components import Components, shipped
from simkit.core.errors import BadValue
from simkit.games.federation.io.position_board import ASTEROID_KEYS
from simkit.games.federation.io.position_names import WINGS, only_keys
from simkit.games.federation.io.positions import BOARD_KEYS
from simkit.games.federation.rules import terms

CASE_KEYS = (
    "id", "game", "title", "players", "situation", "action", "expected", "basis", "depends_on",
    "assume", "source", "note",
)  # fmt: skip
SITUATION_KEYS = ("players", "board", "round", "turn", "first_player", "seat")
TOKEN_KEYS = (*ASTEROID_KEYS, "reward", "kind")
STEPS = re.compile(r"[.:]")
ROUND = re.compile(r"^(?:round)?[ _]?(\d)$")


def read_form(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return a case with all its keys nested, the board's in the board, points with their players."""
    only_keys(case, CASE_KEYS, "case")
    situation = nested(case.get("situation") or {})
    board = situation.setdefault("board", {})
    for key in [key for key in situation if key in (*BOARD_KEYS, "remaining")]:
        board.setdefault(key, situation[key])
        del situation[key]
    read_laws(situation, board)
    players = situation.setdefault("players", {})
    for letter, points in situation.pop("pp", {}).items():
        players.setdefault(letter, {}).setdefault("pp", points)
    for letter, given in players.items():
        if isinstance(given.get("asteroids"), int):  # so many, whichever they are
            given["asteroids"] = [f"{letter}'s {i + 1}" for i in range(given["asteroids"])]
    only_keys(situation, SITUATION_KEYS, "situation")
    return {**case, "situation": situation, "expected": nested(case["expected"])}


def read_laws(situation: dict[str, Any], board: dict[str, Any]) -> None:
    """Bring the laws of a board into one form: open ones, those of the last round, stacks.

    They may be given by round (``laws.round4.left``), by wing and round (``laws.left.round4``) or as the
    order of a wing's laws; ``remaining`` is another word for the stacks.
    """
    if "remaining" in board:
        board.setdefault("law_stacks", board.pop("remaining"))
    order = board.get("reveal_order")
    if isinstance(order, Mapping) and any(isinstance(laws, list) for laws in order.values()):
        board.setdefault("law_stacks", board.pop("reveal_order"))
    laws = board.get("laws", {})
    by_round: dict[int, dict[str, Any]] = {}
    for key, value in laws.items():
        if round_number(key):
            two = zip(WINGS, value, strict=False) if isinstance(value, list) else value.items()
            by_round.setdefault(round_number(key), {}).update(two)
        elif isinstance(value, Mapping):
            for name, law in value.items():
                by_round.setdefault(round_number(name), {})[key] = law
    if by_round:
        first = min(by_round)
        if not first or max(by_round) > first + 1:
            raise BadValue(
                "laws", f"{laws!r} does not name one round, or two that follow each other"
            )
        situation.setdefault("round", first)
        board["laws"] = by_round[first]
        if first + 1 in by_round:
            board.setdefault("last_laws", by_round[first + 1])
    elif any(isinstance(law, list) for law in laws.values()):
        board.setdefault("law_stacks", board.pop("laws"))


def round_number(name: Any) -> int:
    """Return the number in ``round4``, ``round_4`` or ``4``; 0 if there is none."""
    match = ROUND.match(str(name))
    return int(match[1]) if match else 0


def nested(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table in which every key is one word: ``a.b`` and ``a:b`` stand for b within a.

    Examples
    --------
    >>> nested({"laws.round4": {"left": "law_neo"}, "laws": {"round5": {}}})
    {'laws': {'round4': {'left': 'law_neo'}, 'round5': {}}}
    """
    result: dict[str, Any] = {}
    for key, value in given.items():
        *outer, last = STEPS.split(str(key))
        here = result
        for word in outer:
            here = here.setdefault(word, {})
            if not isinstance(here, dict):
                raise BadValue(str(key), f"{word!r} is also given a value")
        inner = nested(value) if isinstance(value, Mapping) else value
        if isinstance(inner, dict) and isinstance(here.get(last), dict):
            here[last].update(inner)
        else:
            here[last] = inner
    return result


# Asteroids of a case's own ------------------------------------------------------------------------


def own_asteroids(situation: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Return which asteroids of the data stand for those of the case's own, and the rewards given.

    A token is ``{id, reward, face}``, or only an id where a player owns it. Each takes the place of one
    of its kind that the case does not name: live on the cells of the track, dead on the last one.
    """
    records = Components(shipped("data") / "federation").tables["asteroids"]["asteroid"]
    kinds = {str(record["id"]): str(record["kind"]) for record in records}
    tokens = list(_asteroids(situation))
    named = {token["id"] for token, _ in tokens}
    free = [name for name in kinds if name not in named]
    stands_for: dict[str, str] = {}
    rewards: dict[str, Any] = {}
    for token, kind in tokens:
        name = token["id"]
        if name not in kinds and name not in stands_for:
            wanted = str(token.get("kind", kind))
            pool = [one for one in free if not wanted or kinds[one] == wanted]
            if not pool:
                raise BadValue(
                    "asteroids", f"no {wanted or 'further'} token can stand for {name!r}"
                )
            stands_for[name] = pool[0]
            free.remove(pool[0])
        if "reward" in token:
            reward, stand_in = reward_of(token["reward"]), stands_for.get(name, name)
            if rewards.setdefault(stand_in, reward) != reward:
                raise BadValue("asteroids", f"{name!r} is given two rewards")
    return stands_for, rewards


def _asteroids(situation: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield every asteroid token that a situation names, as a table, with the kind of its place."""
    board = situation.get("board", {})
    dead = board.get("dead_asteroids")
    places = [(token, "live") for token in board.get("asteroids", {}).values()]
    places += [(token, "dead") for token in (dead if isinstance(dead, list) else [])]
    for given in situation.get("players", {}).values():
        places += [(token, "") for token in given.get("asteroids", [])]
    for token, kind in places:
        if isinstance(token, Mapping):
            only_keys(token, TOKEN_KEYS, "asteroid")
            if "id" not in token:
                raise BadValue("asteroids", f"{dict(token)!r} has no 'id'")
            yield dict(token), kind
        elif isinstance(token, str):
            yield {"id": token}, kind


def reward_of(given: Any) -> dict[str, int]:
    """Return a reward by resource: given like this, as a list of names, or as a list of gains."""
    if isinstance(given, str):
        given = [given]
    result = dict.fromkeys(terms.RESOURCES, 0)
    items = list(given.items()) if isinstance(given, Mapping) else []
    for item in [] if isinstance(given, Mapping) else given or []:
        one = isinstance(item, Mapping)
        items.append((item.get("what"), item.get("n", 1)) if one else (item, 1))
    for name, n in items:
        only_keys({name: n}, terms.RESOURCES, "reward")
        result[name] += int(n)
    return {name: n for name, n in result.items() if n}


def bare_tokens(situation: dict[str, Any]) -> None:
    """Leave of every asteroid token its id and face: its reward is in the data by now."""

    def bare(token: Any) -> Any:
        if not isinstance(token, Mapping):
            return token
        return {key: value for key, value in token.items() if key in ASTEROID_KEYS}

    board = situation["board"]
    if "asteroids" in board:
        board["asteroids"] = {cell: bare(token) for cell, token in board["asteroids"].items()}
    if isinstance(board.get("dead_asteroids"), list):
        board["dead_asteroids"] = [bare(token) for token in board["dead_asteroids"]]
    for given in situation["players"].values():
        if "asteroids" in given:
            given["asteroids"] = [
                token["id"] if isinstance(token, Mapping) else token for token in given["asteroids"]
            ]

"""What the action of a check case says of its choices: every word answers one, or the case fails.

A word stands under a key (``"cell": "n1a"``), which tells the kinds of choices it may answer; keys such
as ``choice`` may answer any. A word that names nothing and a key of no kind are errors. A word that
answered no choice must at least be true of what happened (``"medal": "neo"`` where that medal was due).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from simkit.core.errors import BadValue, UnknownName
from simkit.games.federation.io.position_names import LETTERS, WINGS, same_name
from simkit.games.federation.rules import terms

if TYPE_CHECKING:
    from simkit.games.federation.rules.state import FederationState
    from simkit.games.federation.rules.tables import Tables, Task

Words = Counter[tuple[str, str]]  # how often each word is said under a key

OPEN = "any"  # leaves a choice open
DECLINING = ("end", "decline", "none", "nothing", "skip")
EFFECT_NAMES = {
    terms.ACCREDIT: (
        "accredit", "accreditation", "accreditation_step", "accreditation_steps", "step", "steps",
    ),
    terms.SHIP: ("ship", "ships", "spaceship", "hangar"),
    terms.MARKER: ("mission_marker", "mission_markers", "marker", "markers"),
    terms.DIE: ("die", "assistant_die"),
    terms.MEDAL: ("medal",),
}  # fmt: skip
PROJECT_WORDS = ("same", "same_any", "another", "different")
EFFECTS = (*(word for words in EFFECT_NAMES.values() for word in words), *PROJECT_WORDS)
OPTION = re.compile(r"option=\d+")

# Kinds of choices, and the decisions at which each is made.
ASKED: dict[str, tuple[int, ...]] = {
    "cell": (terms.ON_NEO, terms.STEP),
    "action": (terms.COPY_ACTION, terms.CHOOSE, terms.PICK, terms.STEP, terms.ON_SIX_MOONS),
    "resource": (terms.CHOOSE, terms.PICK, terms.TRANSMUTE),
    "effect": (terms.CHOOSE, terms.PICK),
    "erudite": (terms.ON_ATAL, terms.TAKE_ERUDITE),
    "refresh": (terms.REFRESH,),
    "copied erudite": (terms.COPY_ERUDITE,),
    "shop": (terms.ON_ARRATUIN, terms.DISC),
    "structure": (terms.ON_E81216, terms.BUILD_FREE, terms.INCOME_FREE),
    "token": (terms.TAKE_TOKEN, terms.KEEP_TOKEN),
    "asteroid": (terms.TAKE_ASTEROID,),
    "medal": (terms.MEDAL,),
    "mission": (terms.MARKER,),
    "project": (terms.PROJECT,),
    "deep": (terms.DEEP_SPACE,),
    "gained": (),  # a resource that comes of a choice
    "law": (terms.LAW,),
    "loss": (terms.LOSE,),
}
KINDS_AT = {
    op: frozenset(kind for kind, ops in ASKED.items() if op in ops) for op in range(terms.DRAFT + 1)
}
ERUDITES = ("erudite", "refresh", "copied erudite")
ANY = tuple(kind for kind in ASKED if kind not in ("loss", "gained"))
GOALS = (*(kind for kind in ANY if kind != "resource"), "gained")
# Words of a key, and the kinds of choices that may stand under it.
KEY_KINDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("cell", "miner"), ("cell",)),
    **dict.fromkeys(("planet", "room", "action"), ("action",)),
    **dict.fromkeys(("copy", "copied"), ("action", "copied erudite")),
    **dict.fromkeys(("marker", "mission"), ("mission",)),
    **dict.fromkeys(("shop", "disc"), ("shop",)),
    **dict.fromkeys(("structure", "building", "industry", "megastructure"), ("structure",)),
    **dict.fromkeys(("resource", "crystal", "transmute", "transmuted"), ("resource",)),
    **dict.fromkeys(("law", "wing"), ("law",)),
    **dict.fromkeys(("refresh", "refreshed"), ("refresh",)),
    **dict.fromkeys(("discard", "lose", "throw"), ("loss",)),
    **dict.fromkeys(
        (
            "choice", "choose", "chosen", "decision", "option", "pick", "take", "taken", "bonus",
            "target", "at", "where", "from", "mix", "reward", "effect", "decline",
        ),
        ANY,
    ),
    **dict.fromkeys(("to", "into", "move"), GOALS),
    "project": ("project",),
    "medal": ("medal",),
    **dict.fromkeys(("erudite", "use", "used"), ERUDITES),
    "tile": (*ERUDITES, "deep"),
    "deep": ("deep",),
    "income": ("structure", "resource"),
    "token": ("token", "asteroid"),
    "alteration": ("token",),
    "asteroid": ("asteroid",),
}  # fmt: skip

# Keys that name no choice: of every action, of those that cost something, and by type of action.
ASIDE = ("type", "player", "note", "comment", "why", "title", "after the action")
PLACE_KEYS = ("ambassador", "side", "space", "floor", "column", "alteration", "die", "wing")
DIE_KEYS = ("die", "assistant_die", "with_die", "add_die")
QUERY_KEYS = ("query", "ask", "asks", "asked", "question", "which", "what", "key")
PAY_KEYS = ("pay", "payment", "offer", "offered", "paid", "resource")
GAIN_KEYS = ("what", "resource", "n", "amount", "count", "gain", "resources")
OWN_KEYS: dict[str, tuple[str, ...]] = {
    "place": (*PLACE_KEYS, *DIE_KEYS, "pay", "round"),
    "main_action": ("pay",),
    "mission": ("pay",),
    "use_erudite": ("during", "pay"),
    "build": ("cost_waived", "pay"),
    "gain": GAIN_KEYS,
    "fund_general": ("times",),
    "upkeep": PAY_KEYS,
    "executive_step": ("step", "floor", "floors", "column", "columns"),
    "round_start": ("round", "planet_block", "room_block", "reveal_order", "order"),
    "reveal_laws": ("round", "planet_block", "room_block", "reveal_order", "order"),
    "play_round_using_special": (
        "round", "special", "use_special", "alteration", "ambassador", "space", "side",
    ),
    "final_scoring": ("part",),
    "winners": ("pp",),
    "query": (
        *QUERY_KEYS, *PLACE_KEYS, "action", "pay", "mission", "planet", "room", "structure", "building",
        "industry", "erudite", "during",
    ),
    "legal_takes": ("which", "planet"),
}  # fmt: skip
# Keys under which an action names what it is about, the one meant first.
SUBJECTS = {
    "main_action": ("which", "action", "planet", "room"),
    "mission": ("mission", "which", "id"),
    "use_erudite": ("erudite", "which", "id", "tile"),
    "build": ("structure", "which", "id", "building", "industry", "megastructure"),
    "income": ("industry", "structure", "which", "id", "building"),
}


def subjects(tables: Tables, kind: str) -> tuple[str, ...]:
    """Return the names of what an action of a type may be about."""
    by_kind: dict[str, Iterable[str]] = {
        "main_action": (*terms.ACTIONS, *tables.spaces),
        "mission": tables.missions,
        "use_erudite": tables.erudites,
        "build": tables.structures,
        "income": tables.structures[: tables.n_industries],
    }
    return tuple(by_kind.get(kind, ()))


def names_by_kind(tables: Tables, kind: str) -> tuple[str, ...]:
    """Return the names that may answer choices of a kind."""
    if kind in ERUDITES:
        return tuple(tables.erudites)
    by_kind: dict[str, Iterable[str]] = {
        "cell": tables.cells,
        "action": (*terms.ACTIONS, *tables.spaces),
        "resource": terms.RESOURCES,
        "gained": terms.RESOURCES,
        "loss": terms.RESOURCES,
        "effect": EFFECTS,
        "shop": tables.shops,
        "structure": tables.structures,
        "token": tables.token_ids,
        "asteroid": tables.asteroids,
        "medal": terms.MEDALS,
        "mission": tables.missions,
        "project": terms.PROJECTS,
        "deep": tables.deep_tiles,
        "law": (*WINGS, *tables.laws),
    }
    return tuple(by_kind[kind])


def kinds_of(key: str) -> tuple[str, ...]:
    """Return the kinds of choices that may be answered under a key; () if it is not understood.

    Examples
    --------
    >>> kinds_of("mission_marker"), kinds_of("nonsense_key")
    (('mission', 'effect', 'resource'), ())
    """
    found: dict[str, None] = {}
    for word in key.lower().split("_"):
        one = word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
        for kind in KEY_KINDS.get(word, KEY_KINDS.get(one, ())):
            found[kind] = None
    if key in EFFECTS or key in terms.RESOURCES:
        found |= dict.fromkeys(("effect", "resource"))
    return tuple(found)


def matches(word: str, names: Iterable[str]) -> bool:
    """Tell whether a word is one of some names, in capitals or as printed, too."""
    known = tuple(names)
    return word in known or bool(same_name(known, word))


# Reading an action --------------------------------------------------------------------------------


def words(tables: Tables, action: Mapping[str, Any]) -> Words:
    """Return the words that an action says of its choices, with how often each is meant."""
    check_payment(action)
    said: Words = Counter()
    aside = {*ASIDE, *own_keys(tables, action)}
    for key, value in action.items():
        if key not in aside and value is not None and value is not False:
            for where, word, n in _said(key, value):
                check(tables, where, word)
                if word != OPEN:
                    said[where, word] += n
    return said


def own_keys(tables: Tables, action: Mapping[str, Any]) -> set[str]:
    """Return the keys of an action that say what it is about, not how its choices are answered."""
    kind = str(action.get("type"))
    own = set(OWN_KEYS.get(kind, ()))
    if kind == "gain":
        own |= {key for key, value in action.items() if type(value) is int}
    about = subjects(tables, kind)
    named = [key for key in SUBJECTS.get(kind, ()) if isinstance(action.get(key), str)]
    if named:
        subject = same_name(about, action[named[0]])
        return own | {key for key in named if same_name(about, action[key]) == subject}
    others = (key for key, value in action.items() if key not in ASIDE and value in about)
    return own | set(next(([key] for key in others), []))


def _said(key: str, value: Any) -> Iterator[tuple[str, str, int]]:
    """Yield key, word and number of all that a value says."""
    if isinstance(value, bool):
        yield key, key if value else "none", 1
    elif isinstance(value, int):
        itself = key in EFFECTS or key in terms.RESOURCES
        yield (key, key, value) if itself else (key, f"option={value}", 1)
    elif isinstance(value, str):
        yield key, value, 1
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if type(inner) is int:
                yield key, str(name), inner
            else:
                yield from _said(key if str(name) in LETTERS else str(name), inner)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _said(key, item)
    elif value is not None:
        raise BadValue(f"action.{key}", f"cannot be {value!r}")


def check(tables: Tables, key: str, word: str) -> None:
    """Refuse a key of no kind, and a word that names nothing of the kinds of its key."""
    kinds = kinds_of(key)
    if not kinds:
        raise BadValue(f"action.{key}", "is not a key of the notation")
    if word in (*DECLINING, OPEN) or ("effect" in kinds and OPTION.fullmatch(word)):
        return
    known = [name for kind in kinds for name in names_by_kind(tables, kind)]
    effects = EFFECTS if set(kinds) & {"effect", "resource"} else ()
    if not matches(word, (*known, *effects)):
        raise UnknownName(f"action.{key}", word, known, "case")


def check_payment(action: Mapping[str, Any]) -> None:
    """Refuse a payment that names something else than resources."""
    pay = action.get("pay")
    named = [pay] if isinstance(pay, str) else (pay or ())
    for name in named:
        if name not in DECLINING and not matches(str(name), terms.RESOURCES):
            raise UnknownName("action.pay", name, terms.RESOURCES, "case")


def naming(said: Words, word: str) -> int:
    """Return how often a word is said, under whatever key."""
    return sum(n for (_, one), n in said.items() if one == word)


# Answering choices --------------------------------------------------------------------------------


def answering(said: Words, op: int, using: bool = False) -> dict[str, list[str]]:
    """Return the words left that may answer a decision, by key; `using` = by the use of an erudite."""
    kinds = {"erudite"} if using else KINDS_AT[op]
    found: dict[str, list[str]] = {}
    for (key, word), n in said.items():
        if n > 0 and kinds & set(kinds_of(key)):
            found.setdefault(key, []).append(word)
    return found


def consume(said: Words, op: int, names: Iterable[str], using: bool = False) -> None:
    """Take away, under each key, one word by which an option was chosen."""
    known = tuple(names)
    for key, left in answering(said, op, using).items():
        for word in left:
            if matches(word, known):
                said[key, word] -= 1
                break


def unanswered(
    before: FederationState, after: FederationState, seat: int, said: Words, left: Words
) -> dict[str, Any]:
    """Return the words by key that answered no choice and are not true of what happened, either."""
    found: dict[str, Any] = {}
    for (key, word), n in left.items():
        if n > 0 and word not in DECLINING:
            kinds = kinds_of(key)
            if not any(
                came_true(before, after, seat, kind, word, said[key, word]) for kind in kinds
            ):
                found[key] = word
    return found


def came_true(
    before: FederationState, after: FederationState, seat: int, kind: str, word: str, n: int
) -> bool:
    """Tell whether what a word names happened `n` times to a seat."""
    tables = after.tables
    a, b = before.players[seat], after.players[seat]
    numbers = same_name(names_by_kind(tables, kind), word)
    if kind == "effect":
        changes = {
            terms.ACCREDIT: b.step - a.step,
            terms.SHIP: b.hangar - a.hangar,
            terms.DIE: b.die - a.die,
        }
        return any(word in words and n == changes.get(op, 0) for op, words in EFFECT_NAMES.items())
    if not numbers:
        return False
    x = numbers[0]
    if kind == "project":
        own = b.general - a.general if x == terms.GENERAL else 0
        return max(before.missing[x] - after.missing[x], own) >= n
    if kind == "action":
        return x < len(terms.PLANETS) and a.influence[x] != b.influence[x]
    if kind in ("resource", "gained"):
        return b.res[x] - a.res[x] == n
    if kind == "law":
        return len(after.laws_passed) > len(before.laws_passed) and (
            x - len(WINGS) == after.laws_passed[-1]
        )
    masks = {
        "cell": int(a.miner != b.miner) << b.miner,
        "erudite": (b.erudites & ~a.erudites) | (b.used & ~a.used),
        "shop": sum(
            (old != new) << i for i, (old, new) in enumerate(zip(a.shops, b.shops, strict=True))
        ),
        "structure": b.built & ~a.built,
        "token": sum(1 << i for i in {*b.tokens} if b.tokens.count(i) > a.tokens.count(i)),
        "asteroid": b.asteroids & ~a.asteroids,
        "medal": b.medals & ~a.medals,
        "mission": (b.markers & ~a.markers) | (b.flown & ~a.flown),
        "deep": int(a.deep != b.deep and b.deep >= 0) << max(b.deep, 0),
    }
    return bool(masks.get(kind, 0) >> x & 1)


def options_named(
    options: list[int],
    task: Task,
    names: Mapping[int, list[str]],
    said: Words,
    known: Iterable[str],
) -> tuple[list[int], str]:
    """Return the options that fit the words of every key, and a word that fits none of them, or "".

    `known` are the names that would answer the decision, were they among its options.
    """
    meant, any_named = options, False
    for left in answering(said, task[0]).values():
        fit = [o for o in meant if any(matches(word, names[o]) for word in left)]
        if fit:
            meant, any_named = fit, True
            continue
        barred = [word for word in left if matches(word, known)]
        if barred:
            return [], barred[0]
    return (meant if any_named else []), ""

"""The ways a check case can end, and how one is carried on where its words leave choices open.

What a case names is chosen by name; payments are the cheapest and what does not fit is lost unless the
case says otherwise; every other open choice is tried in all ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simkit.games.federation.io import case_names
from simkit.games.federation.rules import apply, effects, legal, terms

if TYPE_CHECKING:
    from simkit.games.federation.io.case_words import Words
    from simkit.games.federation.rules.state import FederationState

MOST_OUTCOMES = 2000


@dataclass
class Outcome:
    """One way a case can end: the state, and what only the way there shows.

    Attributes
    ----------
    refused
        Why an action may not be taken; "" = all may.
    noted
        Values for expected keys that the state does not hold (decider, turns ...).
    left
        Words of the action that answered no choice on the way; None where none was asked.
    unused
        Keys of actions whose words answered no choice and did not come true, with those words.
    """

    state: FederationState
    refused: str = ""
    noted: dict[str, Any] = field(default_factory=dict)
    left: Words | None = None
    unused: dict[str, Any] = field(default_factory=dict)


def follow(
    s: FederationState, action: Mapping[str, Any], said: Words, bottom: int = 0
) -> Iterator[Outcome]:
    """Carry on from a state in every way that the words of an action leave open.

    Decisions are answered until the stack is down to `bottom` tasks.
    """
    while True:
        while len(s.todo) > bottom and s.todo[-1][0] not in terms.DECISIONS:
            effects.perform(s, *s.todo.pop())
        if len(s.todo) <= bottom:
            yield Outcome(s, left=said)
            return
        task = s.todo[-1]
        options = s.waiting = legal.options(s, *task[:3])[:]
        chosen, refused = case_names.choose(s, task, options, action, said)
        if refused:
            yield Outcome(s, refused, left=said)
            return
        if not chosen:
            s.todo.pop()
        elif len(chosen) == 1:
            case_names.consume(s, task, chosen[0], said)
            apply.resolve(s, chosen[0])
        else:
            for option in chosen:
                left = said.copy()
                branch = s.clone()
                case_names.consume(branch, task, option, left)
                apply.resolve(branch, option)
                yield from follow(branch, action, left, bottom)
            return

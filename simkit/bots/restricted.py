"""A bot that is forbidden something: what a thing is worth shows when one has to do without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from simkit.bots.kinds import BotKind, greedy_text
from simkit.core.bot import Bot, Choice
from simkit.core.errors import BadValue, UnknownName
from simkit.core.registry import make_bot
from simkit.core.schema import KIND_BITS, KIND_MASK

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State

NEVER = float("-inf")


class Restricted(Bot):
    """Another bot that never does what is forbidden, as long as there is anything else to do.

    Of the candidates only those that are not forbidden are shown to the inner bot; if there are none,
    those legal actions that are not forbidden; and if the rules leave nothing else, the candidates as
    they are. What the inner bot imagines (a look-ahead's own play) is not restricted.

    Parameters
    ----------
    bot
        The inner bot.
    forbid
        What is forbidden: conditions on ``kind`` and named arguments, all of which must hold, as in
        ``"kind=build, building=institute"``. Several such groups are parted by semicolons; an action
        is forbidden if any of them holds. Without a kind, every kind that has the arguments is meant.

    Examples
    --------
    >>> from simkit.bots import make_bot
    >>> Restricted(make_bot("random", "any"), forbid="kind=bid")
    Restricted(bot=RandomBot(everything=False), forbid='kind=bid')
    """

    PARAMS: ClassVar[tuple[str, ...]] = ("bot", "forbid")
    name = "restricted"

    def __init__(self, bot: Bot, forbid: str) -> None:
        if not isinstance(bot, Bot):
            raise BadValue("restricted bot: bot", f"is a bot, not {bot!r}")
        self.bot = bot
        self.forbid = forbid
        self.set_params()

    def set_params(self, **params: Any) -> Bot:
        """Change parameters and return the bot."""
        super().set_params(**params)
        conditions(self.forbid)
        self.name = f"{self.bot.name} without {self.forbid}"
        self.profile = self.bot.profile
        self.reads_only_what_it_may = self.bot.reads_only_what_it_may
        self._patterns: dict[int, list[tuple[int, int]]] = {}
        return self

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Start the inner bot and look up what is forbidden."""
        super().start(rules, seat, luck)
        self.bot.start(rules, seat, luck)
        self._patterns = patterns(self.forbid, rules)

    def forbidden(self, action: int) -> bool:
        """Tell whether an action is forbidden."""
        groups = self._patterns.get(action & KIND_MASK)
        if groups is None:
            return False
        rest = action >> KIND_BITS
        return any(rest & mask == value for mask, value in groups)

    def allowed(self, view: State, candidates: list[int]) -> list[int]:
        """List what may be chosen; never empty."""
        kept = [action for action in candidates if not self.forbidden(action)]
        if not kept:
            kept = [action for action in view.legal() if not self.forbidden(action)]
        return kept or candidates

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Let the inner bot choose among what is allowed."""
        allowed = self.allowed(view, candidates)
        if len(allowed) == 1:
            return Choice(allowed[0])
        choice = self.bot.choose(view, allowed)
        if self.forbidden(choice.action) and not self.forbidden(allowed[0]):
            return Choice(self.whims.choice(allowed))  # a bot that does not keep to the candidates
        return choice

    def values(self, view: State, candidates: list[int]) -> list[float]:
        """Return what the inner bot thinks; minus infinity for what is forbidden and avoidable."""
        allowed = set(self.allowed(view, candidates))
        values = self.bot.values(view, candidates)
        return [
            value if action in allowed else NEVER
            for action, value in zip(candidates, values, strict=True)
        ]


def conditions(forbid: str) -> list[dict[str, str]]:
    """Read the groups of conditions.

    Examples
    --------
    >>> conditions("kind=build, building=institute; kind=pass")
    [{'kind': 'build', 'building': 'institute'}, {'kind': 'pass'}]
    """
    groups: list[dict[str, str]] = []
    for text in str(forbid).split(";"):
        group: dict[str, str] = {}
        for part in text.split(","):
            name, equals, value = (word.strip() for word in part.partition("="))
            if not equals or not name or not value:
                raise BadValue(
                    "restricted bot: forbid",
                    f"{part.strip()!r} is not written as name=value, as in 'kind=build, hex=3'",
                )
            if name in group:
                raise BadValue(
                    "restricted bot: forbid",
                    f"{name!r} is there twice in {text.strip()!r}; part groups with a semicolon",
                )
            group[name] = value
        groups.append(group)
    return groups


def patterns(forbid: str, rules: Rules) -> dict[int, list[tuple[int, int]]]:
    """Work out what is forbidden: number of the kind -> (mask, value) of the packed arguments."""
    found: dict[int, list[tuple[int, int]]] = {}
    for group in conditions(forbid):
        for number in _kinds(group, rules):
            kind = rules.schema.kinds[number]
            args = {arg.name: group.get(arg.name, 0) for arg in kind.args}
            mask = shift = 0
            for arg in kind.args:
                if arg.name in group:
                    mask |= ((1 << arg.bits) - 1 if arg.bits else -1) << shift
                shift += arg.bits
            value = (rules.encode(kind.name, **args) >> KIND_BITS) & mask
            found.setdefault(number, []).append((mask, value))
    return found


def _kinds(group: dict[str, str], rules: Rules) -> list[int]:
    """List the kinds that a group of conditions is about."""
    schema = rules.schema
    args = [name for name in group if name != "kind"]
    if "kind" in group:
        if group["kind"] not in schema.kind_numbers:
            raise UnknownName("kind", group["kind"], schema.kind_numbers, "restricted bot: forbid")
        kinds = [schema.kind_numbers[group["kind"]]]
    else:
        kinds = list(range(len(schema.kinds)))
    has_all = [k for k in kinds if set(args) <= {arg.name for arg in schema.kinds[k].args}]
    if not has_all:
        known = {"kind": None} | {a.name: None for k in kinds for a in schema.kinds[k].args}
        unknown = next((name for name in args if name not in known), args[-1])
        place = f"restricted bot: forbid {group.get('kind', '')}".strip()
        raise UnknownName("argument", unknown, known, place)
    return has_all


def _make(title: str, profile: str, params: dict[str, Any]) -> Bot:
    if profile and "bot" in params:
        raise BadValue("restricted bot", "has either a profile or bot=, not both")
    around = str(params.pop("bot", greedy_text(profile)))
    return Restricted(make_bot(around, title), **params)


KIND = BotKind(_make)

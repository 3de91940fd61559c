"""The base of greedy bots: named features, a readable profile of weights, explanations.

A title's ``bot.features`` module subclasses `GreedyBot` (its ``GREEDY``) and gives it

- ``WEIGHTS``: the named features with default weight and meaning;
- `prepare`: what a decision needs to know once (rounds left, incomes, masks);
- `score`: the value of one action, **linear in the weights** ``self.w``. A score is a sum of
  ``weight * feature``; then `explain` needs no second copy of the code: it evaluates the score with
  all weights but one set to zero.

Weights are attributes of a small slotted object, ``self.w.coverage``: quick to read, and named.
"""

from __future__ import annotations

import hashlib
import math
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from simkit.bots.kinds import BotKind
from simkit.core.bot import Bot, Choice
from simkit.core.compiling import mypyc_attr
from simkit.core.errors import BadValue, UnknownName
from simkit.core.registry import rules_class, title_module

if TYPE_CHECKING:
    from simkit.core.luck import Luck
    from simkit.core.rules import Rules
    from simkit.core.state import State


@dataclass(frozen=True, slots=True)
class Weight:
    """A named feature: its default weight and what it measures."""

    name: str
    default: float
    meaning: str


class Contribution(NamedTuple):
    """One line of an explanation: value of the feature, its weight, their product."""

    feature: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of weights: a strategy that people can read.

    Attributes
    ----------
    weights
        Weights that differ from the defaults.
    factions
        Per faction, weights that differ from those of the profile.
    """

    name: str
    label: str
    description: str
    weights: dict[str, float]
    factions: dict[str, dict[str, float]]
    provenance: dict[str, Any]


class Profiles:
    """The profiles that were read, until a file of theirs is edited.

    Attributes
    ----------
    version
        Rises with every edit that was noticed; part of the key of whatever is remembered about weights.
    """

    def __init__(self) -> None:
        self.version = 0
        self.read: dict[tuple[Path, str], Profile] = {}
        self._seen: dict[Path, tuple[int, list[Any], str]] = {}

    def notice_edits(self, folder: Path) -> None:
        """Look whether the profiles of a title are as they were, and forget them if not."""
        files = sorted(folder.glob("**/profiles/*.toml"))
        stats = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
        looked, known, contents = self._seen.get(folder, (0, [], ""))
        newest = max((changed for _, changed, _ in stats), default=0)
        if known == stats and newest < looked - CLOCK_STEP:
            return
        now = time.time_ns()
        found = hashlib.blake2b()
        for file in files:
            found.update(f"{file}\n".encode() + file.read_bytes())
        self._seen[folder] = (now, stats, found.hexdigest())
        if contents not in ("", found.hexdigest()):
            self.version += 1
            self.read.clear()


MOST: Final = 1_000_000  # points that a weight may give at most
CLOCK_STEP: Final = 1_000_000_000  # ns in which an edit might leave a file's time as it was
PROFILES: Final = Profiles()


def read_profile(folder: Path, name: str) -> Profile:
    """Read ``profiles/<name>.toml`` below a title's data folder.

    A profile may say ``base = "other"``: it then changes only the weights it names.
    """
    found = PROFILES.read.get((folder, name))
    if found is None:
        found = PROFILES.read[folder, name] = _read_profile(folder, name, ())
    return found


def _read_profile(folder: Path, name: str, above: tuple[str, ...]) -> Profile:
    if name in above:
        raise BadValue(f"profile {name}", f"builds on itself ({' -> '.join((*above, name))})")
    path = folder / "profiles" / f"{name}.toml"
    if not path.is_file():
        raise UnknownName("profile", name, profile_names(folder), folder.name)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadValue(f"profile {name}", f"is not valid TOML ({error})") from None
    weights: dict[str, float] = {}
    factions: dict[str, dict[str, float]] = {}
    if "base" in data:
        base = _read_profile(folder, data["base"], (*above, name))
        weights.update(base.weights)
        factions.update({k: dict(v) for k, v in base.factions.items()})
    weights.update(_numbers(name, "weights", data.get("weights", {})))
    for faction, changes in _table(name, "factions", data.get("factions", {})).items():
        factions.setdefault(faction, {}).update(_numbers(name, f"factions.{faction}", changes))
    return Profile(
        name,
        data.get("label", name),
        data.get("description", ""),
        weights,
        factions,
        data.get("provenance", {}),
    )


def _table(profile: str, key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadValue(f"profile {profile}: {key}", f"is a table, not {value!r}")
    return value


def _numbers(profile: str, key: str, value: Any) -> dict[str, float]:
    for name, number in _table(profile, key, value).items():
        check_weight(f"profile {profile}: {key}.{name}", number)
    return dict(value)


def check_weight(place: str, number: object) -> None:
    """Refuse a weight that is no number, or so large that sums of it are none."""
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise BadValue(place, f"is a number, not {number!r}")
    if not math.isfinite(number) or abs(number) > MOST:
        raise BadValue(place, f"must be a number from {-MOST:,} to {MOST:,}, not {number!r}")


def profile_names(folder: Path) -> list[str]:
    """Return the names of the profiles below a title's data folder."""
    return sorted(p.stem for p in (folder / "profiles").glob("*.toml"))


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyBot(Bot):
    """Chooses the candidate with the highest score; ties go to the first in the list.

    Parameters
    ----------
    profile
        Name of a profile of the title ("" = the default weights).
    weights
        Weights that differ from the profile's.
    """

    PARAMS: ClassVar[tuple[str, ...]] = ("profile", "weights")
    WEIGHTS: ClassVar[tuple[Weight, ...]] = ()
    WeightSet: ClassVar[type]  # slotted class with one float attribute per feature
    name = "greedy"
    reads_only_what_it_may = True

    def __init__(self, profile: str = "", weights: dict[str, float] | None = None) -> None:
        self.profile = profile
        self.weights = dict(weights or {})
        self.w: Any = None

    def start(self, rules: Rules, seat: int, luck: Luck) -> None:
        """Read the profile's weights."""
        super().start(rules, seat, luck)
        self.use_weights(self.named_weights(rules))

    def named_weights(self, rules: Rules, faction: str = "") -> dict[str, float]:
        """Return all weights by name: defaults, then the profile's, the faction's, this bot's own."""
        found = {weight.name: weight.default for weight in self.WEIGHTS}
        changes = [self.weights]
        if self.profile:
            profile = read_profile(rules.data_folder(), self.profile)
            changes = [profile.weights, profile.factions.get(faction, {}), self.weights]
        for change in changes:
            for name, value in change.items():
                if name not in found:
                    raise UnknownName("weight", name, found, f"profile {self.profile or '(none)'}")
                found[name] = float(value)
        return found

    def check_weights(self, rules: Rules) -> None:
        """Refuse weights that are no numbers, or that this bot does not have."""
        known = [weight.name for weight in self.WEIGHTS]
        tables = {"": self.weights}
        if self.profile:
            profile = read_profile(rules.data_folder(), self.profile)
            tables = {"": {**profile.weights, **self.weights}, **profile.factions}
        # A profile may name what plays in another edition only.
        schemas = type(rules).schema, rules.schema  # and a pack may add to what there is
        values = {value for one in schemas for role in one.roles for value in role.values}
        for faction, weights in tables.items():
            place = f"profile {self.profile or '(none)'}"
            if faction and faction not in values:
                raise UnknownName("faction", faction, values, place)
            for name, number in weights.items():
                if name not in known:
                    raise UnknownName("weight", name, known, place)
                check_weight(f"{place}: {name}", number)

    def use_weights(self, named: dict[str, float]) -> None:
        """Make `named` the weights in force."""
        self.w = self.WeightSet()
        for name, value in named.items():
            setattr(self.w, name, value)

    # What a title implements -------------------------------------------------------------------

    def prepare(self, view: State) -> None:
        """Work out once what the scores of this decision share; nothing, if a title leaves it out."""

    def score(self, view: State, action: int) -> float:
        """Return the value of an action: a sum of weight times feature."""
        raise NotImplementedError

    def evaluate(self, view: State, seat: int) -> float:
        """Return how good a position is for `seat`; used by look-ahead and search."""
        others = [view.score[s] for s in range(view.seats) if s != seat]
        return float(view.score[seat] - max(others, default=0))

    # What every title gets ---------------------------------------------------------------------

    def choose(self, view: State, candidates: list[int]) -> Choice:
        """Choose the candidate with the highest score."""
        self.prepare(view)
        best = runner_up = float("-inf")
        chosen = candidates[0]
        for action in candidates:
            value = self.score(view, action)
            if value > best:
                best, runner_up, chosen = value, best, action
            elif value > runner_up:
                runner_up = value
        return Choice(chosen, best, runner_up)

    def values(self, view: State, candidates: list[int]) -> list[float]:
        """Return the score of each candidate."""
        self.prepare(view)
        return [self.score(view, action) for action in candidates]

    def explain(self, view: State, action: int) -> list[Contribution]:
        """List the features behind a score; the contributions sum to it."""
        named = {weight.name: float(getattr(self.w, weight.name)) for weight in self.WEIGHTS}
        nothing = dict.fromkeys(named, 0.0)
        lines: list[Contribution] = []
        try:
            for name, weight in named.items():
                if weight == 0.0:
                    continue
                self.use_weights({**nothing, name: weight})
                self.prepare(view)
                contribution = self.score(view, action)
                if contribution:
                    lines.append(Contribution(name, contribution / weight, weight, contribution))
        finally:
            self.use_weights(named)
            self.prepare(view)
        return sorted(lines, key=lambda line: -abs(line.contribution))


def weight_set(weights: tuple[Weight, ...]) -> type:
    """Return a slotted class with one float attribute per weight, zero by default."""
    names = tuple(weight.name for weight in weights)

    def __init__(self: Any) -> None:
        for name in names:
            setattr(self, name, 0.0)

    return type("WeightSet", (), {"__slots__": names, "__init__": __init__})


def _make(title: str, profile: str, params: dict[str, Any]) -> Bot:
    """Return a title's greedy bot; profiles that were edited are read again."""
    folder = rules_class(title).data_folder()
    PROFILES.notice_edits(folder)
    if profile:
        read_profile(folder, profile)
    made: Bot = title_module(title, "bot.features").GREEDY(profile, **params)
    return made


KIND: Final = BotKind(_make)

"""What a run is asked to do: the spec, read from TOML or given as keywords, checked as a whole.

All mistakes of a spec are reported together, each with its place and the nearest right word.
"""

from __future__ import annotations

import functools
import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.core.bot import Bot
from simkit.core.components import existing
from simkit.core.errors import SimkitError, UnknownName, suggestion
from simkit.core.packs import Pack, placed_beside, read_packs
from simkit.core.registry import make_bot, rules_class
from simkit.core.rules import Rules
from simkit.core.schema import Role, Schema

Scalar = bool | int | float | str
RoleText = str | list[str] | list[list[str]]
DEALT, BALANCED, RANDOM = "dealt", "balanced", "random"


class SpecErrors(SimkitError):
    """All mistakes of a spec.

    Attributes
    ----------
    problems
        One text per mistake: the place, what is wrong, the nearest right thing.
    """

    def __init__(self, name: str, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        count = f"{len(problems)} mistakes" if len(problems) > 1 else "1 mistake"
        super().__init__("\n  ".join([f"{name}: {count}", *problems]))


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Lineup(_Strict):
    """Who sits where with which faction and bot.

    Attributes
    ----------
    roles
        Per role of the title (``factions``, ``planets`` ...): ``dealt`` (the title's own deal
        decides), ``balanced``, ``random``, one value per seat, or a list of such lists, which are
        played in turn. In TOML the roles are keys of ``[lineup]``.
    bots
        One for all, one per seat, or a pool.
    pairing
        ``seats`` (the bots sit as listed), or how a pool is seated: ``balanced`` or ``random``.
    mirror
        Replay each deal with the line-up rotated through the seats.
    """

    roles: dict[str, RoleText] = Field(default_factory=dict)
    bots: list[str] = Field(default_factory=lambda: ["greedy"], min_length=1)
    pairing: Literal["seats", "balanced", "random"] = "seats"
    mirror: bool = False


class Arm(_Strict):
    """One side of a comparison; it differs from the others by patch, options or bots."""

    name: str = Field(min_length=1)
    patch: dict[str, Scalar] = Field(default_factory=dict)
    options: dict[str, Scalar] = Field(default_factory=dict)
    bots: list[str] = Field(default_factory=list)


class Spec(_Strict):
    """A complete description of a run.

    Attributes
    ----------
    title, seats, options
        What is played.
    patch
        Changes to component data in every arm (readings, for instance).
    pack
        Packs that extend the title in every arm: folders, or names of packs that come with it. A folder
        is looked for where simkit runs, else beside the spec's file.
    games
        Games per arm; with `minutes` or `precision` the most that may be played.
    minutes, precision, wave
        Budgets by time, or by precision: play until the win share of every faction is known to
        +/- `precision` points with 95 % confidence, decided after every `wave` games per arm.
    seed
        Seed of the run: equal specs give equal tables.
    log
        ``games``, ``moves``, ``points`` or ``candidates``: how much is written.
    limit
        Decisions after which a game is ended as failed; 0 = the title's own limit.
    deal
        Anything the deal would draw, fixed for all games (map, deck order ...), as the title's
        `Rules.deal` takes it.
    """

    title: str
    seats: int
    games: int | None = Field(default=None, ge=1)
    minutes: float | None = Field(default=None, gt=0)
    precision: float | None = Field(default=None, gt=0, le=50)
    wave: int = Field(default=500, ge=1)
    seed: int = Field(default=0, ge=0, lt=2**63)
    log: Literal["games", "moves", "points", "candidates"] = "points"
    limit: int = Field(default=0, ge=0)
    name: str = ""
    note: str = ""
    options: dict[str, Scalar] = Field(default_factory=dict)
    patch: dict[str, Scalar] = Field(default_factory=dict)
    pack: list[str] = Field(default_factory=list)
    deal: dict[str, Any] = Field(default_factory=dict)
    lineup: Lineup = Field(default_factory=Lineup)
    arm: list[Arm] = Field(default_factory=list)

    @classmethod
    def of(
        cls, data: Mapping[str, Any], name: str = "spec", own_bots: Mapping[str, Bot] | None = None
    ) -> Spec:
        """Check a spec given as a dict and return it.

        Parameters
        ----------
        own_bots
            Bots that are at hand and need not be found by name, by the texts that stand for them.

        Raises
        ------
        SpecErrors
            Lists all mistakes.
        """
        spec, problems = _read(data, own_bots)
        if spec is None or problems:
            raise SpecErrors(name, problems)
        return spec

    @property
    def arms(self) -> list[Arm]:
        """The arms; a single one called ``main`` where the spec names none."""
        return self.arm or [Arm(name="main")]

    def rules_of(self, arm: Arm) -> Rules:
        """Return the rules that an arm is played by."""
        from simkit.core.registry import rules

        options: dict[str, Any] = {**self.options, **arm.options}
        return rules(self.title, self.seats, {**self.patch, **arm.patch}, self.pack, **options)

    def departures(self) -> dict[str, list[str]]:
        """Return per arm the options that are not as the rulebook has them (see `Schema.departures`)."""
        return {arm.name: self.rules_of(arm).departures() for arm in self.arms}

    def bots_of(self, arm: Arm) -> list[str]:
        """Return the bots of an arm: its own, or the line-up's."""
        return arm.bots or self.lineup.bots

    def to_dict(self) -> dict[str, Any]:
        """Return the spec as it would be written in TOML, without what has its default."""
        data = self.model_dump(exclude_defaults=True)
        lineup = data.get("lineup")
        if lineup is not None:
            lineup.update(lineup.pop("roles", {}))
        return data

    def is_begun_by(self, longer: Spec) -> bool:
        """Tell whether another spec goes on where this one ends: with more games of the same plan."""
        if self.games is None or longer.games is None or longer.games <= self.games:
            return False
        same = longer.model_copy(update={"games": self.games}).fingerprint() == self.fingerprint()
        return same and not (self.minutes or self.precision)

    def fingerprint(self) -> str:
        """Return a hash of all that can alter the tables."""
        data = self.model_dump(exclude={"name", "note", *([] if self.pack else ["pack"])})
        return hashlib.blake2b(
            json.dumps(data, sort_keys=True).encode(), digest_size=16
        ).hexdigest()


LINEUP_KEYS = tuple(name for name in Lineup.model_fields if name != "roles")


def read_specs(path: str | Path) -> dict[str, Spec]:
    """Read a spec file; a file with ``[[part]]`` tables holds several specs.

    What stands above the parts holds for all of them; a part's own tables are laid over it.

    Returns
    -------
    dict
        Part name -> spec; the single key "" for a file without parts.
    """
    path = existing(path)
    name = path.name
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SimkitError(f"{path}: no such file{_near_file(path)}") from None
    except IsADirectoryError:
        raise SimkitError(f"{path}: is a folder; name a spec file (*.toml)") from None
    except UnicodeDecodeError:
        raise SimkitError(f"{path}: is not a text file") from None
    except OSError as error:
        raise SimkitError(f"{path}: cannot be read ({error.strerror})") from None
    except tomllib.TOMLDecodeError as error:
        raise SimkitError(f"{name}: is not valid TOML: {error}") from None
    parts = data.get("part", [])
    for table in [data, *(parts if isinstance(parts, list) else [])]:
        if isinstance(table, dict) and "pack" in table:
            table["pack"] = placed_beside(table["pack"], path.parent)
    return specs_of(data, name)


def specs_of(data: Mapping[str, Any], name: str = "spec") -> dict[str, Spec]:
    """Check the specs of a parsed file; see `read_specs`."""
    parts = data.get("part")
    if parts is None:
        return {"": Spec.of(data, name)}
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise SpecErrors(name, ["part: is written as [[part]] tables"])
    shared = {key: value for key, value in data.items() if key != "part"}
    specs: dict[str, Spec] = {}
    problems: list[str] = []
    for number, part in enumerate(parts, 1):
        merged = _laid_over(shared, part)
        label = str(part.get("name") or part.get("title") or number)
        merged["name"] = label
        spec, found = _read(merged)
        problems += [f"part {number} ({label}): {problem}" for problem in found]
        if label in specs or "/" in label or label.startswith("."):
            problems.append(f"part {number}: name: {label!r} must be new, and fit for a folder")
        if spec is not None:
            specs[label] = spec
    if problems:
        raise SpecErrors(name, list(dict.fromkeys(problems)))
    return specs


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _laid_over(old, value) if both else value  # type: ignore[arg-type]
    return merged


def _near_file(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    return suggestion(path.name, [p.name for p in path.parent.glob("*.toml")])


# Checking ---------------------------------------------------------------------------------------


def _read(
    data: Mapping[str, Any], own_bots: Mapping[str, Bot] | None = None
) -> tuple[Spec | None, list[str]]:
    """Return the spec (None if its form is wrong) and all mistakes, of form and of sense."""
    form = shaped(data)
    strange = _strange_roles(form)
    spec: Spec | None = None
    problems = [f"lineup: {error}" for error in strange]
    wrong: set[str] = set()
    try:
        spec = Spec.model_validate(form)
    except ValidationError as error:
        for place, text in _form_problems(error):
            problems.append(f"{place}: {text}")
            wrong.add(place.split(".")[0].split("[")[0])
    problems += _Sense(form, wrong, own_bots).problems()
    if spec is not None and not problems:
        from simkit.runs import trial  # it deals by the plan, which is made of specs

        problems = trial.problems(spec, own_bots)
    return spec, problems


def _strange_roles(form: dict[str, Any]) -> list[UnknownName]:
    """Take the keys out of ``lineup.roles`` that the title does not have, and name them."""
    roles = form["lineup"]["roles"] if isinstance(form.get("lineup"), dict) else {}
    try:
        known = [role.key for role in rules_class(form["title"]).schema.roles if role.key]
    except (SimkitError, KeyError, TypeError):
        return []
    strange = [key for key in roles if key not in known]
    for key in strange:
        del roles[key]
    return [UnknownName("key", key, [*known, *LINEUP_KEYS]) for key in strange]


def shaped(data: Mapping[str, Any]) -> dict[str, Any]:
    """Bring a parsed spec into the models' form: roles apart, a single bot as a list of one."""
    form = dict(data)
    lineup = form.get("lineup")
    if isinstance(lineup, dict):
        form["lineup"] = {
            **_one_bot_listed({k: v for k, v in lineup.items() if k in LINEUP_KEYS}),
            "roles": {key: value for key, value in lineup.items() if key not in LINEUP_KEYS},
        }
    if isinstance(form.get("pack"), str):
        form["pack"] = [form["pack"]]
    if isinstance(form.get("arm"), list):
        form["arm"] = [_one_bot_listed(arm) for arm in form["arm"]]
    return form


def _one_bot_listed(table: Any) -> Any:
    if isinstance(table, dict) and isinstance(table.get("bots"), str):
        return {**table, "bots": [table["bots"]]}
    return table


def _form_problems(error: ValidationError) -> list[tuple[str, str]]:
    """Say pydantic's findings in plain words, one per place."""
    found: dict[str, str] = {}
    for item in error.errors():
        steps = [s for s in item["loc"] if not _is_union_step(s)]
        if steps[:2] == ["lineup", "roles"]:
            steps = ["lineup", *steps[2:3]]
        place = _place(steps)
        kind, given = item["type"], item["input"]
        if kind == "extra_forbidden":
            known = _known_keys(steps[:-1])
            place = _place(steps[:-1]) or "top level"
            text = f"unknown key {steps[-1]!r}{suggestion(str(steps[-1]), known)}"
            found.setdefault(f"{place}\0{steps[-1]}", text)
            continue
        if kind == "missing":
            text = "is missing"
        elif steps[:1] == ["lineup"] and len(steps) > 1 and steps[1] not in LINEUP_KEYS:
            text = (
                "is 'dealt', 'balanced', 'random', a list with one name per seat, "
                f"or a list of such lists, not {given!r}"
            )
        else:
            text = f"{_lower(item['msg'])}, not {_short(given)}"
        found.setdefault(place, text)
    return [(place.partition("\0")[0], text) for place, text in found.items()]


def _is_union_step(step: int | str) -> bool:
    plain = {"bool", "int", "float", "str", "list[str]", "list[list[str]]"}
    return isinstance(step, str) and step in plain


def _place(steps: Iterable[int | str]) -> str:
    text = ""
    for step in steps:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def _known_keys(steps: Sequence[int | str]) -> list[str]:
    if not steps:
        return [*Spec.model_fields, "part"]
    models: dict[str, type[BaseModel]] = {"arm": Arm, "lineup": Lineup}
    return list(models.get(str(steps[0]), Spec).model_fields)


def _lower(text: str) -> str:
    text = text.replace("Input should be", "must be").replace("Field required", "is missing")
    return text[:1].lower() + text[1:]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_one_of(value: Any, values: Sequence[object]) -> bool:
    return any(value == v and type(value) is type(v) for v in values)


class _Sense:
    """Checks what only the title can tell; looks only at places whose form is right."""

    def __init__(
        self, data: Mapping[str, Any], wrong: set[str], own_bots: Mapping[str, Bot] | None
    ) -> None:
        self.own_bots = own_bots or {}
        self.data = data
        self.wrong = wrong
        self.packs: Sequence[Pack] = ()
        self.found: list[str] = []

    def _note(self, place: str, error: object) -> None:
        self.found.append(f"{place}: {error}")

    def _get(self, key: str, default: Any) -> Any:
        return default if key in self.wrong else self.data.get(key, default)

    def problems(self) -> list[str]:
        """Return all mistakes of sense."""
        self._budget()
        arms = self._get("arm", [])
        names = [arm.get("name") for arm in arms]
        for name in {name for name in names if names.count(name) > 1}:
            self._note("arm", f"two arms are called {name!r}")
        title = self._get("title", None)
        if title is None:
            return self.found
        try:
            made = rules_class(title)
        except SimkitError as error:
            self._note("title", error)
            return self.found
        try:
            self.packs = read_packs(made, self._get("pack", []))
            schema = made.schema_of(self.packs)
        except SimkitError as error:
            self._note("pack", str(error).removeprefix("pack "))
            return self.found
        seats = self._seats(schema)
        options = self._get("options", {})
        self._options("options", options, made)
        self._patch("patch", self._get("patch", {}), made)
        lineup = self._get("lineup", {})
        bots = lineup.get("bots", ["greedy"])
        self._bots("lineup.bots", bots, title, seats, lineup.get("pairing", "seats"))
        for number, arm in enumerate(arms, 1):
            place = f"arm[{number}]"
            self._options(f"{place}.options", arm.get("options", {}), made)
            self._patch(f"{place}.patch", arm.get("patch", {}), made)
            if arm.get("bots"):
                pairing = lineup.get("pairing", "seats")
                self._bots(f"{place}.bots", arm["bots"], title, seats, pairing)
        self._roles(lineup.get("roles", {}), schema, seats)
        for number, arm in enumerate(arms or [{}], 1):
            in_force = {**options, **arm.get("options", {})}
            self._idle(f"arm[{number}].options" if arms else "options", in_force, made, seats)
            self._chosen_in_play(in_force, lineup, schema)
        self._mirror(lineup, seats)
        return list(dict.fromkeys(self.found))

    def _budget(self) -> None:
        budgets = ("games", "minutes", "precision")
        if self.wrong.isdisjoint(budgets) and not any(key in self.data for key in budgets):
            self._note("games", "is missing (or give minutes, or precision)")
        if "minutes" in self.data and "precision" in self.data:
            self._note("minutes", "give minutes or precision, not both")

    def _seats(self, schema: Schema) -> int | None:
        seats = self._get("seats", None)
        low, high = schema.seat_range
        if seats is None or not low <= seats <= high:
            if seats is not None:
                self._note(
                    "seats", f"{self.data['title']} is played by {low} to {high}, not {seats}"
                )
            return None
        return int(seats)

    def _options(self, place: str, given: Mapping[str, Any], made: type[Rules]) -> None:
        known = {option.name: option.values for option in made.schema.options}
        for name, value in given.items():
            if name not in known:
                self._note(place, UnknownName("option", name, known))
            elif not _is_one_of(value, known[name]):
                near = UnknownName("value", value, [str(v) for v in known[name]])
                self._note(f"{place}.{name}", near)

    def _idle(
        self, place: str, in_force: Mapping[str, Any], made: type[Rules], seats: int | None
    ) -> None:
        """Refuse options that are set and have no effect in an arm."""
        known = {option.name: option for option in made.schema.options}
        whole = {name: option.values[0] for name, option in known.items()} | dict(in_force)
        for name, value in in_force.items():
            option = known.get(name)
            if option is None or seats is None or not _is_one_of(value, option.values):
                continue
            why = option.idle(value, seats, whole)
            if why:
                self._note(f"{place}.{name}", f"{value!r} {why}")

    def _chosen_in_play(
        self, options: Mapping[str, Any], lineup: Mapping[str, Any], schema: Schema
    ) -> None:
        """Refuse roles that the line-up or the deal gives though an option lets the seats choose."""
        given = {key: "lineup" for key, way in lineup.get("roles", {}).items() if way != DEALT}
        given |= dict.fromkeys(self._get("deal", {}), "deal")
        for option in schema.options:
            for value, keys in option.replaces:
                for key in keys:
                    if options.get(option.name) == value and key in given:
                        self._note(
                            f"{given[key]}.{key}",
                            f"is chosen in play under {option.name} = {value!r}; "
                            f"leave it out, or leave {option.name} at {option.values[0]!r}",
                        )

    def _patch(self, place: str, given: Mapping[str, Any], made: type[Rules]) -> None:
        for path, value in given.items():
            try:
                made.components_with({path: value}, self.packs)
            except SimkitError as error:
                self._note(place, str(error).removeprefix("patch: "))

    def _bots(
        self, place: str, bots: Sequence[str], title: str, seats: int | None, pairing: str
    ) -> None:
        from simkit.runs import trial  # it deals by the plan, which is made of specs

        for text in dict.fromkeys(bots):
            if text in self.own_bots:
                continue
            ended = trial.ends_its_process(text, title)
            if ended:
                self._note(place, ended)
                continue
            try:
                make_bot(text, title)
            except SimkitError as error:
                self._note(place, error)
        if seats and pairing == "seats" and len(bots) not in (1, seats):
            self._note(
                place,
                f"give one bot, one for each of the {seats} seats, or say how {len(bots)} of them "
                "are seated with pairing = 'balanced' or 'random'",
            )

    def _roles(self, given: Mapping[str, Any], schema: Schema, seats: int | None) -> None:
        roles = {role.key: role for role in schema.roles if role.key}
        for key, wanted in given.items():
            self._role(f"lineup.{key}", roles[key], wanted, seats)

    def _role(self, place: str, role: Role, wanted: RoleText, seats: int | None) -> None:
        words = (DEALT, BALANCED, RANDOM)
        if isinstance(wanted, str):
            if wanted not in words:
                self._note(place, f"unknown way {wanted!r}{suggestion(wanted, words)}")
            elif wanted != DEALT and seats and not pool_of(role, seats).possible:
                self._note(place, f"there are too few values for {seats} seats")
            return
        if not wanted:
            self._note(place, "the list is empty")
        nested = bool(wanted) and isinstance(wanted[0], list)
        rows: list[Any] = list(wanted) if nested else [wanted]
        for number, row in enumerate(rows, 1):
            where = f"{place}[{number}]" if nested else place
            for value in row:
                if value not in role.values:
                    self._note(where, UnknownName(role.column, value, role.values))
            if seats and len(row) != seats:
                self._note(where, f"names {len(row)} of {seats} seats")
            self._together(where, role, row)

    def _together(self, where: str, role: Role, row: Sequence[str]) -> None:
        if role.repeat:
            return
        twice = {value for value in row if row.count(value) > 1}
        for value in sorted(twice):
            self._note(where, f"{value!r} is named twice")
        for group in role.exclusive:
            present = sorted({value for value in row if value in group})
            if len(present) > 1:
                self._note(where, f"{' and '.join(present)} cannot be in one game")

    def _mirror(self, lineup: Mapping[str, Any], seats: int | None) -> None:
        games = self._get("games", None)
        if lineup.get("mirror") and seats and games and games % seats:
            low = games // seats * seats
            near = f"{low} or {low + seats}" if low else str(seats)
            self._note("games", f"mirrored deals are played {seats} times: {near}, not {games}")


@functools.lru_cache(maxsize=64)
def pool_of(role: Role, seats: int) -> Any:
    """Return the pool of a role's values for balanced and random line-ups."""
    from simkit.runs.designs import Pool

    number = {value: i for i, value in enumerate(role.values)}
    groups = [[number[value] for value in group] for group in role.exclusive]
    return Pool.of(len(role.values), seats, groups, role.repeat)

"""The conditions under which the figures of a run were found, in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from simkit.analysis.frames import bot_columns, roles
from simkit.charts import style
from simkit.stats.frames import game_key

if TYPE_CHECKING:
    from simkit.runs.results import Results

MOST = 8  # names in a list


def plain_spec(spec: Any) -> dict[str, Any]:
    """Return a spec (mapping, dataclass or model) as a plain dictionary."""
    if spec is None:
        return {}
    if isinstance(spec, Mapping):
        return dict(spec)
    if hasattr(spec, "model_dump"):
        return dict(spec.model_dump())
    if dataclasses.is_dataclass(spec) and not isinstance(spec, type):
        return dataclasses.asdict(spec)
    return dict(vars(spec))


def _words(value: Any) -> str:
    """Say a setting in words: names as they are, lists with commas, tables as name = value."""
    if isinstance(value, Mapping):
        return ", ".join(f"{k} = {_words(v)}" for k, v in value.items())
    if isinstance(value, (list, tuple, set)):
        return ", ".join(_words(v) for v in value)
    return str(value)


def _names(values: Iterable[Any]) -> str:
    return style.listing(sorted(map(str, values)), MOST, last=", ")


def lineup_balance(seats: pd.DataFrame) -> pd.DataFrame:
    """How evenly the line-ups are spread: fewest and most games of a faction, seat by seat, in pairs.

    Examples
    --------
    >>> seats = pd.DataFrame({"game_id": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": list("abba"), "bot": list("xyxy")})
    >>> lineup_balance(seats)
                 what  groups  fewest  most
    0         faction       2       2     2
    1  faction x seat       4       1     1
    2   faction x bot       4       1     1
    """
    columns = [*[[r] for r in roles(seats)], *[[r, "seat"] for r in roles(seats)]]
    others = bot_columns(seats) if "faction" in seats.columns else []
    columns += [["faction", other] for other in others]
    return pd.DataFrame([_spread(seats, what) for what in columns])


def _spread(seats: pd.DataFrame, columns: list[str]) -> dict[str, Any]:
    count = seats.groupby(columns, observed=True).size()
    return {
        "what": " x ".join(columns),
        "groups": len(count),
        "fewest": int(count.min()) if len(count) else 0,
        "most": int(count.max()) if len(count) else 0,
    }


def conditions(results: Results) -> list[tuple[str, str]]:
    """List the conditions of a run as (name, text): title, games, bots, seats, options, arms ..."""
    spec, games, seats = plain_spec(results.spec), results.games, results.seats
    imported = getattr(results, "imported", False)
    if imported:  # nothing was dealt or seated by a spec
        spec = {key: value for key, value in spec.items() if key not in ("seed", "lineup")}
    found: list[tuple[str, str]] = []

    def note(name: str, value: Any) -> None:
        if value not in (None, "", [], {}, ()):
            found.append((name, _words(value)))

    def seen(frame: pd.DataFrame, column: str) -> list[Any]:
        return list(frame[column].dropna().unique()) if column in frame.columns else []

    titles = seen(games, "title") or [spec.get("title")]
    note("title", [t for t in titles if t])
    note("rules version", seen(games, "rules_version"))
    planned = spec.get("games")
    count = f"{len(games):,}"
    if isinstance(planned, int) and planned != len(games):
        count += f" (planned: {planned:,}{' per arm' if len(seen(games, 'arm')) > 1 else ''})"
    note("games", count)
    failures = getattr(results, "failures", None)
    if failures is not None:
        note("failed games", f"{failures if isinstance(failures, int) else len(failures):,}")
    note("seats", seen(games, "seats") or spec.get("seats"))
    departures = getattr(results, "departures", None)
    note("options", _options(spec.get("options") or {}, departures))
    note("patch", spec.get("patch"))
    note("pack", spec.get("pack"))
    for role in roles(seats):
        note(role, _names(seen(seats, role)))
    note("players" if imported else "bots", _bots(seats))
    note("line-ups", _lineups(seats, spec))
    note("deals", "" if imported else _deals(games))
    note("arms", _arms(spec, departures or {}))
    note("seed", spec.get("seed"))
    note("caution", getattr(results, "caution", None))
    return found


def _bots(seats: pd.DataFrame) -> str:
    if "bot" not in seats.columns or seats.empty:
        return ""
    return _names(seats["bot"].unique())


def _lineups(seats: pd.DataFrame, spec: Mapping[str, Any]) -> str:
    lineup = plain_spec(spec.get("lineup"))
    lineup = {**plain_spec(lineup.pop("roles", None)), **lineup}
    if len(lineup.get("bots") or ()) < 2:
        lineup.pop("pairing", None)
    parts = [f"{k} {_words(v)}" for k, v in lineup.items() if v not in (None, "", [], {}, False)]
    if not seats.empty and roles(seats):
        for row in lineup_balance(seats).to_dict("records"):
            fewest, most = row["fewest"], row["most"]
            spread = f"{fewest}" if fewest == most else f"{fewest}-{most}"
            parts.append(f"{spread} seats per {row['what']}")
    return "; ".join(parts)


def _deals(games: pd.DataFrame) -> str:
    if games.empty or "deal" not in games.columns:
        return ""
    keys = [*game_key(games)[:-1], "deal"]
    count = len(games[keys].drop_duplicates())
    if count == len(games):
        return f"{count:,}, each played once"
    return f"{count:,}, each played {len(games) / count:.3g} times"


def _shared(departures: Mapping[str, Sequence[str]]) -> list[str]:
    """List the departures from the rulebook that all arms have in common."""
    first, *others = departures.values() or [[]]
    return [words for words in first if all(words in other for other in others)]


def _options(given: Mapping[str, Any], departures: Mapping[str, Sequence[str]] | None) -> str:
    """Say which options were set, and which of those in force are not as printed.

    Parameters
    ----------
    departures
        Arm -> its departures from the rulebook; None if they are not known (frames without a run).

    Examples
    --------
    >>> _options({"first_game": True}, {"main": ["tech = lost (printed: kept)"]})
    'first_game = True; not as printed: tech = lost (printed: kept)'
    >>> _options({}, {"main": []}), _options({}, None)
    ('as printed', 'by default')
    """
    shared = _shared(departures or {})
    told = {words.partition(" = ")[0] for words in shared}
    parts = [_words({k: v for k, v in given.items() if k not in told})]
    parts += [f"not as printed: {', '.join(shared)}"] if shared else []
    words = "; ".join(part for part in parts if part)
    return words or ("by default" if departures is None else "as printed")


def _arms(spec: Mapping[str, Any], departures: Mapping[str, Sequence[str]]) -> str:
    """Say what sets each arm apart; "as printed" only of one that is."""
    arms = [plain_spec(a) for a in spec.get("arm") or spec.get("arms") or []]
    shared = bool(spec.get("options") or spec.get("patch"))
    parts = []
    for arm in arms:
        name = arm.get("name", "?")
        own = [words for words in departures.get(name, ()) if words not in _shared(departures)]
        changed = {k: v for k, v in arm.items() if k != "name" and v}
        words = [_words(changed)] if changed else []
        words += [f"not as printed: {', '.join(own)}"] if own else []
        printed = not shared and departures.get(name) == []
        plain = "as printed" if printed else "nothing changed"
        parts.append(f"{name} ({'; '.join(words) or plain})")
    return "; ".join(parts)

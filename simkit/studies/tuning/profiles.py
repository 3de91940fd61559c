"""Profiles as files: what was tuned, written so that people and simkit can read it."""

from __future__ import annotations

from pathlib import Path

from simkit.bots.greedy import Profile
from simkit.core.errors import BadValue
from simkit.studies.toml_text import BARE, toml_text, write_whole

FROZEN = "baseline"


def check_name(name: str) -> None:
    """Refuse names that no profile may be written under."""
    if name == FROZEN:
        raise BadValue(
            "name", f"{FROZEN!r} is frozen, to compare later bots with; choose another name"
        )
    if not name or set(name) - BARE:
        raise BadValue("name", f"{name!r} must consist of letters, digits, '_' and '-'")


def profile_text(profile: Profile) -> str:
    """Return a profile as TOML.

    Examples
    --------
    >>> print(profile_text(Profile("p", "Sober", "Weighs well.", {"sale": 1.5}, {}, {"how": "by hand"})))
    label = "Sober"
    description = "Weighs well."
    <BLANKLINE>
    [weights]
    sale = 1.5
    <BLANKLINE>
    [provenance]
    how = "by hand"
    <BLANKLINE>
    """
    return toml_text(
        {
            "label": profile.label,
            "description": profile.description,
            "weights": profile.weights,
            **({"factions": profile.factions} if profile.factions else {}),
            "provenance": profile.provenance,
        }
    )


def write_profile(profile: Profile, folder: Path) -> Path:
    """Write a profile to ``folder/<name>.toml`` and return the path."""
    check_name(profile.name)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{profile.name}.toml"
    write_whole(path, profile_text(profile))
    return path

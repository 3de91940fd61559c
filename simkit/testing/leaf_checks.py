"""Checks of a title's component data: every leaf is declared, and is read as it is declared."""

from __future__ import annotations

from simkit.core.components import Leaf, declarations, fnmatch_path
from simkit.core.registry import rules_class
from simkit.core.schema import Patchable


def leaf_problems(title: str) -> list[str]:
    """Return what is wrong with the declarations of a title's leaves, a line each; empty = nothing.

    Every leaf is exactly one of patchable, structural and note; every pattern fits a leaf; what is
    patchable has a direction (`Patchable.more`), and its printed value lies in its range.

    Examples
    --------
    >>> leaf_problems("race_for_the_galaxy")
    []
    """
    made = rules_class(title)
    schema, leaves = made.schema, made.components_with().leaves()
    found: list[str] = []
    for leaf in leaves:
        said = declarations(leaf, schema)
        if not said:
            found.append(f"{leaf.path}: is declared neither patchable nor structural nor a note")
        elif len(said) > 1:
            found.append(f"{leaf.path}: is declared more than once: {', '.join(said)}")
    for rule in schema.patchable:
        fitting = [leaf for leaf in leaves if leaf.matches(rule.path) and rule.holds(leaf.table)]
        found += _range_problems(rule, fitting)
        if not rule.more:
            found.append(f"patchable {rule.path}: says not what more of it does for its owner")
        if not fitting and not _names_a_whole(title, rule):
            found.append(f"patchable {rule.path}: fits no leaf")
    for fixed in schema.structural:
        if not any(leaf.matches(fixed.path) and fixed.holds(leaf.table) for leaf in leaves):
            found.append(f"structural {fixed.path}: fits no leaf")
    found += [
        f"note {note}: fits no leaf"
        for note in schema.notes
        if not any(leaf.matches(note) for leaf in leaves)
    ]
    return found


def _range_problems(rule: Patchable, leaves: list[Leaf]) -> list[str]:
    """Return the leaves whose printed value a patch could not give."""
    if rule.values:
        return [
            f"{leaf.path}: {leaf.value!r} is not among the values of patchable {rule.path}"
            for leaf in leaves
            if leaf.value not in rule.values
        ]
    return [
        f"{leaf.path}: {leaf.value} is outside {rule.low:g} to {rule.high:g}, of patchable {rule.path}"
        for leaf in leaves
        if isinstance(leaf.value, (int, float))
        and not isinstance(leaf.value, bool)
        and not rule.low <= leaf.value <= rule.high
    ]


def _names_a_whole(title: str, rule: Patchable) -> bool:
    """Tell whether a pattern names tables or lists, which a patch replaces as a whole."""
    leaves = rules_class(title).components_with().leaves()
    return any(
        fnmatch_path(".".join(path.split(".")[: rule.path.count(".") + 1]), rule.path)
        for leaf in leaves
        for path in leaf.spellings
    )

"""The classic small games by name, ready for a first lesson.

Examples
--------
>>> print(story("stag_hunt"))
Two hunters can bring down a stag only together; either can catch a hare alone.
>>> game("stag_hunt").table()
        stag   hare
stag  4 | 4  0 | 3
hare  3 | 0  3 | 3
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from simkit.core.errors import UnknownName
from simkit.theory.payoffs import Payoffs


def names() -> list[str]:
    """Return the names of the games."""
    return list(_GAMES)


def game(name: str) -> Payoffs:
    """Return a game; its `note` tells the story.

    Examples
    --------
    >>> game("prisoners_dilemma").table()
              silent confess
    silent    3 | 3   0 | 5
    confess   5 | 0   1 | 1
    """
    if name not in _GAMES:
        raise UnknownName("game", name, _GAMES)
    return _GAMES[name]()


def story(name: str) -> str:
    """Return the game's story in one sentence."""
    return game(name).note


def rock_paper_scissors() -> Payoffs:
    """Return rock-paper-scissors: a win counts 1, a loss -1."""
    return Payoffs.from_matrix(
        [[0, -1, 1], [1, 0, -1], [-1, 1, 0]],
        ["rock", "paper", "scissors"],
        label="Rock, paper, scissors",
        note="Each throw beats one and loses to another, so whoever can be predicted loses.",
    )


def hawk_dove(prize: float = 2.0, wound: float = 4.0) -> Payoffs:
    """Return hawk-dove: with a wound worse than the prize, a share prize/wound of hawks is stable."""
    return Payoffs.from_matrix(
        [[(prize - wound) / 2, prize], [0, prize / 2]],
        ["hawk", "dove"],
        label="Hawk and dove",
        note="Two birds want one prize: hawks fight for it, doves share it and flee from hawks.",
    )


def battle_of_the_sexes() -> Payoffs:
    """Return the battle of the sexes: better together at the wrong place than apart."""
    return Payoffs.from_bimatrix(
        [[3, 0], [0, 2]],
        [[2, 0], [0, 3]],
        ["opera", "football"],
        ["opera", "football"],
        label="Battle of the sexes",
        note="Two people want to spend the evening together, but each has another favourite place.",
    )


def prisoners_dilemma() -> Payoffs:
    """Return the prisoner's dilemma; the payoffs are years of freedom."""
    return Payoffs.from_matrix(
        [[3, 0], [5, 1]],
        ["silent", "confess"],
        label="Prisoner's dilemma",
        note="Whatever the other does, confessing pays, and both would be better off silent.",
    )


def stag_hunt() -> Payoffs:
    """Return the stag hunt: the better agreement is the riskier one."""
    return Payoffs.from_matrix(
        [[4, 0], [3, 3]],
        ["stag", "hare"],
        label="Stag hunt",
        note="Two hunters can bring down a stag only together; either can catch a hare alone.",
    )


def matching_pennies() -> Payoffs:
    """Return matching pennies: zero-sum, no equilibrium without chance."""
    return Payoffs.from_bimatrix(
        [[1, -1], [-1, 1]],
        None,
        ["heads", "tails"],
        ["heads", "tails"],
        label="Matching pennies",
        note="Two players show a coin: the first wins if they match, the second if they differ.",
    )


def chicken() -> Payoffs:
    """Return chicken: with a referee's hint both do better than in the mixed equilibrium."""
    return Payoffs.from_matrix(
        [[0, 7], [2, 6]],
        ["dare", "swerve"],
        label="Chicken",
        note="Two drivers race towards each other: who swerves loses face; if nobody does, both crash.",
    )


def public_goods(seats: int = 3, factor: float = 1.5) -> Payoffs:
    """Return a public-goods game: each may pay 1; what is paid grows by `factor` and is shared by all."""

    def earns(own: str, table: Mapping[str, int]) -> float:
        return factor * table["give"] / seats - (own == "give")

    return Payoffs.from_function(
        ["give", "keep"],
        seats,
        earns,
        label="Public goods",
        note="What is given grows and is shared by all, so everybody would rather see the others give.",
    )


def volunteer(seats: int = 3, cost: float = 0.5) -> Payoffs:
    """Return the volunteer's dilemma: all earn 1 if anybody pays `cost`.

    In the symmetric equilibrium each holds back with chance ``cost ** (1 / (seats - 1))``.
    """

    def earns(own: str, table: Mapping[str, int]) -> float:
        return 1.0 * (table["act"] > 0) - cost * (own == "act")

    return Payoffs.from_function(
        ["act", "wait"],
        seats,
        earns,
        label="Volunteer's dilemma",
        note="One helper is enough, and everybody hopes that somebody else will be it.",
    )


def minority() -> Payoffs:
    """Return a minority game of three: the one who goes alone wins."""
    return Payoffs.from_function(
        ["left", "right"],
        3,
        lambda own, table: float(table[own] == 1),
        label="Minority game",
        note="Three walkers choose between two paths, and only who walks alone enjoys it.",
    )


def degenerate() -> Payoffs:
    """Return a degenerate game: against `up` both columns pay the same, so equilibria fill a line."""
    return Payoffs.from_bimatrix(
        [[1, 1], [0, 2]],
        [[1, 1], [0, 1]],
        ["up", "down"],
        ["left", "right"],
        label="A degenerate game",
        note="As long as the first player goes up, the second one does not care, so answers fill a line.",
    )


def shapley() -> Payoffs:
    """Return Shapley's game, in which fictitious play never settles."""
    return Payoffs.from_bimatrix(
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
        ["top", "middle", "bottom"],
        ["left", "centre", "right"],
        label="Shapley's game",
        note="Each chases the other round a circle, ever more slowly, and learning never settles.",
    )


def strike_out() -> Payoffs:
    """Return a game that falls to one strategy when dominated ones are struck out again and again."""
    return Payoffs.from_bimatrix(
        [[4, 5, 6], [2, 8, 3], [3, 9, 2]],
        [[3, 1, 2], [1, 4, 6], [0, 6, 8]],
        ["top", "middle", "bottom"],
        ["left", "centre", "right"],
        label="Strike out",
        note="What no sensible player does can be struck out, and then the next thing, and the next.",
    )


_GAMES: dict[str, Callable[[], Payoffs]] = {
    "rock_paper_scissors": rock_paper_scissors,
    "hawk_dove": hawk_dove,
    "prisoners_dilemma": prisoners_dilemma,
    "stag_hunt": stag_hunt,
    "chicken": chicken,
    "battle_of_the_sexes": battle_of_the_sexes,
    "matching_pennies": matching_pennies,
    "public_goods": public_goods,
    "volunteer": volunteer,
    "minority": minority,
    "degenerate": degenerate,
    "shapley": shapley,
    "strike_out": strike_out,
}

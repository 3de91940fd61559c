"""Game theory on payoff tables: equilibria, dynamics, voting power.

- `simkit.theory.payoffs`: what each strategy earns against which others, with sampling errors;
- `simkit.theory.classics`: the small games of a first lesson, by name;
- `simkit.theory.equilibria`: Nash and correlated equilibria, dominated strategies, best responses;
- `simkit.theory.dynamics`: how populations drift: replicator, logit, fictitious play, Moran, alpha-rank;
- `simkit.theory.power`: who decides a vote.

Examples
--------
>>> from simkit.theory import classics, equilibria
>>> for found in equilibria.nash(classics.game("hawk_dove")):
...     print(found)
seat 1: dove; seat 2: hawk (regret 0)
seat 1: hawk; seat 2: dove (regret 0)
everybody: 1/2 hawk, 1/2 dove (regret 0)
"""

from typing import TYPE_CHECKING

from simkit._lazy import submodules

if not TYPE_CHECKING:  # type checkers look for the files
    __getattr__, __dir__ = submodules(__name__, __path__)

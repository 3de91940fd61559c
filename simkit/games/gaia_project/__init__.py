"""Gaia Project: 14 factions colonise, research and federate over six rounds; 1 to 4 players.

The rules are those of ``data/gaia_project/rules.md``; README.md beside this file lists the options
and the decisions taken where that page leaves a choice.
"""

NAME = "gaia_project"
LABEL = "Gaia Project"
CAUTION = ""
# Kinds of actions that the others do not see when they are taken:
# everything is open.
SECRET_KINDS: frozenset[str] = frozenset()

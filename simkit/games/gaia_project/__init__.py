"""Gaia Project: 14 factions colonise, research and federate over six rounds; 1 to 4 players.

The rules are those of ``data/gaia_project/rules.md``; README.md beside this file lists the options
and the decisions taken where that page leaves a choice.
"""

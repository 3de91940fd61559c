"""Federation (Explor8, 2022): ambassadors in a senate, five planets, laws and major projects.

The pictures of the rulebook are lost, so part of the board's figures is reconstructed: every record of
``data/federation`` carries its confidence, and `CAUTION` belongs in every report on this title.
"""

NAME = "federation"
LABEL = "Federation"
CAUTION = (
    "Federation rests in part on reconstructed figures (senate map, track lengths, costs, medal row,"
    " token faces): take every result as preliminary and read it beside the tornado of readings, which"
    " shows how far it moves when they are varied."
)
# Kinds of actions that the others do not see when they are taken:
# a Deep Space tile is chosen secretly.
SECRET_KINDS = frozenset({"deep_space"})

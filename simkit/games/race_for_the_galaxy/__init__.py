"""Race for the Galaxy, base game: 2 to 4 players, the advanced two-player game included."""

NAME = "race_for_the_galaxy"
LABEL = "Race for the Galaxy"
CAUTION = ""
# Kinds of actions that the others do not see when they are taken:
# choices, hand cards and what is placed are face down until the reveal.
SECRET_KINDS = frozenset({"choose", "discard", "keep", "place", "pass", "pay", "spend"})

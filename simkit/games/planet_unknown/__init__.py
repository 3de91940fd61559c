"""Planet Unknown: everybody covers a planet with polyominoes drafted from a turning station.

Read `README.md` in this folder first; `rules.RULES` is the entry point.
"""

NAME = "planet_unknown"
LABEL = "Planet Unknown"
CAUTION = ""
# Kinds of actions that the others do not see when they are taken:
# "end" cards and private objectives are kept face down.
SECRET_KINDS = frozenset({"card", "objective"})

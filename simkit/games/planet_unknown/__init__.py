"""Planet Unknown: everybody covers a planet with polyominoes drafted from a turning station.

Read `README.md` in this folder first; `rules.RULES` is the entry point.
"""

NAME = "planet_unknown"
LABEL = "Planet Unknown"
CAUTION = ""

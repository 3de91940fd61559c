"""Planet Unknown: everybody covers a planet with polyominoes drafted from a turning station.

Read `README.md` in this folder first; `title.RULES` is the entry point.
"""

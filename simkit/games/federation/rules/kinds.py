"""Numbers of the action kinds, in the order of `schema.KINDS`; written out, so that they compile."""

from __future__ import annotations

from typing import Final

KIND: Final = 63  # the bits of an action that hold its kind
K_START: Final = 0
K_PLACE: Final = 1
K_COVER: Final = 2
K_USE: Final = 3
K_MISSION: Final = 4
K_END: Final = 5
K_NEO: Final = 6
K_TOKEN: Final = 7
K_ASTEROID: Final = 8
K_ATAL: Final = 9
K_SHOP: Final = 10
K_BUILD: Final = 11
K_PAY: Final = 12
K_LOSE: Final = 13
K_MARKER: Final = 14
K_PROJECT: Final = 15
K_MEDAL: Final = 16
K_OPTION: Final = 17
K_COPY: Final = 18
K_DEEP: Final = 19
K_INCOME: Final = 20
K_REFRESH: Final = 21
K_COPY_ERUDITE: Final = 22
K_DISC: Final = 23
K_STEP: Final = 24
K_TRANSMUTE: Final = 25
K_UPKEEP: Final = 26
K_LAW: Final = 27
K_DISCARD: Final = 28

"""The named features of the greedy bot, with default weights: points per unit."""

from __future__ import annotations

from simkit.bots.greedy import Weight

WEIGHTS = (
    Weight("sale", 1.0, "points an offer sells for if nobody else offers its good"),
    Weight("set_good", 1.2, "goods of which the own stall holds fewest, gained by this action"),
    Weight("keep_worth", 0.3, "worth of the cards that stay in the hand"),
    Weight("undercut", 1.0, "points won by undercutting"),
    Weight("lot", 1.0, "points for the lot, if the bid wins"),
    Weight("price", 1.0, "coins paid or bid (counts against the action)"),
    Weight("fresh_card", 1.1, "cards drawn in an exchange"),
    Weight("purse", 0.2, "coins at the end of the decision looked at, for positions"),
)

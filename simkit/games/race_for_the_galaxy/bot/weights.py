"""The named features of the greedy bot, with default weights: victory points per unit."""

from __future__ import annotations

from simkit.bots.greedy import Weight

WEIGHTS = (
    # what cards are worth in the tableau
    Weight("points", 1.59, "printed points of a card placed"),
    Weight("six_now", 1.29, "variable points a six-cost development scores as the tableau stands"),
    Weight("six_growth", 0.07, "variable points it may still gain, per round left"),
    Weight("six_fed", 1.37, "points a card adds to six-cost developments in the tableau"),
    Weight("production", 0.57, "per round left: a production world whose good finds a consumer"),
    Weight("surplus", 0.32, "per round left: a production world whose good finds none"),
    Weight("price", 0.07, "per round left and card of price: what kind a production world makes"),
    Weight("windfall", 0.41, "cards that the good of a windfall world would be sold for"),
    Weight("consumer", 0.5, "per round left and chip: a consume power that will have goods"),
    Weight("idle_consumer", 0.02, "per round left and chip: a consume power without goods so far"),
    Weight("consume_cards", 0.02, "per round left and card: cards drawn by a consume power"),
    Weight("military", 0.03, "per round left: Military against any world"),
    Weight(
        "military_built_up",
        0.09,
        "Military added, times the Military there is; Military for a card",
    ),
    Weight("special_military", 0.04, "per round left: Military against rebels or one kind"),
    Weight("conquest", 0.38, "that a world is conquered, not paid for"),
    Weight("alien", -0.14, "a world of kind alien, or a power for such worlds"),
    Weight("development", -0.14, "that a card is a development"),
    Weight("world", 0.1, "that a card is a world"),
    Weight("discount", 0.29, "per round left: a card less to pay for developments or all worlds"),
    Weight(
        "kind_discount",
        0.06,
        "per round left: a card less for worlds of one kind, or for those that are contacted",
    ),
    Weight("explore_power", 0.11, "per round left: cards more to look at; keeping counts double"),
    Weight("draw_power", 0.49, "per round left: cards drawn in Develop, Settle or Produce"),
    Weight("trade_power", 0.05, "per round left: cards more when a good is sold"),
    Weight("windfall_power", 0.28, "per round left: a power that fills a windfall world there is"),
    Weight("chip_power", 0.04, "per round left: hand cards may be turned into chips"),
    Weight("one_shot", 0.59, "Colony Ship, New Military Tactics, Contact Specialist"),
    # cards in hand
    Weight("card", 0.39, "any card in hand, however late"),
    Weight("card_early", 0.75, "any card in hand, shrinking with the rounds left"),
    Weight("thin_hand", 0.0, "per card paid: how few cards are left (1 / cards left + 1)"),
    # choosing actions
    Weight("explore", 0.83, "cards to choose from in Explore"),
    Weight("empty_hand", 0.0, "choosing Explore with few hand cards"),
    Weight("thirst", 0.65, "cards won while fewer than six are in hand; the first ones count most"),
    Weight(
        "build_development",
        1.27,
        "choosing Develop with a card to place, as far as others do not call it",
    ),
    Weight(
        "build_world",
        1.56,
        "choosing Settle with a world to place, as far as others do not call it",
    ),
    Weight("settle_bonus", 0.47, "choosing Settle: the bonus card"),
    Weight("chip", 1.76, "chips won"),
    Weight("sale", 1.82, "cards won by selling"),
    Weight("good", 1.42, "choosing Produce: goods that find a consumer"),
    Weight("spare_good", 0.34, "choosing Produce: the first good to sell"),
    Weight("produce_cards", 0.66, "choosing Produce: cards drawn"),
    Weight("trade_action", 0.24, "choosing Consume-Trade with a good to sell"),
    Weight("double_action", 0.53, "choosing Consume-2xVP with chips to win"),
    Weight(
        "produce_action",
        0.82,
        "choosing Produce with an empty world to fill, as far as others do not",
    ),
    Weight("others", 0.47, "what the phase gives the others (subtracted)"),
    Weight(
        "hurry",
        1.2,
        "choosing Develop or Settle when the tableau is nearly full, as far as others do not",
    ),
    Weight("full_hands", 0.0, "choosing Develop or Settle: hand cards above three of the others"),
    Weight("tableau_lead", 0.0, "choosing Develop or Settle: cards that the own tableau is ahead"),
    Weight("ending", 0.0, "points ahead, times the share of what ends the game that is done now"),
    Weight("drain", 0.0, "choosing Consume-2xVP: share of the chips left that it takes"),
    Weight(
        "double_shared", 0.0, "choosing Consume-2xVP: chips that others' Consume would give, too"
    ),
    # goods
    Weight("keep_good", 0.22, "a good kept rather than used up"),
    Weight("special_first", 0.36, "a consume power for few kinds is used before others"),
    Weight("refilled", 0.22, "a good is taken from a world that Produce refills"),
    Weight("fill_price", 0.09, "cards that a good put on a windfall world would be sold for"),
    Weight("fill_cards", 0.31, "cards drawn when a windfall world is filled"),
    Weight("sacrifice", 0.88, "a card is sacrificed"),
)

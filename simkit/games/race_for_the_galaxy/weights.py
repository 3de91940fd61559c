"""The named features of the greedy bot, with default weights: victory points per unit."""

from __future__ import annotations

from simkit.core.greedy import Weight

WEIGHTS = (
    # what cards are worth in the tableau
    Weight("points", 1.21, "printed points of a card placed"),
    Weight("six_now", 1.53, "variable points a six-cost development scores as the tableau stands"),
    Weight("six_growth", 0.1, "variable points it may still gain, per round left"),
    Weight("six_fed", 1.7, "points a card adds to six-cost developments in the tableau"),
    Weight("production", 0.53, "per round left: a production world whose good finds a consumer"),
    Weight("surplus", 0.18, "per round left: a production world whose good finds none"),
    Weight("price", 0.07, "per round left and card of price: what kind a production world makes"),
    Weight("windfall", 0.52, "cards that the good of a windfall world would be sold for"),
    Weight("consumer", 0.41, "per round left and chip: a consume power that will have goods"),
    Weight("idle_consumer", 0.05, "per round left and chip: a consume power without goods so far"),
    Weight("consume_cards", 0.07, "per round left and card: cards drawn by a consume power"),
    Weight("military", 0.11, "per round left: Military against any world"),
    Weight("military_built_up", 0.12, "Military added, times the Military there is"),
    Weight("special_military", 0.05, "per round left: Military against rebels or one kind"),
    Weight("conquest", 0.74, "that a world is conquered, not paid for"),
    Weight("alien", 0.05, "a world of kind alien, or a power for such worlds"),
    Weight("development", -0.1, "that a card is a development"),
    Weight("world", 0.06, "that a card is a world"),
    Weight("discount", 0.54, "per round left: a card less to pay for developments or all worlds"),
    Weight("kind_discount", 0.04, "per round left: a card less to pay for worlds of one kind"),
    Weight("explore_power", 0.11, "per round left: cards more to look at; keeping counts double"),
    Weight("draw_power", 0.63, "per round left: cards drawn in Develop, Settle or Produce"),
    Weight("trade_power", 0.05, "per round left: cards more when a good is sold"),
    Weight("windfall_power", 0.16, "per round left: a power that fills a windfall world there is"),
    Weight("chip_power", 0.2, "per round left: hand cards may be turned into chips"),
    Weight("one_shot", 0.8, "Colony Ship, New Military Tactics, Contact Specialist"),
    # cards in hand
    Weight("card", 0.29, "any card in hand, however late"),
    Weight("card_early", 0.68, "any card in hand, shrinking with the rounds left"),
    Weight("thin_hand", 0.0, "per card paid: how few cards are left (1 / cards left + 1)"),
    # choosing actions
    Weight("explore", 0.5, "cards to choose from in Explore"),
    Weight("empty_hand", 0.0, "choosing Explore with few hand cards"),
    Weight("build_development", 0.7, "choosing Develop with a card to place"),
    Weight("build_world", 0.98, "choosing Settle with a world to place"),
    Weight("settle_bonus", 0.57, "choosing Settle: the bonus card"),
    Weight("chip", 1.68, "chips won"),
    Weight("sale", 1.35, "cards won by selling"),
    Weight("good", 1.0, "choosing Produce: goods that find a consumer"),
    Weight("spare_good", 0.33, "choosing Produce: the first good to sell"),
    Weight("produce_cards", 0.55, "choosing Produce: cards drawn"),
    Weight("trade_action", 0.3, "choosing Consume-Trade with a good to sell"),
    Weight("double_action", 0.57, "choosing Consume-2xVP with chips to win"),
    Weight("produce_action", 0.45, "choosing Produce with an empty world to fill"),
    Weight("others", 0.33, "what the phase gives the others (subtracted)"),
    Weight("hurry", 1.0, "choosing Develop or Settle when the tableau is nearly full"),
    # goods
    Weight("keep_good", 0.28, "a good kept rather than used up"),
    Weight("special_first", 0.39, "a consume power for few kinds is used before others"),
    Weight("refilled", 0.15, "a good is taken from a world that Produce refills"),
    Weight("fill_price", 0.26, "cards that a good put on a windfall world would be sold for"),
    Weight("fill_cards", 0.31, "cards drawn when a windfall world is filled"),
    Weight("sacrifice", 0.88, "a card is sacrificed"),
)

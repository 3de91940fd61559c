"""The weights in force, each an attribute: quick to read, in the compiled build as well."""

from __future__ import annotations


class Weights:
    """One attribute per weight of `weights.WEIGHTS`, nothing by default."""

    points: float = 0.0
    six_now: float = 0.0
    six_growth: float = 0.0
    six_fed: float = 0.0
    production: float = 0.0
    surplus: float = 0.0
    price: float = 0.0
    windfall: float = 0.0
    consumer: float = 0.0
    idle_consumer: float = 0.0
    consume_cards: float = 0.0
    military: float = 0.0
    military_built_up: float = 0.0
    special_military: float = 0.0
    conquest: float = 0.0
    alien: float = 0.0
    development: float = 0.0
    world: float = 0.0
    discount: float = 0.0
    kind_discount: float = 0.0
    explore_power: float = 0.0
    draw_power: float = 0.0
    trade_power: float = 0.0
    windfall_power: float = 0.0
    chip_power: float = 0.0
    one_shot: float = 0.0
    card: float = 0.0
    card_early: float = 0.0
    thin_hand: float = 0.0
    explore: float = 0.0
    empty_hand: float = 0.0
    thirst: float = 0.0
    build_development: float = 0.0
    build_world: float = 0.0
    settle_bonus: float = 0.0
    chip: float = 0.0
    sale: float = 0.0
    good: float = 0.0
    spare_good: float = 0.0
    produce_cards: float = 0.0
    trade_action: float = 0.0
    double_action: float = 0.0
    produce_action: float = 0.0
    others: float = 0.0
    hurry: float = 0.0
    full_hands: float = 0.0
    tableau_lead: float = 0.0
    ending: float = 0.0
    drain: float = 0.0
    double_shared: float = 0.0
    keep_good: float = 0.0
    special_first: float = 0.0
    refilled: float = 0.0
    fill_price: float = 0.0
    fill_cards: float = 0.0
    sacrifice: float = 0.0

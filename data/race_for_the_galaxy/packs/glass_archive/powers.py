"""The ability of Glass Archive."""


class Variety:
    """Favours seats with worlds of many kinds; `n` and `vp` come from the card's record."""

    def settle_discount(self, seat, card):
        """A world of a new kind of good is cheaper."""
        return self.n if card.kind and card.kind not in self._kinds(seat) else 0

    def end_points(self, seat):
        """Every kind of good among the worlds scores."""
        return self.vp * len(self._kinds(seat))

    def _kinds(self, seat):
        return {card.kind for card in seat.tableau if card.kind}

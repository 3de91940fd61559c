"""Votes and projects: what floors, wings and funding are worth to the greedy bot."""

from __future__ import annotations

from typing import Final

from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.budget import UNKNOWN
from simkit.games.federation.bot.estimates import FREE_MASK
from simkit.games.federation.bot.outlook import NO_ACTIONS, NO_FUNDS, Outlook
from simkit.games.federation.rules import scoring, terms
from simkit.games.federation.rules.legal import numbers

# Of a mask of spaces, which is counted in two parts: `terms.ONES` knows short masks.
LOW_BITS: Final = 9
LOW_SPACES: Final = (1 << LOW_BITS) - 1
NOBODY_CASTS: Final[list[list[float]]] = [[], []]  # in either wing of a floor without free spaces
LAW_RIVALS: Final = 0.35  # part of what a law pays another seat that counts against it
FAR_APART: Final = 32  # votes between the wings; of no more is told how much one counts


def slope(free: int, margin: int) -> float:
    """Return how much a vote counts for a law, by the free spaces and the votes between the wings."""
    found = 0.16 / (1.0 + 0.12 * free) if margin < 4 + free else 0.02
    return 0.5 * found if margin > 8 else found


SLOPES: Final = [[slope(free, n) for n in range(FAR_APART + 1)] for free in range(FAR_APART - 4)]


class Senator(Outlook):
    """Knows what votes on floors and in wings, and steps of projects, are worth to its seat."""

    __slots__ = ()

    def prepare_turn(self) -> None:
        """Work out what the placements of a turn share, and make room for the rest.

        That is what votes are worth, what every ambassador and side adds, what moving projects is worth.
        """
        self.prepare_votes()
        budget, hand = self.budget, self.p.in_hand()
        if self.p.turns < 3:
            self.piece, self.funding_piece = budget.held, budget.held_funding
        else:
            self.piece, self.funding_piece = budget.spent, budget.spent_funding
        self.value_casts(hand)
        self.value_columns()
        self.actions = NO_ACTIONS.copy()

    def prepare_votes(self) -> None:
        """Work out what the floors' points and a vote in the left wing are worth."""
        s, w = self.s, self.rates
        left, right = s.open_laws
        if left >= 0 and right >= 0:
            stake = self.law_stake(left) - self.law_stake(right)
            margin = s.wing_tally[0] - s.wing_tally[1]
            if margin < 0:
                margin = -margin
            if margin > FAR_APART:
                margin = FAR_APART
            counts = SLOPES[terms.ONES[s.free & LOW_SPACES] + terms.ONES[s.free >> LOW_BITS]][
                margin
            ]
            self.pull = w.law_vote * stake * counts
            self.side = w.law_side * stake * counts
        else:
            self.pull = self.side = 0.0
        self.floor_scale = w.floor * (self.p.level + 0.7)

    def law_stake(self, law: int) -> float:
        """Return what a law would pay the seat if it passed now, less part of what another one gets."""
        points = scoring.law_points(self.s, law)
        own, total = points[self.me], 0
        for each in points:
            total += each
        return own - LAW_RIVALS * (total - own) / (len(points) - 1)

    def value_casts(self, hand: int) -> None:
        """Work out what the votes of those in hand are worth, with what they take from the others in
        hand: by `Tables.space_place`, by ambassador.
        """
        scale, side, pull, piece = self.floor_scale, self.side, self.pull, self.piece
        casts = self.casts = [piece]  # in the Outer Module votes count for nothing
        votes = self.tables.votes
        own = self.tables.numbers.get(hand) or numbers(self.tables, hand)
        for packed in self.s.floors:
            if not packed & FREE_MASK:
                casts += NOBODY_CASTS
                continue
            gains = estimates.vote_gains(self.worth, packed, self.me)
            left, right = [0.0] * len(piece), [0.0] * len(piece)
            for ambassador in own:
                cast = votes[ambassador]
                gain, held, drawn = scale * gains[cast], piece[ambassador], cast * pull + side
                left[ambassador] = gain + (held + drawn)
                right[ambassador] = gain + (held - drawn)
            casts.append(left)
            casts.append(right)

    def value_columns(self) -> None:
        """Work out what moving each column's project is worth, then the general one; see `fund`."""
        s, me, moves = self.s, self.me, self.horizon.moves
        lacking, general = s.missing, UNKNOWN  # where nothing asks for it
        if self.tables.columns_move_general:
            general = self.general_worth()
        funds: list[float] = []
        for project, rank in self.tables.columns_ranked:
            missing = lacking[project]
            if missing > 0:
                funds.append(self.ranking(rank).stakes[me] * moves[missing])
            else:
                if general <= UNKNOWN:
                    general = self.general_worth()
                funds.append(general)
        funds.append(general)
        self.funds = funds

    def fund(self, project: int) -> float:
        """Return what moving a project by one is worth; a complete one moves the general project."""
        found = self.funds[project]
        if found > UNKNOWN:
            return found
        missing = self.s.missing[project]
        if project == terms.GENERAL:
            found = self.general_worth()
        elif missing <= 0:
            found = self.fund(terms.GENERAL)
        else:
            stake = self.ranking(self.tables.ranked_as[project]).stakes[self.me]
            found = stake * self.horizon.moves[missing]
        if self.funds is NO_FUNDS:
            self.funds = NO_FUNDS.copy()
        self.funds[project] = found
        return found

    def general_worth(self) -> float:
        """Return what a contribution to the general project is worth: place, crystal, completion."""
        s, w = self.s, self.rates
        given = self.p.general
        chance = self.worth.general_chances[self.left][s.missing[terms.GENERAL]]
        place = s.tables.place_step * self.ranking(terms.GENERAL).edges[self.me]
        value = w.general * chance * (place + (0.0 if given else 1.5))
        value += self.brings[terms.CONTRIBUTION]
        if given < len(s.tables.general_bonus):
            value += self.resource(s.tables.general_bonus[given], 1)
        return value

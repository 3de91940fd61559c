"""Votes and projects: what floors, wings and funding are worth to the greedy bot."""

from __future__ import annotations

from typing import Final

from simkit.games.federation.bot import estimates
from simkit.games.federation.bot.budget import LOWEST, UNKNOWN
from simkit.games.federation.bot.estimates import FREE_MASK, STANDINGS, FloorGains
from simkit.games.federation.bot.outlook import NO_ACTIONS, NO_FUNDS, NOT_KNOWN, Outlook
from simkit.games.federation.rules import scoring, terms

# Of a mask of spaces, which is counted in two parts: `terms.ONES` knows short masks.
LOW_BITS: Final = 9
LOW_SPACES: Final = (1 << LOW_BITS) - 1
# What votes add, in either wing, to a floor without free spaces; and how they stand to be gained there.
NONE_BETTER: Final = [LOWEST, LOWEST]
NO_GAINS: Final[FloorGains] = (LOWEST, LOWEST, [0.0] * estimates.MOST_VOTES)
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
            self.fundings = budget.best_held[hand]
        else:
            self.piece, self.funding_piece = budget.spent, budget.spent_funding
            self.fundings = budget.best_spent[hand]
        if self.rates.law_vote != 0.0 or self.rates.hold != 0.0 or self.floor_scale <= 0.0:
            self.value_votes(self.tables.casts[hand])
        else:
            self.value_floors(hand, self.tables.casts[hand])
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

    def value_votes(self, casts: list[tuple[int, int]]) -> None:
        """Work out what the votes of those in hand are worth, with what they take from those in hand:
        `best_votes` and `next_votes` are by `Tables.space_place` the most and the second most that one in
        hand adds.

        `casts` are the different votes of those in hand, each with an ambassador that has them.
        """
        scale, pull, piece = self.floor_scale, self.pull, self.piece
        side = self.side
        best = follow = LOWEST
        parts: list[tuple[int, float, float]] = []  # the votes, and what they add in either wing
        for votes, ambassador in casts:
            held, drawn = piece[ambassador], votes * pull + side  # from here on as in `vote_part`
            parts.append((votes, held + drawn, held - drawn))
            if held > follow:
                if held > best:
                    best, follow = held, best
                else:
                    follow = held
        best_votes, next_votes = self.best_votes, self.next_votes = [best], [follow]
        for packed in self.s.floors:
            best_left = best_right = next_left = next_right = LOWEST
            if packed & FREE_MASK:
                gains = estimates.vote_gains(packed, self.me)
                for votes, left, right in parts:
                    gain = scale * gains[votes]
                    value = gain + left
                    if value > next_left:
                        if value > best_left:
                            best_left, next_left = value, best_left
                        else:
                            next_left = value
                    value = gain + right
                    if value > next_right:
                        if value > best_right:
                            best_right, next_right = value, best_right
                        else:
                            next_right = value
            best_votes.append(best_left)
            best_votes.append(best_right)
            next_votes.append(next_left)
            next_votes.append(next_right)

    def value_floors(self, hand: int, casts: list[tuple[int, int]]) -> None:
        """Do what `value_votes` does where votes count for the floors alone: without `law_vote` and
        `hold`, which of those in hand adds most to a floor hangs on the standing there and nothing else.
        The second most is worked out by `next_vote`, for the one space where it is asked for.
        """
        scale, side, me = self.floor_scale, self.side, self.me
        standings, known = STANDINGS[me], self.worth.floor_gains[hand]
        best_votes = [0.0]
        every: list[FloorGains] = []
        for packed in self.s.floors:
            if not packed & FREE_MASK:
                every.append(NO_GAINS)
                best_votes += NONE_BETTER
                continue
            number = standings.get(packed)
            if number is None:
                number = estimates.standing_number(packed, me)
            gains = known.get(number) or estimates.floor_gains(self.worth, hand, casts, number)
            every.append(gains)
            best = scale * gains[0]
            best_votes.append(best + side)
            best_votes.append(best - side)
        self.gains, self.best_votes, self.next_votes = every, best_votes, NOT_KNOWN

    def next_vote(self, place: int) -> float:
        """Return the second most that one in hand adds by its votes, on the spaces of a
        `Tables.space_place`.
        """
        if self.next_votes:
            return self.next_votes[place]
        if not place:
            return 0.0 if len(self.tables.casts[self.p.in_hand()]) > 1 else LOWEST
        follow = self.floor_scale * self.gains[(place - 1) >> 1][1]
        return follow + self.side if place & 1 else follow - self.side

    def vote_part(self, place: int, ambassador: int) -> float:
        """Return what the votes of an ambassador are worth on the spaces of a `Tables.space_place`, with
        what they take from those in hand.
        """
        held = self.piece[ambassador]
        if not place:  # in the Outer Module votes count for nothing
            return held
        votes = self.tables.votes[ambassador]
        gain = (
            self.floor_scale * estimates.vote_gains(self.s.floors[(place - 1) >> 1], self.me)[votes]
        )
        drawn = votes * self.pull + self.side
        return gain + (held + drawn if place & 1 else held - drawn)

    def value_columns(self) -> None:
        """Work out what moving each column's project is worth, then the general one; see `fund`."""
        s, me, moves = self.s, self.me, self.horizon.moves
        lacking, measured, general = s.missing, s.measured, UNKNOWN  # where nothing asks for it
        if self.tables.columns_move_general:
            general = self.general_worth()
        funds: list[float] = []
        for project, rank in self.tables.columns_ranked:
            missing = lacking[project]
            if missing > 0:
                funds.append(measured[rank].stakes[me] * moves[missing])
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
            stake = self.s.measured[self.tables.ranked_as[project]].stakes[self.me]
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
        place = s.tables.place_step * s.measured[terms.GENERAL].edges[self.me]
        value = w.general * chance * (place + (0.0 if given else 1.5))
        value += self.brings[terms.CONTRIBUTION]
        if given < len(s.tables.general_bonus):
            value += self.resource(s.tables.general_bonus[given], 1)
        return value

"""Frames with known truth: factions, seats and deals of known strength, correlated as in real runs."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

LETTERS = np.array(list("abcdefghijklmnopqrstuvwxyz"))


@dataclass
class World:
    """How games come about: latent strengths add up, the score follows, the best score wins.

    A deal favours all seats alike (`deal_sd`), single seats (`hand_sd`), and is replayed with the
    line-up rotated through the seats when `mirror`; all seats of a game share a noise (`game_sd`).
    """

    faction: list[float] = field(default_factory=lambda: np.linspace(-0.5, 0.5, 8).tolist())
    seat: list[float] = field(default_factory=lambda: [0.3, 0.1, -0.1, -0.3])
    deal_sd: float = 0.6
    hand_sd: float = 0.6
    game_sd: float = 0.3
    noise_sd: float = 1.0
    mirror: bool = True
    scale: float = 6.0

    @property
    def seats(self) -> int:
        return len(self.seat)

    def arrays(self, deals: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
        """Play; arrays of shape (games, seats), and the deal of every game."""
        s, k = self.seats, len(self.faction)
        turns = s if self.mirror else 1
        lineup = np.argsort(rng.random((deals, k)), axis=1)[:, :s]
        luck = rng.normal(0, self.deal_sd, (deals, 1)) + rng.normal(0, self.hand_sd, (deals, s))
        faction = np.concatenate([np.roll(lineup, r, axis=1) for r in range(turns)])
        deal = np.tile(np.arange(deals), turns)
        strength = np.asarray(self.faction)[faction] + np.asarray(self.seat) + luck[deal]
        noise = rng.normal(0, self.game_sd, (len(deal), 1))
        noise = noise + rng.normal(0, self.noise_sd, faction.shape)
        return {
            "faction": faction,
            "deal": deal,
            "rotation": np.repeat(np.arange(turns), deals),
            "latent": strength + noise,
        } | self._result(strength + noise)

    def _result(self, latent: np.ndarray) -> dict[str, np.ndarray]:
        score = np.rint(50 + self.scale * latent).astype(int)
        top = score == score.max(axis=1, keepdims=True)
        return {"score": score, "win_share": top / top.sum(axis=1, keepdims=True)}

    def frames(
        self, deals: int, rng: np.random.Generator, run: str = "r"
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Play; the tables `seats` and `games`."""
        return self.tables(self.arrays(deals, rng), run)

    def arm_frames(
        self, deals: int, rng: np.random.Generator, change: list[float]
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Play two arms, printed and changed; the tables `seats` and `games` of both."""
        parts = []
        for name, found in zip(("printed", "changed"), self.arms(deals, rng, change), strict=True):
            seats, games = self.tables(found)
            shift = 0 if name == "printed" else len(games)
            parts.append(
                [
                    frame.assign(arm=name, game_id=frame["game_id"] + shift)
                    for frame in (seats, games)
                ]
            )
        seats, games = (pd.concat([p[i] for p in parts], ignore_index=True) for i in range(2))
        return seats, games

    def tables(
        self, found: dict[str, np.ndarray], run: str = "r"
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        games, s = found["faction"].shape
        score = found["score"]
        seats = pd.DataFrame(
            {
                "run": run,
                "arm": "",
                "game_id": np.repeat(np.arange(games), s),
                "seat": np.tile(np.arange(s), games),
                "faction": LETTERS[found["faction"].ravel()],
                "bot": "greedy:baseline",
                "profile": "baseline",
                "score": score.ravel(),
                "rank": (1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)).ravel(),
                "win_share": found["win_share"].ravel(),
                "points_trade": score.ravel() // 3,
                "points_war": score.ravel() - score.ravel() // 3,
            }
        )
        table = pd.DataFrame(
            {
                "run": run,
                "arm": "",
                "game_id": np.arange(games),
                "deal": found["deal"],
                "lineup": found["deal"],
                "rotation": found["rotation"],
                "seed": found["deal"],
                "title": "made_up",
                "seats": s,
                "rules_version": 1,
                "rounds": 6,
                "decisions": 60,
            }
        )
        return seats, table

    def arms(
        self, deals: int, rng: np.random.Generator, change: list[float], own_sd: float = 0.7
    ) -> list[dict[str, np.ndarray]]:
        """Play the same deals and line-ups twice: as they are, and with strengths changed.

        Luck and noise are shared; each arm adds a noise of its own.
        """
        seed = int(rng.integers(2**63))
        found = []
        for extra in ([0.0] * len(self.faction), change):
            part = self.arrays(deals, np.random.default_rng(seed))
            latent = part["latent"] + np.asarray(extra)[part["faction"]]
            latent = latent + rng.normal(0, own_sd, latent.shape)
            found.append(part | self._result(latent))
        return found

    def truth(self, deals: int = 400_000, seed: int = 99) -> pd.DataFrame:
        """Win share and mean score per faction, from a very long run of their own seed."""
        found = self.arrays(deals, np.random.default_rng(seed))
        flat = pd.DataFrame({k: found[k].ravel() for k in ("faction", "score", "win_share")})
        flat["faction"] = LETTERS[flat["faction"]]
        return flat.groupby("faction")[["win_share", "score"]].mean()


KINDS = ["trade", "build", "war", "explore"]
MIXES = {"merchant": [0.7, 0.1, 0.1, 0.1], "warrior": [0.1, 0.1, 0.7, 0.1]}


def story(
    games: int, rng: np.random.Generator, seats: int = 3, rounds: int = 6
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Games told move by move: the tables `moves`, `seats` and `games`.

    Each round every seat takes two actions after its plan ("merchant" or "warrior", which score alike)
    and gains points. Some take a card once: "boon" really brings 6 points in the next round, "trophy"
    is taken by the leader and brings nothing, "pebble" is taken by anyone and brings nothing.
    """
    n = games * seats
    game, seat = np.repeat(np.arange(games), seats), np.tile(np.arange(seats), games)
    plan = rng.choice(list(MIXES), n)
    score, pending = np.zeros(n, dtype=int), np.zeros(n, dtype=int)
    had = {card: np.zeros(n, dtype=bool) for card in ("boon", "trophy", "pebble")}
    rows = []
    for number in range(1, rounds + 1):
        score = score + pending
        pending = np.zeros(n, dtype=int)
        table = score.reshape(games, seats)
        leads = (table == table.max(axis=1, keepdims=True)).ravel() & (number > 1)
        card = np.full(n, None, dtype=object)
        for name, may in (
            ("trophy", leads & (rng.random(n) < 0.3)),
            ("boon", rng.random(n) < 0.08),
            ("pebble", rng.random(n) < 0.08),
        ):
            takes = may & ~had[name] & (card == None)  # noqa: E711
            card[takes], had[name] = name, had[name] | takes
        pending = pending + 6 * (card == "boon")
        for step in range(2):
            kind = np.empty(n, dtype=object)
            for name, mix in MIXES.items():
                kind[plan == name] = rng.choice(KINDS, int((plan == name).sum()), p=mix)
            best = rng.normal(5, 1, n)
            second = best - rng.exponential(0.5, n)
            worse = rng.random(n) < 0.1
            rows.append(
                pd.DataFrame(
                    {
                        "game_id": game,
                        "move": (number - 1) * 2 * seats + step * seats + seat,
                        "round": number,
                        "seat": seat,
                        "kind": kind,
                        "card": card if step == 0 else np.full(n, None, dtype=object),
                        "n_candidates": rng.integers(1, 6, n),
                        "value": np.where(worse, second, best),
                        "runner_up": np.where(worse, best, second),
                        "score_before": score,
                        "coins": rng.integers(0, 9, n),
                    }
                )
            )
            score = score + rng.integers(0, 4, n)
    score = score + pending
    table = score.reshape(games, seats)
    top = table == table.max(axis=1, keepdims=True)
    seats_table = pd.DataFrame(
        {
            "run": "story",
            "arm": "",
            "game_id": game,
            "seat": seat,
            "faction": LETTERS[rng.integers(0, 4, n)],
            "bot": "greedy",
            "profile": plan,
            "score": score,
            "rank": (1 + (table[:, None, :] > table[:, :, None]).sum(axis=2)).ravel(),
            "win_share": (top / top.sum(axis=1, keepdims=True)).ravel(),
            "points_trade": score // 2,
            "points_war": score - score // 2,
        }
    )
    moves = pd.concat(rows, ignore_index=True).sort_values(["game_id", "move"], ignore_index=True)
    moves.insert(0, "run", "story")
    games_table = pd.DataFrame(
        {
            "run": "story",
            "arm": "",
            "game_id": np.arange(games),
            "deal": np.arange(games),
            "lineup": 0,
            "rotation": 0,
            "seed": 1,
            "title": "made_up",
            "seats": seats,
            "rules_version": 1,
            "rounds": rounds,
            "decisions": rounds * 2 * seats,
            "tile": rng.choice(["red", "blue", "green"], games),
        }
    )
    return moves, seats_table, games_table

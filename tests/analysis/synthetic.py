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
        score = np.rint(50 + self.scale * (strength + noise)).astype(int)
        top = score == score.max(axis=1, keepdims=True)
        return {
            "faction": faction,
            "deal": deal,
            "score": score,
            "win_share": top / top.sum(axis=1, keepdims=True),
            "rotation": np.repeat(np.arange(turns), deals),
        }

    def frames(
        self, deals: int, rng: np.random.Generator, run: str = "r"
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Play; the tables `seats` and `games`."""
        found = self.arrays(deals, rng)
        games, s = found["faction"].shape
        score = found["score"]
        seats = pd.DataFrame(
            {
                "run": run,
                "arm": "",
                "game_id": np.repeat(np.arange(games), s),
                "seat": np.tile(np.arange(s), games),
                "faction": LETTERS[found["faction"].ravel()],
                "bot": "greedy",
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

    def truth(self, deals: int = 400_000, seed: int = 99) -> pd.DataFrame:
        """Win share and mean score per faction, from a very long run of their own seed."""
        found = self.arrays(deals, np.random.default_rng(seed))
        flat = pd.DataFrame({k: found[k].ravel() for k in ("faction", "score", "win_share")})
        flat["faction"] = LETTERS[flat["faction"]]
        return flat.groupby("faction")[["win_share", "score"]].mean()

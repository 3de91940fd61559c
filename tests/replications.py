"""Studies of known truth: run by name, their figures stored in a TOML file beside them."""

from __future__ import annotations

import time
import tomllib
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

Study = Callable[[int], dict[str, float]]


@dataclass
class Studies:
    """Functions of a number of replications that return figures, and where the figures are stored."""

    file: Path
    full: int
    head: str
    of: dict[str, Study] = field(default_factory=dict)

    def __call__(self, function: Study) -> Study:
        """Add a study."""
        self.of[function.__name__] = function
        return function

    def stored(self, name: str) -> dict[str, float]:
        """Return the figures of the full run of a study."""
        figures = tomllib.loads(self.file.read_text())[name]
        assert figures.pop("replications") == self.full
        return figures

    def store(self, names: list[str]) -> None:
        """Run studies in full (all without names) and store their figures."""
        for name in names or list(self.of):
            start = time.process_time()
            figures = {k: round(v, 4) for k, v in self.of[name](self.full).items()}
            old = tomllib.loads(self.file.read_text()) if self.file.exists() else {}
            old[name] = {"replications": self.full, **figures}
            print(f"{name}: {figures} ({time.process_time() - start:.0f} s)", flush=True)
            lines = [f"# {line}" for line in self.head.splitlines()]
            for title in [n for n in self.of if n in old]:
                lines += ["", f"# {(self.of[title].__doc__ or '').strip()}", f"[{title}]"]
                lines += [f"{k} = {v}" for k, v in old[title].items()]
            self.file.write_text("\n".join(lines) + "\n")


def generator(name: str, replication: int) -> np.random.Generator:
    """Return the random generator of one replication of a study."""
    return np.random.default_rng([zlib.crc32(name.encode()), replication])

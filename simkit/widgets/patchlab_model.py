"""The patch laboratory: change figures of a title and watch what that does, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simkit.analysis import compare
from simkit.charts import findings, style
from simkit.core.errors import BadValue, SimkitError, UnknownName
from simkit.core.packs import Places
from simkit.core.registry import rules_class
from simkit.report import sentences
from simkit.widgets.live_model import LiveModel

if TYPE_CHECKING:
    import pandas as pd

    from simkit.runs.results import Results

PRINTED, PATCHED = "printed", "patched"
MEASURES = ("win_share", "score", "margin")
FIRST = 24  # games of both arms together from which on a difference is shown
DPI = 90
Value = bool | int | float | str


@dataclass(frozen=True)
class Figure:
    """A figure of the components that a patch may change."""

    path: str
    printed: Value
    low: float
    high: float
    unit: str
    meaning: str

    @property
    def group(self) -> str:
        """First two parts of the path: what the figure belongs to."""
        return ".".join(self.path.split(".")[:2])

    @property
    def name(self) -> str:
        """The rest of the path."""
        return ".".join(self.path.split(".")[2:]) or self.path

    @property
    def sort(self) -> str:
        """``switch``, ``whole``, ``number`` or ``text``."""
        if isinstance(self.printed, bool):
            return "switch"
        if isinstance(self.printed, int):
            return "whole"
        return "number" if isinstance(self.printed, float) else "text"


class PatchRun(LiveModel):
    """A run of two arms that is compared while it goes on."""

    def __init__(self, spec: Mapping[str, Any], *, n_jobs: int = -1) -> None:
        self.difference: pd.DataFrame | None = None
        self.measure = "win_share"
        super().__init__(spec, n_jobs=n_jobs)

    def _judge(self, results: Results) -> None:
        """Compare the arms as far as both have been played."""
        self._judged = len(results)
        self.difference = self.compared(results)

    def compared(self, results: Results) -> pd.DataFrame | None:
        """Return the difference per faction on the games that both arms have; None if there are none."""
        games = results.games
        if len(games) < FIRST or games["arm"].nunique() < 2:
            return None
        # games of one deal come in pairs; a deal that only one arm has played yet is left out
        key = ["deal", "lineup", "rotation"]
        both = games[games.groupby(key, observed=True)["arm"].transform("nunique") == 2]
        if both.empty:
            return None
        seats = results.seats[results.seats["game_id"].isin(both["game_id"])]
        return compare.arms(seats, both, value=self.measure, baseline=PRINTED)


class PatchLabModel:
    """Figures of a title that may be changed, the changes made, and the run that tries them.

    Parameters
    ----------
    title, seats
        What is played.
    games
        Games of each arm.
    bots, options, seed, n_jobs, pack
        As for `simkit.simulate`; ``lineup`` are the factions, dealt by default, ``balanced`` or a list.

    Examples
    --------
    >>> lab = PatchLabModel("race_for_the_galaxy", seats=2, games=20, n_jobs=1)
    >>> lab.change("game.end.tableau", 10)
    >>> lab.patch
    {'game.end.tableau': 10}
    >>> run = lab.play()
    >>> run.wait()
    >>> lab.table().columns.tolist()[:3]
    ['faction', 'pairs', 'estimate']
    """

    def __init__(
        self,
        title: str,
        seats: int,
        games: int = 400,
        *,
        bots: str = "greedy",
        lineup: Any = "dealt",
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        n_jobs: int = -1,
        pack: Places = None,
    ) -> None:
        self.title, self.seats, self.games = title, seats, games
        self.bots, self.lineup, self.options = bots, lineup, dict(options or {})
        self.seed, self.n_jobs = seed, n_jobs
        self.cls = rules_class(title)
        self.rules = self.cls(seats, self.options, pack=pack)
        self.figures = {found.path: found for found in self._figures()}
        if not self.figures:
            raise BadValue("patchlab", f"{title} lists no figure that may be changed")
        self.patch: dict[str, Value] = {}
        self.measure = "win_share"
        self.run: PatchRun | None = None

    def _figures(self) -> list[Figure]:
        parts = self.rules.components
        found = []
        for path in parts.patchable_paths():
            rule = parts.rule_of(path)
            assert rule is not None
            found.append(
                Figure(path, parts.get(path), rule.low, rule.high, rule.unit, rule.meaning)
            )
        return found

    # The patch ------------------------------------------------------------------------------------

    def groups(self) -> list[str]:
        """What figures belong to, in the order of the data."""
        return list(dict.fromkeys(figure.group for figure in self.figures.values()))

    def of_group(self, group: str) -> list[Figure]:
        """Return the figures of a group."""
        found = [figure for figure in self.figures.values() if figure.group == group]
        if not found:
            raise UnknownName("group", group, self.groups(), "patchlab")
        return found

    def change(self, path: str, value: Value) -> None:
        """Set a figure; its printed value takes the change back."""
        if path not in self.figures:
            raise UnknownName("patch path", path, self.figures, "patchlab")
        patch = {p: v for p, v in self.patch.items() if p != path}
        if value != self.figures[path].printed:
            patch[path] = value
        self.cls.components_with(patch, self.rules.packs)  # refuses nonsense
        self.patch = patch

    def clear(self) -> None:
        """Take all changes back."""
        self.patch = {}

    def changes(self) -> list[str]:
        """Say what is changed, one line each."""
        return [
            f"{path}: {value} instead of {self.figures[path].printed} {self.figures[path].unit}".strip()
            for path, value in self.patch.items()
        ]

    # The run --------------------------------------------------------------------------------------

    def spec(self) -> dict[str, Any]:
        """Return the spec of the run: both arms on the same deals."""
        role = self.rules.schema.roles[0]
        return {
            "title": self.title,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "log": "games",
            "options": self.options,
            "pack": self.rules.pack,
            "lineup": {"bots": [self.bots], role.key: self.lineup},
            "arm": [{"name": PRINTED}, {"name": PATCHED, "patch": dict(self.patch)}],
        }

    def play(self, changed: Callable[[], None] | None = None) -> PatchRun:
        """Begin to play both arms in the background; `changed` is told whenever there is news."""
        if not self.patch:
            raise SimkitError("change a figure first: both arms would be the same")
        if self.run is not None and self.run.running:
            raise SimkitError("a run is going on: stop it first, or wait for its end")
        run = PatchRun(self.spec(), n_jobs=self.n_jobs)
        run.measure, run.changed = self.measure, changed
        self.run = run
        run.start()
        return run

    def stop(self) -> None:
        """End the run; what is there is compared."""
        if self.run is not None:
            self.run.stop()

    def measure_by(self, measure: str) -> None:
        """Compare by another measure, from now on and for the games that are there."""
        if measure not in MEASURES:
            raise UnknownName("measure", measure, MEASURES, "patchlab")
        self.measure = measure
        if self.run is not None:
            self.run.measure = measure
            if self.run.results is not None:
                self.run.difference = self.run.compared(self.run.results)

    # The answer -----------------------------------------------------------------------------------

    def table(self) -> pd.DataFrame | None:
        """Return the difference per faction as far as it is known; None before the first games."""
        if self.run is None or self.run.difference is None:
            return None
        found = self.run.difference.drop(columns="arm")
        first = ["faction", "pairs", "estimate", "low", "high", "p_holm", "visible"]
        return found[first].sort_values("estimate", ascending=False, ignore_index=True)

    def picture(self) -> bytes | None:
        """Return the difference as a picture."""
        if self.run is None or self.run.difference is None:
            return None
        return style.png(findings.arms(self.run.difference, value=self.run.measure), dpi=DPI)

    def verdict(self) -> str:
        """Say in a sentence what is known so far."""
        found = self.table()
        if found is None:
            return "no difference is known yet"
        said = sentences.change(found, "the patch", by="faction", value=self.measure)
        return style.begun(" ".join(said.split()))

    def code(self) -> str:
        """Return the lines of code that play the same and compare the arms."""
        arms = [{"name": PRINTED}, {"name": PATCHED, "patch": self.patch}]
        role = self.rules.schema.roles[0].key
        options = f", options={_literal(self.options)}" if self.options else ""
        if self.rules.pack:
            options += f", pack={_literal(self.rules.pack)}"
        return (
            "import simkit\n"
            "from simkit.analysis import compare\n"
            "\n"
            f"results = simkit.simulate({_literal(self.title)}, seats={self.seats}, games={self.games}, "
            f"bots={_literal(self.bots)}, seed={self.seed}, "
            f"lineup={_literal({role: self.lineup})}{options},\n"
            f"    arms={_literal(arms)})\n"
            f"compare.arms(results.seats, results.games, value={_literal(self.measure)})"
        )


def _literal(value: object) -> str:
    """Return a value as Python writes it, in double quotes where no quotes stand inside."""
    text = repr(value)
    return text if '"' in text else text.replace("'", '"')

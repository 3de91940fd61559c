"""Write federation_report.md and federation_tornado.svg from the three Federation experiments.

python experiments/federation_report.py RUNS, where RUNS holds the folders federation_seats,
federation_profiles and federation_readings that `simkit run` wrote.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure as Drawing

from simkit.analysis import balance, compare
from simkit.charts import style
from simkit.games.federation.io.confidence import data_confidence
from simkit.games.federation.io.readings import readings
from simkit.games.federation.schema import SCHEMA
from simkit.report import markdown
from simkit.report.document import Document, Figure, Heading, Table, Text
from simkit.runs.results import Results

HERE = Path(__file__).parent
SHOWN = 16


def percent(row: pd.Series) -> str:
    """Write a share with its interval."""
    return f"{row.estimate:.1%} ({row.low:.1%} to {row.high:.1%})"


def seat_effect(runs: Path) -> pd.DataFrame:
    """Return win share and points by seat, for two to four players."""
    rows = []
    for part in ("two_players", "three_players", "four_players"):
        seats = Results(runs / "federation_seats" / part).seats
        points = seats.groupby("seat")["score"].mean()
        for _, row in balance.win_share(seats, by="seat").iterrows():
            seat = int(row["seat"])
            rows.append((len(points), seat + 1, percent(row), f"{points[seat]:.1f}"))
    return pd.DataFrame(rows, columns=["players", "seat", "win share (95 %)", "mean points"])


def profile_strengths(runs: Path) -> pd.DataFrame:
    """Return win share, points and points by source of the profiles against each other."""
    seats = Results(runs / "federation_profiles").seats
    means = seats.groupby("profile", observed=True).mean(numeric_only=True)
    floors = sum(means[f"points_floor_{n}"] for n in (1, 2, 3))
    projects = sum(means[c] for c in means.columns if c.startswith("points_project_"))
    sources = {"laws": means["points_law"], "floors": floors, "missions": means["points_mission"]}
    sources["megastructures"] = means["points_megastructure"]
    sources["erudites"] = means["points_specialist"]
    sources["medals"], sources["projects"] = means["points_medal"], projects
    rows = []
    shares = balance.win_share(seats, by="profile").sort_values("estimate", ascending=False)
    for _, row in shares.iterrows():
        figures = [
            f"{column[row['profile']]:.1f}" for column in (means["score"], *sources.values())
        ]
        rows.append((row["profile"], percent(row), *figures))
    return pd.DataFrame(rows, columns=["profile", "win share (95 %)", "points", *sources])


def effects(runs: Path) -> dict[str, pd.DataFrame]:
    """What every reading changes: mean points, the first seat's and each profile's win share."""
    results = Results(runs / "federation_readings")
    seats, games = results.seats, results.games
    points = compare.arms(seats, games, by=(), value="score")
    by_seat = compare.arms(seats, games, by="seat", value="win_share")
    by_profile = compare.arms(seats, games, by="profile", value="win_share")
    most = by_profile.loc[by_profile.groupby("arm")["estimate"].apply(lambda x: x.abs().idxmax())]
    return {"points": points, "seat": by_seat[by_seat["seat"] == 0], "profile": most}


def tornado(found: dict[str, pd.DataFrame]) -> Drawing:
    """Draw the readings that move the main results most, one panel per result."""
    titles = {
        "points": "mean points of a seat (points)",
        "seat": "win share of the first seat (percentage points)",
        "profile": "win share of the profile moved most (percentage points)",
    }
    labels = {one.name: one.label for one in readings()}
    figure, panels = style.new(1.2 + 0.3 * SHOWN * len(titles), width=10.0, down=len(titles))
    for panel, (key, title) in zip(panels, titles.items(), strict=True):
        table = found[key].sort_values("estimate", key=abs, ascending=False).head(SHOWN)
        scale = 1.0 if key == "points" else 100.0
        names = [labels[arm] for arm in table["arm"].astype(str)]
        if key == "profile":
            who = table["profile"].astype(str)
            names = [f"{n} [{w}]" for n, w in zip(names, who, strict=True)]
        middle, low, high = (scale * table[c] for c in ("estimate", "low", "high"))
        style.intervals(panel, names, middle, low, high, table["p_holm"] < 0.05)
        style.reference(panel, 0, "no change")
        panel.set_xlabel(f"change in {title}", loc="right")
    sure = int((found["points"]["p_holm"] < 0.05).sum())
    return style.finish(
        figure,
        f"Of {len(found['points'])} readings {sure} move the mean points beyond doubt",
        f"Against the figures as reconstructed; the {SHOWN} largest moves of each kind. Bars: 95 % "
        "intervals; filled: beyond doubt (Holm, over all readings).",
    )


def table_of_readings(found: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return every reading with what it changes."""
    asked = {one.name: one for one in readings()}
    points = found["points"].set_index(found["points"]["arm"].astype(str))
    seat = found["seat"].set_index(found["seat"]["arm"].astype(str))
    profile = found["profile"].set_index(found["profile"]["arm"].astype(str))
    rows = []
    for arm in points["estimate"].abs().sort_values(ascending=False).index:
        a, b, c = points.loc[arm], seat.loc[arm], profile.loc[arm]
        marks = ["*" if row["p_holm"] < 0.05 else "" for row in (a, b, c)]
        moved = f"{c['profile']} {c['estimate'] * 100:+.1f}{marks[2]}"
        rows.append(
            (
                asked[arm].label,
                asked[arm].question,
                f"{a['estimate']:+.1f}{marks[0]}",
                f"{b['estimate'] * 100:+.1f}{marks[1]}",
                moved,
            )
        )
    columns = ["reading", "question", "mean points", "first seat's win share", "profile moved most"]
    return pd.DataFrame(rows, columns=columns)


def report(runs: Path) -> Document:
    """Return the report."""
    marks = pd.Series([line.confidence for line in data_confidence()]).value_counts()
    counts = ", ".join(f"{n} {mark}" for mark, n in marks.items())
    found = effects(runs)
    games = len(Results(runs / "federation_readings").games)
    parts = (
        Text(SCHEMA.caution, "caution"),
        Text(
            f"Figures of the data: {counts}. Bots: the greedy bot; what follows says how *it* plays this"
            " data, no more. Made by `experiments/federation_report.py` from `federation_seats.toml`,"
            " `federation_profiles.toml` and `federation_readings.toml`."
        ),
        Heading("Does the seat matter?"),
        Text("The same bot (baseline) at every seat, 1,000 games per number of players."),
        Table(seat_effect(runs)),
        Heading("How strong are the profiles?"),
        Text("1,200 games with four players, balanced pairing; a quarter would be fair."),
        Table(profile_strengths(runs)),
        Heading("What do the readings move?"),
        Text(
            f"{games:,} games with four players: every reading with the same deals and line-ups of the"
            " six profiles as the data as reconstructed. Win shares in percentage points; * ="
            " significant after Holm's correction over the column's table."
        ),
        Figure(partial(tornado, found), "tornado"),
        Table(table_of_readings(found)),
    )
    return Document("Federation: a preliminary study", parts)


def picture(part: Figure) -> str:
    """Draw a picture beside the page and return its address."""
    address = f"federation_{part.what}.svg"
    part.draw().savefig(HERE / address)
    return address


def main() -> None:
    """Write the report."""
    words = markdown.render(report(Path(sys.argv[1])), picture)
    (HERE / "federation_report.md").write_text(words, encoding="utf-8")


if __name__ == "__main__":
    main()

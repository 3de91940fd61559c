"""The page of fair bids: prices, how they hold on fresh games, and what auctions bring."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pandas as pd

from simkit.charts import style
from simkit.charts.metagame import DPI, PAGE, markdown, open_folder
from simkit.charts.style import Labels

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class AskedLike(Protocol):
    """What the page needs to know of what was asked."""

    @property
    def title(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def fresh(self) -> int: ...
    @property
    def by(self) -> str: ...
    @property
    def bot(self) -> str: ...


class BidsLike(Protocol):
    """What the page needs of a study of bids."""

    @property
    def asked(self) -> AskedLike: ...
    @property
    def table(self) -> pd.DataFrame: ...
    @property
    def auctions(self) -> pd.DataFrame: ...
    @property
    def fair(self) -> float: ...


def chart(found: BidsLike, title: str = "", labels: Labels | None = None) -> Figure:
    """Draw win shares without prices (hollow) and with them on fresh games (full, with intervals)."""
    rows = found.table.sort_values("before")
    figure, (ax,) = style.new(1.6 + 0.34 * len(rows))
    places = range(len(rows))
    ax.hlines(places, rows["before"], rows["after"], color=style.PALE, linewidth=2, zorder=1)
    ax.plot(rows["before"], places, "s", color=style.ACCENT, markerfacecolor="white", markersize=8,
            label="everybody starts alike")  # fmt: skip
    error = [rows["after"] - rows["low"], rows["high"] - rows["after"]]
    ax.errorbar(rows["after"], places, xerr=error, fmt="o", color=style.MAIN, capsize=3,
                label="with the prices, fresh games")  # fmt: skip
    names = [style.words(w, labels) for w in rows["who"]]
    priced = [f"{n}  ({p})" for n, p in zip(names, rows["price"], strict=True)]
    ax.set_yticks(list(places), priced)
    ax.axvline(found.fair, color=style.RULE, linestyle="--", linewidth=1)
    style.percent_axis(ax)
    ax.set_xlabel("share of wins (dashed: an even share)")
    ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, frameon=False, fontsize=9)
    widest = (found.table["after"] - found.fair).abs().max()
    before = (found.table["before"] - found.fair).abs().max()
    return style.finish(
        figure,
        title
        or f"Prices bring all within {100 * widest:.1f} points of an even share (without: "
        f"{100 * before:.0f})",
        "In brackets: price in points. Bars: simultaneous 95 % intervals.",
    )


def write(
    found: BidsLike, folder: str | Path, command: str = "", labels: Labels | None = None
) -> Path:
    """Write the page, its picture and the table as CSV into a folder; return the page."""
    where = open_folder(folder)
    asked, table = found.asked, found.table.sort_values("price", ascending=False)
    found.table.to_csv(where / "bids.csv", index=False, float_format="%.6g")
    (where / "bids.png").write_bytes(style.png(chart(found, labels=labels), DPI))
    dear, cheap = table.iloc[0], table.iloc[-1]
    low, high = table["low"].min(), table["high"].max()
    lines = [
        f"# {style.words(asked.title).capitalize()}: what each {style.words(asked.by)} should cost",
        "",
        f"If you may choose your {style.words(asked.by)} for points, how much should you pay? A price is"
        " fair when you do not care which one you get. Here prices are whole points that everybody pays"
        " before the first move, and fair means: all win alike.",
        "",
        f"- **{style.words(dear['who'], labels)}** is the dearest: {dear['price']} points more than "
        f"**{style.words(cheap['who'], labels)}**. Without prices they win "
        f"{100 * dear['before']:.0f} % and {100 * cheap['before']:.0f} % of their games.",
        f"- Found in {asked.games:,} games and confirmed on {asked.fresh:,} fresh ones in which the "
        f"prices were really paid: every simultaneous 95 % interval lies within {100 * low:.1f} to "
        f"{100 * high:.1f} %; an even share is {100 * found.fair:.0f} %.",
        f"- All seats were played by `{asked.bot}`, {asked.seats} at a table. The prices are fair "
        "among these bots; people who play a faction better or worse than the bot does should pay "
        "more or less.",
        "",
        "![Win shares without and with prices](bids.png)",
        "",
        *markdown(_shown(table, labels)),
        "",
        "## If prices are bid for",
        "",
        "One faction, drawn at random, is sold by sealed bids. All bidders would gain the same from it, "
        "but each knows its value only as the mean of the games it has seen; all bid what they believe.",
        "",
        *markdown(_auctions(found.auctions)),
        "",
        "Whoever wins has overestimated most: in a first-price auction that costs points (the winner's "
        "curse), the more, the less the bidders know. To pay the second highest bid lessens it, and with"
        " two bidders turns it round. With much experience both sell at the true value.",
        "",
    ]
    if command:
        lines += [f"Made by `{command}`.", ""]
    page = where / PAGE
    page.write_text("\n".join(lines), encoding="utf-8")
    return page


def _shown(table: pd.DataFrame, labels: Labels | None) -> pd.DataFrame:
    rows: list[dict[str, Any]] = [
        {
            "who": style.words(row["who"], labels),
            "price": row["price"],
            "without prices, %": f"{100 * row['before']:.1f} "
            f"({100 * row['before_low']:.1f}-{100 * row['before_high']:.1f})",
            "recounted, %": f"{100 * row['recounted']:.1f}",
            "fresh games, % (95 %, simultaneous)": f"{100 * row['after']:.1f} "
            f"({100 * row['low']:.1f}-{100 * row['high']:.1f})",
        }
        for row in table.to_dict("records")
    ]
    return pd.DataFrame(rows)


def _auctions(table: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "games seen with each": table["experience"],
            "true value": table["value"].map("{:.1f}".format),
            "paid, first price": table["first"].map("{:.1f}".format),
            "paid, second price": table["second"].map("{:.1f}".format),
            "winner gains, first": table["gains_first"].map("{:+.1f}".format),
            "winner gains, second": table["gains_second"].map("{:+.1f}".format),
        }
    )

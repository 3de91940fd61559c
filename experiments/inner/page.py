"""What the pages share: figures with intervals, tables, dot charts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from simkit.charts import style
from simkit.report.files import open_folder
from simkit.report.markdown import DPI, NAME
from simkit.report.markdown import table as markdown


def between(row: Any, column: str, digits: int = 1, factor: float = 1.0) -> str:
    """Write a mean difference with its interval, signs included."""
    mean, low, high = (factor * row[name] for name in (column, f"{column}_low", f"{column}_high"))
    return f"{mean:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"


def plain(row: Any, column: str, digits: int = 1, factor: float = 1.0) -> str:
    """Write a mean that is never negative with its interval."""
    mean, low, high = (factor * row[name] for name in (column, f"{column}_low", f"{column}_high"))
    return f"{mean:.{digits}f} ({max(0.0, low):.{digits}f} to {high:.{digits}f})"


def clear(row: Any, column: str) -> bool:
    """Tell whether a mean's interval leaves out zero."""
    return bool(row[f"{column}_low"] > 0 or row[f"{column}_high"] < 0)


def shown(table: pd.DataFrame, by: Sequence[str], columns: dict[str, str]) -> list[str]:
    """Return a summary as a table: group columns, number of splits, means with intervals."""
    rows = []
    for row in table.to_dict("records"):
        line = {name: row[name] for name in by}
        line["splits"] = row["splits"]
        for column, title in columns.items():
            factor = 100.0 if column == "win" else 1.0
            line[title] = between(row, column, 1, factor)
        rows.append(line)
    return markdown(pd.DataFrame(rows))


def dots(
    table: pd.DataFrame, labels: Sequence[str], columns: dict[str, str], title: str, what: str
) -> Figure:
    """Draw means with intervals, one row per label, one mark per column."""
    figure, (ax,) = style.new(1.5 + 0.5 * len(labels))
    for number, (column, name) in enumerate(columns.items()):
        places = [row + 0.16 * (number - (len(columns) - 1) / 2) for row in range(len(labels))]
        low = table[column] - table[f"{column}_low"]
        high = table[f"{column}_high"] - table[column]
        ax.errorbar(table[column], places, xerr=[low, high], fmt=style.MARKS[number], capsize=3,
                    color=(style.MAIN, style.ACCENT, style.INK)[number], label=name)  # fmt: skip
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.axvline(0, color=style.RULE, linewidth=1)
    ax.set_xlabel(what)
    if len(columns) > 1:
        ax.legend(frameon=False, fontsize=9, ncols=3, loc="lower left", bbox_to_anchor=(0.0, 1.0))
    return style.finish(figure, title, "Lines: 95 % intervals, clustered by game.")


def save(
    folder: Path, lines: Sequence[str], figures: dict[str, Figure], frames: dict[str, pd.DataFrame]
) -> Path:
    """Write a page, its pictures and its tables; return the page."""
    where = open_folder(folder)
    for name, figure in figures.items():
        (where / f"{name}.png").write_bytes(style.png(figure, DPI))
    for name, frame in frames.items():
        told = frame.drop(columns="size", errors="ignore")  # the observations that tests count on
        told.to_csv(where / f"{name}.csv", index=False, float_format="%.5g")
    page = where / NAME
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page

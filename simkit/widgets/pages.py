"""Pieces of HTML that the widgets show."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence
from html import escape
from string import Template
from typing import TYPE_CHECKING

from simkit.widgets.opinion import Considered, Opinion

if TYPE_CHECKING:
    import pandas as pd

    from simkit.runs.batch import Failure
    from simkit.widgets.live_model import Share

# One sheet for all widgets; light ground and dark ink of its own, so that dark themes stay legible.
STYLE = """<style>
.sk-page{color:#1b1b1b;background:#fff;line-height:1.35;font-size:13px}
.sk-page h4{margin:6px 0 2px;font-size:13px}
.sk-page table{border-collapse:collapse;font-size:12px}
.sk-page td,.sk-page th{padding:1px 6px;text-align:left;vertical-align:top;
  border-bottom:1px solid #e3e3e3;white-space:normal}
.sk-page td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.sk-page tr.sk-chosen td{background:#e6eff8;font-weight:600}
.sk-page .sk-small{color:#555;font-size:12px}
.sk-page .sk-followed{padding-left:16px;color:#333}
.sk-page .sk-caution{border-left:4px solid #d9822b;background:#fdf4e7;padding:2px 8px}
.sk-page .sk-bad{color:#a01010}
.sk-page .sk-bar{display:inline-block;height:9px;background:#1f4e79}
.sk-board svg{max-width:100%;height:auto}
.sk-large .sk-board svg{max-width:none}
</style>"""

# A click on a place is handed to Python through the hidden text field of the same widget.
CLICK = Template(
    "const place = event.target.closest('.sk-place[data-key]');"
    "const field = this.closest('.sk-play').querySelector('.sk-pick input');"
    "if (place && field) {"
    "field.value = '$decision|' + place.dataset.key + '|' + Date.now();"
    "field.dispatchEvent(new Event('input', {bubbles: true}));"
    "field.dispatchEvent(new Event('change', {bubbles: true}));}"
)


def page(*parts: str) -> str:
    """Put parts on one page."""
    return f'<div class="sk-page">{"".join(parts)}</div>'


def board_page(svg: str) -> str:
    """Show a board."""
    return page(f'<div class="sk-board">{svg}</div>')


def clickable_page(svg: str, decision: int, keys: Iterable[str]) -> str:
    """Show a board whose places named by `keys` can be clicked.

    Parameters
    ----------
    decision
        Number of the decision at hand; a click that comes too late is told by it.
    keys
        The `data-key` of every place where something can be done.
    """
    wanted = ",".join(f'.sk-live [data-key="{escape(key)}"]' for key in keys)
    style = ""
    if wanted:
        style = f"<style>{wanted}{{cursor:pointer;stroke:#d55e00;stroke-width:2.5}}</style>"
    handler = escape(CLICK.substitute(decision=decision), quote=True)
    return page(style, f'<div class="sk-board sk-live" onclick="{handler}">{svg}</div>')


def number(value: float) -> str:
    """Write a value as bots see it."""
    return "" if math.isnan(value) else f"{value:.2f}"


def opinion_page(opinion: Opinion | None) -> str:
    """Show candidates with their values, and the features of the best."""
    if opinion is None:
        return page()
    whose = "What the bot saw" if opinion.its_own else "What a greedy bot thinks of it"
    rows = "".join(
        f'<tr class="{"sk-chosen" if one.chosen else ""}"><td class="n">{number(one.value)}</td>'
        f"<td>{escape(one.words)}{' (chosen)' if one.chosen else ''}</td></tr>"
        for one in opinion.best
    )
    left = opinion.total - len(opinion.best)
    more = f'<div class="sk-small">and {left} more</div>' if left > 0 else ""
    explained = "".join(features(one) for one in opinion.best if one.features)
    return page(
        f"<h4>{whose} ({escape(opinion.who)}; {opinion.total} candidates)</h4>",
        f'<table class="sk-candidates">{rows}</table>{more}',
        f'<div class="sk-explained">{explained}</div>',
    )


def features(one: Considered, most: int = 6) -> str:
    """Show what a candidate's value is made of."""
    rows = "".join(
        f'<tr><td class="n">{line.contribution:+.2f}</td><td>{escape(line.feature)}</td>'
        f'<td class="n">{line.value:.3g} × {line.weight:.3g}</td></tr>'
        for line in one.features[:most]
    )
    left = len(one.features) - most
    more = (
        f'<tr><td class="n"></td><td colspan="2">and {left} smaller</td></tr>' if left > 0 else ""
    )
    return f"<h4>{escape(one.words)}: {number(one.value)}</h4><table>{rows}{more}</table>"


def players_page(name: str, players: Sequence[str]) -> str:
    """Say what game this is and who sits where."""
    seats = "; ".join(f"seat {seat}: {escape(player)}" for seat, player in enumerate(players))
    return page(f"<b>{escape(name) or 'A game'}</b> <span class='sk-small'>{seats}</span>")


def chances_page(chances: Sequence[float] | None) -> str:
    """Show the chances to win as bars."""
    if chances is None:
        return page()
    rows = "".join(
        f'<tr><td>seat {seat}</td><td class="n">{100 * chance:.0f} %</td>'
        f'<td><span class="sk-bar" style="width:{120 * chance:.0f}px"></span></td></tr>'
        for seat, chance in enumerate(chances)
    )
    return page("<h4>Chance to win as this round began</h4>", f"<table>{rows}</table>")


def lines_page(title: str, lines: Sequence[str]) -> str:
    """Show some lines under a heading."""
    rows = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return page(f"<h4>{escape(title)}</h4>" if title else "", rows)


def happened_page(lines: Sequence[str]) -> str:
    """Show the decision before and, set in, what followed it."""
    if not lines:
        return page()
    rows = "".join(f'<div class="sk-followed">{escape(line)}</div>' for line in lines[1:])
    return page(f'<div class="sk-small">before: {escape(lines[0])}{rows}</div>')


def log_page(title: str, entries: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Show decisions under a heading and, set in below each, what followed it."""
    rows = "".join(
        f"<div>{escape(words)}</div>"
        + "".join(f'<div class="sk-followed">{escape(line)}</div>' for line in followed)
        for words, followed in entries
    )
    return page(f"<h4>{escape(title)}</h4>", rows)


def caution_page(text: str) -> str:
    """Show what the title asks everybody to be told about it."""
    return page(f'<div class="sk-caution">{escape(text)}</div>') if text else ""


def problem_page(text: str) -> str:
    """Say what went wrong."""
    return page(f'<span class="sk-bad">{escape(text)}</span>') if text else ""


def shares_page(precision: str, shares: Sequence[Share], most: int = 20) -> str:
    """Show win shares with their intervals; `shares` as `live_model.win_shares` gives them."""
    several = len({one.arm for one in shares}) > 1
    rows = "".join(
        f"<tr><td>{escape(row.faction)}{escape(f', {row.arm}') if several else ''}</td>"
        f'<td class="n">{row.share:.1f} % ± {row.half:.1f}</td>'
        f'<td class="n">{row.seats:,}</td>'
        f'<td><span class="sk-bar" style="width:{2 * row.share:.0f}px"></span></td></tr>'
        for row in shares[:most]
    )
    left = len(shares) - most
    more = f'<div class="sk-small">and {left} more</div>' if left > 0 else ""
    head = "<tr><th>who</th><th>win share (95 %)</th><th>seats</th><th></th></tr>"
    return page(f"<h4>{escape(precision)}</h4>", f"<table>{head}{rows}</table>{more}")


def failures_page(failures: Sequence[Failure], most: int = 5) -> str:
    """Show the games that failed."""
    if not failures:
        return page()
    lines = [f"game {one.game_id} (seed {one.seed}): {one.error}" for one in failures[:most]]
    if len(failures) > most:
        lines.append(f"and {len(failures) - most} more")
    rows = "".join(f'<div class="sk-bad">{escape(line)}</div>' for line in lines)
    return page(f"<h4>{len(failures)} failed</h4>", rows)


def estimates_page(
    table: pd.DataFrame, by: Sequence[str], *, share: bool = False, most: int = 30
) -> str:
    """Show a table of estimates with their intervals; `table` as `analysis.explore.table` gives it."""
    scale, unit = (100, " %") if share else (1, "")
    head = "".join(f"<th>{escape(c.replace('_', ' '))}</th>" for c in by)
    head += "<th>games</th><th>estimate</th><th>95 % interval</th>"
    rows = ""
    for row in table.head(most).to_dict("records"):
        names = "".join(f"<td>{escape(str(row[c]).replace('_', ' '))}</td>" for c in by)
        middle, low, high = (scale * float(row[c]) for c in ("estimate", "low", "high"))
        interval = "one game tells none" if math.isnan(low) else f"{low:.1f} to {high:.1f}{unit}"
        rows += (
            f'<tr>{names}<td class="n">{row["games"]:,}</td><td class="n">{middle:.1f}{unit}</td>'
            f'<td class="n">{interval}</td></tr>'
        )
    left = len(table) - most
    more = f'<div class="sk-small">and {left} more</div>' if left > 0 else ""
    return page(f"<table><tr>{head}</tr>{rows}</table>{more}")


def code_page(code: str) -> str:
    """Show lines of code that can be copied."""
    return page(f'<div class="sk-small">The same figure by code:</div><pre>{escape(code)}</pre>')


def difference_page(table: pd.DataFrame, share: bool) -> str:
    """Show what a change does to everybody; `table` as `PatchLabModel.table` gives it."""
    scale = 100 if share else 1
    unit = "points of win share" if share else "points"
    rows = ""
    for row in table.to_dict("records"):
        middle, low, high = (scale * float(row[c]) for c in ("estimate", "low", "high"))
        sure = "yes" if row["p_holm"] < 0.05 else "no"
        rows += (
            f"<tr><td>{escape(str(row['faction']).replace('_', ' '))}</td>"
            f'<td class="n">{row["pairs"]:,}</td><td class="n">{middle:+.1f}</td>'
            f'<td class="n">{low:+.1f} to {high:+.1f}</td><td>{sure}</td></tr>'
        )
    head = f"<tr><th>faction</th><th>pairs</th><th>change, {unit}</th><th>95 %</th>"
    return page(f"<table>{head}<th>beyond doubt</th></tr>{rows}</table>")


# The handle follows the pointer; where it is let go is handed to Python through a hidden text field.
DRAG = (
    "const place = new DOMPoint(event.clientX, event.clientY)"
    ".matrixTransform(this.getScreenCTM().inverse());"
    "const handle = this.querySelector('.sk-handle');"
    "if (event.type === 'pointerdown') { this.setPointerCapture(event.pointerId);"
    " this.dataset.held = '1'; }"
    "if (this.dataset.held) { handle.setAttribute('cx', place.x); handle.setAttribute('cy', place.y); }"
    "if (event.type === 'pointerup' && this.dataset.held) { delete this.dataset.held;"
    " const field = this.closest('.sk-metagame').querySelector('.sk-pick input');"
    " field.value = place.x + '|' + place.y + '|' + Date.now();"
    " field.dispatchEvent(new Event('input', {bubbles: true}));"
    " field.dispatchEvent(new Event('change', {bubbles: true})); }"
)


def triangle_page(
    png: bytes, size: tuple[float, float], path: Sequence[tuple[float, float]]
) -> str:
    """Show a simplex with a path on it, and a handle at its beginning that can be dragged."""
    width, height = size
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in path)
    (x, y), (last_x, last_y) = path[0], path[-1]
    held = escape(DRAG, quote=True)
    picture = base64.b64encode(png).decode("ascii")
    return page(
        f'<svg class="sk-triangle" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" style="touch-action:none;cursor:grab;max-width:100%" '
        f'onpointerdown="{held}" onpointermove="{held}" onpointerup="{held}">'
        f'<image href="data:image/png;base64,{picture}" width="{width:.0f}" height="{height:.0f}"/>'
        f'<polyline points="{line}" fill="none" stroke="#d55e00" stroke-width="2"/>'
        f'<rect x="{last_x - 4:.1f}" y="{last_y - 4:.1f}" width="8" height="8" fill="#d55e00"/>'
        f'<circle class="sk-handle" cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#fff" stroke="#d55e00" '
        f'stroke-width="3"/></svg>',
        '<div class="sk-small">Drag the ring to another starting mix, or move the sliders (they are '
        "scaled to 100 %). The square is where the path stops.</div>",
    )

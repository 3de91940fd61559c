"""The HTML report in a real browser: every picture is there, and nobody is asked for anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import simkit
from simkit.report import html

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_browser_shows_every_picture_and_asks_nobody(browser: Browser, tmp_path: Path) -> None:
    run = simkit.simulate(
        "tests.tiny", seats=3, games=60, seed=1, n_jobs=1, progress="quiet", folder=tmp_path / "run"
    )
    target = html.write(run.report(), tmp_path / "report.html")
    asked: list[str] = []
    said: list[str] = []
    tab = browser.new_page()
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: said.append(message.text))
    tab.goto(Path(target).as_uri())
    widths = tab.eval_on_selector_all("img", "list => list.map(i => i.naturalWidth)")
    tab.close()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert said == []
    assert len(widths) >= 12
    assert min(widths) > 400

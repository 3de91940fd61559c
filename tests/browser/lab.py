"""A notebook in JupyterLab as the tests see it."""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Locator, Page, Request

TAG = re.compile(r"<[^>]*>")


@dataclass
class Lab:
    """A running JupyterLab."""

    url: str
    folder: Path


@dataclass
class Notebook:
    """A notebook on a page; it notes what goes wrong there.

    Attributes
    ----------
    errors
        Errors in the browser's console, and of the page itself.
    outside
        Requests to anything but the server.
    """

    lab: Lab
    page: Page
    name: str
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(60_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location})")

    def _asked(self, request: Request) -> None:
        here = (self.lab.url, self.lab.url.replace("http", "ws", 1), "data:", "blob:", "about:")
        if not request.url.startswith(here):
            self.outside.append(request.url)

    def run(self, *cells: str) -> None:
        """Write the cells, open the notebook and run all of them."""
        found = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        found.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(found, self.lab.folder / self.name)
        self._run_all()

    def open(self, path: Path) -> None:
        """Open a copy of a notebook, run all of it, and wait until every cell has run without error."""
        shutil.copy(path, self.lab.folder / self.name)
        self._run_all()
        self.page.wait_for_function(
            """() => window.jupyterapp.shell.currentWidget.content.widgets
                .map(cell => cell.model)
                .every(m => m.type !== 'code' || (m.executionCount && m.executionState !== 'running')
            )""",
            timeout=180_000,
        )
        self.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
        broken = self.page.evaluate(
            """() => window.jupyterapp.shell.currentWidget.content.widgets
                .filter(cell => cell.model.type === 'code')
                .flatMap(cell => cell.model.outputs.toJSON())
                .filter(output => output.output_type === 'error' || output.name === 'stderr')"""
        )
        assert broken == []

    def to_cell(self, code: str) -> None:
        """Bring the cell that begins with `code` on the screen (others may not be drawn at all)."""
        found = self.page.evaluate(
            """async code => {
                const notebook = window.jupyterapp.shell.currentWidget.content;
                const begins = cell => cell.model.sharedModel.source.startsWith(code);
                const place = notebook.widgets.findIndex(begins);
                if (place < 0) return false;
                notebook.activeCellIndex = place;
                await notebook.scrollToItem(place, 'start');
                return true;
            }""",
            code,
        )
        assert found, f"no cell begins with {code!r}"

    def _run_all(self) -> None:
        page = self.page
        page.goto(f"{self.lab.url}/lab/tree/{self.name}?reset")
        page.locator(".jp-Notebook-ExecutionIndicator").wait_for()
        # What runs before the kernel has introduced itself is lost now and then.
        page.evaluate(
            """async () => {
                const shown = window.jupyterapp.shell.currentWidget;
                await shown.context.ready;
                await shown.sessionContext.ready;
                await shown.sessionContext.session.kernel.info;
            }"""
        )
        page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

    def part(self, name: str) -> Locator:
        """Return the page that a part of a widget shows."""
        return self.page.locator(f".{name} .sk-page")

    def expect_picture(self, png: bytes) -> None:
        """Wait until the picture is this one; there is never more than one."""
        self.page.wait_for_function(
            """async wanted => {
                const found = document.querySelectorAll('.jp-OutputArea-output img');
                if (found.length !== 1) throw new Error(found.length + ' pictures');
                const data = await (await fetch(found[0].src)).arrayBuffer();
                const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
                return Array.from(hash, b => b.toString(16).padStart(2, '0')).join('') === wanted;
            }""",
            arg=hashlib.sha256(png).hexdigest(),
        )

    def expect_board(self, svg: str) -> None:
        """Wait until the board says what this one says; there is never more than one."""
        self.page.wait_for_function(
            """wanted => {
                const found = document.querySelectorAll('.sk-board svg');
                if (found.length !== 1) throw new Error(found.length + ' boards');
                return found[0].textContent.replace(/\\s+/g, '') === wanted;
            }""",
            arg=written(svg),
        )

    def close(self) -> None:
        """Shut down the kernels, so that they do not pile up."""
        self.page.evaluate(
            """async () => {
                const xsrf = document.cookie.match(/_xsrf=([^;]*)/);
                const headers = xsrf ? {'X-XSRFToken': xsrf[1]} : {};
                for (const one of await (await fetch('/api/kernels')).json())
                    await fetch('/api/kernels/' + one.id, {method: 'DELETE', headers});
            }"""
        )


def written(svg: str) -> str:
    """Return everything that is written on a board, without white space."""
    return re.sub(r"\s+", "", unescape(TAG.sub("", svg)))

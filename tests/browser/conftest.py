"""JupyterLab in a real browser: a server for all tests, a notebook and a kernel for each.

Needs Chromium (SIMKIT_CHROMIUM, else one on the path) and the extra ``browser``; see `make browser`.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.lab import Lab, Notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# `make setup` does not install Playwright; `make browser` does.
collect_ignore_glob = [] if find_spec("playwright") else ["test_*.py"]
ROOT = Path(__file__).resolve().parents[2]
# --no-sandbox: Chromium refuses to start as root otherwise, as in a container.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_NEWS = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}


def chromium() -> str:
    """Return the browser's path."""
    named = os.environ.get("SIMKIT_CHROMIUM")
    found = named or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if not found:
        pytest.fail("no Chromium found: install it, or name it in SIMKIT_CHROMIUM")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=45_000)  # a kernel imports for seconds on a busy machine
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start JupyterLab with settings of its own in an empty folder."""
    home = tmp_path_factory.mktemp("lab")
    folder = home / "notebooks"
    folder.mkdir()
    settings = home / "config" / "labconfig"
    settings.mkdir(parents=True)
    (settings / "page_config.json").write_text(json.dumps(NO_NEWS), encoding="utf-8")
    with contextlib.closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": str(ROOT),
        "SIMKIT_SCALE": "test",  # the project's own notebooks are run small
    }
    log = (home / "server.log").open("wb")
    server = subprocess.Popen(
        [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
            "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0",
            "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
            "--LabApp.extension_manager=readonly", "--LabApp.expose_app_in_browser=True",
        ],
        env=environment, stdout=log, stderr=subprocess.STDOUT,
    )  # fmt: skip
    made = Lab(f"http://127.0.0.1:{port}", folder)
    try:
        wait_for(made.url, server, home / "server.log")
        yield made
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path, seconds: float = 60) -> None:
    """Return once the server answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/api/status", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)  # the port is polled, nothing else tells that a server has started
    pytest.fail(f"JupyterLab did not start:\n{log.read_text(errors='replace')[-2000:]}")


@pytest.fixture
def notebook(lab: Lab, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Notebook]:
    """Give a notebook to fill; at the end nothing may have gone wrong on its page."""
    name = "".join(c if c.isalnum() else "_" for c in request.node.name) + ".ipynb"
    context = browser.new_context(viewport={"width": 1700, "height": 1300})
    made = Notebook(lab, context.new_page(), name)
    try:
        yield made
        assert made.errors == []
        assert made.outside == []
    finally:
        picture = os.environ.get("SIMKIT_SCREENSHOTS")
        if picture:
            made.page.screenshot(path=Path(picture) / f"{name}.png")
        made.close()
        context.close()

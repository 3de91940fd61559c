"""Runs pytest again and again without importing the large libraries anew each time.

A server has pytest, numpy, pandas and the like imported, never simkit or its tests. For every run it
forks: the child executes pytest in a process of its own, in which nothing is left of earlier runs.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

LIBRARIES = (
    "pytest", "_pytest.doctest", "_pytest.assertion.rewrite", "numpy", "numpy.random",
    "pandas", "pydantic", "pyarrow", "pyarrow.parquet", "scipy.stats", "scipy.optimize",
    "statsmodels.api", "matplotlib.figure", "matplotlib.backends.backend_agg", "nashpy", "choix",
    "joblib", "tqdm", "ipywidgets",
)  # fmt: skip
ALWAYS = (
    *("-q", "-p", "tests.mutants.plugin", "-p", "no:cacheprovider", "-p", "no:xdist"),
    *("-m", "not soak and not slow and not browser"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # libraries that bring a plugin
)


class Server:
    """A process that runs pytest in a folder, once for every call."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(folder / "tests/mutants/server.py"), *LIBRARIES],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(
        self, arguments: list[str], environment: dict[str, str], limit: float
    ) -> tuple[int | None, str]:
        """Return pytest's exit code (None after `limit` seconds) and what it printed."""
        assert self.process.stdin is not None and self.process.stdout is not None
        asked = {"arguments": arguments, "environment": environment, "limit": limit}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["code"], answer["words"]

    def close(self) -> None:
        """End the process."""
        with suppress(OSError):
            self.process.communicate(timeout=30)


def serve() -> None:
    """Answer every line of the input with the result of one run."""
    for name in sys.argv[1:]:
        with suppress(ImportError):
            import_module(name)
    answers = os.dup(1)
    os.dup2(2, 1)  # whatever is printed by the way is not an answer
    for line in sys.stdin:
        code, words = _run(json.loads(line))
        os.write(answers, (json.dumps({"code": code, "words": words}) + "\n").encode())


def _run(asked: dict[str, Any]) -> tuple[int | None, str]:
    output = Path(f"pytest-{os.getpid()}.out")
    child = os.fork()
    if child == 0:
        _be_pytest(asked, output)
    end = time.monotonic() + asked["limit"]
    code: int | None = None
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            break
        time.sleep(0.02)
    with suppress(ProcessLookupError):  # worker processes of a test that was cut off would go on
        os.killpg(child, signal.SIGKILL)
    if code is None:
        os.waitpid(child, 0)
    words = output.read_text(encoding="utf-8", errors="replace")[-2000:] if output.exists() else ""
    output.unlink(missing_ok=True)
    return code, words


def _be_pytest(asked: dict[str, Any], output: Path) -> None:
    """Become a process that runs pytest and ends."""
    code = 3
    try:
        os.setsid()
        os.environ.update(asked["environment"])
        empty = os.open(os.devnull, os.O_RDONLY)
        target = os.open(output, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        os.dup2(empty, 0)
        os.dup2(target, 1)
        os.dup2(target, 2)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        sys.path[0] = os.getcwd()  # where `python -m pytest` would look first
        import pytest

        code = int(pytest.main([*asked["arguments"], *ALWAYS]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve()

#!/usr/bin/env python3
"""Make the notebooks from their sources and execute them.

    python notebooks/build.py                 all of them, with outputs, as they are stored
    python notebooks/build.py 20 24           some of them
    python notebooks/build.py --dictionary    the data dictionaries of docs/reference
    python notebooks/build.py --keep          only what changed in the text: outputs stay where code did
    SIMKIT_SCALE=big python notebooks/build.py 20   at another scale (do not store that)

The sources are Python files in the percent format (notebooks/src/*.py): they are what is reviewed and
edited. The .ipynb beside them is made from them and never edited by hand. Outputs hold no times of
execution, no paths, no progress bars; widgets are left out where a picture stands in for them.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

import jupytext
import nbclient
import nbclient.exceptions
import nbformat

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "src"
WIDGET = "application/vnd.jupyter.widget-view+json"
METADATA = {  # no versions: they are those of one machine
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
}
LIMIT = 600  # seconds for one cell, beyond which something hangs


def sources(chosen: list[str]) -> list[Path]:
    """The source files whose names begin with one of `chosen`; all of them if none is named."""
    found = sorted(SOURCES.glob("[0-9]*.py"))
    if chosen:
        found = [path for path in found if path.name.startswith(tuple(chosen))]
    if not found:
        raise SystemExit(f"no source begins with {' or '.join(chosen)}: see {SOURCES.name}/")
    return found


def notebook_of(source: Path) -> Any:
    """The notebook of a source, without outputs."""
    made = jupytext.reads(source.read_text(encoding="utf-8"), "py:percent")
    for number, cell in enumerate(made.cells):
        cell.id = f"cell-{number:02d}"
    made.metadata = METADATA
    return nbformat.from_dict(made)


def target(source: Path) -> Path:
    """Where the notebook of a source stands."""
    return HERE / f"{source.stem}.ipynb"


def execute(notebook: Any) -> float:
    """Run all cells in a kernel of its own; returns CPU seconds, those of workers included."""
    root = str(HERE.parent)
    path = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([root, path] if path else [root])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    nbclient.NotebookClient(
        notebook, timeout=LIMIT, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}
    ).execute()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def clean(notebook: Any) -> None:
    """Take out of the outputs what is of one moment or one machine."""
    count = 0
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = [kept for kept in map(_cleaned, cell.outputs) if kept is not None]
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
    notebook.metadata = nbformat.from_dict(METADATA)


def _cleaned(output: Any) -> Any:
    if output.output_type == "stream" and output.name == "stderr":
        return None
    data = output.get("data", {})
    if WIDGET in data:
        data.pop(WIDGET)
        if not any(kind.startswith("image/") for kind in data):
            return None  # a progress bar, or a widget without a picture
    return output


def write(notebook: Any, path: Path) -> None:
    """Store a notebook, always in the same form."""
    nbformat.validate(notebook)
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


def with_old_outputs(notebook: Any, path: Path) -> bool:
    """Take over the outputs of the stored notebook; False if its code is not the same."""
    if not path.exists():
        return False
    old = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    new = [c for c in notebook.cells if c.cell_type == "code"]
    if [c.source for c in old] != [c.source for c in new]:
        return False
    for mine, stored in zip(new, old, strict=True):
        mine.outputs, mine.execution_count = stored.outputs, stored.execution_count
    return True


def dictionaries() -> dict[Path, str]:
    """The pages of the data dictionary: file -> what it should hold."""
    sys.path.insert(0, str(HERE.parent))
    from simkit.cli.schema import page
    from simkit.core.registry import titles

    folder = HERE / "docs" / "reference" / "data"
    folder.mkdir(exist_ok=True)
    return {folder / f"{title}.md": page(title) + "\n" for title in titles()}


def main() -> None:
    """Make the notebooks named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="beginnings of names: 00, 20 ...")
    parser.add_argument("--keep", action="store_true", help="execute only where code has changed")
    parser.add_argument("--dictionary", action="store_true", help="only the data dictionaries")
    args = parser.parse_args()
    if args.dictionary:
        for path, text in dictionaries().items():
            path.write_text(text, encoding="utf-8")
        return
    failed: list[str] = []
    for source in sources(args.names):
        notebook, path = notebook_of(source), target(source)
        seconds, started = 0.0, time.monotonic()
        if not (args.keep and with_old_outputs(notebook, path)):
            try:
                seconds = execute(notebook)
            except nbclient.exceptions.CellExecutionError as error:
                failed.append(path.name)  # the stored one stays; the others are made all the same
                print(f"{path.name} FAILED\n{error}", file=sys.stderr, flush=True)
                continue
            clean(notebook)
        write(notebook, path)
        wall = time.monotonic() - started
        size = path.stat().st_size / 1000
        print(f"{path.name:<34} {seconds:6.1f} CPU s {wall:6.1f} s {size:6.0f} kB", flush=True)
    if failed:
        sys.exit(f"not made: {', '.join(failed)}")


if __name__ == "__main__":
    main()

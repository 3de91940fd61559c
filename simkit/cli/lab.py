"""Open the notebooks in JupyterLab, in a folder of your own.

simkit lab                    copies the notebooks to ./simkit-notebooks and opens the tour
simkit lab ~/class            the same, in another folder
simkit lab --copy-only        only copies

What you have changed is never overwritten: files that differ from the shipped ones stay as they are, and
are named. `--fresh` puts the shipped ones beside them, under names with `.shipped` in them.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from simkit.core.components import shipped
from simkit.core.errors import SimkitError, install_command

FOLDER = "simkit-notebooks"
FIRST = "00-tour.ipynb"
NOT_COPIED = ("build.py", "src", "__pycache__", ".ipynb_checkpoints")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", nargs="?", default=FOLDER, help=f"default: {FOLDER}")
    parser.add_argument("--copy-only", action="store_true", help="copy, do not start JupyterLab")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--port", type=int, help="port of the server (default: any free one)")
    parser.add_argument("--allow-root", action="store_true", help="start as root, in a container")
    parser.add_argument(
        "--fresh", action="store_true", help="put shipped notebooks beside those you have changed"
    )


def run(args: argparse.Namespace) -> int:
    """Copy the notebooks and start JupyterLab."""
    folder = Path(args.folder).expanduser()
    copied, kept = copy_to(folder, fresh=args.fresh)
    print(f"the notebooks are in {folder.resolve()} ({copied} copied)")
    for path in kept:
        print(f"left as you changed it: {path}", file=sys.stderr)
    if args.copy_only:
        print(f"next: simkit lab {args.folder}")
        return 0
    if importlib.util.find_spec("jupyterlab") is None:
        raise SimkitError(f"JupyterLab is not installed: {install_command('notebook')}")
    trust(folder)
    command = server_command(folder, browser=not args.no_browser, port=args.port)
    command += ["--allow-root"] if args.allow_root else []
    sys.stdout.flush()
    os.execv(command[0], command)


def copy_to(folder: Path, *, fresh: bool = False) -> tuple[int, list[Path]]:
    """Copy what a reader needs; returns how many files were written, and those left alone.

    A file that is there already with other contents belongs to the user.
    """
    source = shipped("notebooks")
    if not (source / FIRST).is_file():
        raise SimkitError("the notebooks were not found; they come with the installed package")
    written, kept = 0, []
    try:
        for name in files_of(source):
            old, new = source / name, folder / name
            content = old.read_bytes()
            if new.exists() and new.read_bytes() != content:
                kept.append(name)
                if not fresh:
                    continue
                new = new.with_name(f"{new.stem}.shipped{new.suffix}")
            if new.exists() and new.read_bytes() == content:
                continue
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(old, new)
            written += 1
    except OSError as error:
        raise SimkitError(f"{folder}: cannot be written ({error.strerror})") from None
    return written, kept


def files_of(source: Path) -> Iterator[Path]:
    """Yield the files that are copied, relative to the folder."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        if path.is_file() and not set(name.parts) & set(NOT_COPIED):
            yield name


def trust(folder: Path) -> None:
    """Sign the notebooks that are as shipped, so that JupyterLab shows their pictures at once."""
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()  # type: ignore[no-untyped-call]
    source = shipped("notebooks")
    for name in files_of(source):
        copy = folder / name
        same = name.suffix == ".ipynb" and copy.exists()
        if same and copy.read_bytes() == (source / name).read_bytes():
            notebook = nbformat.read(copy, as_version=4)  # type: ignore[no-untyped-call]
            notary.sign(notebook)  # type: ignore[no-untyped-call]


def server_command(folder: Path, *, browser: bool, port: int | None) -> list[str]:
    """Return the command that starts JupyterLab on the tour.

    Examples
    --------
    >>> server_command(Path("class"), browser=False, port=8888)[1:4]
    ['-m', 'jupyterlab', '--ServerApp.root_dir=...class']
    """
    command = [
        sys.executable, "-m", "jupyterlab",
        f"--ServerApp.root_dir={folder.resolve()}",
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        "--LabApp.news_url=None",
    ]  # fmt: skip
    if not browser:
        command.append("--no-browser")
    if port is not None:
        command.append(f"--port={port}")
    return command

"""Spec files: one run, or several (``[[part]]`` tables), each in a sub-folder of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from simkit.core.errors import SimkitError
from simkit.runs.results import PARTS, Results, part_names
from simkit.runs.run import How, run
from simkit.runs.spec import Spec, read_specs
from simkit.runs.store import MANIFEST, Store


def run_file(
    path: Path,
    folder: Path | None = None,
    *,
    resume: bool = False,
    changes: Mapping[str, Any] | None = None,
    **how: Unpack[How],
) -> dict[str, Results]:
    """Play a spec file, or (with `resume`) the folder of an interrupted run.

    Parameters
    ----------
    folder
        Where the tables go; by default ``runs/<name of the file>``.
    changes
        Keys of the spec to lay over what the file says.
    **how
        How it is played; see `simkit.runs.run.run`.

    Returns
    -------
    dict
        Part name -> results; the single key "" for a file without parts.
    """
    if path.is_dir() and resume:
        return _finish(path, changes or {}, **how)
    specs = read_specs(path)
    if changes:
        specs = {name: _changed(spec, changes, path.name) for name, spec in specs.items()}
    where = default_folder(path, folder)
    if "" in specs:
        return {"": run(specs[""], where, resume=resume, name=path.stem, **how)}
    note_parts(where, list(specs))
    return {
        name: run(spec, where / name, resume=resume, name=f"{path.stem}/{name}", **how)
        for name, spec in specs.items()
    }


def default_folder(spec: Path, folder: Path | None = None) -> Path:
    """Return where the tables of a spec file go: `folder`, else ``runs/<name of the file>``."""
    return folder or Path("runs") / spec.stem


def _finish(folder: Path, changes: Mapping[str, Any], **how: Unpack[How]) -> dict[str, Results]:
    found = {}
    share = how.pop("share", None)
    for name in part_names(folder) or [""]:
        manifest = Store(folder / name).manifest()
        if share not in (None, manifest.share):
            held = "share {}/{}".format(*manifest.share) if manifest.share else "a whole run"
            raise SimkitError(f"{folder}: holds {held}, not share {share[0]}/{share[1]}")
        how["share"] = manifest.share
        spec = _changed(manifest.spec, changes, str(folder)) if changes else manifest.spec
        found[name] = run(spec, folder / name, resume=True, name=manifest.run, **how)
    return found


def _changed(spec: Spec, changes: Mapping[str, Any], name: str) -> Spec:
    return Spec.of({**spec.to_dict(), **changes}, name)


def note_parts(folder: Path, names: list[str]) -> None:
    """Write down which parts the run has, unless another run is there."""
    if (folder / MANIFEST).exists():
        raise SimkitError(f"{folder}: holds a run without parts; name a new folder")
    known = part_names(folder) if folder.is_dir() else []
    if known and known != names:
        raise SimkitError(f"{folder}: holds a run of other parts ({', '.join(known)})")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / PARTS).write_text(json.dumps({"parts": names}), encoding="utf-8")
    except OSError as error:
        raise SimkitError(f"{folder}: cannot be written to ({error.strerror})") from None

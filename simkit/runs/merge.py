"""Joining the shares of a run that were played on several machines."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from simkit.core.errors import SimkitError
from simkit.runs.identity import differences
from simkit.runs.parts import note_parts
from simkit.runs.results import Results, part_names
from simkit.runs.store import FINISHED, PACKS, RUNNING, Store


def merge(folders: Sequence[Path], out: Path) -> dict[str, Results]:
    """Join shares into one run; its digest is that of a run played in one piece.

    Parameters
    ----------
    folders
        The folders of all shares, in any order.
    out
        A new folder.

    Returns
    -------
    dict
        Part name -> results; the single key "" for a run without parts.
    """
    names = {tuple(part_names(folder)) for folder in folders}
    if len(names) != 1:
        raise SimkitError("the folders do not hold the same parts")
    (parts,) = names
    if not parts:
        return {"": _merge([Path(folder) for folder in folders], out)}
    note_parts(out, list(parts))
    return {name: _merge([folder / name for folder in folders], out / name) for name in parts}


def _merge(folders: list[Path], out: Path) -> Results:
    shares = [Results(folder) for folder in folders]
    _check(shares)
    store = Store(out)
    store.create()
    with store:
        store.lock()
        if store.exists:
            raise SimkitError(f"{out}: holds a run already; name a new folder")
        manifest = shares[0].store.manifest()
        manifest.share = None
        manifest.state = RUNNING
        if shares[0].store.packs():
            shutil.copytree(shares[0].folder / PACKS, out / PACKS)
        store.write_manifest(manifest)
        for share in shares:
            for receipt in share.receipts:
                for part in receipt.parts.values():
                    target = out / part.file
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(share.folder / part.file, target)
                store.add(receipt)
        manifest.state = FINISHED
        store.write_manifest(manifest)
    return Results(out)


def _check(shares: list[Results]) -> None:
    first = shares[0].manifest
    if first.share is None:
        raise SimkitError(f"{shares[0].folder}: is a whole run, not a share (--share 1/2)")
    found: dict[int, Path] = {}
    for results in shares:
        manifest, folder = results.manifest, results.folder
        if manifest.spec.fingerprint() != first.spec.fingerprint():
            raise SimkitError(f"{folder}: is of another spec than {shares[0].folder}")
        if manifest.rules_version != first.rules_version:
            raise SimkitError(
                f"{folder}: was played by rules version {manifest.rules_version}, "
                f"{shares[0].folder} by version {first.rules_version}"
            )
        other = differences(manifest.identity, first.identity)
        if other:
            raise SimkitError(
                f"{folder}: was played with something else than {shares[0].folder} ({other})"
            )
        if manifest.share is None or manifest.share[1] != first.share[1]:
            raise SimkitError(f"{folder}: is not one of {first.share[1]} shares")
        if not results.finished:
            raise SimkitError(f"{folder}: is not finished; simkit run --resume {folder}")
        number = manifest.share[0]
        if number in found:
            raise SimkitError(f"{folder}: is share {number}, as {found[number]} is")
        found[number] = folder
    lacking = [str(k) for k in range(1, first.share[1] + 1) if k not in found]
    if lacking:
        raise SimkitError(f"of {first.share[1]} shares, {', '.join(lacking)} is not given")

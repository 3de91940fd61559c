"""A run's folder: manifest, receipts, part files, and the lock that keeps a second run out.

::

    runs/mine/
      manifest.json     the spec, versions, batch size, the columns of every table
      receipts.jsonl    one line per finished batch: its parts with checksums, hashes, failures
      games/ seats/ moves/ points/    part-000000000.parquet ...

A batch is done once its line stands in ``receipts.jsonl``. A torn last line, and parts without a line,
are what a killed run leaves; both are played again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from simkit.core.compiled import build
from simkit.core.errors import SimkitError
from simkit.core.packs import read_packs
from simkit.core.registry import rules_class
from simkit.core.schema import Column
from simkit.core.tables import LOG_LEVELS, SCHEMA_VERSION, table_columns
from simkit.runs.batch import (
    INCOMING,
    LOCK,
    Failure,
    Part,
    Receipt,
    checksum,
    incoming,
    part_file,
    write_payload,
)
from simkit.runs.identity import Identity, digest
from simkit.runs.spec import Spec

SCHEMA = "simkit/run/2"
OLDER = "simkit/run/1"  # without checksums, and other names in seats.bot
RUNNING, FINISHED = "running", "finished"  # states of a folder
IMPORTED = "imported"  # state of a folder whose games were played elsewhere
PACKS = "packs"  # folder with copies of the packs
MANIFEST, RECEIPTS = "manifest.json", "receipts.jsonl"
OWN_TEMPORARY = re.compile(rf"({re.escape(MANIFEST)}|{re.escape(RECEIPTS)})\.\d+\.tmp")


@dataclass
class Manifest:
    """What is fixed when a run begins, and how it ended.

    Attributes
    ----------
    ways
        How each role is filled ("balanced" ...), the line-up's silences resolved.
    share
        (k, n): this folder holds the k-th of n shares of the deals; None for a whole run.
    state
        ``running`` (or interrupted), ``finished`` or ``imported``.
    ended
        Why the run ended: its number of games, its minutes, its precision.
    build
        Which build began it: compiled, plain Python, or some of each, and of what.
    columns
        Table -> its columns, so that tables can be read without the title's code.
    departures
        Arm -> its options that are not as the rulebook has them, in words.
    identity
        What the run is played with; see `simkit.runs.identity`.
    receipts
        Number and checksum of the receipts of a finished run.
    """

    run: str
    spec: Spec
    rules_version: int
    batch_size: int
    ways: dict[str, Any]
    share: tuple[int, int] | None = None
    state: str = "running"
    simkit: str = ""
    ended: str = ""
    build: str = ""
    columns: dict[str, list[Column]] = field(default_factory=dict)
    departures: dict[str, list[str]] = field(default_factory=dict)
    identity: Identity = field(default_factory=dict)
    receipts: tuple[int, str] = (0, "")

    @classmethod
    def new(
        cls, run: str, spec: Spec, batch_size: int, ways: dict[str, Any],
        share: tuple[int, int] | None = None, identity: Identity | None = None,
    ) -> Manifest:  # fmt: skip
        """Write down the present versions and columns."""
        from simkit import __version__

        rules = spec.rules_of(spec.arms[0])
        columns = {name: table_columns(name, rules.schema) for name in LOG_LEVELS[spec.log]}
        return cls(
            run, spec, rules.version, batch_size, ways, share, "running", __version__, "",
            build(spec.title), columns, spec.departures(), identity or {},
        )  # fmt: skip

    def to_json(self) -> str:
        """Return the manifest as text."""
        data = {
            "schema": SCHEMA,
            "tables": SCHEMA_VERSION,
            "simkit": self.simkit,
            "build": self.build,
            "run": self.run,
            "state": self.state,
            "ended": self.ended,
            "rules_version": self.rules_version,
            "batch_size": self.batch_size,
            "share": self.share,
            "fingerprint": self.spec.fingerprint(),
            "ways": self.ways,
            "departures": self.departures,
            "identity": self.identity,
            "receipts": self.receipts,
            "spec": self.spec.to_dict(),
            "columns": {name: [asdict(c) for c in found] for name, found in self.columns.items()},
        }
        return json.dumps(sealed(data), indent=1)

    @classmethod
    def from_json(cls, text: str, place: str) -> Manifest:
        """Read a manifest."""
        try:
            data = json.loads(text)
            if data["schema"] == OLDER:
                raise SimkitError(f"{place}: is of an older simkit ({OLDER}); play the run again")
            if data["schema"] != SCHEMA:
                raise SimkitError(f"{place}: has schema {data['schema']!r}, not {SCHEMA!r}")
            if sealed(data)[SEAL] != data[SEAL]:
                raise SimkitError(f"{place}: is damaged (its checksum differs)")
            spec = spec_from_dict(data["spec"])
            if spec.fingerprint() != data["fingerprint"]:
                raise SimkitError(
                    f"{place}: is damaged (its spec is not the one of its fingerprint)"
                )
            columns = {
                name: [_column(one) for one in found] for name, found in data["columns"].items()
            }
            return cls(
                data["run"],
                spec,
                data["rules_version"],
                data["batch_size"],
                data["ways"],
                tuple(data["share"]) if data["share"] else None,
                data["state"],
                data["simkit"],
                data["ended"],
                data["build"],
                columns,
                data["departures"],
                data["identity"],
                tuple(data["receipts"]),
            )
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise SimkitError(f"{place}: is damaged ({type(error).__name__}: {error})") from None


def _column(stored: dict[str, Any]) -> Column:
    """Rebuild a stored column."""
    return Column(**{**stored, **{key: tuple(stored[key]) for key in ("categories", "labels")}})


SEAL = "checksum"


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """Return what is to be stored with a checksum of all of it."""
    rest = {key: value for key, value in data.items() if key != SEAL}
    return {**rest, SEAL: checksum(json.dumps(rest, sort_keys=True).encode())}


def spec_from_dict(data: dict[str, Any]) -> Spec:
    """Rebuild a stored spec; its form is checked, its sense was when it was stored."""
    from simkit.runs.spec import shaped

    return Spec.model_validate(shaped(data))


class Store:
    """Reads and writes a run's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._receipts: IO[str] | None = None
        self._lock: int | None = None
        self.token = ""  # of the session that has locked the folder; see `Batch.token`

    # Opening ---------------------------------------------------------------------------------

    @property
    def exists(self) -> bool:
        """Whether the folder holds a run."""
        return (self.folder / MANIFEST).is_file()

    def create(self) -> None:
        """Make the folder; anything in it that is not ours is an error."""
        if self.folder.exists():
            if not self.folder.is_dir():
                raise SimkitError(f"{self.folder}: is a file; name a folder for the run")
            others = [
                p.name
                for p in self.folder.iterdir()
                if p.name != LOCK and not OWN_TEMPORARY.fullmatch(p.name)
            ]
            if others and not self.exists:
                raise SimkitError(
                    f"{self.folder}: holds other files ({others[0]} ...); name a new folder"
                )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SimkitError(f"{self.folder}: cannot be made ({error.strerror})") from None

    def lock(self) -> None:
        """Keep every other run out of the folder until `close` (or the end of this process)."""
        try:
            handle = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise SimkitError(f"{self.folder}: cannot be written to ({error.strerror})") from None
        try:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # no such locks on this platform
            pass
        except BlockingIOError:
            os.close(handle)
            raise SimkitError(f"{self.folder}: another run is writing here") from None
        except OSError as error:
            os.close(handle)
            raise SimkitError(
                f"{self.folder}: cannot be locked ({error.strerror}), so a second run could write here, "
                "too; name a folder on another file system"
            ) from None
        self._lock = handle

    def sign(self) -> None:
        """Write a token of this session into the lock, by which workers know the folder."""
        assert self._lock is not None
        self.token = uuid.uuid4().hex
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, self.token.encode(), 0)

    def close(self) -> None:
        """Close the receipts and let go of the folder."""
        if self.token:
            shutil.rmtree(incoming(self.folder, self.token), ignore_errors=True)
        if self._receipts is not None:
            self._receipts.close()
            self._receipts = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Manifest --------------------------------------------------------------------------------

    def manifest(self) -> Manifest:
        """Read the manifest."""
        path = self.folder / MANIFEST
        if not path.is_file():
            what = "holds no run" if self.folder.is_dir() else "no such folder"
            raise SimkitError(f"{self.folder}: {what} (there is no {MANIFEST})")
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SimkitError(f"{path}: cannot be read ({error})") from None
        return Manifest.from_json(text, str(path))

    def write_manifest(self, manifest: Manifest) -> None:
        """Write the manifest in one stroke; that of a finished run tells what receipts there are."""
        if manifest.state != RUNNING:
            manifest.receipts = self.receipts_as_they_are()
        path = self.folder / MANIFEST
        temporary = path.with_name(f"{MANIFEST}.{os.getpid()}.tmp")
        try:
            temporary.write_text(manifest.to_json(), encoding="utf-8")
            os.replace(temporary, path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise

    # Receipts --------------------------------------------------------------------------------

    def take_in(self, receipt: Receipt) -> None:
        """Put the parts of a batch in their places: those that a worker wrote, and those it sent."""
        came = incoming(self.folder, self.token)
        for name, part in receipt.parts.items():
            if name not in receipt.payload:
                target = self.folder / part.file
                target.parent.mkdir(exist_ok=True)
                os.replace(came / part.file, target)
        write_payload(self.folder, receipt)

    def add(self, receipt: Receipt) -> None:
        """Note a finished batch; it counts once its line is on the disk."""
        if self._receipts is None:
            self._end_torn_line()
            self._receipts = (self.folder / RECEIPTS).open("a", encoding="utf-8")
        self._receipts.write(_line(receipt))
        self._receipts.flush()
        os.fsync(self._receipts.fileno())

    def _end_torn_line(self) -> None:
        """Drop what a killed run left of its last line."""
        path = self.folder / RECEIPTS
        if not path.is_file():
            return
        data = path.read_bytes()
        if data and not data.endswith(b"\n"):
            with path.open("r+b") as handle:
                handle.truncate(data.rfind(b"\n") + 1)

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts of all finished batches, in order of arrival."""
        for number, line in enumerate(self._lines(), 1):
            try:
                yield _receipt(line)
            except NOT_A_RECEIPT as error:
                raise SimkitError(
                    f"{self.folder / RECEIPTS}: line {number} is damaged ({error}); "
                    "simkit run --resume plays its games again"
                ) from None

    def sound_receipts(self) -> list[Receipt]:
        """Return the receipts that are as they were written, each once."""
        found: dict[int, Receipt] = {}
        for line in self._lines():
            try:
                receipt = _receipt(line)
            except NOT_A_RECEIPT:
                continue
            found[receipt.number] = receipt
        return list(found.values())

    def _lines(self) -> Iterator[bytes]:
        """Yield the whole lines of the receipts, without what a killed run left of its last one."""
        path = self.folder / RECEIPTS
        if path.is_file():
            with path.open("rb") as handle:
                yield from (line for line in handle if line.endswith(b"\n"))

    def receipts_as_they_are(self) -> tuple[int, str]:
        """Return the number of receipts, and one checksum of all, whatever their order."""
        found = sorted(checksum(line) for line in self._lines())
        return len(found), checksum("".join(found).encode())

    def check_receipts(self, manifest: Manifest, receipts: Sequence[Receipt]) -> None:
        """Refuse receipts of something else than the manifest names, and games that are there twice."""
        import numpy as np

        wanted = digest(manifest.identity)
        for receipt in receipts:
            if receipt.identity != wanted:
                raise SimkitError(
                    f"{self.folder / RECEIPTS}: the batch of game {receipt.number} was played with other "
                    f"code, data or bots than {MANIFEST} names"
                )
        played = (game for receipt in receipts for game in receipt.games())
        games = np.sort(np.fromiter(played, dtype=np.int64))
        twice = games[1:][games[1:] == games[:-1]]
        if len(twice):
            raise SimkitError(f"{self.folder / RECEIPTS}: game {twice[0]} is there twice")

    def lacking(self, manifest: Manifest) -> list[str]:
        """Say so if a finished run does not have the receipts that it ended with."""
        if manifest.state == RUNNING:
            return []
        number, found = self.receipts_as_they_are()
        if (number, found) == manifest.receipts:
            return []
        if number != manifest.receipts[0]:
            return [f"{RECEIPTS}: holds {number} batches, not {manifest.receipts[0]}"]
        return [f"{RECEIPTS}: is damaged (its checksum differs)"]

    def keep_only(self, receipts: Iterable[Receipt]) -> None:
        """Rewrite the receipts in one stroke, without those of lost batches."""
        path = self.folder / RECEIPTS
        temporary = path.with_name(f"{RECEIPTS}.{os.getpid()}.tmp")
        with temporary.open("w", encoding="utf-8") as handle:
            for receipt in receipts:
                handle.write(_line(receipt))
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(temporary, path)

    def damage(self, receipt: Receipt, thorough: bool = True) -> list[str]:
        """Name the parts of a batch that are missing or not what was written."""
        found = []
        for part in receipt.parts.values():
            path = self.folder / part.file
            try:
                if path.stat().st_size != part.size:
                    found.append(f"{part.file}: is damaged (its size differs)")
                elif thorough and checksum(path.read_bytes()) != part.checksum:
                    found.append(f"{part.file}: is damaged (its checksum differs)")
            except FileNotFoundError:
                found.append(f"{part.file}: is missing")
            except OSError as error:
                found.append(f"{part.file}: cannot be read ({error.strerror})")
        return found

    def keep_packs(self, spec: Spec) -> None:
        """Copy the packs of a run, so that it can be read wherever they go."""
        for number, pack in enumerate(read_packs(rules_class(spec.title), spec.pack)):
            target = self.folder / PACKS / str(number)
            target.mkdir(parents=True, exist_ok=True)
            for file in pack.files():
                shutil.copyfile(file, target / file.name)

    def packs(self) -> list[str]:
        """Return the folders of the packs that the run was played with."""
        return [str(path) for path in sorted((self.folder / PACKS).glob("*"), key=_number)]

    def sweep(self) -> None:
        """Remove what a killed run and its workers left: temporary files, and parts without a receipt."""
        for path in self.folder.glob(f"{INCOMING}*"):
            shutil.rmtree(path, ignore_errors=True)
        for path in self.folder.glob("*/*.tmp"):
            path.unlink(missing_ok=True)
        for path in self.folder.glob("*.tmp"):
            path.unlink(missing_ok=True)


def _number(path: Path) -> int:
    return int(path.name)


NOT_A_RECEIPT = (ValueError, LookupError, TypeError, AttributeError)


def _line(receipt: Receipt) -> str:
    data = asdict(receipt)
    del data["payload"]
    data["hashes"] = list(receipt.hashes)
    return json.dumps(sealed(data), separators=(",", ":")) + "\n"


def _receipt(line: bytes) -> Receipt:
    """Read a line; anything that is not as it was written is a `ValueError`."""
    data = json.loads(line)
    if sealed(data)[SEAL] != data[SEAL]:
        raise ValueError("its checksum differs")
    parts = {name: Part(**part) for name, part in data["parts"].items()}
    for name, part in parts.items():
        if part.file != part_file(name, data["number"]):
            raise ValueError(f"{part.file} is no file of this batch")
    return Receipt(
        data["number"],
        [(game, found) for game, found in data["hashes"]],
        [Failure(**failure) for failure in data["failures"]],
        parts,
        data["seconds"],
        data["peak"],
        data["identity"],
        data.get("elapsed", 0.0),
    )

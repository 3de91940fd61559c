"""Tournaments: who meets whom, what is stored, standings, tables."""

from __future__ import annotations

import contextlib
import hashlib
import html
import itertools
import json
import math
import os
import re
import secrets
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from simkit.analysis import balance
from simkit.core.bot import Bot, Choice
from simkit.core.errors import GameTooLong, SimkitError
from simkit.core.luck import Luck
from simkit.core.registry import make_bot, rules_class
from simkit.core.registry import rules as make_rules
from simkit.core.state import State
from simkit.engine.observer import ChoiceLog, GameInfo
from simkit.engine.play import play_game
from simkit.engine.recorder import Recorder
from simkit.engine.replay import retell
from simkit.runs.batch import Receipt, joined_tables, make_part, write_part
from simkit.runs.identity import Identity, differences, identity
from simkit.runs.recordings import Player
from simkit.runs.results import Results
from simkit.runs.spec import Spec
from simkit.runs.store import Manifest, Store
from simkit.studies.tournament.booths import Booths
from simkit.studies.tournament.entrants import Entrant, find_entrants
from simkit.studies.tournament.guest import ENDLESS, Fault, Guest, GuestBot, Unsettled, staller
from simkit.studies.tournament.limits import Limits, duration
from simkit.studies.tournament.meter import Account, free_memory
from simkit.studies.tournament.template import Template
from simkit.studies.tournament.trial import trial
from simkit.studies.tournament.wire import Packer

SCHEMA = "simkit/tournament/3"
SETTING, JOURNAL, TABLES = "tournament.json", "journal.jsonl", "tables"

Names = TypeVar("Names", bound=tuple[str, ...])
SECRET = re.compile("[0-9a-f]{32}")
CHECKS = 3  # games before the first
STARTING = 0.03  # seconds to fork a participant's process, to shut it in and to end it
OWN = 10  # times what a game of bots of simkit's takes: views, questions, checks, on a busy machine
CHECK = b',"check":"'  # before the checksum at the end of a line of the journal


@dataclass(slots=True)
class Standing:
    """What is known of one participant.

    Attributes
    ----------
    checked
        Whether it has been tried.
    fault
        Why it is out; "" while it is in.
    remarks
        What its author should know.
    """

    entrant: Entrant
    checked: bool = False
    fault: str = ""
    remarks: list[str] = field(default_factory=list)


class Tournament:
    """A round robin of the bots in a folder, every pair over the same deals, seats swapped.

    Each pair plays every deal twice, with the seats exchanged. A participant that breaks a limit or a
    rule is out; the others' games against it do not count, so that all who remain have met the same
    opponents. Everything is stored as it happens: the same call goes on where an interrupted tournament
    stopped, and plays only what is new when files were added or changed. With other code, data, settings
    or another secret it refuses.

    Parameters
    ----------
    folder
        Where the participants' files are.
    title
        Title that is played.
    out
        Where results go.
    deals
        Deals per pair; each gives two games.
    seats
        Number of players: with more than two, the two bots of a pair sit alternately.
    house
        Bots that come with simkit and take part ("greedy", "random").
    limits
        What a participant may use.
    secret
        What the luck of all deals is drawn from. By default one that nobody can know beforehand; it is
        stored in ``tournament.json``, and a tournament with the same secret has the same deals.
    options
        Rule variants.
    unfenced
        Play even as the superuser on a machine that cannot fence participants in.

    Examples
    --------
    In a notebook, standings that change as games are played:

    >>> contest = Tournament("bots", "federation", "runs/contest")              # doctest: +SKIP
    >>> shown = display(contest, display_id=True)                               # doctest: +SKIP
    >>> contest.play(watch=shown.update)                                        # doctest: +SKIP
    """

    def __init__(
        self,
        folder: str | Path,
        title: str,
        out: str | Path,
        *,
        deals: int = 10,
        seats: int | None = None,
        house: Sequence[str] = (),
        secret: str | None = None,
        limits: Limits | None = None,
        options: Mapping[str, Any] | None = None,
        unfenced: bool = False,
    ) -> None:
        if os.name != "posix":
            raise SimkitError(
                "a tournament needs Linux or macOS: elsewhere nothing can be contained"
            )
        low, high = rules_class(title).schema.seat_range
        if high < 2:
            raise SimkitError(f"{title}: a tournament needs a title for two or more players")
        self.rules = make_rules(title, seats or max(low, 2), None, **dict(options or {}))
        if self.rules.seats < 2:
            raise SimkitError("seats: a tournament needs two or more seats")
        if deals < 1:
            raise SimkitError(f"deals: must be at least 1, not {deals}")
        self.deals = deals
        self.limits = limits or Limits()
        self.out = Path(out)
        entrants = find_entrants(Path(folder), house, title)
        self.identity = self._identity(house)
        self.standing = {e.name: Standing(self._identified(e)) for e in entrants}
        self.anew: set[str] = set()  # who has changed since it played
        self.games: dict[tuple[str, str], list[dict[str, Any]]] = {}
        self.accounts: dict[str, Account] = {}
        self.put_off: dict[tuple[str, ...], str] = {}
        self.template: Template | None = None
        self.packer = Packer(self.rules)
        self.doing = ""
        self.booths = Booths(self.rules, Path(folder), self.out, unfenced=unfenced)
        self.secret = self._settle(secret)
        self._read_journal()

    # What is stored --------------------------------------------------------------------------

    def _identity(self, house: Sequence[str]) -> Identity:
        """Return hashes of what decides the games, beside the participants' files."""
        lineup = {"bots": list(house)} if house else {}
        return identity(
            Spec.model_validate(
                {
                    "title": self.rules.title,
                    "seats": self.rules.seats,
                    "options": dict(self.rules.options),
                    "lineup": lineup,
                }
            )
        )

    def _identified(self, entrant: Entrant) -> Entrant:
        """Give a bot of simkit's the digest of its code and weights; a file has one."""
        if not entrant.house:
            return entrant
        return replace(entrant, digest=self.identity[f"the bot {entrant.house}"])

    def _settle(self, secret: str | None) -> str:
        """Write down the setting, or compare it with the one that is stored; return the secret."""
        if secret is not None and not SECRET.fullmatch(secret):
            raise SimkitError(
                "secret: needs 32 digits of 0-9 and a-f, as tournament.json has them; a short one could "
                "be guessed by a participant, who would then know all hands"
            )
        wanted: dict[str, Any] = {
            "schema": SCHEMA,
            "title": self.rules.title,
            "rules_version": self.rules.version,
            "seats": self.rules.seats,
            "options": dict(self.rules.options),
            "deals": self.deals,
            "limits": asdict(self.limits),
            "played with": {
                what: digest
                for what, digest in self.identity.items()
                if not what.startswith("the bot ")
            },
        }
        path = self.out / SETTING
        if path.is_file():
            stored = self._stored(path)
            kept = str(stored["secret"])
            differ = differences(stored["played with"], wanted["played with"])
            if differ:
                raise SimkitError(
                    f"{self.out}: {differ} differ from those that its games were played with; name a new "
                    "folder, or play on with what was there"
                )
            if secret is not None:
                wanted["secret"] = secret
            for name, value in wanted.items():
                if stored[name] != value:
                    raise SimkitError(
                        f"{self.out}: holds a tournament with {name} = {stored[name]!r}, not "
                        f"{value!r}; name a new folder"
                    )
            return kept
        if self.out.is_dir() and any(self.out.iterdir()):
            raise SimkitError(f"{self.out}: holds other files; name a new folder")
        chosen = secret or secrets.token_hex(16)
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            setting = {**wanted, "secret": chosen}
            setting["check"] = _checksum(_plain(setting), chosen)
            path.write_text(json.dumps(setting, indent=1), encoding="utf-8")
        except OSError as error:
            raise SimkitError(f"{self.out}: cannot be written to ({error.strerror})") from None
        return chosen

    def _stored(self, path: Path) -> dict[str, Any]:
        """Return the setting that is stored, after a look at its checksum."""
        try:
            stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if stored["schema"] != SCHEMA:
                raise SimkitError(
                    f"{path}: was begun with another version of simkit ({stored['schema']}, not "
                    f"{SCHEMA}); name a new folder"
                )
            check = stored.pop("check")
            if check == _checksum(_plain(stored), stored["secret"]):
                return stored
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass
        raise SimkitError(f"{path}: is damaged; name a new folder")

    def _read_journal(self) -> None:
        """Take up what was played before by files that have not changed since."""
        path = self.out / JOURNAL
        if not path.is_file():
            return
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):  # a line that an interruption tore
            os.truncate(path, whole)
        for number, line in enumerate(data[:whole].splitlines(), 1):
            told, _, check = line.rpartition(CHECK)
            if check != f'{_checksum(told, self.secret)}"}}'.encode():
                raise SimkitError(
                    f"{path}: line {number} is damaged, or belongs to a tournament with another secret"
                )
            self._take_up(json.loads(told + b"}"))

    def _take_up(self, entry: dict[str, Any]) -> None:
        found = {name: self.standing.get(name) for name in entry["who"]}
        for name, digest in entry["who"].items():
            known = found[name]
            if known is None:
                return
            if known.entrant.digest != digest:
                self.anew.add(name)
                return
        names = list(entry["who"])
        first = self.standing[names[0]]
        if "games" in entry:
            self.games[names[0], names[1]] = entry["games"]
        elif "fault" in entry:
            first.fault, first.checked = entry["fault"], True
        else:
            first.checked, first.remarks = True, entry["remarks"]

    def _note(self, names: Sequence[str], **what: Any) -> None:
        who = {name: self.standing[name].entrant.digest for name in names}
        told = _plain({"who": who, **what})[:-1]
        check = f'{_checksum(told, self.secret)}"}}\n'.encode()
        with (self.out / JOURNAL).open("ab") as file:
            file.write(told + CHECK + check)
            file.flush()
            os.fsync(file.fileno())

    # Playing ---------------------------------------------------------------------------------

    @property
    def fit(self) -> list[str]:
        """Names of the participants that are not out."""
        return [name for name, one in self.standing.items() if not one.fault]

    def pairs(self) -> list[tuple[str, str]]:
        """Return who meets whom among those who are not out."""
        return list(itertools.combinations(self.fit, 2))

    def _from_files(self) -> int:
        return sum(not one.entrant.house for one in self.standing.values())

    def announcement(self) -> str:
        """Say, before the first game, what holds participants in and how long all may take at most."""
        fence = f"fence: {self.booths.fence}"
        if self.anew:
            fence += (
                f"\nanew:  games of {', '.join(sorted(self.anew))}, changed since they were played"
            )
        if self.finished:
            return fence
        everybody = len(self.standing)
        games = CHECKS + 2 * self.deals * (everybody - 1)  # of each
        seats = -(-self.rules.seats // 2)  # that one of a pair has at most
        one = self._one_game() + self.rules.seats * STARTING
        own = OWN * one * everybody * (CHECKS + self.deals * (everybody - 1))
        share = self.limits.share(self._from_files())
        twice = 2 * self.limits.clock  # a game that is late is played again
        theirs = self._from_files() * min(share, twice * seats * games)
        return (
            f"{fence}\n"
            f"time:  at most {duration(theirs + own)} by the clock, if a processor is free: "
            f"{duration(theirs)} for what participants do, each its share, and {duration(own)} for "
            "simkit's own part" + self._memory()
        )

    def _memory(self) -> str:
        """Say that the machine has less memory than the participants may use; "" if it has enough."""
        wanted, free = self.rules.seats * self.limits.memory, free_memory()
        if wanted <= free:
            return ""
        return (
            f"\nmemory: {free:.0f} MB are free, and {self.rules.seats} processes may use "
            f"{self.limits.memory:g} MB each; if they do, games are played again: allow less (--memory)"
        )

    def _one_game(self) -> float:
        """Return how many seconds a game of bots of simkit's takes, those that take part among them."""
        texts = [one.entrant.house for one in self.standing.values() if one.entrant.house]
        seats = itertools.islice(itertools.cycle(texts or ["random"]), self.rules.seats)
        bots = [make_bot(text, self.rules.title) for text in seats]
        began = time.monotonic()
        play_game(self.rules.deal(Luck(self.number("time"))), bots, None, GameInfo(seed=0))
        return time.monotonic() - began

    @property
    def finished(self) -> bool:
        """Whether everybody has been checked and all pairs have played."""
        checked = all(one.checked for one in self.standing.values())
        return checked and all(pair in self.games for pair in self.pairs())

    def play(self, watch: Callable[[Tournament], object] | None = None) -> Results:
        """Play what has not been played yet; write and return the four tables.

        Parameters
        ----------
        watch
            Called with the tournament after every check and every pairing.
        """
        if self.booths.warning:
            warnings.warn(self.booths.warning, stacklevel=2)
        for _ in self.steps():
            if watch is not None:
                watch(self)
        self.doing = ""
        return self.write_tables()

    def steps(self) -> Iterator[str]:
        """Check and play one step after the other; yield what was done, in words."""
        store = Store(self.out)
        store.lock()
        self.booths.clear()
        try:
            while names := [name for name, one in self.standing.items() if not one.checked]:
                yield self._check(self._next([(name,) for name in names])[0])
            while pairs := [pair for pair in self.pairs() if pair not in self.games]:
                yield self._meet(*self._next(pairs))
        finally:
            if self.template is not None:
                self.template.close()
                self.template = None
            self.booths.clear()
            store.close()

    def _next(self, left: list[Names]) -> Names:
        """Return what is to be played next: first what has not been put off."""
        return next((names for names in left if names not in self.put_off), left[0])

    def _check(self, name: str) -> str:
        one = self.standing[name]
        self.doing = f"{name} is checked"
        if not one.entrant.house:
            try:
                if one.entrant.flaw:
                    raise Fault(name, one.entrant.flaw)
                one.remarks = trial(lambda: self._guest(name), self.rules)
            except Fault as fault:
                return self._put_out(fault)
            except Unsettled as unsettled:
                return self._put_off((name,), unsettled)
        one.checked = True
        self._note([name], remarks=one.remarks)
        return f"{name} is fit to play" + "".join(f"; {remark}" for remark in one.remarks)

    def _put_out(self, fault: Fault | Unsettled) -> str:
        one = self.standing[fault.who]
        one.fault, one.checked = fault.reason, True
        self._note([fault.who], fault=fault.reason)
        return f"{fault.who} is out: {fault.reason}"

    def _put_off(self, names: tuple[str, ...], what: Unsettled) -> str:
        """Play something again at the end; the second time, blame somebody or give up."""
        if names not in self.put_off:
            self.put_off[names] = what.reason
            return f"{' : '.join(names)} is played again at the end: {what}"
        if what.blamed:
            return self._put_out(what)
        raise SimkitError(
            f"{what}, for the second time: free some memory, or allow each participant less than "
            f"--memory {self.limits.memory}; the same call then goes on"
        )

    def _meet(self, one: str, other: str) -> str:
        self.doing = f"{one} meets {other}"
        both = itertools.product(range(self.deals), range(2))
        try:
            games = [self._game(one, other, deal, turn) for deal, turn in both]
        except Fault as fault:
            return self._put_out(fault)
        except Unsettled as unsettled:
            return self._put_off((one, other), unsettled)
        self.games[one, other] = games
        self._note([one, other], games=games)
        won = sum(
            share
            for game in games
            for name, share in zip(game["names"], game["win_share"], strict=True)
            if name == one
        )
        return f"{one} : {other}  {won:g} : {len(games) - won:g}"

    def _guest(self, name: str) -> Guest:
        """Start a process of a participant's, for one seat of one game."""
        booth = self.booths.booth()
        if self.template is None:
            self.template = Template(self.rules, self.limits, booth.layers, booth.scratch)
        account = self.accounts.setdefault(name, Account(self.limits.share(self._from_files())))
        entrant = self.standing[name].entrant
        return Guest(entrant, self.limits, booth, self.template, self.packer, account)

    def _game(self, one: str, other: str, deal: int, turn: int) -> dict[str, Any]:
        """Play one game, with new processes of all its participants; return what is stored of it."""
        pair = (one, other)
        names = [pair[(seat + turn) % 2] for seat in range(self.rules.seats)]
        with contextlib.ExitStack() as guests:
            bots = [
                self._bot(name, self.number("whims", one, other, deal, turn, seat), guests)
                for seat, name in enumerate(names)
            ]
            return self._played(names, bots, deal, turn)

    def _bot(self, name: str, whims: int, guests: contextlib.ExitStack) -> Bot:
        """Return a participant's bot for one seat of one game."""
        entrant = self.standing[name].entrant
        if entrant.house:
            bot = make_bot(entrant.house, self.rules.title)
            bot.name = name
            return bot
        return GuestBot(guests.enter_context(contextlib.closing(self._guest(name))), whims)

    def _played(self, names: list[str], bots: list[Bot], deal: int, turn: int) -> dict[str, Any]:
        state = self._dealt(deal)
        log = ChoiceLog()
        info = GameInfo(seed=self.number("house whims", deal))
        endless = False
        try:
            play_game(state, bots, log, info)
        except GameTooLong:
            who = staller([names[seat] for seat in log.seats])
            if who:
                raise Fault(who, ENDLESS) from None
            endless = True
        return {
            "deal": deal,
            "turn": turn,
            "names": names,
            "score": state.scores(),
            "rank": state.ranks(),
            "win_share": [0.0 if endless else state.win_share(seat) for seat in range(state.seats)],
            "endless": endless,
            "actions": [hex(action) for action in log.actions],
            "values": [(_or_none(one.value), _or_none(one.runner_up)) for one in log.choices],
        }

    def number(self, *what: object) -> int:
        """Return the random number that belongs to something; it tells nothing about the others."""
        text = json.dumps([self.secret, *what])
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")

    def _dealt(self, deal: int) -> State:
        return self.rules.deal(Luck(self.number("deal", deal)))

    # Results ---------------------------------------------------------------------------------

    def counted(self) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Yield (game_id, number of the pair, game) of the games between those who are not out."""
        number = itertools.count()
        for lineup, pair in enumerate(self.pairs()):
            for game in self.games.get(pair, ()):
                yield next(number), lineup, game

    def frames(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Return what the standings need of the tables `seats` and `games`."""
        seats, games = [], []
        for game_id, _, game in self.counted():
            games.append((game_id, game["deal"]))
            columns = zip(
                game["names"], game["score"], game["rank"], game["win_share"], strict=True
            )
            seats += [(game_id, seat, *row) for seat, row in enumerate(columns)]
        names = ["game_id", "seat", "bot", "score", "rank", "win_share"]
        return pd.DataFrame(seats, columns=names), pd.DataFrame(games, columns=["game_id", "deal"])

    def standings(self) -> pd.DataFrame:
        """Return place, win share and score with intervals, the strongest first.

        Returns
        -------
        pandas.DataFrame
            One row per participant: ``place`` (missing for those who are out), ``bot``, ``games``,
            ``win_share``, ``win_low``, ``win_high``, ``score``, ``score_low``, ``score_high`` and
            ``words``: why it is out, or a remark. The intervals treat all games of one deal as dependent.
        """
        seats, games = self.frames()
        columns = ["bot", "games", "win_share", "win_low", "win_high"]
        columns += ["score", "score_low", "score_high"]
        if len(seats):
            found = balance.table(seats, "bot", games)[columns]
        else:
            found = pd.DataFrame({name: pd.Series(dtype=object) for name in columns})
        waiting = [name for name in self.fit if name not in set(found["bot"])]
        out = [name for name, one in self.standing.items() if one.fault]
        found = pd.concat(
            [found.astype(object), pd.DataFrame({"bot": [*waiting, *out]}, dtype=object)],
            ignore_index=True,
        )
        shares = found["win_share"].astype(float)
        found.insert(0, "place", shares.rank(ascending=False, method="min").astype("Int64"))
        for name in columns[2:]:
            found[name] = found[name].astype(float)
        found["games"] = found["games"].astype(float).fillna(0).astype(int)
        found["words"] = [self._words(name) for name in found["bot"]]
        return found

    def _words(self, name: str) -> str:
        one = self.standing[name]
        return f"out: {one.fault}" if one.fault else "; ".join(one.remarks)

    def cross_table(self) -> pd.DataFrame:
        """Return the share that each (row) won against each (column), strongest first."""
        names = [name for name in self.standings()["bot"] if not self.standing[name].fault]
        found = pd.DataFrame(math.nan, index=names, columns=names, dtype=float)
        for pair in self.pairs():
            games = self.games.get(pair, [])
            if games:
                won = sum(
                    share
                    for game in games
                    for name, share in zip(game["names"], game["win_share"], strict=True)
                    if name == pair[0]
                )
                found.loc[pair] = won / len(games)
                found.loc[pair[1], pair[0]] = 1 - won / len(games)
        return found

    def conditions(self) -> list[tuple[str, str]]:
        """Return under which conditions the standings hold, as pairs of name and words."""
        low = {k: f"{v:g}" for k, v in asdict(self.limits).items()}
        played = sum(1 for _ in self.counted())
        options = ", ".join(f"{k} = {v}" for k, v in self.rules.options.items())
        return [
            ("title", self.rules.title),
            ("rules version", str(self.rules.version)),
            ("seats", str(self.rules.seats)),
            ("options", options or "none"),
            ("participants", f"{len(self.standing)}, of whom {len(self.fit)} stayed in"),
            ("games", f"{played}: every pair plays {self.deals} deals twice, seats exchanged"),
            ("luck", f"drawn from the secret in {SETTING}"),
            ("fence", str(self.booths.fence)),
            (
                "limits",
                f"{low['decision']} s per decision, {low['game']} s per game (processor time), "
                f"{low['idle']} s asleep and {low['clock']} s by the clock per game, a share of "
                f"{low['hours']} h, {low['memory']} MB of memory, {low['output']} kB printed per "
                f"game, {low['files']} MB or {low['entries']} files written",
            ),
        ]

    def live(self) -> list[tuple[str, int, float, str]]:
        """Return (name, games, win share, words) of all, best first: quick, for live standings."""
        games = dict.fromkeys(self.standing, 0)
        won = dict.fromkeys(self.standing, 0.0)
        for _, _, game in self.counted():
            for name, share in zip(game["names"], game["win_share"], strict=True):
                won[name] += share
            for name in set(game["names"]):
                games[name] += 1
        rows = [
            (name, n, won[name] / n if n else math.nan, self._words(name))
            for name, n in games.items()
        ]
        return sorted(rows, key=lambda row: (bool(self.standing[row[0]].fault), -(row[2] or 0)))

    def _repr_html_(self) -> str:
        found = self.standings()[["place", "bot", "games", "win_share", "words"]]
        shown = found.assign(win_share=[f"{100 * v:.1f} %" for v in found["win_share"]])
        return (
            f"<p>{html.escape(self.doing) or 'finished'}</p>{shown.to_html(index=False, na_rep='')}"
        )

    def write_tables(self) -> Results:
        """Write the four tables of all games that count; `simkit.load` reads them.

        A game that was ended because it did not end is not among them.
        """
        folder = self.out / TABLES
        recorder = Recorder(self.rules, "points", self.out.name, "tournament")
        for game_id, lineup, game in self.counted():
            if game["endless"]:
                continue
            state = self._dealt(game["deal"])
            info = GameInfo(
                game_id, self.number("deal", game["deal"]), game["deal"], lineup, game["turn"]
            )
            bots = [Player(name) for name in game["names"]]
            retell(recorder, state, _choices(game), bots, info)
        spec = Spec.model_validate(
            {
                "title": self.rules.title,
                "seats": self.rules.seats,
                "games": max(1, len(recorder.game_ids)),
                "log": "points",
                "name": self.out.name,
                "options": dict(self.rules.options),
            }
        )
        store = Store(folder)
        store.create()
        with store:
            store.lock()
            manifest = Manifest.new(self.out.name, spec, len(recorder.game_ids), {})
            manifest.state = "imported"
            hashes = list(zip(recorder.game_ids, recorder.hashes, strict=True))
            receipt = Receipt(0, hashes, [], {})
            for table, rows in joined_tables([recorder]).items():
                part, data = make_part(table, 0, rows)
                write_part(folder, part, data)
                receipt.parts[table] = part
            store.keep_only([receipt])
            store.write_manifest(manifest)
        return Results(folder)


def _plain(data: dict[str, Any]) -> bytes:
    """Return data as JSON without spaces."""
    return json.dumps(data, separators=(",", ":")).encode()


def _checksum(data: bytes, secret: str) -> str:
    """Return a checksum that only who knows the secret can make."""
    return hashlib.blake2b(data, key=str(secret).encode()[:64], digest_size=12).hexdigest()


def _choices(game: dict[str, Any]) -> Iterator[Choice]:
    """Yield the choices of a stored game."""
    for text, (value, runner_up) in zip(game["actions"], game["values"], strict=True):
        yield Choice(int(text, 16), _or_nan(value), _or_nan(runner_up))


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value


def _or_none(value: float) -> float | None:
    """Return a value as JSON can hold it, and as `moves` does: in single precision."""
    return value if math.isfinite(value) and abs(value) < 3e38 else None

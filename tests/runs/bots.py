"""Bots that go wrong on purpose."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any, ClassVar

from simkit.core.bot import Bot, Choice, RandomBot
from simkit.core.luck import Luck


class Unlucky(RandomBot):
    """Plays at random; in one game of `one_in`, chosen by luck, `go_wrong` is called."""

    PARAMS: ClassVar[tuple[str, ...]] = ("one_in",)

    def __init__(self, one_in: int = 8) -> None:
        super().__init__()
        self.one_in = one_in

    def start(self, rules: Any, seat: int, luck: Luck) -> None:
        super().start(rules, seat, luck)
        self.doomed = luck.fork("unlucky").below(self.one_in) == 0
        self.asked = 0

    def choose(self, view: Any, candidates: list[int]) -> Choice:
        self.asked += 1
        if self.doomed and self.asked == 3:
            self.go_wrong()
        return super().choose(view, candidates)

    def go_wrong(self) -> None:
        raise NotImplementedError


class Stumbles(Unlucky):
    """Raises an error."""

    name = "stumbles"

    def go_wrong(self) -> None:
        raise ZeroDivisionError("the bot stumbled")


class Kills(Unlucky):
    """Ends its process, as the system does when memory is short; but never the process `spare`."""

    PARAMS: ClassVar[tuple[str, ...]] = ("spare", "one_in")
    name = "kills"

    def __init__(self, spare: int, one_in: int = 8) -> None:
        super().__init__(one_in)
        self.spare = spare

    def go_wrong(self) -> None:
        if os.getpid() != self.spare:
            os.kill(os.getpid(), signal.SIGKILL)


class KillsOnce(Kills):
    """Ends its process the first time, and leaves a flag so that it does not happen again."""

    PARAMS: ClassVar[tuple[str, ...]] = ("spare", "flag", "one_in")
    name = "kills_once"

    def __init__(self, spare: int, flag: str, one_in: int = 8) -> None:
        super().__init__(spare, one_in)
        self.flag = flag

    def go_wrong(self) -> None:
        if os.getpid() == self.spare:
            return
        try:
            os.close(os.open(self.flag, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        super().go_wrong()


class Interrupts(Unlucky):
    """Raises what Ctrl-C does."""

    name = "interrupts"

    def go_wrong(self) -> None:
        raise KeyboardInterrupt("not by Ctrl-C")


class First(Bot):
    """A bot as a beginner writes it; sees a view and takes the first candidate."""

    name = "first"

    def choose(self, view: Any, candidates: list[int]) -> Choice:
        return Choice(candidates[0])


class Leaves(Unlucky):
    """Ends the program, as a script does."""

    name = "leaves"

    def go_wrong(self) -> None:
        sys.exit(0)


class Closes(Unlucky):
    """Raises what is no `Exception`."""

    name = "closes"

    def go_wrong(self) -> None:
        raise GeneratorExit("closed")


class Drops(Unlucky):
    """Ends its process without a word, whatever process that is."""

    name = "drops"

    def go_wrong(self) -> None:
        os._exit(7)


class Shot(Unlucky):
    """Kills its process, whatever process that is."""

    name = "shot"

    def go_wrong(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Hangs(Unlucky):
    """Never answers."""

    name = "hangs"

    def go_wrong(self) -> None:
        while True:
            pass


class HangsDeaf(Unlucky):
    """Never answers, and hears no error."""

    name = "hangs_deaf"

    def go_wrong(self) -> None:
        while True:
            try:
                time.sleep(1000)
            except Exception:
                continue


class Naps(Unlucky):
    """Takes its time in some games."""

    name = "naps"

    def go_wrong(self) -> None:
        time.sleep(1)


class Talks(Unlucky):
    """Prints megabytes."""

    name = "talks"

    def go_wrong(self) -> None:
        for _ in range(50):
            print("talk" * 25_000)


class Worded(Bot):
    """Values its choice with a word."""

    name = "worded"

    def choose(self, view: Any, candidates: list[int]) -> Choice:
        return Choice(candidates[0], "x")  # type: ignore[arg-type]

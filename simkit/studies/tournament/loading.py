"""From a participant's file to its class of bots."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError


def load_bot_class(path: Path, source: bytes) -> type[Bot]:
    """Run a file and return the subclass of `simkit.Bot` that it defines.

    A file with several bots says which one plays: ``BOT = MyBot``.

    Parameters
    ----------
    path
        What the file is called.
    source
        What it holds.

    Raises
    ------
    SimkitError
        If there is none, or no telling which; whatever the file raises itself goes through.
    """
    name = "participant_" + re.sub(r"\W", "_", path.stem)
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError:
        raise SimkitError("is not a text file in UTF-8") from None
    try:
        code = compile(text, str(path), "exec")
    except SyntaxError as error:
        raise SimkitError(f"is not valid Python: {error.msg} (line {error.lineno})") from None
    except ValueError as error:
        raise SimkitError(f"is not valid Python: {error}") from None
    module = types.ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # so that its classes can be pickled
    exec(code, module.__dict__)
    return _chosen(module)


def _chosen(module: types.ModuleType) -> type[Bot]:
    named = module.__dict__.get("BOT")
    if named is not None:
        if isinstance(named, type) and issubclass(named, Bot):
            return named
        raise SimkitError("BOT is not a subclass of simkit.Bot")
    own = [
        thing
        for thing in module.__dict__.values()
        if isinstance(thing, type)
        and issubclass(thing, Bot)
        and thing.__module__ == module.__name__
    ]
    last = [cls for cls in own if not any(cls in other.__mro__[1:] for other in own)]
    if not last:
        raise SimkitError("defines no bot: it needs a subclass of simkit.Bot")
    if len(last) > 1:
        names = ", ".join(cls.__name__ for cls in last)
        raise SimkitError(
            f"defines several bots ({names}); say which one plays: BOT = {last[0].__name__}"
        )
    return last[0]


def reason_of(error: BaseException, path: Path) -> str:
    """Say in one line what a participant's code raised, and in which line of its file."""
    try:
        said = str(error)
    except BaseException:  # whatever it is: the error has its name
        said = ""
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    if len(text) > 300:
        text = text[:297] + "..."
    return f"raised {text}" + _line(line, path)


def line_of(frame: types.FrameType | None, path: Path) -> str:
    """Say which line of a participant's file is being run; "" if none is."""
    while frame is not None:
        if frame.f_code.co_filename == str(path):
            return _line(frame.f_lineno, path)
        frame = frame.f_back
    return ""


def _line(line: int, path: Path) -> str:
    return f" (line {line} of {path.name})" if line else ""

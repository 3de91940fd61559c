#!/usr/bin/env python3
"""Compile one group of modules with mypyc: the step of `compiling.py` that runs in a process of its own.

usage: compile_group.py GROUPS NAME LEVEL      (in the folder that holds the sources)

GROUPS is a JSON file: name of a group -> paths of its modules, for this group and those it relies on.
What is there already counts: mypy reads its cache, mypyc writes only those files of C anew that have
changed, and setuptools compiles only what is older than them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

C_IS_WRITTEN = "C is written"


def main() -> None:
    """Write the C of the group, say so, and compile it into lib/NAME."""
    file, name, level = sys.argv[1:]
    groups = json.loads(Path(file).read_text(encoding="utf-8"))
    extensions = mypycify(
        ["--config-file", "mypy.ini", *(path for paths in groups.values() for path in paths)],
        opt_level=level,
        debug_level="0",
        separate=[(paths, f"simkit_{group}") for group, paths in groups.items()],
        target_dir="c",
    )
    print(C_IS_WRITTEN, flush=True)
    own = {path.removesuffix(".py").replace("/", ".") for path in groups[name]}
    own.add(f"simkit_{name}__mypyc")
    setup(
        name="simkit",
        packages=[],
        ext_modules=[extension for extension in extensions if extension.name in own],
        script_args=["-q", "build_ext", "--build-lib", f"lib/{name}", "--build-temp", "o"],
    )


if __name__ == "__main__":
    main()

"""Builds a compiled wheel when SIMKIT_COMPILE=1 is set; every other build stays plain Python."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED = os.environ.get("SIMKIT_COMPILE") == "1"


class CompiledWheel(BuildHookInterface[Any]):
    """Adds simkit/_compiled to the wheel; where it cannot be made, the wheel is a plain one."""

    def dependencies(self) -> list[str]:
        """Return what the build needs beside hatchling: the tools of .ci/compiling.py."""
        return ["mypy>=2.4", "librt>=0.16", "setuptools>=75", "numpy>=2.1"] if WANTED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is packed."""
        if not WANTED or version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / ".ci"))
        import compiling

        self.scratch = tempfile.TemporaryDirectory()
        target = Path(self.scratch.name) / "_compiled"
        try:
            compiling.fill(target)
        except compiling.CannotCompile as error:
            print(f"simkit is built as plain Python: {error}", file=sys.stderr)
            return
        if not target.is_dir():
            print("simkit is built as plain Python: its core does not compile", file=sys.stderr)
            return
        build_data["force_include"][str(target)] = "simkit/_compiled"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled."""
        if hasattr(self, "scratch"):
            self.scratch.cleanup()

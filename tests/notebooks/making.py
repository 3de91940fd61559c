"""notebooks/build.py as a module: it stands outside the package."""

import importlib.util
from pathlib import Path

_spec = importlib.util.spec_from_file_location(
    "notebooks_build", Path(__file__).resolve().parents[2] / "notebooks" / "build.py"
)
assert _spec is not None and _spec.loader is not None
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)

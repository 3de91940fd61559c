"""Submodules that are imported when they are first asked for: ``import simkit`` is enough, and light."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from types import ModuleType

Lazy = tuple[Callable[[str], ModuleType], Callable[[], list[str]]]


def submodules(package: str, path: Iterable[str]) -> Lazy:
    """Return ``__getattr__`` and ``__dir__`` of a package whose submodules need not be imported first.

    Parameters
    ----------
    package, path
        ``__name__`` and ``__path__`` of the package.
    """

    def names() -> list[str]:
        import pkgutil

        found = (module.name for module in pkgutil.iter_modules(path))
        return sorted(name for name in found if not name.startswith("_"))

    def get(name: str) -> ModuleType:
        if name.startswith("_") or name not in names():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return importlib.import_module(f"{package}.{name}")

    return get, names

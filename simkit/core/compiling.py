"""What the optional compiled form (mypyc) needs to be told; does nothing in plain Python.

The hot modules of core and titles stay inside the subset that mypyc compiles (``.ci/compile_smoke`` holds
them to it). Interpreted code subclasses their classes: somebody's own bot, a title outside simkit.
A class has to allow that, in the words of ``mypy_extensions``, which not every installation has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_: Any) -> Any:
        """Return a decorator that leaves a class as it is."""
        return lambda cls: cls

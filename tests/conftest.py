"""The tests hold the plain build, which is the reference; a soak test compares the compiled one with it.

Some tests hand in wrong types on purpose, or put their own function in place of one of simkit's: compiled
code refuses the first in its own words and does not see the second. ``SIMKIT_BUILD=compiled`` runs the
tests with the compiled build all the same.
"""

from __future__ import annotations

import os

from hypothesis import settings

# How long one example takes says how busy the machine is, and nothing about the code.
settings.register_profile("simkit", deadline=None)
settings.load_profile("simkit")

os.environ.setdefault("SIMKIT_BUILD", "plain")

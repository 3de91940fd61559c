"""Tests of simkit; ``tests.tiny`` is a title of their own."""

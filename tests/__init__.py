"""The tests; laid out like simkit/ itself. ``tests.tiny`` is a title of their own."""

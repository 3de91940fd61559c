"""The tests; laid out like simkit/ itself."""

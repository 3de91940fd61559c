"""Balance, comparison, strength, strategy and luck: frames in, tidy frames out, never an engine."""

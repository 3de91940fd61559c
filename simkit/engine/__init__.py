"""How a game is played and taken down: the decision loop, observers, the recorder, replay from a log."""

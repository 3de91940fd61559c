"""Race for the Galaxy, base game: 2 to 4 players, the advanced two-player game included."""

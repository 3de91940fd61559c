"""What needs games and analysis together: restricted play, meta-games, ladders, sweeps."""

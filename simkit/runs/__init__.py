"""Many games from one spec: planner, batches, Parquet store, results."""

"""The greedy bot: what it looks at, and what an action is worth to it."""

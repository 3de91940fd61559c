"""Game theory on payoff tables: equilibria, dynamics, voting power."""

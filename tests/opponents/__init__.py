"""Bots of today against those of the first edition, which comes out of git history; see README.md."""

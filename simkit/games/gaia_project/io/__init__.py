"""Positions, recordings and cases: what is read and written."""

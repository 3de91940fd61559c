"""Notebook widgets: explorers, replay viewer, live run, patch lab, play against bots."""

"""Matplotlib figures of analysis frames."""

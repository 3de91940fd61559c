"""The Fair: a tiny title for the tests, and the model from which a new title is copied."""

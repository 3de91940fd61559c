"""The Fair: a tiny title for the tests, and the model from which a new title is copied."""

NAME = "tests.tiny"
LABEL = "The Fair"
CAUTION = ""
# Kinds of actions that the others do not see when they are taken: offers are laid aside face down.
SECRET_KINDS = frozenset({"offer"})

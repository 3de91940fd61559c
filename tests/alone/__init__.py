"""The Fair for one: a title of the tests whose game can be lost, with nobody to have won it."""

NAME = "tests.alone"
LABEL = "The Fair for one"
CAUTION = "The target of The Fair for one is invented."
SECRET_KINDS = frozenset({"offer"})

"""The Fair for one: a title of the tests whose game can be lost, with nobody to have won it."""

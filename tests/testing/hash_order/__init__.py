"""The Fair, broken: the order of its legal actions depends on the hash seed of the process."""

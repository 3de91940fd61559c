"""One module per title: what its inner game is, and the page about it."""

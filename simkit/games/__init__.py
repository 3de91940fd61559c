"""One package per title, all laid out alike."""

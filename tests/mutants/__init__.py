"""A sampler of planted faults: which of them do the tests catch? See README.md."""

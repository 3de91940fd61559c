"""Other algorithms for the same questions, where they pay."""

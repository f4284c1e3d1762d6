"""People and their records."""

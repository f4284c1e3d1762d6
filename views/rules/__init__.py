"""What can be read about a game: its rules, its house rules, its board, and how this book works."""

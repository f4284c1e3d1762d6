"""Who ever played, what they won, and the best of each game."""

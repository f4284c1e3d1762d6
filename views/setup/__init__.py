"""Setting up a new play."""

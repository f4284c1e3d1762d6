"""Counting the cash, and what would explain a difference."""

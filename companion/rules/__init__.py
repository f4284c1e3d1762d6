"""Arithmetic that games share: pure functions on whole numbers, with the rulebook's examples as doctests."""

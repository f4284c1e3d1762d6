"""An evening in figures: worth, prices, and where the money went."""

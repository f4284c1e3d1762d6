"""Boards beside the cards: prices, a track, the tote, a score sheet, and the race below a short sheet."""

"""Bets: at the tote and with a bookmaker, and what they pay after the race."""

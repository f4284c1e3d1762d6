"""Boards: each drawn by one renderer, on a phone, on a tablet and for a room."""

"""The screens of tests are those that an author of a game gets."""

from views.testing import PATIENCE, PHONE, TABLET, Reading, Screen, Watched, Wire, play

__all__ = ["PATIENCE", "PHONE", "TABLET", "Reading", "Screen", "Watched", "Wire", "play"]

"""Which version of the app this is, for every form of it: served, installed, frozen or in a browser."""

VERSION = "1.2.0"
"""The same as in pyproject.toml, which no built form carries along; a test holds the two together."""
FLET = "1.0.5"
"""The version of Flet whose comparison ``views/sparse_walk.py`` makes quicker; any other compares as it does itself."""

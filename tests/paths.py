"""Where the repository and the recorded evenings are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SESSION_FOLDER = ROOT / "tests" / "evenings"
"""Whole evenings, each a session file."""

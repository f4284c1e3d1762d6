"""What commands are tried on."""

from pathlib import Path

ROOT = Path(__file__).parents[3]
SESSIONS = ROOT / "tests" / "sessions"
RETIRED = SESSIONS / "ratrace-retirement.session"
EVENING = "game ratrace\ntitle {}\nseats Alice Bob\nstart first=alice\n"


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix in (".db", ".txt")}

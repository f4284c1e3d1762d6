"""What commands are tried on."""

from tests.paths import SESSION_FOLDER

RETIRED = SESSION_FOLDER / "ratrace-retirement.session"
EVENING = "game ratrace\ntitle {}\nseats Alice Bob\nstart first=alice\n"


def everything(folder):
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in (".db", ".txt")
    }

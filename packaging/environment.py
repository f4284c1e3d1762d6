"""The environments that the app and its tests run in, made from the locks when needed.

An old Python must be able to parse this file up to the message that rejects it, so nothing here uses syntax newer than
Python 3.6.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

NEEDED = (3, 11)
if sys.version_info < NEEDED:
    # On import, because an old Python would fail at the first signature below.
    sys.exit(
        "Companion needs Python {}.{} or newer, and this is Python {}.{}: "
        "install a newer one and start again with it.".format(*(NEEDED + sys.version_info[:2])),
    )

ROOT = Path(__file__).resolve().parents[1]
WINDOWS = os.name == "nt"


def entries(lock: Path) -> list[str]:
    """Return what a lock itself names: for each package its version and its hashes."""
    return re.findall(r"^[a-z0-9].*\n(?:[ ].*\n)*", lock.read_text(encoding="utf-8"), re.MULTILINE)


def chain(lock: Path) -> list[Path]:
    """Return the locks that one adds to, and itself."""
    bases = re.findall(r"^--requirement (.+)$", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return [*(part for base in bases for part in chain(lock.parent / base)), lock]


class Progress:
    """Says on standard error how far pip is: which package, of how many, its size, and the seconds so far.

    On a terminal it is one line that changes each second. Elsewhere it is a line every ten seconds.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.names = set()  # type: set[str]
        self.doing = "Looking for packages"
        self.began = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.ended = threading.Event()

    def follow(self, command: list[str]) -> int:
        """Run pip, and return its exit code."""
        threading.Thread(target=self.tick, daemon=True).start()
        try:
            with subprocess.Popen(command, stdout=subprocess.PIPE, universal_newlines=True) as pip:
                try:
                    for line in pip.stdout or ():
                        self.read(line)
                except BaseException:
                    pip.kill()
                    raise
        finally:
            self.ended.set()
        self.doing = "Could not be installed" if pip.returncode else "Installed"
        self.say()
        if self.terminal:
            print(file=sys.stderr)
        return pip.returncode

    def tick(self) -> None:
        """Say how far it is until pip has ended."""
        while not self.ended.wait(1 if self.terminal else 10):
            self.say()

    def read(self, line: str) -> None:
        """Take in what pip prints: names come with "Collecting", sizes with "Downloading"."""
        found = re.match(
            r"\s*(Collecting|Downloading|Using cached|Processing) (\S+)(?:.* \((\d\S* [kMG]?B)\))?",
            line,
        )
        if found:
            file = re.split(r"[/\\]", found.group(2))[-1]
            name = re.split(r"==|-\d", file)[0].replace("_", "-")
            self.names.add(name.lower())
            self.doing = f"Fetching {name}" + (f", {found.group(3)}" if found.group(3) else "")
        elif line.startswith("Installing collected packages"):
            self.doing = "Unpacking"

    def say(self) -> None:
        """Print how far it is."""
        seconds = int(time.monotonic() - self.began)
        words = f"  {self.doing} ({len(self.names)} of {self.total} packages, {seconds} s)"
        print(
            f"\r{words:<78}" if self.terminal else words,
            end="" if self.terminal else "\n",
            file=sys.stderr,
            flush=True,
        )


class Environment:
    """A folder with the packages of one lock file."""

    def __init__(self, folder: str, lock: str) -> None:
        self.folder = ROOT / folder
        self.lock = ROOT / lock
        self.python = self.folder / ("Scripts/python.exe" if WINDOWS else "bin/python")
        self.stamp = (
            self.folder / "companion-lock"
        )  # which lock has been installed, and for which Python
        self.unfinished = self.folder / "companion-unfinished"  # exists while pip is running

    def ready(self) -> Path:
        """Install what the lock lists, unless it is there already, and return its Python."""
        locks = b"".join(lock.read_bytes() for lock in chain(self.lock))
        wanted = "{} python{}.{}".format(hashlib.sha256(locks).hexdigest(), *sys.version_info[:2])
        if self.unfinished.exists() or not self.python.exists() or self.installed() != wanted:
            self.install(wanted)
        return self.python

    def installed(self) -> str:
        """Return which lock the folder was made from."""
        return self.stamp.read_text() if self.stamp.exists() else ""

    def install(self, wanted: str) -> None:
        """Install what the lock lists."""
        fresh = self.unfinished.exists() or not self.usable()
        packages = sum(len(entries(lock)) for lock in chain(self.lock))
        print(
            f"Preparing {self.folder.name}, once: {packages} packages come from the internet.",
            file=sys.stderr,
            flush=True,
        )
        if fresh:
            self.create()
        self.unfinished.touch()
        pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]
        lock = ["--retries", "2", "--require-hashes", "--requirement", str(self.lock)]
        if Progress(packages).follow([*pip, *lock]):
            self.give_up(fresh)
        self.stamp.write_text(wanted)
        self.unfinished.unlink()

    def usable(self) -> bool:
        """Whether the folder has an environment of this Python that starts."""
        if not self.python.exists():
            return False
        asked = [str(self.python), "-c", "import pip, sys; print(*sys.version_info[:2])"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
        return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]

    def create(self) -> None:
        """Make the folder again, without anything that an interrupted start left in it."""
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            sys.exit(
                "This Python cannot make an environment: "
                "on Debian and Ubuntu run 'apt install python3-venv', then start again.",
            )
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.unfinished.touch()
        made = subprocess.run([sys.executable, "-m", "venv", self.folder], check=False)
        if made.returncode:
            sys.exit(
                f"Could not make the environment in {self.folder}: is the disk full or read-only?"
            )

    def give_up(self, fresh: bool) -> None:
        """Exit with what to do, leaving things as they were."""
        # pip downloads everything before it changes anything, and rolls back what it could not finish.
        if fresh:
            shutil.rmtree(self.folder, ignore_errors=True)
        else:
            self.unfinished.unlink()
        sys.exit(
            "Could not install what Companion needs (pip says why above; "
            "is this machine online?): nothing was changed, start again when it is.",
        )


def run(environment: Environment, arguments: list[str]) -> None:
    """Replace this process by the environment's Python with these arguments."""
    try:
        python = str(environment.ready())
    except KeyboardInterrupt:
        sys.exit("Interrupted: the next start finishes the work.")
    except OSError as problem:
        sys.exit(f"Could not prepare {environment.folder}: {problem}.")
    command = [python, *arguments]
    if WINDOWS:  # exec there would return to the prompt while the app still runs
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(python, command)  # noqa: S606 - no shell is wanted

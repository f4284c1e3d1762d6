"""Write the locks again from pyproject.toml: `python3 packaging/lock.py [--upgrade]`.

Needs uv (`pip install uv`). A lock names the exact version and the hashes of everything that is installed,
for every system and Python that the app supports: first the lock that it adds to, then what it adds.
Without --upgrade, versions stay where they still fit.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from environment import chain, entries

ROOT = Path(__file__).resolve().parents[1]
APP, TEST = "requirements.lock", "requirements-test.lock"
LOCKS: dict[str, tuple[str, tuple[str, ...]]] = {
    APP: ("", ()),
    "requirements-desktop.lock": (APP, ("desktop",)),
    TEST: (APP, ("test", "lint")),
    "requirements-freeze.lock": (APP, ("freeze",)),
    "requirements-site.lock": (APP, ("site",)),
}
"""Each with the lock that it adds to, and all the groups that it is for."""
EXTRAS = ("desktop", "test")
"""What users may choose, where the others are groups for developers."""
# No address and no header: a lock must read the same whoever writes it, and work with any mirror.
COMPILE = (
    *(
        "uv",
        "pip",
        "compile",
        "pyproject.toml",
        "--quiet",
        "--universal",
        "--python-version",
        "3.11",
    ),
    *("--generate-hashes", "--no-emit-index-url", "--no-header", "--no-annotate"),
)


def main(options: list[str]) -> None:
    """Compile every lock, passing the options to uv."""
    for lock, (base, groups) in LOCKS.items():
        chosen = [
            word for one in groups for word in ("--extra" if one in EXTRAS else "--group", one)
        ]
        bound = ["--constraint", base] if base else []
        try:
            subprocess.run(
                [*COMPILE, *chosen, *bound, "--output-file", lock, *options], cwd=ROOT, check=True
            )
        except FileNotFoundError:
            sys.exit("Install uv first: 'pip install uv'.")
        except subprocess.CalledProcessError as failed:
            sys.exit(failed.returncode)
        if base:
            leave_out(ROOT / lock, base)
        print(f"{lock}: {len(entries(ROOT / lock))} packages")


def leave_out(lock: Path, base: str) -> None:
    """Refer to the lock that this one adds to for all that is in both."""
    known = {entry for part in chain(ROOT / base) for entry in entries(part)}
    added = [entry for entry in entries(lock) if entry not in known]
    lock.write_text("".join([f"--requirement {base}\n", *added]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])

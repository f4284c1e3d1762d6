"""Write the locks again from pyproject.toml: `python3 packaging/lock.py [--upgrade]`.

Needs uv (`pip install uv`). A lock names the exact version and the hashes of everything that is installed,
for every system and Python that the app supports. Without --upgrade, versions stay where they still fit.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS: dict[str, tuple[str, ...]] = {
    "requirements.lock": (),
    "requirements-desktop.lock": ("desktop",),
    "requirements-test.lock": ("test", "lint"),
    "requirements-freeze.lock": ("freeze",),
    "requirements-site.lock": ("site",),
    "requirements-proof.lock": ("test", "proof"),
}
EXTRAS = ("desktop", "test")
"""What users may choose, where the others are groups for developers."""
# No address and no header: a lock must read the same whoever writes it, and work with any mirror.
COMPILE = (
    *("uv", "pip", "compile", "pyproject.toml", "--quiet", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-emit-index-url", "--no-header"),
)


def main(options: list[str]) -> None:
    """Compile every lock, passing the options to uv."""
    for lock, groups in LOCKS.items():
        chosen = [word for one in groups for word in ("--extra" if one in EXTRAS else "--group", one)]
        try:
            subprocess.run([*COMPILE, *chosen, "--output-file", lock, *options], cwd=ROOT, check=True)
        except FileNotFoundError:
            sys.exit("Install uv first: 'pip install uv'.")
        except subprocess.CalledProcessError as failed:
            sys.exit(failed.returncode)
        print(f"{lock}: {(ROOT / lock).read_text(encoding='utf-8').count('==')} packages")


if __name__ == "__main__":
    main(sys.argv[1:])

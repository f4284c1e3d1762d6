"""Build what a release gives out, with checksums: `python3 packaging/release.py [--out FOLDER] [--only FORM ...]`.

Needs nothing but Python and the package registry. The desktop folder is for the system it was made on. The container is
left out, and that is said, where no engine for containers answers.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

import desktop
from environment import ROOT, Environment

SUMS = "SHA256SUMS"
ENGINES = ("docker", "podman")


def main(arguments: list[str] | None = None) -> None:
    """Build every form, and write their checksums beside them."""
    parser = argparse.ArgumentParser(description="Build what a release gives out, with checksums.")
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "build" / "release",
        help="where (default: build/release)",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        choices=FORMS,
        default=list(FORMS),
        metavar="FORM",
        help=", ".join(FORMS),
    )
    options = parser.parse_args(arguments)
    out: Path = options.out.resolve()
    if out.exists() and any(out.iterdir()) and not (out / SUMS).exists():
        sys.exit(
            f"{out} holds something else than a release: name another folder, or clear it yourself."
        )
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / SUMS).touch()  # so that a release that was broken off can be made again
    for form in dict.fromkeys(options.only):
        print(f"== {form}", flush=True)
        FORMS[form](out)
    write_sums(out)


def write_sums(out: Path) -> None:
    """Write the checksums of all files of a folder, as `sha256sum --check` reads them."""
    lines = []
    for file in sorted(one for one in out.iterdir() if one.name != SUMS):
        with file.open("rb") as opened:
            lines.append(f"{hashlib.file_digest(opened, 'sha256').hexdigest()}  {file.name}\n")
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    (out / SUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def wheel(out: Path) -> None:
    """Build what is installed by its name."""
    python = Environment(".venv-site", "requirements-site.lock").ready()
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, ROOT)


def site(out: Path) -> None:
    """Build what a web server gives out, as one file that is the same whenever nothing has changed."""
    packed = out / f"companion-{desktop.release()}-site.tar.gz"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "site"
        run(sys.executable, ROOT / "packaging" / "build_pwa.py", "--out", folder)
        with (
            packed.open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=0) as pressed,
            tarfile.open(mode="w", fileobj=pressed) as archive,
        ):
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                entry = tarfile.TarInfo(
                    path.relative_to(folder).as_posix()
                )  # of no time, and nobody's
                entry.size = path.stat().st_size
                with path.open("rb") as opened:
                    archive.addfile(entry, opened)


def folder_for_desktop(out: Path) -> None:
    """Build what needs no Python, for this system."""
    made = ROOT / "build" / "desktop"
    for before in made.glob("companion-*"):
        before.unlink()
    run(sys.executable, ROOT / "packaging" / "desktop.py", "--out", made, "--archive")
    for archive in made.glob("companion-*"):
        shutil.copyfile(archive, out / archive.name)


def container(out: Path) -> None:
    """Build the home server's image, where something here can."""
    engine = next((one for one in ENGINES if answers(one)), None)
    if engine is None:
        print(f"Left out: neither {' nor '.join(ENGINES)} answers on this machine.")
        return
    name = f"companion:{desktop.release()}"
    run(engine, "build", "--file", ROOT / "packaging" / "Containerfile", "--tag", name, ROOT)
    saved = out / f"companion-{desktop.release()}-container-{platform.machine().lower()}.tar"
    run(engine, "save", "--output", saved, name)
    with saved.open("rb") as plain, gzip.open(f"{saved}.gz", "wb") as pressed:
        shutil.copyfileobj(plain, pressed)
    saved.unlink()


def answers(engine: str) -> bool:
    """Whether an engine for containers is here and runs."""
    found = shutil.which(engine)
    return (
        found is not None
        and not subprocess.run([found, "info"], capture_output=True, check=False).returncode
    )


def run(*command: object) -> None:
    """Run a program that says for itself what is wrong.

    Raises:
        SystemExit: it failed.

    """
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(
            f"Nothing is to be given out: {Path(str(command[0])).name} ended with {done.returncode}."
        )


FORMS: dict[str, Callable[[Path], None]] = {
    "wheel": wheel,
    "site": site,
    "desktop": folder_for_desktop,
    "container": container,
}

if __name__ == "__main__":
    main()

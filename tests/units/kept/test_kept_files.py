"""What 0.5.0 wrote is in `tests/kept` as it was written: no file is another one, none is gone, and none came."""

import hashlib

from tests.units.kept.kept_reader import KEPT

SUMS = KEPT / "SHA256SUMS"
OF_THE_SUMS = "d9e08bdd9955788aff1a608a5706197210b9ff5e15ca868a1acd787aa339e1dc"


def kept_sums():
    """The digest that each file had, by its path."""
    lines = SUMS.read_text(encoding="utf-8").splitlines()
    return {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


def test_the_list_of_digests_is_what_it_was():
    assert hashlib.sha256(SUMS.read_bytes()).hexdigest() == OF_THE_SUMS


def test_every_file_is_what_it_was_none_is_gone_and_none_came():
    there = [path for path in KEPT.rglob("*") if path.is_file() and path != SUMS]
    now = {
        path.relative_to(KEPT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in there
    }
    assert now == kept_sums()

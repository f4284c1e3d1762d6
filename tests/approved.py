"""Texts beside the tests that hold what the program says; `--approve` writes them anew.

A reviewer sees in `git diff` what a change does to them, and the test shows the first lines that differ.
"""

from difflib import unified_diff
from itertools import islice

from tests.paths import ROOT

SHOWN = 40
"""So many lines of a difference are shown."""


def assert_approved(file, said, *, approve):
    """Check that a text is as its file has it, or write the file.

    Raises:
        AssertionError: it differs, and where.

    """
    if approve:
        file.write_bytes(said.encode())
        return
    known = file.read_text(encoding="utf-8")
    if known != said:
        name = file.relative_to(ROOT).as_posix()
        diff = unified_diff(known.splitlines(), said.splitlines(), name, "now", n=2, lineterm="")
        first = "\n".join(islice(diff, SHOWN))
        raise AssertionError(
            f"{first}\n\nIf that is as it should be: python3 packaging/test.py --approve -k {file.stem}"
        )

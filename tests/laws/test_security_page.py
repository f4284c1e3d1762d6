"""What SECURITY.md says is held by a test is held by one that is there."""

import re

from tests.paths import ROOT

PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
CELL = re.compile(r"`(tests/[\w/]+\.py)`(?:: ([\w, ]+\w))?")


def test_each_test_that_holds_a_promise_is_there():
    named = CELL.findall(PAGE)
    assert len(named) > 30
    for file, tests in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        for test in filter(None, tests.split(", ")):
            assert f"def test_{test}" in text, f"{file}: {test}"

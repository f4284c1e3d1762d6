"""Every case comes out as approved: what is recorded, refused, asked and offered."""

import pytest
from approved import assert_approved

from tests.cases.outcome import Outcome
from tests.cases.reading import FILES, FOLDER
from tests.cases.refusals import unreached

REASON = " | "
"""What stands between a sentence of the list and the reason that no case shows it."""


@pytest.mark.parametrize(
    "file", FILES, ids=lambda file: file.relative_to(FOLDER).with_suffix("").as_posix()
)
def test_each_case_comes_out_as_approved(file, request):
    assert_approved(
        file.with_suffix(".txt"),
        Outcome(file).text(),
        approve=request.config.getoption("--approve"),
    )


def test_no_outcome_is_left_of_cases_that_are_gone():
    assert {path.with_suffix(".case") for path in FOLDER.glob("*/*.txt")} == set(FILES)


def test_every_refusal_that_a_rule_can_make_stands_in_a_case_or_an_evening(request):
    """The list may hold more than is unreached: a case that is added needs no new one."""
    file, approve = FOLDER / "unreached.txt", request.config.getoption("--approve")
    remark, *known = file.read_text(encoding="utf-8").splitlines()
    reasons = dict(line.partition(REASON)[::2] for line in known)
    now = unreached()
    listed = now if approve or set(now) - set(reasons) else list(reasons)
    lines = [f"{line}{REASON}{reasons[line]}" if reasons.get(line) else line for line in listed]
    assert_approved(file, "".join(f"{line}\n" for line in (remark, *lines)), approve=approve)

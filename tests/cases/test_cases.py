"""Every case comes out as approved: what is recorded, refused, asked and offered."""

import pytest
from approved import assert_approved

from tests.cases.outcome import Outcome
from tests.cases.reading import FILES, FOLDER


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(FOLDER).with_suffix("").as_posix())
def test_each_case_comes_out_as_approved(file, request):
    assert_approved(file.with_suffix(".txt"), Outcome(file).text(), approve=request.config.getoption("--approve"))


def test_no_outcome_is_left_of_cases_that_are_gone():
    assert {path.with_suffix(".case") for path in FOLDER.glob("*/*.txt")} == set(FILES)

"""Where a receipt has a sum line: over a result whose steps stand above it, and nowhere else."""

import pytest

from companion.core.recording.differences import sums_lines_above
from models.ledger import ReceiptLine


@pytest.mark.parametrize(
    ("figures", "ruled"),
    [
        ("100 10 =-110", [2]),
        ("=-35 15", []),
        ("words =100", []),
        ("=200 600 =100", []),
        ("=200 600 100 10 =-110", [4]),
    ],
)
def test_a_result_has_a_sum_line_over_steps_of_its_own(figures, ruled):
    working = [
        ReceiptLine("", None if one == "words" else int(one.strip("=")), total="=" in one)
        for one in figures.split()
    ]
    assert [at for at, line in enumerate(sums_lines_above(working)) if line] == ruled

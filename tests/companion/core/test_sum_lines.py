"""Where a receipt has a sum line: over a result whose steps stand above it, and nowhere else."""

from __future__ import annotations

from companion.core.recording.differences import sums_lines_above
from models.ledger import ReceiptLine


def test_a_result_under_its_steps_has_a_sum_line():
    working = (
        ReceiptLine("Credit debt", 100),
        ReceiptLine("Interest 10%", 10),
        ReceiptLine("Ann pays the Treasury", -110, total=True),
    )
    assert sums_lines_above(working) == (False, False, True)


def test_a_result_that_stands_alone_has_none():
    working = (ReceiptLine("Ann pays Ben", -35, total=True), ReceiptLine("Ann then has", 15))
    assert sums_lines_above(working) == (False, False)


def test_words_are_no_steps():
    working = (ReceiptLine("Lands on Bingo"), ReceiptLine("Bingo: the Treasury pays", 100, total=True))
    assert sums_lines_above(working) == (False, False)


def test_what_somebody_has_after_one_result_is_no_step_of_the_next():
    working = (
        ReceiptLine("Collect 200: the Treasury pays", 200, total=True),
        ReceiptLine("Ann then has", 600),
        ReceiptLine("Bingo: the Treasury pays", 100, total=True),
    )
    assert sums_lines_above(working) == (False, False, False)


def test_a_second_result_has_a_sum_line_over_steps_of_its_own():
    working = (
        ReceiptLine("Collect 200: the Treasury pays", 200, total=True),
        ReceiptLine("Ann then has", 600),
        ReceiptLine("Credit debt", 100),
        ReceiptLine("Interest 10%", 10),
        ReceiptLine("Ann pays the Treasury", -110, total=True),
    )
    assert sums_lines_above(working) == (False, False, False, False, True)

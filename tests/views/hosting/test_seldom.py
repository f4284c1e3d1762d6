"""The log of a served app: a fault that somebody brings about again and again is written once in a while."""

from __future__ import annotations

import logging

import pytest

from views.hosting.serve import REPEAT_SECONDS, RepeatLimit


class Clock:
    now = 1_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def log(clock):
    """A log, and what is written in it."""
    made, keep, seldom = logging.getLogger("tried"), Keep(), RepeatLimit(clock)
    made.setLevel(logging.INFO)
    made.addFilter(seldom)
    made.addHandler(keep)
    made.written = keep.written
    yield made
    made.removeHandler(keep)
    made.removeFilter(seldom)


class Keep(logging.Handler):
    def __init__(self):
        super().__init__()
        self.written = []

    def emit(self, record):
        self.written.append(record.getMessage())


def read(words):
    return int(words)


def find(words):
    return [].index(words)


def fault(log, words="failed", failing=read):
    try:
        failing(words)
    except ValueError:
        log.exception("what came was %s", words)


def test_the_same_fault_is_written_once_whatever_was_sent(log):
    for number in range(1_000):
        fault(log, f"number {number}")
    assert log.written == ["what came was number 0"]


def test_after_a_while_it_is_written_again_with_how_often_it_came(log, clock):
    for _ in range(1_000):
        fault(log)
    clock.now += REPEAT_SECONDS
    fault(log, "again")
    fault(log, "again")
    assert log.written == ["what came was failed", "what came was again (and 999 times more since)"]


def test_another_fault_is_written(log):
    fault(log)
    fault(log, failing=find)
    log.warning("a warning")
    assert len(log.written) == 3


def test_what_is_no_fault_is_always_written(log):
    for _ in range(3):
        log.info("a word")
    assert log.written == ["a word"] * 3

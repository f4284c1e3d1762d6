"""The log of a served app: a fault that somebody brings about again and again is written once in a while."""

import logging

import pytest

from views.hosting.serve import REPEAT_SECONDS, RepeatLimit


def read(words):
    return int(words)


def find(words):
    return [].index(words)


@pytest.fixture
def now():
    return [1_000.0]


@pytest.fixture
def log(now, caplog):
    made, seldom = logging.getLogger("tried"), RepeatLimit(lambda: now[0])
    caplog.set_level(logging.INFO)
    made.addFilter(seldom)
    yield made
    made.removeFilter(seldom)


def fault(log, words="failed", failing=read):
    try:
        failing(words)
    except ValueError:
        log.exception("what came was %s", words)


def test_the_same_fault_is_written_once_in_a_while_with_how_often_it_came(log, now, caplog):
    for number in range(1_000):
        fault(log, f"number {number}")
    assert caplog.messages == ["what came was number 0"]
    now[0] += REPEAT_SECONDS
    fault(log, "again")
    fault(log, "again")
    assert caplog.messages[1:] == ["what came was again (and 999 times more since)"]


def test_another_fault_and_what_is_none_are_always_written(log, caplog):
    fault(log)
    fault(log, failing=find)
    log.warning("a warning")
    for _ in range(3):
        log.info("a word")
    assert len(caplog.messages) == 6

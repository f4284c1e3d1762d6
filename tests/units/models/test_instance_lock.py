"""One app for each data folder: a second one gets the address of the first, and no lock outlives its app."""

import subprocess
import sys

import pytest

from models.instance_lock import AlreadyRunningError, InstanceLock
from tests.paths import ROOT

HOLD = """
import sys
from pathlib import Path
from models.instance_lock import InstanceLock

lock = InstanceLock(Path(sys.argv[1]))
lock.take()
lock.announce("http://127.0.0.1:8550")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path):
    """Another process that has the folder."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.mark.usefixtures("other")
def test_a_second_app_gets_the_address_of_the_first(tmp_path):
    with pytest.raises(AlreadyRunningError) as refused:
        InstanceLock(tmp_path).take()
    assert refused.value.address == "http://127.0.0.1:8550"
    assert "Companion already runs at http://127.0.0.1:8550" in refused.value.sentence


def test_an_app_that_was_killed_leaves_no_lock_and_no_address(other, tmp_path):
    other.kill()
    other.wait()
    lock = InstanceLock(tmp_path)
    lock.take()
    with pytest.raises(AlreadyRunningError) as refused:
        InstanceLock(tmp_path).take()
    assert not refused.value.address


def test_an_app_that_has_ended_leaves_the_folder_to_the_next(tmp_path):
    first, second = InstanceLock(tmp_path), InstanceLock(tmp_path)
    first.take()
    first.release()
    second.take()
    with pytest.raises(AlreadyRunningError):
        first.take()


def test_whoever_has_the_folder_may_take_it_again(tmp_path):
    lock = InstanceLock(tmp_path)
    lock.take()
    lock.take()


def test_what_is_no_address_is_passed_to_nobody(tmp_path):
    lock = InstanceLock(tmp_path)
    lock.take()
    lock.announce("file:///etc/passwd")
    with pytest.raises(AlreadyRunningError) as refused:
        InstanceLock(tmp_path).take()
    assert (
        refused.value.sentence
        == "Companion already runs and has this book open. Use that one, or end it first."
    )


def test_where_no_file_can_be_made_the_app_does_without_a_lock(tmp_path):
    (tmp_path / "file").touch()
    InstanceLock(tmp_path / "file" / "folder").take()

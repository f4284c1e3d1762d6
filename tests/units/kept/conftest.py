"""The kept book, brought up to date once: its copy is proven each time that is done."""

import shutil

import pytest

from tests.units.kept import kept_reader as reader


@pytest.fixture(scope="session")
def brought_up(tmp_path_factory):
    with reader.in_zone():
        return reader.bring_up(
            reader.lay(reader.KEPT / "book", tmp_path_factory.mktemp("kept") / "book")
        )


@pytest.fixture
def folder(brought_up, tmp_path):
    """A copy of the kept book, with its own copies beside it."""
    return shutil.copytree(brought_up, tmp_path / "book")

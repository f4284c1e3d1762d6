"""A book in memory, for what needs no file."""

from __future__ import annotations

import pytest

from models.journal import Journal
from models.untrusted_file import UntrustedFile


@pytest.fixture
def journal():
    untrusted = UntrustedFile()
    yield Journal(untrusted)
    untrusted.close()

"""A book in memory, for what needs no file."""

import pytest

from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal


@pytest.fixture
def journal():
    untrusted = UntrustedFile()
    yield Journal(untrusted)
    untrusted.close()

"""Fixtures of the short campaigns."""

import pytest

from tests.campaigns.disk import NoShim, shim


@pytest.fixture(scope="session")
def reached():
    """Every call of SQLite to the disk can be heard and answered here; on some machines it can't."""
    try:
        shim()
    except NoShim as reason:
        pytest.skip(str(reason))

"""A second app on the same folder says where the first is, and shows nothing."""

import pytest

from companion.__main__ import main
from models.instance_lock import InstanceLock
from views.hosting import serve

ADDRESS = "http://127.0.0.1:8551"


@pytest.fixture
def running(tmp_path):
    """A folder that another app has open."""
    lock = InstanceLock(tmp_path)
    lock.take()
    lock.announce(ADDRESS)
    yield tmp_path
    lock.release()


@pytest.fixture
def visited(monkeypatch):
    """The addresses that a browser was opened at."""
    found = []
    monkeypatch.setattr(serve.webbrowser, "open", found.append)
    return found


@pytest.mark.parametrize(
    ("how", "opened"), [([], [f"{ADDRESS}/?key=its-key"]), (["--no-open"], [])]
)
def test_where_a_browser_was_asked_for_it_opens_at_the_app_that_runs(
    running, visited, capsys, how, opened
):
    (running / "key").write_text("its-key", encoding="ascii")
    assert main([*how, "--port", "0", "--data", str(running)]) == 1
    assert visited == opened
    assert capsys.readouterr().err.startswith(f"companion: Companion already runs at {ADDRESS}")


def test_an_app_writes_down_where_it_is(tmp_path, monkeypatch):
    def started(_app, _listener, ready):
        ready()
        assert InstanceLock(tmp_path).path.read_text().startswith("http://127.0.0.1:")

    monkeypatch.setattr(serve, "run", started)
    serve.serve(data=tmp_path, host="127.0.0.1", port=0, desktop=False, open_browser=False)

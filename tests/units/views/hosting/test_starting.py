"""What the first screen does without is not loaded for it, and is there soon after: so no later tap waits."""

import gc
import subprocess
import sys
from contextlib import suppress

from companion.loading import loading
from tests.paths import ROOT
from views import routes

SHELF = """
import asyncio, sys
from pathlib import Path
from companion.formats.session import replay, steps
from tests.units.views.headless import Screen
from views import routes
from views.hosting.native import BookOpener

evening = "game ratrace\\nseats Ann Ben\\nstart first=ann\\npick who=ann business=black\\n"

async def scene():
    opener = BookOpener(Path(sys.argv[1]))
    replay(opener.open().journal, steps(evening))
    routes._NOT_LOADED.clear()
    async with Screen(opener.open_on) as screen:
        assert screen.says("Resume"), screen.words()
    assert not {"flet.controls.theme", "flet_charts", "companion.formats.forms"} & {*sys.modules}
    loaded = {one for one in sys.modules if one.startswith(("companion.games.", "views."))}
    opener.close()
    print(*sorted(loaded))

asyncio.run(scene())
"""
LATER = {
    "components.charts", "journal.journal", "journal.correct", "players", "reconcile.count", "reports",
    "rules.house_rules", "rules.rules", "settings.settings", "setup.setup", "table.boards", "table.questions.each",
    "table.questions.several", "table.time_travel",
}  # fmt: skip
"""What nobody has asked for yet: other screens, and what few games ask."""


def test_the_home_screen_loads_the_game_it_shows_and_nothing_that_others_ask_for(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SHELF, str(tmp_path)],
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    games = {one.split(".")[2] for one in loaded if one.startswith("companion.games.")}
    assert games == {"ratrace", "kept_names"}
    assert not loaded & {f"views.{one}" for one in LATER}


SERVED = """
import sys

from companion.__main__ import main
from views.hosting import serve

shown = []
serve.run = lambda app, listener, ready: shown.append(app)
assert main(["--no-open", "--data", DATA, "--port", "0"]) == 0

loaded = {one for one in sys.modules if one.startswith("companion.cli.")}
assert loaded == {"companion.cli.command"}, loaded
assert shown and not {"fastapi", "companion.core.game", "views.state.play.play_snapshot"} & {*sys.modules}
"""


def test_the_server_starts_without_what_nobody_asks_it_for(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", f"DATA = {str(tmp_path)!r}\n{SERVED}"],
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


async def test_the_rest_is_loaded_once_and_one_by_one(monkeypatch):
    loaded, waited = [], []

    async def breath(seconds):
        waited.append(seconds)

    monkeypatch.setattr(
        routes, "_NOT_LOADED", [lambda: loaded.append("a"), lambda: loaded.append("b")]
    )
    monkeypatch.setattr(routes.asyncio, "sleep", breath)
    await routes.preload()
    await routes.preload()
    assert loaded == ["a", "b"]
    assert waited == [routes.PAUSE] * 2


def test_every_screen_is_where_its_name_leads():
    for name in routes.SCREENS:
        assert callable(routes.load(name)), name


def test_waste_is_looked_for_again_after_loading():
    with suppress(ImportError), loading():
        assert not gc.isenabled()
        __import__("no_such_module")
    gc.unfreeze()
    assert gc.isenabled()

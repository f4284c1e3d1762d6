"""Tests here drive the real app in Chromium: `def test_it(table): table.open(); table.tap("New game")`.

All of them are `long`.
`phone` and `tablet` run a test once, `table` on both and as installed on the phone; `seat(PHONE)` adds a device.
`evening(TEXT)` lays a play out and gives its route, `book` reads what was written.
Each test has a `server` with its own data folder: `server.kill(); server.start()` is a power cut. To start it takes
half a second, so it is the whole program each time: what one test leaves behind in it, no other can meet.
A test marked `installed` runs as installed in a browser, with its books there.
Without Chromium all are skipped, or fail when COMPANION_BROWSER=required; the mark `browser` is set here.
COMPANION_SLOW_WIRE=400 makes a wait that is missing fail every time (device_wire.py); run new tests so as well.
A test that fails leaves its screens, pictured and as read out, and what the app said in a folder of its own in
`build/browser-failures`.
"""

from __future__ import annotations

import os
import re
import shutil

import pytest
from driver import ARGUMENTS, PHONE, TABLET, Tabletop, chromium
from installed import Device, Eyes, Site
from playwright.sync_api import sync_playwright
from serving import ROOT, Server

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal

FAILURES = ROOT / "build" / "browser-failures"
SERVED, INSTALLED = "served", "installed"
SIZES = {PHONE: "phone", TABLET: "tablet"}


def pytest_generate_tests(metafunc):
    """Choose on which screens and in which forms a test runs."""
    installed = metafunc.definition.get_closest_marker("installed")
    if "table" in metafunc.fixturenames:
        runs = [(PHONE, SERVED), (TABLET, SERVED), (PHONE, INSTALLED)]
        each = [pytest.param(*run, id=f"{SIZES[run[0]]}-{run[1]}") for run in runs]
        metafunc.parametrize(("table", "form"), each, indirect=True)
    elif installed:
        metafunc.parametrize("form", [INSTALLED], indirect=True)


def pytest_itemcollected(item):
    item.add_marker("browser")
    item.add_marker("long")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    folder = FAILURES / re.sub(r"\W+", "-", f"{item.path.stem} {item.name}").strip("-")
    if call.when == "setup":
        shutil.rmtree(folder, ignore_errors=True)  # what an earlier run left there
    if report.failed and (servers := used(item, Server)):
        folder.mkdir(parents=True, exist_ok=True)
        for server in servers:
            (folder / "server.log").write_text(server.said(), encoding="utf-8")
        if call.when != "teardown":  # by then the screens are gone
            for number, screen in enumerate(used(item, Tabletop), 1):
                shown = screen.account(folder / f"screen-{number}.png")
                (folder / f"screen-{number}.txt").write_text(f"{screen.size} {shown}\n", encoding="utf-8")
        files = ", ".join(sorted(file.name for file in folder.iterdir()))
        report.sections.append(("screens and server", f"{folder} holds {files}"))
    return report


def used(item, kind):
    """What a test was given of this kind, alone or in lists, each once."""
    given = (one for value in item.funcargs.values() for one in (value if isinstance(value, list) else [value]))
    return dict.fromkeys(one for one in given if isinstance(one, kind))


# With the module it ends: while Playwright runs, nobody else on this thread could run asyncio.
@pytest.fixture(scope="module")
def browser():
    program = chromium()
    if program is None:
        required = os.environ.get("COMPANION_BROWSER") == "required"
        (pytest.fail if required else pytest.skip)("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield program
        program.close()


@pytest.fixture
def form(request):
    """In which form the app runs."""
    return getattr(request, "param", SERVED)


@pytest.fixture
def server(browser, tmp_path, form, request):  # noqa: ARG001 - without a browser there is nothing to serve
    app = Site(tmp_path, request.getfixturevalue("site")) if form == INSTALLED else Server(tmp_path)
    app.start()
    yield app
    app.stop()
    assert "Traceback (most recent call last)" not in app.said(), app.said()


@pytest.fixture
def devices(server):  # noqa: ARG001 - devices go before the server does
    here = []
    yield here
    errors = [error for device in here for error in device.errors]
    for device in here:
        device.close()
    assert not errors, "\n".join(errors)


@pytest.fixture
def seat(browser, server, devices, form):
    def take(size=PHONE, scheme="light"):
        if form == INSTALLED:
            devices.append(Device(browser, server, size, scheme, book=server.data))
        else:
            devices.append(Tabletop(browser, server, size, scheme))
        return devices[-1]

    return take


@pytest.fixture
def phone(seat):
    return seat(PHONE)


@pytest.fixture
def tablet(seat):
    return seat(TABLET)


@pytest.fixture
def table(seat, request):
    return seat(request.param)


@pytest.fixture
def evening(server):
    """Puts a play in the book of the running app, as far as a session goes; returns its route."""

    def lay(text):
        database = Book.open(server.data)
        try:
            return f"/play/{replay(Journal(database), steps(text)).play.id}"
        finally:
            database.close()

    return lay


@pytest.fixture
def book(server, devices, form, tmp_path):
    """Reads what the app has written, with eyes of our own."""
    if form == INSTALLED:
        eyes = Eyes(lambda: devices[0].page, tmp_path / "seen")
        yield eyes
        eyes.close()
        return
    database = Book.open(server.data)
    yield Journal(database)
    database.close()

"""Tests here drive the real app in Chromium: `def test_it(table): table.open("/new"); table.tap("Ratrace")`.

All of them are `long`.
`phone` and `tablet` run a test once, `table` as served on the phone and as installed on the tablet; `seat(PHONE)` adds
a device. A test marked `installed` runs as installed in a browser, with its books there.
`evening(TEXT)` writes a game down and returns its route, `book` reads what was written.
The tests of a module share a served app and its book, where the newest game is theirs. A test marked `own` has an app
and a book of its own, or a copy of the site: `server.kill(); server.start()` is a power cut.
Each device is a browser context of its own, so nothing that one keeps is found by another.
Without Chromium all are skipped, or fail when COMPANION_BROWSER=required; the mark `browser` is set here.
COMPANION_SLOW_WIRE=400 makes a wait that is missing fail every time (device_wire.py); run new tests so as well.
A test that fails leaves its screens, pictured and as read out, and what the app said in a folder of its own in
`build/browser-failures`.
"""

import os
import re
import shutil

import pytest
from driver import PHONE, TABLET, Tabletop, chromium, start
from installed import Device, Eyes, Site, Tenant
from playwright.sync_api import sync_playwright
from serving import ROOT, Server

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal

FAILURES = ROOT / "build" / "browser-failures"
SERVED, INSTALLED = "served", "installed"


def pytest_generate_tests(metafunc):
    """Choose on which screens and in which forms a path runs."""
    if "table" in metafunc.fixturenames:
        runs = [(PHONE, SERVED), (TABLET, INSTALLED)]
        metafunc.parametrize(
            ("table", "form"), runs, indirect=True, ids=["phone-served", "tablet-installed"]
        )


def pytest_itemcollected(item):
    item.add_marker("browser")
    item.add_marker("long")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    folder = FAILURES / re.sub(r"\W+", "-", f"{item.path.stem} {item.name}").strip("-")
    if call.when == "setup":
        shutil.rmtree(folder, ignore_errors=True)  # what an earlier run left there
    given = item.funcargs
    if report.failed and "server" in given:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "server.log").write_text(given["server"].said(), encoding="utf-8")
        screens = [*given.get("devices", ()), *([given["tenant"]] if "tenant" in given else ())]
        for number, screen in enumerate(
            screens if call.when != "teardown" else (), 1
        ):  # by then they are gone
            shown = screen.account(folder / f"screen-{number}.png")
            (folder / f"screen-{number}.txt").write_text(
                f"{screen.size} {shown}\n", encoding="utf-8"
            )
        report.sections.append(("screens and server", f"{folder} holds them"))
    return report


# With the module it ends: while Playwright runs, nobody else on this thread could run asyncio.
@pytest.fixture(scope="module")
def browser():
    if chromium() is None:
        required = os.environ.get("COMPANION_BROWSER") == "required"
        (pytest.fail if required else pytest.skip)("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        program = start(playwright.chromium)
        yield program
        program.close()


@pytest.fixture
def other_browser(browser):
    """A browser whose processes are its own."""
    program = start(browser.browser_type)
    yield program
    program.close()


@pytest.fixture
def form(request):
    """In which form the app runs."""
    return getattr(
        request, "param", INSTALLED if request.node.get_closest_marker("installed") else SERVED
    )


@pytest.fixture(scope="module")
def shared(browser):  # noqa: ARG001 - without a browser there is nothing to serve
    """The apps that the tests of a module share, by form."""
    apps = {}
    yield apps
    for app in apps.values():
        app.stop()


@pytest.fixture
def server(shared, form, tmp_path_factory, request):
    own = request.node.get_closest_marker("own")
    app = None if own else shared.get(form)
    if app is None:
        folder = tmp_path_factory.mktemp("app")
        if form == SERVED:
            app = Server(folder)
        else:
            site = request.getfixturevalue("site")
            app = Site(folder, shutil.copytree(site, folder / "site") if own else site)
        app.start()
    if form == INSTALLED:
        app.data = tmp_path_factory.mktemp("laid")  # each device is given its own book
    yield app
    if own:
        app.stop()
    else:
        shared[form] = app
    app.see_no_fault()


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
def tenant(browser, server, tmp_path):
    """A device whose browser keeps the app, and which can be put away."""
    device = Tenant(browser.browser_type, tmp_path / "profile", server)
    yield device
    device.context.close()
    assert device.errors == []


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

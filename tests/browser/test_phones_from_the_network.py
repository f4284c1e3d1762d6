"""An app started for its own machine alone: phones reach it from *Invite phones* on, until *Stop sharing*."""

import re
import socket

import pytest
from driver import OWN, PHONE, TABLET
from playwright.sync_api import expect
from serving import App, Server
from test_shared_table import MONEY, ask_in, let_in

from models.rooms import Rooms

pytestmark = pytest.mark.skipif(
    not OWN, reason="this machine is on no network, so it has no address for phones"
)


class OnlyHere(Server):
    """The app as whoever sits at the computer starts it, without an address."""

    def command(self):
        """What starts it."""
        return [*self.program, "--no-open", "--port", str(self.port), "--data", str(self.data)]


@pytest.fixture
def server(browser, tmp_path):  # noqa: ARG001 - without a browser there is nothing to serve
    with OnlyHere(tmp_path) as app:
        yield app


def invited(tablet):
    """Invite phones, and give the address that the screen shows."""
    tablet.tap("Invite phones")
    tablet.see("or type this code")
    shown = tablet.text(re.compile(r"^[\d.]+:\d+/join$")).first.inner_text()
    app = App()
    app.url = f"http://{shown.removesuffix('/join')}"
    return app


def is_answered(app):
    """Whether anybody listens at an address."""
    host, port = app.url.removeprefix("http://").split(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


def test_a_phone_plays_over_the_network_comes_back_by_itself_after_a_restart_and_until_sharing_stops(
    seat, server, evening, book
):
    tablet = seat(TABLET).open(evening(MONEY))
    tablet.go("Phones")
    app = invited(tablet)
    phone = seat(PHONE)
    phone.app = app
    ask_in(phone, f"/join?i={Rooms(book.database).open_rooms()[0].invitation}", "Ben")
    let_in(tablet, phone, "Ben")
    assert phone.page.url.startswith(app.url)
    phone.see(re.compile("You have"))

    server.stop()
    server.start()
    assert not is_answered(app)
    tablet._wake()  # it loads anew by itself
    tablet.see(re.compile("Invite phones again"))
    assert invited(tablet).url == app.url
    phone._wake()
    phone.see(re.compile("You have"))
    tablet.tap("Stop sharing")
    expect(phone.page.get_by_text("Nobody invites phones right now")).to_be_visible()

"""A table with no computer: the installed app on a tablet lets everybody's phone in, over channels of the browsers."""

import re
from contextlib import ExitStack

import pytest
from driver import FIRST_PAINT, PHONE, TABLET
from installed import Profile
from meetings import (
    CAMERA,
    MONEY,
    REFUSED,
    KeptPhone,
    Phone,
    asleep,
    camera,
    hold_up,
    press,
    seat_phone,
    see_asking,
)
from network import may_be_made, network
from playwright.sync_api import expect

from tests.sockets import event
from views.hosting.phones import SAID

pytestmark = pytest.mark.installed
CHIPS = """game doubletrack
title Chips
seats Ann Ben Cy Dot
house stack=500 secret=yes
start first=ann
"""
# Keeps a phone's channel, and the kind of each packet that came over it.
LINE = """(() => {
    globalThis.frames = [];
    const Plain = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Plain {
        constructor(...how) {
            super(...how);
            this.addEventListener("datachannel", ({ channel }) => {
                globalThis.line = channel;
                channel.addEventListener("message", ({ data }) => frames.push(new Uint8Array(data)[1]));
            });
        }
    };
})()"""
# Says something over it: words, a packet, or pieces of one that never ends.
SAY = """what => {
    if (typeof what === "string") line.send(what);
    else if (typeof what === "number") for (let left = what; left; left--) line.send(new Uint8Array(60_000));
    else line.send(new Uint8Array([1, ...what]));
}"""
ENDLESS = 4
# Keeps the connections of a page.
PEERS = """;(() => {
    globalThis.peers = [];
    const Plain = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Plain {
        constructor(...how) {
            super(...how);
            peers.push(this);
        }
    };
})()"""
# Has a tablet say nothing to its phones from here on, and notices when it has written something.
MUTE = """() => {
    RTCDataChannel.prototype.send = () => {};
    globalThis.written = new Promise(done => {
        new BroadcastChannel("companion-books").onmessage = ({ data }) => data.written && done();
    });
}"""
AWAY, BACK = (f"() => {no}document.querySelector('#away')" for no in ("", "!"))
CLOSE = "() => peers.filter(one => one.connectionState !== 'new').forEach(one => one.close())"
"""Takes the channels of a page, as a system does."""
CALLS = "() => peers.some(one => one.iceGatheringState === 'gathering')"
# Says which connections wait at the tablet for this phone.
WAYS = """async () => {
    const { names, read } = await import(new URL("kept.mjs", document.baseURI));
    const kept = (await names()).find(name => name.startsWith("phone "));
    return kept ? (await read(kept)).ways.map(({ number }) => number).join(" ") : "";
}"""
TELEVISION = (1600, 900)
SLEEP = 25
"""Seconds: by then both devices have given their channel up."""
# Notes what a page copies, and what it hands to the system's own sheet.
SHARE = """() => {
    Object.assign(globalThis, { copied: "", shared: "" });
    navigator.clipboard.writeText = async words => void (copied = words);
    navigator.canShare = () => true;
    navigator.share = async ({ text }) => void (shared = text);
}"""
# Four of the tablet's letters, as a screen reader says them.
WAITS = re.compile("Waiting for the banker")
GROUP = re.compile(r"(?:[A-Y] ){3}[A-Y]")
# Letters twice as large, which must leave the square in sight.
LARGE = (
    "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))"
)


@pytest.fixture
def invite(seat, evening):
    """Has a tablet invite phones into a game."""

    def begin(session, eyes=CAMERA):
        screen = seat(TABLET)
        camera(screen, eyes)
        screen.open(evening(session))
        screen.go("Phones")
        screen.tap("Invite phones")
        screen.see("1. Scan this with the phone")
        return screen

    return begin


@pytest.fixture
def take_phone(browser, server, devices):
    def take(own=None, size=PHONE):
        devices.append(Phone(own or browser, server, size))
        return devices[-1]

    return take


def have_agreed(phone, before=""):
    """Wait until other connections than before wait at the tablet for a phone; says which."""
    for _ in range(200):
        if (ways := phone.page.evaluate(WAYS)) not in ("", before):
            return ways
        phone.page.wait_for_timeout(100)
    pytest.fail("nothing was agreed on")


def leave_table(phone):
    """Go to the journal: whoever comes back is at the table, where a tap before that would be lost."""
    phone.go("Journal")
    phone.see_at(re.compile("/journal$"))
    phone.answered()


def at_one_moment(phones, name):
    """Tap a button twice on every phone, and wait for no answer."""
    buttons = [phone.find("button", name) for phone in phones]
    for button in buttons:
        button.wait_for()
    for button in buttons:
        button.dblclick()


def end_at_one_moment(killed, *reloaded):
    """Load pages of phones again, and kill another's browser meanwhile."""
    for phone in reloaded:
        phone.page.evaluate("void setTimeout(() => location.reload())")
    killed.kill_and_open_anew()


def ask_for_chips(phones):
    """Have every phone ask to take chips from Ann, all at one moment."""
    for phone in phones:
        phone.follow("""
            tap /^Take [$]25/
            tap Ann
            tap $25
            look
        """)
    at_one_moment(phones, "Record")


def put_in_fists(fists):
    """Have phones put chips into their fists, and lay none."""
    for phone, chip in fists.items():
        phone.follow(f"""
            tap Bid here
            tap {chip}
            look
        """)


def take_from_ann(tablet):
    """Record what three phones ask for."""
    tablet.tap("3 phones are waiting")
    offers = tablet.find("button", "Take from Ann · $25")
    for left in (2, 1, 0):
        tablet.answered()
        offers.first.click()
        expect(offers).to_have_count(left)


def one_of(entries):
    """What a phone says of an entry that concerns its player."""
    return re.compile(rf"^Entry ({'|'.join(map(str, entries))})\.")


def test_three_phones_ask_sleep_die_reload_and_bid_and_nothing_is_lost_or_doubled(
    invite, take_phone, browser, other_browser, book, tmp_path
):
    names = ("Ben", "Cy", "Dot")
    tablet = invite(CHIPS)
    own = Profile(browser.browser_type, tmp_path)
    ben, cy, dot = phones = [take_phone(other_browser), take_phone(own), take_phone()]
    for phone, name in zip(phones, names, strict=True):
        seat_phone(tablet, phone, name)
    ask_for_chips(phones)
    tablet.go("Table")
    with asleep(other_browser, SLEEP):
        take_from_ann(tablet)
        for phone in (cy, dot):
            phone.see(one_of((2, 3, 4)))
    ben.see(one_of((2, 3, 4)))

    ask_for_chips(phones)
    tablet.find("button", "3 phones are waiting").wait_for()
    end_at_one_moment(cy, ben, dot)
    for phone, name in zip(phones, names, strict=True):
        phone.see_table()
        phone.find("heading", name).wait_for()
    with asleep(other_browser, SLEEP):
        tablet.text(re.compile("^Ben, away")).first.wait_for(state="attached", timeout=FIRST_PAINT)
        take_from_ann(tablet)
        for phone in (cy, dot):
            phone.see(one_of((5, 6, 7)))
    ben.see(one_of((5, 6, 7)))
    tablet.see_gone(re.compile("^Ben, away"))

    tablet.follow("""
        tap Sell a card
        tap Ann
        tap Ask for the bids
    """)
    fists = {ben: "Blue $10", cy: "Yellow $25", dot: "Red $5"}
    put_in_fists(fists)
    at_one_moment([ben], "Close the fist")
    ben.see("Waiting for Cy and Dot.")
    agreed = have_agreed(cy)
    cy.kill_and_open_anew()
    cy.see_table()
    have_agreed(cy, agreed)
    tablet.reload()
    for device in (tablet, *phones):
        device.see(re.compile("Companion was started again, .* Ben bids again"))
    put_in_fists(fists)
    with asleep(other_browser, SLEEP):
        at_one_moment([cy, dot], "Close the fist")
        cy.text("Ben is away.", exact=False).first.wait_for(state="attached", timeout=FIRST_PAINT)
    at_one_moment([ben], "Close the fist")
    tablet.tap("Open all bids")
    for device in (tablet, *phones):
        device.see(re.compile(r"The bids are open\.?$"), exact=False)

    journal = book.fetched()
    told = [
        entry.proposal.narration for entry in reversed(journal.all_entries(journal.plays()[0].id))
    ]
    assert "Cy wins it with $25" in told[0]
    assert sorted(told[1:-1]) == sorted(f"{name} takes $25 from Ann." for name in 2 * names)


def test_hostile_frames_of_one_who_asks_a_player_and_a_watcher_end_their_channels_and_nothing_else(
    invite, take_phone, book
):
    tablet = invite(MONEY)
    eve, ben, watcher = phones = [take_phone() for _ in range(3)]
    for phone in phones:
        phone.context.add_init_script(LINE)
    eve.context.add_init_script(LARGE)
    seat_phone(tablet, ben, "Ben")
    watcher.scan(tablet)
    watcher.choose("Just watching")
    see_asking(tablet, watcher)
    press(tablet, "Let it in")
    hold_up(tablet, "")
    watcher.see_table("Friday")
    eve.scan(tablet)
    eve.choose("Cy")
    see_asking(tablet, eve, "Cy")
    hold_up(tablet, "")

    assert eve.page.evaluate("frames") == list(SAID), "no frame of a game yet"
    have_agreed(ben)
    clicks = [list(event(number, "click")) for number in range(1, 400)]
    for phone in (ben, watcher):
        phone.page.evaluate(f"frames => frames.forEach({SAY})", clicks)
    leave_table(ben)
    for phone, frame in ((eve, list(event(1, "click"))), (ben, ENDLESS), (watcher, "words")):
        phone.page.evaluate(SAY, frame)
        phone.page.wait_for_function("() => line.readyState === 'closed'")
    eve.shows("The tablet is out of reach")
    ben.follow("""
        tap Ann
        tap $10
        tap Record
    """)
    tablet.follow("""
        go Table
        tap 1 phone is waiting
    """)
    tablet.page.evaluate(MUTE)
    tablet.tap("Ben pays Ann $10")
    tablet.page.evaluate("written")
    ben.see(WAITS)
    tablet.reload()
    ben.see("$1,490")
    for device, asks in ((ben, WAITS), (tablet, "1 phone is waiting")):
        device.see_gone(asks)
    journal = book.fetched()
    assert len(journal.all_entries(journal.plays()[0].id)) == 2


def test_a_phone_comes_back_by_itself_until_it_is_removed(
    invite, browser, server, devices, tmp_path
):
    """Its channel is taken, as a system does from one that sleeps; its page is opened anew; its network goes."""
    tablet = invite(MONEY, CAMERA + PEERS)
    with ExitStack() as around:
        net = around.enter_context(network(tmp_path)) if may_be_made() else None
        if net:
            around.enter_context(net.served(server))
        ben = KeptPhone(Profile(browser.browser_type, tmp_path, net and net.program), server)
        ben.context.add_init_script(PEERS)
        devices.append(ben)
        seat_phone(tablet, ben, "Ben")
        ben.back()
        ben.tap("Friday")
        ben.follow("""
            tap Ann
            tap $10
        """)
        agreed = ""
        for _ in range(2):
            agreed = have_agreed(ben, agreed)
            leave_table(ben)
            tablet.page.evaluate(CLOSE)
            ben.find("button", "Record").wait_for()  # at the table, as he left its sheet
        agreed = have_agreed(ben, agreed)
        ben.tap("Record")
        ben.open_anew()
        ben.see_table()
        if net:
            have_agreed(ben, agreed)
            lose_network(net, tablet, ben)
        tablet.tap("Change what Ben may do")
        tablet.find("menuitem", "Remove it").click()
        ben.shows("Somebody at the table said no to this device, or removed it.")
        assert not ben.page.evaluate(WAYS)
    if not net:
        pytest.skip("all but the network: this system lets none be made")


def lose_network(net, tablet, phone):
    """Have a phone's channel be taken while its network is gone, and then its page be opened anew."""
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    with net.gone():
        phone.page.wait_for_function(AWAY)
        tablet.page.evaluate(CLOSE)
    phone.page.wait_for_function(BACK)
    have_agreed(phone)
    with net.gone():
        phone.open_anew()
        phone.shows("Coming back to the table")
        phone.page.wait_for_function(CALLS)
    phone.see_table()


def test_a_television_without_a_camera_joins_by_letters_and_comes_back_by_itself(
    invite, take_phone
):
    tablet, television = invite(MONEY, REFUSED), take_phone(size=TELEVISION)
    press(tablet, "A screen without a camera")
    for words in ("type these letters", "may not use the camera"):
        tablet.see(words, exact=False)
    letters = "".join(
        GROUP.findall(tablet.page.locator("flt-semantics-host").text_content())
    ).replace(" ", "")
    address = f"{tablet.app.url}/#join.{letters}"
    tablet.page.evaluate(SHARE)
    for button, done in (("Copy", "copied"), ("Send", "shared")):
        press(tablet, button)
        assert tablet.page.wait_for_function(f"() => {done}").json_value() == address
    television.visit("/join")
    line = television.page.get_by_label("Line 1")
    line.fill("O" + letters[1:20])
    television.shows("Letter 1 is not “O”")
    line.fill(letters)
    tablet.page.evaluate(CAMERA)
    press(tablet, "Try the camera again")
    hold_up(tablet, television.square)
    television.choose("Just watching")
    press(tablet, "Let it in")
    hold_up(tablet, "")
    television.see_table("Who pays")
    have_agreed(television)
    television.visit("/join")  # as after it was switched off
    television.see_table("Who pays")

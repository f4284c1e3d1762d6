"""The pages of a tablet and of a phone that meet, over real channels: what each says of a square, a version, a network.

The tablet is a page that makes offers and takes answers as the app's does; Python is played by the tests.
"""

from __future__ import annotations

import base64

import pytest
from meetings import Phone
from playwright.sync_api import expect

TABLET = """() => {
    globalThis.told = [];
    const come = import("./host.mjs").then(({ Host }) => {
        globalThis.host = new Host((_name, { picture, packet, ...more }) => {
            told.push(packet ? { ...more, words: new TextDecoder().decode(packet.subarray(1)) } : more);
        });
    });
    return come;
}"""
INVITE = """async () => {
    const before = told.length;
    await host.invite();
    return told.slice(before).find(({ what }) => what === "offer")?.words ?? told.at(-1).what;
}"""
HEARD = "what => told.some(one => one.what === what)"
MET = "() => told.some(({ what }) => what === 'heard' || what === 'apart')"
AGAIN = "() => told.filter(({ what }) => what === 'heard')[1]?.words"
# A browser asks its network for a name once: here the network loses what it asked, on both sides.
LOST = """() => {
    const take = RTCPeerConnection.prototype.setRemoteDescription;
    RTCPeerConnection.prototype.setRemoteDescription = function ({ type, sdp }) {
        return take.call(this, { type, sdp: sdp.replace(/^a=candidate:.*\\r\\n/gm, "") });
    };
}"""
ANSWER = """async words => {
    const { answer } = await import("./meeting.mjs");
    const phone = await answer(words);
    (globalThis.phones ??= []).push(phone);
    return phone.words;
}"""
SAY = """words => host.send({
    phone: host.count,
    packet: new Uint8Array([2, ...new TextEncoder().encode(JSON.stringify(words))]),
})"""


@pytest.fixture
def form():
    return "installed"


@pytest.fixture
def tablet(phone):
    """A page at the site that makes offers, without the app."""
    phone.visit("/site.webmanifest")
    phone.page.evaluate(TABLET)
    return phone.page


@pytest.fixture
def guest(browser, server, devices):
    """A phone that has scanned nothing yet."""
    devices.append(Phone(browser, server))
    return devices[-1]


def told(tablet):
    """What the tablet's page has said, but for how well a phone is reached."""
    return [one["what"] for one in tablet.evaluate("told") if one["what"] != "reach"]


def link(words, *seats):
    """What a tablet's square says."""
    lines = "\n".join(("Friday", "room", "0", *(f"{seat}\tA02020\t1" for seat in seats)))
    return f"/#join.{words}.{base64.urlsafe_b64encode(lines.encode()).decode().rstrip('=')}"


def join(guest, tablet, *seats):
    """Scan the tablet's square, choose to play as Ben, and have the phone's own square read."""
    guest.visit(link(tablet.evaluate(INVITE), *(seats or ("Ann", "Ben"))))
    guest.choose("Ben")
    guest.page.locator("#guest .square svg").wait_for()
    guest.page.get_by_role("button", name="not working").click()
    guest.page.get_by_text("The tablet has no camera").click()
    words = guest.page.get_by_label("My square as text").input_value()
    tablet.evaluate("words => void host.answer({ words })", words)
    tablet.wait_for_function(MET)
    assert "apart" not in told(tablet)


# --- the tablet ----------------------------------------------------------------------------------------


def test_a_square_lets_one_phone_in_and_says_nothing_while_it_stays_in_sight(tablet):
    offer = tablet.evaluate(INVITE)
    first, second = tablet.evaluate(ANSWER, offer), tablet.evaluate(ANSWER, offer)
    tablet.evaluate("words => host.answer({ words })", first)
    assert told(tablet) == ["offer", "answered", "opened", "offer"]
    tablet.evaluate("words => host.answer({ words })", first)
    assert told(tablet) == ["offer", "answered", "opened", "offer"]
    tablet.evaluate("words => host.answer({ words })", second)
    assert told(tablet)[4:] == ["stale"]


def test_a_square_that_another_has_replaced_is_an_old_one(tablet):
    words = tablet.evaluate(ANSWER, tablet.evaluate(INVITE))
    tablet.evaluate(INVITE)  # as after ten minutes, or for another room
    tablet.evaluate("words => host.answer({ words })", words)
    assert told(tablet) == ["offer", "offer", "stale"]


def test_what_is_no_square_of_ours_is_said_to_be_none(tablet):
    strange = [
        "https://example.org/",
        "https://example.org/#join.Anp.RnJp",
        "companion:",
        "companion:Ag",
        "companion:!",
        "",
    ]
    tablet.evaluate(INVITE)
    for words in strange:
        tablet.evaluate("words => host.answer({ words })", words)
    assert told(tablet) == ["offer", *["strange"] * len(strange)]


def test_a_phone_that_can_not_be_reached_is_said_to_be_apart_and_the_next_square_comes(tablet):
    words = tablet.evaluate(ANSWER, tablet.evaluate(INVITE))
    tablet.evaluate(
        "phones[0].peer.close()"
    )  # what is sent to it goes nowhere, as in a network that keeps devices apart
    tablet.evaluate("words => host.answer({ words })", words)
    assert told(tablet) == ["offer", "answered", "apart", "offer"]


def test_a_phone_whose_name_was_lost_on_the_way_is_asked_for_again(tablet):
    tablet.evaluate(LOST)
    words = tablet.evaluate(ANSWER, tablet.evaluate(INVITE))
    tablet.evaluate("words => host.answer({ words })", words)
    assert told(tablet) == ["offer", "answered", "opened", "offer"]


def test_a_browser_without_channels_says_that_it_lets_no_phone_in(tablet):
    tablet.evaluate("delete globalThis.RTCPeerConnection")
    assert tablet.evaluate(INVITE) == "unable"


def test_what_a_phone_says_at_once_is_heard_however_busy_the_page_is(tablet):
    """A busy page may hear a phone's first word before it hears that its answer was taken."""
    words = tablet.evaluate(ANSWER, tablet.evaluate(INVITE))
    tablet.evaluate("""() => {
        const { peer } = host.open;
        const take = peer.setRemoteDescription.bind(peer);
        const heard = new Promise(done => {
            host.open.channel.addEventListener("message", done);
            setTimeout(done, 10_000); // a word that is lost fails the test, and doesn't hold it up for good
        });
        peer.setRemoteDescription = async (...how) => (await take(...how), await heard);
        phones[0].channel.then(channel => channel.send(new Uint8Array([1, 2])));
    }""")
    tablet.evaluate("words => host.answer({ words })", words)
    assert told(tablet) == ["offer", "answered", "opened", "heard", "offer"]


# Says these pieces over a made-up channel; returns the lengths of the packets taken, and whether it was hung up on.
TAKEN = """async pieces => {
    const { Packets } = await import("./meeting.mjs");
    const channel = new EventTarget();
    const taken = [];
    let closed = false;
    channel.close = () => closed = true;
    new Packets(channel, packet => taken.push(packet.length), 150_000);
    for (const [last, bytes] of pieces) {
        const data = new Uint8Array(bytes + 1);
        data[0] = last;
        if (!closed) channel.dispatchEvent(new MessageEvent("message", { data: data.buffer }));
    }
    return [taken, closed];
}"""


@pytest.mark.parametrize(
    ("pieces", "taken"),
    [
        ([(1, 0), (1, 5)], [[0, 5], False]),
        ([(0, 64_000), (1, 7)], [[64_007], False]),
        ([(0, 64_000), (0, 64_000), (0, 64_000)], [[], True]),
        ([(0, 0)], [[], True]),
        ([(0, 63_999)], [[], True]),
    ],
)
def test_pieces_that_fill_memory_without_filling_a_packet_are_not_taken(tablet, pieces, taken):
    assert tablet.evaluate(TAKEN, pieces) == taken


# --- the phone -----------------------------------------------------------------------------------------


def test_a_link_that_is_no_square_of_a_table_is_said_to_be_none(guest):
    for square in ("/#join.nonsense", "/#join.a.RnJpZGF5"):
        guest.page.goto("about:blank")
        guest.visit(square)
        expect(guest.refused()).to_contain_text("This is no square of a table. Scan the square on the tablet again.")


def test_a_phone_whose_browser_has_no_channels_says_so(guest):
    guest.context.add_init_script("delete globalThis.RTCPeerConnection")
    guest.visit(link("abc", "Ben"))
    expect(guest.refused()).to_contain_text("talk to a tablet by itself.")


def test_a_square_that_is_cut_off_is_said_to_be_of_no_use(guest, tablet):
    guest.visit(link(tablet.evaluate(INVITE)[:60], "Ben"))
    guest.choose("Ben")
    guest.shows("Scan the square on the tablet again.")


@pytest.mark.parametrize(
    ("form_of_square", "words"),
    [("Aw", "This phone has an older Companion"), ("AQ", "The tablet has an older Companion")],
)
def test_a_square_in_the_form_of_another_version_is_said_to_be_of_one(guest, form_of_square, words):
    guest.visit(link(form_of_square, "Ben"))
    guest.choose("Ben")
    guest.shows(words)


@pytest.mark.parametrize(
    ("version", "words"), [("99.10.0", "Load the newer one"), ("0.9.0", "tap Start it now, and invite again")]
)
def test_a_phone_is_told_by_the_tablet_which_of_the_two_has_the_older_version(guest, tablet, version, words):
    join(guest, tablet)
    tablet.evaluate(SAY, {"state": "version", "version": version})
    tablet.evaluate("host.close({ phone: host.count })")
    guest.shows(words)
    expect(guest.page.get_by_role("button", name="Load the newer one")).to_have_count(int(version == "99.10.0"))


def test_who_chose_somebody_else_by_mistake_chooses_again_before_the_nod(guest, tablet):
    join(guest, tablet)
    tablet.evaluate(SAY, {"state": "waits", "sign": "QE"})
    guest.shows("The table sees this phone as QE.")
    guest.page.get_by_role("button", name="Not Ben?").click()
    guest.shows("Scan the square on the tablet once more, and say who you are.")
    tablet.wait_for_function(HEARD, arg="closed")
    guest.visit(link(tablet.evaluate(INVITE), "Ann", "Ben"))
    guest.shows("Who are you?")


def test_a_choice_that_the_table_asks_for_again_goes_over_the_same_channel(guest, tablet):
    join(guest, tablet)
    tablet.evaluate(SAY, {"state": "ask", "words": "Choose who you are."})
    guest.shows("Choose who you are.")
    guest.choose("Ann")
    assert '"people":["Ann"]' in tablet.wait_for_function(AGAIN).json_value()


def test_why_a_phone_is_not_in_is_said_on_it(guest, tablet):
    join(guest, tablet)
    tablet.evaluate(SAY, {"state": "out", "words": "Too many screens are open at this table."})
    tablet.evaluate("host.close({ phone: host.count })")
    guest.shows("Too many screens are open at this table.")

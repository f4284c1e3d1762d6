"""The pages of a tablet and of a phone that meet, over real channels: what each says of a square, a version, a network.

The tablet is a page that makes offers and takes answers as the app's does; Python is played by the tests.
"""

import base64

import pytest
from driver import start
from meetings import CAMERA, IMPATIENT, Phone, asleep, hold_up, pictured
from meetings import READ as SEE
from playwright.sync_api import expect

from views.sharing.square import square

pytestmark = pytest.mark.installed
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
MET = "before => told.slice(before).some(({ what }) => what === 'heard' || what === 'apart')"
CLOSED_TWICE = "() => told.filter(({ what }) => what === 'closed').length === 2"
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

OWN = "async () => (await (await import('./comeback.mjs')).own()).print"
MEET = """async ([print, end]) => {
    globalThis.comeback = await import("./comeback.mjs");
    Object.assign(globalThis, { said: [], say: words => said.push(words), called: 0 });
    globalThis.spares = new comeback.Spares(print, end, () => called++);
}"""
AGREE = "async () => (await spares.begin(say), await spares.offer(say), said.splice(0))"
OFFER = "() => spares.offer(say)"
SAID = "() => said.splice(0)"
HEAR = "words => spares.hear(words, say)"
CALL = "async () => Boolean(await spares.call())"
SQUARE = "async print => comeback.squareOf([[print, await spares.show()]])"
SCAN = "async words => spares.scan(comeback.readSquare(words).phones)"
ANNOUNCE = "async () => (globalThis.announced = await spares.announce())?.words"
READ = """async words => {
    const { readAnswer } = await import("./meeting.mjs");
    return spares.takeAnswer(readAnswer(words));
}"""
MET_BY_IT = "() => announced.channel"
SEAT = "seats => localStorage.setItem('companion-seats', JSON.stringify(seats))"
LETTERS = "async print => (await import('./letters.mjs')).lettersOf(print)"
# Counts the words of whoever calls a tablet.
LISTEN = """() => {
    globalThis.greeted = 0;
    spares.called = ({ channel }) => (channel.onmessage = () => greeted++);
}"""
# Has a call that was answered take longer than the 3 s after which another spare is called.
HASTY = """() => {
    const plain = setTimeout;
    const Plain = RTCPeerConnection;
    let tooLate;
    globalThis.setTimeout = (act, ms, ...given) => {
        if (ms === 3_000) tooLate = () => act(...given);
        return plain(act, ms, ...given);
    };
    globalThis.RTCPeerConnection = class extends Plain {
        constructor(...how) {
            super(...how);
            const look = () => this.iceConnectionState === "connected" && tooLate();
            this.addEventListener("iceconnectionstatechange", look);
        }
    };
}"""
TELEVISION = (1600, 900)
UNFORETOLD = "--force-fieldtrials=WebRTC-NoSdpMangleUfrag/Enabled/"


# Reads a certificate's letters, and names those that are read as well with one wrong, two swapped or one missing.
MISREAD = """async print => {
    const { LINE, lettersOf, printIn } = await import("./letters.mjs");
    const letters = lettersOf(print);
    const changed = [];
    for (let at = 0; at < letters.length; at++) {
        const [before, here, after] = [letters.slice(0, at), letters[at], letters.slice(at + 1)];
        for (const other of "ABCDEFGHJKLMNPQRSTUVWXYO0") if (other !== here) changed.push(before + other + after);
        if (here !== after[0] && (at + 1) % LINE) changed.push(before + after[0] + here + after.slice(1));
        changed.push(before + after);
    }
    return [letters.length, printIn(letters), changed.filter(printIn)];
}"""


@pytest.fixture
def tablet(phone):
    """A page at the site that makes offers, without the app."""
    phone.visit("/site.webmanifest")
    phone.page.evaluate(TABLET)
    return phone.page


@pytest.fixture(scope="module")
def coming(browser):
    """A coming Chromium, in which a page can't choose its names."""
    program = start(browser.browser_type, UNFORETOLD)
    yield program
    program.close()


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


def join(guest, tablet):
    """Scan the tablet's square, choose to play as Ben, and have the phone's own square read."""
    before = tablet.evaluate("told.length")
    guest.visit(link(tablet.evaluate(INVITE), "Ann", "Ben"))
    guest.choose("Ben")
    tablet.evaluate("words => void host.answer({ words })", guest.written)
    tablet.wait_for_function(MET, arg=before)
    assert "apart" not in told(tablet)


# --- the tablet ----------------------------------------------------------------------------------------


def test_a_square_lets_one_phone_in_until_it_is_replaced_and_what_is_none_is_said_to_be_none(
    tablet,
):
    def answer(words):
        before = len(told(tablet))
        tablet.evaluate("words => host.answer({ words })", words)
        return told(tablet)[before:]

    replaced = tablet.evaluate(ANSWER, tablet.evaluate(INVITE))
    offer = tablet.evaluate(INVITE)  # as after ten minutes, or for another room
    assert answer(replaced) == ["stale"]
    first, second = tablet.evaluate(ANSWER, offer), tablet.evaluate(ANSWER, offer)
    assert answer(first) == ["answered", "opened", "offer"]
    assert answer(first) == [], "it stays in sight for a while"
    assert answer(second) == ["stale"]
    for words in (
        "https://example.org/",
        "https://example.org/#join.Anp.RnJp",
        "companion:Ag",
        "companion:!",
        "",
    ):
        assert answer(words) == ["strange"], words
    tablet.evaluate("delete globalThis.RTCPeerConnection")
    assert tablet.evaluate(INVITE) == "unable"


def test_a_phone_that_can_not_be_reached_is_said_to_be_apart_and_the_next_square_comes(tablet):
    words = tablet.evaluate(ANSWER, tablet.evaluate(INVITE))
    # what is sent to it goes nowhere, as in a network that keeps devices apart
    tablet.evaluate("phones[0].peer.close()")
    tablet.evaluate("words => host.answer({ words })", words)
    assert told(tablet) == ["offer", "answered", "apart", "offer"]


def test_a_phone_whose_name_was_lost_on_the_way_is_asked_for_again(tablet):
    tablet.evaluate(LOST)
    words = tablet.evaluate(ANSWER, tablet.evaluate(INVITE))
    tablet.evaluate("words => host.answer({ words })", words)
    assert told(tablet) == ["offer", "answered", "opened", "offer"]


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


def test_pieces_that_fill_memory_without_filling_a_packet_are_not_taken(tablet):
    for pieces, taken in (
        ([(1, 0), (1, 5)], [[0, 5], False]),
        ([(0, 64_000), (1, 7)], [[64_007], False]),
        ([(0, 64_000), (0, 64_000), (0, 64_000)], [[], True]),
        ([(0, 0)], [[], True]),
        ([(0, 63_999)], [[], True]),
    ):
        assert tablet.evaluate(TAKEN, pieces) == taken


# Says three things over a made-up channel, the second and third while it is held; returns how many were sent by then.
HELD = """async () => {
    const { Packets } = await import("./meeting.mjs");
    const channel = new EventTarget();
    let sent = 0;
    Object.assign(channel, { readyState: "open", bufferedAmount: 0, send: () => sent++ });
    const packets = new Packets(channel, () => {});
    const say = () => (packets.send(new Uint8Array(5)), sent);
    const counts = [say()];
    packets.hold(true);
    counts.push(say(), say());
    packets.hold(false);
    return [...counts, sent];
}"""


def test_nothing_is_said_while_the_other_is_out_of_reach_and_all_of_it_after(tablet):
    assert tablet.evaluate(HELD) == [1, 1, 1, 3]


def at_the_site(browser, server, devices, *names):
    """Pages of devices that have met nobody."""
    pages = []
    for _ in names:
        devices.append(Phone(browser, server))
        devices[-1].visit("/site.webmanifest")
        pages.append(devices[-1].page)
    return pages


def agree(tablet, phone):
    """Have each hear what the other has said, until neither says anything more."""
    while words := [
        (other, one)
        for page, other in ((tablet, phone), (phone, tablet))
        for one in page.evaluate(SAID)
    ]:
        for page, one in words:
            page.evaluate(HEAR, one)


def load_again(page, *met):
    """Load a page again, which has then what it kept."""
    page.reload()
    page.evaluate(MEET, met)


def test_only_the_device_that_was_met_comes_back_once_by_each_connection_that_waits(
    tablet, browser, server, devices
):
    """A thief knows the secret and where the tablet waits, but has another certificate, as another tablet does."""
    phone, thief = at_the_site(browser, server, devices, "phone", "thief")
    own, mine = phone.evaluate(OWN), tablet.evaluate(OWN)
    tablet.evaluate(MEET, [own, "tablet"])
    for page in (phone, thief):
        page.evaluate(MEET, [mine, "phone"])
    secret, waiting = tablet.evaluate(AGREE)
    for page, words in ((phone, waiting), (thief, {**waiting, "ways": waiting["ways"][-1:]})):
        page.evaluate(HEAR, secret)
        page.evaluate(HEAR, words)
    assert not thief.evaluate(CALL)
    assert tablet.evaluate("called") == 0
    assert phone.evaluate(CALL), "the thief spoilt one of two"
    tablet.wait_for_function("() => called === 1")

    square = tablet.evaluate(SQUARE, own)
    assert phone.evaluate(SCAN, square)
    assert not phone.evaluate(SCAN, square), "a square is of use once, whoever shows it again"
    thief.evaluate(MEET, [own, "tablet"])
    thief.evaluate(HEAR, secret)
    assert not phone.evaluate(SCAN, thief.evaluate(SQUARE, own))
    assert thief.evaluate("called") == 0

    square = tablet.evaluate(SQUARE, own)
    tablet.evaluate(AGREE)
    assert not phone.evaluate(SCAN, square), "what was agreed on before is void"
    tablet.evaluate("() => spares.forget()")
    assert tablet.evaluate("async () => (await import('./kept.mjs')).names()") == ["certificate"]


def test_a_call_that_was_answered_is_waited_for_as_nothing_waits_for_a_second_one(
    tablet, browser, server, devices
):
    (phone,) = at_the_site(browser, server, devices, "phone")
    own, mine = phone.evaluate(OWN), tablet.evaluate(OWN)
    tablet.evaluate(MEET, [own, "tablet"])
    phone.evaluate(MEET, [mine, "phone"])
    secret, waiting = tablet.evaluate(AGREE)
    for words in (secret, waiting):
        phone.evaluate(HEAR, words)
    phone.evaluate(HASTY)
    assert phone.evaluate(CALL)


def test_no_letter_of_a_certificate_that_is_mistyped_goes_unnoticed(tablet):
    for byte in ("00", "FF", "5C"):
        written = ":".join([byte] * 31 + ["01"])
        assert tablet.evaluate(MISREAD, written) == [60, written, []]


@pytest.mark.parametrize(
    ("at_tablet", "at_phone"), [(False, True), (True, False), (True, True)], ids=str
)
def test_where_no_name_can_be_foretold_one_square_is_the_most_while_either_page_lives(
    browser, server, devices, coming, at_tablet, at_phone
):
    (tablet,) = at_the_site(coming if at_tablet else browser, server, devices, "tablet")
    (phone,) = at_the_site(coming if at_phone else browser, server, devices, "phone")
    own, mine = phone.evaluate(OWN), tablet.evaluate(OWN)
    tablet.evaluate(MEET, [own, "tablet"])
    phone.evaluate(MEET, [mine, "phone"])
    tablet.evaluate("() => spares.begin(say)")
    tablet.evaluate(OFFER)
    agree(tablet, phone)
    assert phone.evaluate(CALL), "it slept"
    tablet.evaluate(OFFER)
    agree(tablet, phone)

    load_again(phone, mine, "phone")
    assert phone.evaluate(CALL) != at_phone
    if at_phone:
        assert tablet.evaluate(READ, phone.evaluate(ANNOUNCE)), (
            "its square is of one of the tablet's spares"
        )
        phone.evaluate(MET_BY_IT)
    for page in (tablet, phone):
        page.evaluate(OFFER)
    agree(tablet, phone)

    load_again(tablet, own, "tablet")
    assert tablet.evaluate(CALL) != at_tablet
    if at_tablet:
        assert phone.evaluate(SCAN, tablet.evaluate(SQUARE, own))
    load_again(phone, mine, "phone")
    load_again(tablet, own, "tablet")
    assert phone.evaluate(SCAN, tablet.evaluate(SQUARE, own)) != at_phone, (
        "one for all where phones can choose"
    )


# --- the phone -----------------------------------------------------------------------------------------


def test_a_link_that_is_no_square_is_cut_off_or_of_another_version_is_said_to_be_so(guest, tablet):
    for words, said in (
        ("nonsense", "This is no square of a table. Scan the square on the tablet again."),
        ("a.RnJpZGF5", "This is no square of a table. Scan the square on the tablet again."),
    ):
        guest.visit(f"/#join.{words}")
        expect(guest.refused()).to_contain_text(said)
        guest.page.goto("about:blank")
    guest.visit(link(tablet.evaluate(INVITE)[:60], "Ben"))
    guest.choose("Ben")
    guest.shows("Scan the square on the tablet again.")
    for words, said in (
        ("Aw", "This phone has an older Companion"),
        ("AQ", "The tablet has an older Companion"),
    ):
        guest.page.goto("about:blank")
        guest.visit(link(words, "Ben"))  # it has been said who plays on it
        guest.shows(said)
    guest.page.goto("about:blank")
    guest.context.add_init_script("delete globalThis.RTCPeerConnection")
    guest.visit(link("abc", "Ben"))
    expect(guest.refused()).to_contain_text("talk to a tablet by itself.")


def test_who_chose_somebody_else_chooses_again_before_the_nod_and_hears_of_another_version(
    guest, tablet
):
    join(guest, tablet)
    tablet.evaluate(SAY, {"state": "ask", "words": "Choose who you are."})
    guest.shows("Choose who you are.")
    guest.choose("Ann")
    assert '"people":["Ann"]' in tablet.wait_for_function(AGAIN).json_value()

    tablet.evaluate(SAY, {"state": "waits", "sign": "QE"})
    guest.shows("The table sees this phone as QE.")
    guest.page.get_by_role("button", name="Not Ann?").click()
    guest.shows("Scan the square on the tablet once more, and say who you are.")
    tablet.wait_for_function(HEARD, arg="closed")
    join(guest, tablet)
    older = "tap Start it now, and invite again"
    for version, words, newer in (("99.10.0", "Load the newer one", 1), ("0.9.0", older, 0)):
        tablet.evaluate(SAY, {"state": "version", "version": version})
        guest.shows(words)
        expect(guest.page.get_by_role("button", name="Load the newer one")).to_have_count(newer)
    tablet.evaluate("host.close({ phone: host.count })")
    tablet.wait_for_function(CLOSED_TWICE)
    guest.shows(older)


def were_in(tablet, guest, words):
    """Have a device keep what it has after an evening at a tablet; return the address by which it came."""
    came = link(words, "Ann", "Ben")
    tablet.evaluate(MEET, [guest.page.evaluate(OWN), "tablet"])
    guest.page.evaluate(MEET, [tablet.evaluate(OWN), "phone"])
    tablet.evaluate("() => spares.begin(say)")
    tablet.evaluate(OFFER)
    agree(tablet, guest.page)
    seat = {"token": "a" * 40, "who": {"people": ["Ben"]}, "came": came.removeprefix("/")}
    guest.page.evaluate(SEAT, {f"room {tablet.evaluate(OWN)}": seat})
    return came


def test_where_no_name_can_be_foretold_a_page_that_was_loaded_again_shows_its_square(
    tablet, coming, server, devices
):
    devices.append(guest := Phone(coming, server))
    guest.visit("/site.webmanifest")
    guest.visit(were_in(tablet, guest, tablet.evaluate(INVITE)))
    guest.shows("Hold this up to the tablet")
    guest.shows("There tap Phones, then Invite another phone.")


def test_a_phone_that_finds_no_tablet_scans_the_square_for_all_phones_with_its_own_camera(
    guest, tablet
):
    guest.context.add_init_script(IMPATIENT + ";" + CAMERA)
    guest.visit("/site.webmanifest")
    came = were_in(tablet, guest, tablet.evaluate(INVITE))
    own = guest.page.evaluate(OWN)
    load_again(tablet, own, "tablet")
    tablet.evaluate(LISTEN)
    guest.visit(came)
    guest.shows("The tablet is out of reach")
    guest.page.get_by_role("button", name="Scan its square").click()
    for words in ("https://example.org/", f"{guest.app.url}/#back.{tablet.evaluate(SQUARE, own)}"):
        hold_up(guest, pictured(square(words)))
        guest.page.wait_for_timeout(400)
    tablet.wait_for_function("() => greeted")


def test_a_television_goes_on_calling_a_tablet_that_sleeps_while_it_shows_its_square(
    browser, other_browser, server, devices
):
    (tablet,) = at_the_site(other_browser, server, devices, "tablet")
    devices.append(television := Phone(browser, server, TELEVISION))
    television.context.add_init_script(IMPATIENT)
    television.visit("/site.webmanifest")
    came = were_in(tablet, television, tablet.evaluate(LETTERS, tablet.evaluate(OWN)))
    tablet.evaluate(LISTEN)
    with asleep(other_browser):
        television.visit(came)
        television.shows("Hold the tablet before this screen")
    tablet.wait_for_function("() => greeted")


# --- going on without the tablet -------------------------------------------------------------------------

# Lets the phones in that this tablet has met, and hands them a sealed part of a copy.
HAND_OUT = """async () => {
    const bytes = words => new TextEncoder().encode(words);
    const to = [...host.phones.keys()].map((phone, at) => [phone, at + 1]);
    for (const [phone] of to) {
        await host.admit({ phone });
        host.send({ phone, packet: new Uint8Array([2, ...bytes('{"state": "in", "route": "/play/x"}')]) });
    }
    const head = { play: "x", title: "Friday", room: "room", where: "", seal: "AAAAAAAAAAAA", mark: "" };
    await host.copy({ to, ...head, first: 1, last: 3, body: bytes("the bid is blue") });
}"""
OFFERS = "count => told.filter(({ what }) => what === 'offer').length === count"
KEPT = """() => told.filter(({ words }) => words?.includes('"last":3')).length === 2"""
# Everything that a phone has of its copies, as text.
HAS = """async () => {
    const { copies, partsOf } = await import("./copies.mjs");
    const parts = (await partsOf("x")).map(part => new TextDecoder().decode(part.body));
    return JSON.stringify([await copies(), parts]);
}"""
GO_ON = "Go on without the tablet"
# Keeps the books of a device, as its app in another tab does, until it is told to let go.
HOLD = """() => void navigator.locks.request("companion-books", () => new Promise(done => (globalThis.letGo = done)))"""


def test_of_a_sealed_copy_one_phone_reads_nothing_and_two_hand_it_to_another_device(
    tablet, browser, server, devices
):
    phones = [Phone(browser, server) for _ in range(3)]
    devices += phones
    other = phones.pop()
    for count, phone in enumerate(phones, 1):
        phone.context.add_init_script(CAMERA + ";" + IMPATIENT)
        join(phone, tablet)
        tablet.wait_for_function(
            OFFERS, arg=2 * count
        )  # the next square is there, so it has come in
    tablet.evaluate(HAND_OUT)
    tablet.wait_for_function(KEPT)
    tablet.evaluate(SAY, {"seen": ["x", 5]})  # to the second phone, which the part never reaches
    tablet.goto("about:blank")
    ben, cy = phones
    for phone in phones:
        assert "blue" not in phone.page.evaluate(HAS)
        phone.page.get_by_role("button", name=GO_ON).click()
        phone.shows("Something in this game is hidden")
    cy.shows("Entries 4 to 5 are on the tablet alone.")
    cy.page.get_by_role("button", name="Help another phone").click()
    ben.page.get_by_role("button", name="Help another phone").click()
    own = ben.page.get_by_label("My square as text").input_value()
    ben.page.get_by_role("button", name="Back").click()
    ben.page.get_by_text("No camera here?").click()
    ben.page.get_by_label("The other phone").fill(own)
    ben.shows("does not fit this one")
    ben.page.get_by_role("button", name="Scan the other phone").click()
    hold_up(ben, cy.square)
    ben.page.evaluate(HOLD)
    ben.page.get_by_role("button", name="Go on here").click()
    ben.shows("open on this device in another tab")
    ben.page.evaluate("letGo()")
    ben.page.get_by_role("button", name="Hand it to another device").click()
    other.page.goto(ben.page.evaluate(SEE, ben.square))
    ben.page.get_by_role("button", name="Scan its square").click()
    hold_up(ben, other.square)
    ben.shows("The other device has the game")
    assert "This is no copy of a game" in other.refused().text_content()


# Has a tablet that was left answer whoever calls it, and keeps what it says.
ANSWER_CALLS = """() => {
    globalThis.words = [];
    spares.called = ({ channel }) => {
        channel.binaryType = "arraybuffer";
        channel.onmessage = ({ data }) => {
            const heard = words.push(new TextDecoder().decode(new Uint8Array(data).subarray(2)));
            if (heard === 1) channel.send(new Uint8Array([1, 2, ...new TextEncoder().encode('{"state": "in"}')]));
        };
    };
}"""
TELL_LEFT = """async print => {
    const { tellLeft } = await import("./going_on.mjs");
    await tellLeft(print, { hello: "Ben" }, async () => ({ copies: "up to 3" }));
}"""


def test_a_phone_that_went_on_at_another_tablet_calls_the_one_it_left(
    tablet, browser, server, devices
):
    (phone,) = at_the_site(browser, server, devices, "phone")
    own, mine = phone.evaluate(OWN), tablet.evaluate(OWN)
    tablet.evaluate(MEET, [own, "tablet"])
    tablet.evaluate(ANSWER_CALLS)
    phone.evaluate(MEET, [mine, "phone"])
    for words in tablet.evaluate(AGREE):
        phone.evaluate(HEAR, words)
    phone.reload()
    phone.evaluate(TELL_LEFT, mine)
    tablet.wait_for_function("() => words.length === 2")
    assert tablet.evaluate("words") == ['{"hello":"Ben"}', '{"copies":"up to 3"}']

"""Who comes in at a served table: with the app's own key, or by asking and being let in; nobody else."""

from __future__ import annotations

import asyncio
import json
import re
import stat
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote, urlencode, urljoin, urlsplit

import pytest
from sockets import Socket, run

from companion.formats.session import replay, steps
from models.book import Book
from models.entry_rows import stamp
from models.journal import Journal
from models.ledger import Refusal
from models.rooms import ASKS, IN, OUT, sign_of
from views.app import open_session
from views.hosting import door, serve
from views.hosting.door import Door, Key, Tries, key_in, own_path, with_key
from views.hosting.native import BookOpener
from views.state import uploads
from views.state.open_plays import OpenPlays

PLAY = """
game any_money
seats Ann Ben

begin
"""


class Table:
    """A served table without a server: its door, and what devices ask of it."""

    def __init__(self, folder):
        self.folder = folder
        self.journal = Journal(Book.open(folder))
        self.play = replay(self.journal, steps(PLAY)).play.id
        self.open_plays = OpenPlays(self.journal)
        self.shared = self.open_plays.shared
        self.door = Door(lambda: self.shared, folder, "test")
        self.opened = []
        self.app = serve.web_app(self.enter, "127.0.0.1", (), self.door)
        self.shared.reach.hang_up = self.app.hang_up

    def enter(self, page):
        self.opened.append(open_session(page, self.open_plays))

    async def ask(
        self, path, cookie="", form=None, address="192.0.2.7", file=None, more=False, method="", host="localhost"
    ):
        """Send a request; give the status, the headers and the body."""
        path, _, query = path.partition("?")
        headers = [(b"host", host.encode()), (b"cookie", cookie.encode())]
        method = method or ("PUT" if file is not None else "GET" if form is None else "POST")
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode()}
        scope |= {"query_string": query.encode(), "headers": headers, "client": (address, 5), "root_path": ""}
        scope |= {"server": ("localhost", 80), "scheme": "http", "http_version": "1.1"}
        sent, inbox = [], asyncio.Queue()
        inbox.put_nowait(
            {"type": "http.request", "body": file or urlencode(form or {}, doseq=True).encode(), "more_body": more}
        )

        async def send(message):
            sent.append(message)

        receive = inbox.get
        await self.app(scope, receive, send)
        body = b"".join(one.get("body", b"") for one in sent[1:]).decode("latin-1")
        return sent[0]["status"], dict(sent[0]["headers"]), body

    async def send_slowly(self, path, cookie):
        """Begin to send a file of which nothing more comes."""
        await self.ask(path, cookie, file=b"a piece", more=True)

    def member_id(self, cookie):
        """Whose cookie it is."""
        return self.door.member({"headers": [(b"cookie", cookie.encode())]}).id

    async def cookie(self, path, **more):
        """Send a request, and give the cookie that comes back."""
        _, headers, _ = await self.ask(path, **more)
        return headers.get(b"set-cookie", b"").decode().split(";")[0]

    def socket(self, cookie=""):
        return Socket(self.app, cookie=cookie)

    async def joined(self, *people, **rights):
        """Give the cookie and the member of a device that was let in."""
        room = self.shared.open_room(self.play)
        cookie = await self.cookie("/join", form={"code": room.code, "step": "who", "who": people, "as": "watch"})
        asking = self.shared.members_asking(room)[-1]
        self.shared.set_member(asking, state=IN)
        if rights:
            self.shared.set_member(asking, **rights)
        return cookie, self.shared.member(asking.id)


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.journal.database.close()


@pytest.mark.parametrize("path", ["/", "/settings", "/play/x", "/new", "/players", "/play/x/journal", "/tools/pool"])
def test_a_stranger_gets_the_join_page_and_nothing_of_any_game(table, path):
    status, headers, body = run(table.ask(path))
    assert (status, headers[b"location"], body) == (303, b"/join", "")
    _, _, page = run(table.ask("/join"))
    assert "Nobody invites phones right now" in page
    assert "Ann" not in page


def test_files_of_the_client_are_open_so_that_the_join_page_can_load_them(table):
    assert run(table.ask("/connection.js"))[0] == 200


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [("/nothing.txt", "GET", 404), ("/..\0/nothing.txt", "GET", 404), ("/main.dart.js", "POST", 405)],
)
def test_a_file_that_is_not_there_is_an_answer_and_no_fault(table, path, method, status):
    assert run(table.ask(path, method=method))[0] == status


def test_a_strangers_socket_is_refused_and_takes_no_room(table):
    async def scene():
        for cookie in ("", "companion-test=made-up", "companion-other=x", "companion-test=" + "a" * 5000):
            assert "does not take part" in (await table.socket(cookie).ended())["reason"]
        assert table.app.capacity.visits == []

    run(scene())
    assert table.opened == []


def test_with_the_key_the_whole_book_is_opened_and_the_key_works_once(table):
    key = key_in(table.folder)
    status, headers, _ = run(table.ask(f"/settings?key={key}"))
    assert (status, headers[b"location"]) == (303, b"/settings")
    made = headers[b"set-cookie"].decode()
    assert "HttpOnly" in made
    assert "SameSite=Strict" in made
    cookie = made.split(";")[0]
    assert run(table.ask("/settings", cookie))[0] == 200
    assert run(table.ask(f"/?key={key}"))[1][b"location"] == b"/join"
    assert key_in(table.folder) not in ("", key)
    assert stat.S_IMODE((table.folder / "key").stat().st_mode) == 0o600

    async def scene():
        socket = table.socket(cookie)
        await socket.known()
        assert table.opened[0].member.host
        socket.hang_up()
        await socket.ended()

    run(scene())


def test_only_a_page_that_is_opened_uses_the_key_up(table):
    key = key_in(table.folder)
    for method in ("HEAD", "POST", "OPTIONS"):
        status, headers, _ = run(table.ask(f"/?key={key}", method=method))
        assert (status, headers[b"location"]) == (303, b"/join")
    assert run(table.cookie(f"/?key={key}"))


@pytest.mark.parametrize(
    "path",
    ["/play/1", "/\t/evil.example/x", "/\\evil.example", "//evil.example/x", "///evil.example", "/\t//evil.example",
     "http://evil.example", "/a\r\nSet-Cookie: x=1", "/caf\u00e9", "/?a", "/#a", "/%2f/x", ""],
)  # fmt: skip
def test_whoever_has_the_key_is_led_to_a_page_of_our_own(path):
    address = own_path(path)
    assert set(address) <= set(map(chr, range(0x21, 0x7F))) - {"\\"}
    assert urlsplit(urljoin("http://localhost/", address))[:2] == ("http", "localhost")
    assert unquote(urlsplit(address).path) == "/" + path.lstrip("/")


def test_a_path_with_line_breaks_and_the_key_is_answered(table):
    status, headers, _ = run(table.ask(f"/a\r\nb\t?key={key_in(table.folder)}"))
    assert (status, headers[b"location"]) == (303, b"/a%0D%0Ab%09")


def test_who_is_in_already_needs_no_key_and_uses_none_up(table):
    cookie = run(table.cookie(f"/?key={key_in(table.folder)}"))
    key = key_in(table.folder)
    assert run(table.cookie(f"/?key={key}", cookie=cookie)) == cookie
    assert key_in(table.folder) == key


def test_after_a_restart_everyone_who_was_in_is_in(table):
    cookie = run(table.cookie(f"/?key={key_in(table.folder)}"))
    again = Door(lambda: table.shared, table.folder, "test")
    assert again.member({"headers": [(b"cookie", cookie.encode())]}).state == IN


def test_joining_goes_by_code_or_invitation_and_waits_for_the_nod(table):
    room = table.shared.open_room(table.play)

    async def scene():
        _, _, page = await table.ask("/join", form={"code": room.code.lower()})
        assert "Who are you?" in page
        assert all(name in page for name in ("Ann", "Ben"))
        assert "1,500" not in page
        assert "Who are you?" in (await table.ask(f"/join?i={room.invitation}"))[2]
        cookie = await table.cookie("/join", form={"code": room.code, "step": "who", "who": ["Ben", "Eve"]})
        assert json.loads((await table.ask("/join/state", cookie))[2])["state"] == ASKS
        assert (await table.ask("/", cookie))[1][b"location"] == b"/join"
        assert "You asked to play as Ben" in (await table.ask("/join", cookie))[2]
        assert "does not take part" in (await table.socket(cookie).ended())["reason"]
        (asking,) = table.shared.members_asking(room)
        table.shared.set_member(asking, state=IN)
        told = json.loads((await table.ask("/join/state", cookie))[2])
        assert told == {"state": IN, "to": f"/play/{table.play}"}
        assert (await table.ask("/", cookie))[1][b"location"] == f"/play/{table.play}".encode()
        assert (await table.ask(f"/play/{table.play}", cookie))[0] == 200

    run(scene())
    (member,) = table.shared.members(room)
    assert (member.people, member.host, member.bank) == (("Ben",), False, False)


def test_who_is_refused_stays_outside_and_reads_why(table):
    room = table.shared.open_room(table.play)
    cookie = run(table.cookie("/join", form={"code": room.code, "step": "who", "as": "watch"}))
    table.shared.turn_away(table.shared.members_asking(room)[0])
    assert json.loads(run(table.ask("/join/state", cookie))[2])["state"] == OUT
    assert run(table.ask("/", cookie))[1][b"location"] == b"/join"
    for path in ("/join", "/join?again=1", f"/join?i={room.invitation}"):
        assert "Somebody at the table said no to this device, or removed it." in run(table.ask(path, cookie))[2]
    assert "said no" not in run(table.ask("/join"))[2]


def not_used_for(table, member, days):
    table.shared.rooms.set_member(member.id, since=stamp(datetime.now(UTC) - timedelta(days=days)))


def test_a_device_that_was_not_used_for_thirty_days_asks_again_whatever_its_browser_kept(table):
    book = run(table.cookie(f"/?key={key_in(table.folder)}"))
    ben, member = run(table.joined("Ben"))
    for device in (table.door.member({"headers": [(b"cookie", book.encode())]}), member):
        not_used_for(table, device, 31)
    for cookie in (book, ben):
        assert run(table.ask("/settings", cookie))[1][b"location"] == b"/join"
        assert "This device was not used for 30 days." in run(table.ask("/join", cookie))[2]

        async def scene(cookie=cookie):
            assert "does not take part" in (await table.socket(cookie).ended())["reason"]

        run(scene())
    assert table.shared.with_the_book() == []


def test_a_device_in_use_stays_known_and_its_browser_keeps_what_it_is_known_by(table):
    ben, member = run(table.joined("Ben"))
    not_used_for(table, member, 29)
    _, headers, _ = run(table.ask(f"/play/{table.play}", ben))
    assert headers[b"set-cookie"].decode().startswith(f"{ben}; ")
    assert f"Max-Age={30 * 24 * 60 * 60};" in headers[b"set-cookie"].decode()
    assert datetime.now(UTC) - table.shared.rooms.member(member.id).since < timedelta(minutes=1)
    assert b"set-cookie" not in run(table.ask("/join"))[1]


def test_who_waits_reads_the_sign_by_which_the_table_sees_the_phone(table):
    room = table.shared.open_room(table.play)
    forms = {"code": room.code, "step": "who", "who": "Ben"}
    cookies = [run(table.cookie("/join", form=forms, address=f"192.0.2.{place}")) for place in (1, 2)]
    signs = [sign_of(one) for one in table.shared.members_asking(room)]
    for cookie, sign in zip(cookies, signs, strict=True):
        assert f"The table sees this phone as {sign}." in run(table.ask("/join", cookie))[2]


@pytest.mark.parametrize(
    ("address", "host", "told"),
    [
        ("127.0.0.1", "localhost:8550", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("192.0.2.7", "localhost", False),
        ("127.0.0.1", "games.home", False),
    ],
)
def test_only_the_browser_of_this_machine_reads_about_the_file_with_the_key(table, address, host, told):
    table.app.names.add("games.home")
    assert ("the file named key" in run(table.ask("/join", address=address, host=host))[2]) == told


def test_a_new_code_ends_the_old_invitations(table):
    room = table.shared.open_room(table.play)
    table.shared.invite_anew(room)
    assert "used up" in run(table.ask(f"/join?i={room.invitation}"))[2]
    assert "not the code" in run(table.ask("/join", form={"code": room.code}))[2]


def test_a_new_code_refuses_whoever_waits(table):
    room = table.shared.open_room(table.play)
    for place in range(4):
        for _ in range(4):
            form = {"code": room.code, "step": "who", "who": "Ben"}
            cookie = run(table.cookie("/join", form=form, address=f"192.0.2.{place}"))
    assert len(table.shared.members_asking(room)) == 16
    table.shared.invite_anew(room)
    assert table.shared.members_asking(room) == []
    assert json.loads(run(table.ask("/join/state", cookie))[2])["state"] == OUT


def test_wrong_codes_from_ever_new_addresses_are_slowed_for_the_room_and_the_square_still_works(table):
    room = table.shared.open_room(table.play)

    async def scene():
        for place in range(20):
            assert "not the code" in (await table.ask("/join", form={"code": "AAAA"}, address=f"198.51.100.{place}"))[2]
        for place in range(20, 200):
            _, _, page = await table.ask("/join", form={"code": room.code}, address=f"198.51.100.{place}")
            assert "Try again in 1 second, or scan the square on the table&#x27;s screen." in page
        assert "Who are you?" in (await table.ask(f"/join?i={room.invitation}"))[2]
        table.shared.invite_anew(room)
        again = table.shared.room_of(table.play)
        assert "Who are you?" in (await table.ask("/join", form={"code": again.code}))[2]

    run(scene())


def test_a_form_that_does_not_come_is_waited_for_a_while_only(table, monkeypatch):
    monkeypatch.setattr(door, "FORM_SECONDS", 0)
    status, headers, _ = run(table.ask("/join", form={"code": "AAAA"}, more=True))
    assert (status, headers[b"connection"]) == (408, b"close")


def test_wrong_codes_are_slowed_by_address_and_never_stopped_for_all(table):
    room = table.shared.open_room(table.play)
    for _ in range(6):
        _, _, page = run(table.ask("/join", form={"code": "AAAA"}))
    assert "Too many wrong codes. Try again in 1 second," in page
    assert "Too many wrong codes" in run(table.ask("/join", form={"code": room.code}))[2]
    assert "Who are you?" in run(table.ask("/join", form={"code": room.code}, address="192.0.2.8"))[2]


def test_each_wrong_code_doubles_the_pause_up_to_a_minute():
    now = [0.0]
    tries = Tries(lambda: now[0])
    for _ in range(5):
        tries.note_miss("a")
    assert tries.pause("a") == 1
    now[0] = 1.0
    assert tries.pause("a") == 0
    for _ in range(20):
        tries.note_miss("a")
    assert tries.pause("a") == 60
    for number in range(2_000):
        tries.note_miss(str(number))
    assert tries.pause("a") == 0  # memory has its limit


def test_one_address_does_not_fill_the_waiting_room(table):
    room = table.shared.open_room(table.play)
    for _ in range(6):
        _, _, page = run(table.ask("/join", form={"code": room.code, "step": "who", "who": "Ben"}))
    assert "Many phones are waiting" in page
    assert len(table.shared.members_asking(room)) == 4
    assert run(table.cookie("/join", form={"code": room.code, "step": "who", "who": "Ann"}, address="192.0.2.9"))


def test_somebody_new_asks_by_name_where_the_host_lets_them(table):
    room = table.shared.open_room(table.play)
    form = {"code": room.code, "step": "who", "as": "new", "name": "  Zo\u00eb\u202e "}
    assert "Choose who you are" in run(table.ask("/join", form=form))[2]
    table.shared.set_room(room, newcomers=True)
    assert run(table.cookie("/join", form={**form, "name": ""})) == ""
    assert run(table.cookie("/join", form=form))
    assert table.shared.members_asking(room)[0].people == ("Zo\u00eb",)


def test_a_session_is_given_back_to_the_member_who_opened_it_and_to_nobody_else(table):
    async def scene():
        ben, _ = await table.joined("Ben")
        ann, _ = await table.joined("Ann")
        first = table.socket(ben)
        await first.known()
        first.hang_up()
        await first.ended()
        other = table.socket(ann)
        await other.known(first.session)
        assert other.session != first.session
        again = table.socket(ben)
        await again.known(first.session)
        assert again.session == first.session
        for socket in (other, again):
            socket.hang_up()
            await socket.ended()

    run(scene())
    assert [one.member.people for one in table.opened] == [("Ben",), ("Ann",)]


def test_removing_a_member_ends_the_connection_and_every_right(table):
    async def scene():
        cookie, member = await table.joined("Ben", bank=True)
        socket = table.socket(cookie)
        await socket.known(route=f"/play/{table.play}")
        table.shared.turn_away(member)
        with pytest.raises(Refusal):
            table.opened[0].state(table.play)
        end = await socket.until(lambda message: message["type"] == "websocket.close" and message)
        assert end["code"] == 4401
        socket.hang_up()
        await socket.ended()
        assert (await table.ask("/", cookie))[1][b"location"] == b"/join"

    run(scene())


class Watching:
    """A screen that shows who is connected: how often it was redrawn."""

    drawn = 0

    def run_soon(self, _act):
        self.drawn += 1


def test_who_comes_and_goes_is_noticed_by_those_who_look_once_for_each_member(table):
    screen = Watching()
    table.shared.watching.add(screen)

    async def scene():
        cookie, member = await table.joined("Ben")
        sockets = [table.socket(cookie), table.socket(cookie)]
        for socket in sockets:
            await socket.known()
            assert (table.app.capacity.members(), screen.drawn) == ({member.id}, 1)
        for socket in sockets:
            socket.hang_up()
            await socket.ended()
        assert (table.app.capacity.members(), screen.drawn) == (set(), 2)

    run(scene())


def test_where_the_book_cant_be_opened_only_the_key_opens_the_app(tmp_path):
    door = Door(lambda: None, tmp_path, "")
    key = key_in(tmp_path)
    assert door.member({"headers": [(b"cookie", b"companion-=x")]}) is None
    sent = []

    async def send(message):
        sent.append(message)

    asked = {"method": "GET", "path": "/", "query_string": f"key={key}".encode(), "headers": []}
    run(door.answer(asked, None, send, None))
    cookie = dict(sent[0]["headers"])[b"set-cookie"].split(b";")[0]
    assert door.member({"headers": [(b"cookie", cookie)]}).state == IN


@pytest.mark.parametrize("brought", ["a\r\nb: c", "a b", "../x", "0" * 9_000, 7, None, ["x"]], ids=repr)
def test_a_name_of_the_cookie_that_no_door_would_make_is_made_anew(tmp_path, brought):
    opener = BookOpener(tmp_path)
    opener.open().journal.set_preference("door", brought)
    name = opener.door_name()
    assert re.fullmatch("[0-9a-f]{8}", name)
    assert opener.door_name() == name
    opener.close()


def test_an_address_with_the_key_keeps_what_it_had(tmp_path):
    assert with_key("http://localhost/a?b=c", "k") == "http://localhost/a?b=c&key=k"
    assert with_key("http://localhost", "") == "http://localhost"
    assert Key(tmp_path).value == key_in(tmp_path)


@pytest.mark.parametrize("query", ["key=%ff", "key=", "key=" + "a" * 9_000, "key=a&" * 100, "%"])
def test_a_nonsense_key_leads_to_the_join_page(table, query):
    status, headers, _ = run(table.ask(f"/?{query}"))
    assert (status, headers[b"location"]) == (303, b"/join")


@pytest.mark.parametrize(
    "form", [{"code": "x" * 9_000}, {"step": "who"}, {"code": "\u00e9\u00e9\u00e9\u00e9"}, {"i": "?"}]
)
def test_a_nonsense_form_is_answered_with_the_page(table, form):
    table.shared.open_room(table.play)
    status, _, page = run(table.ask("/join", form=form))
    assert status == 200
    assert "What is the code?" in page


class Sending:
    """A screen of a member that waits for a file, and the address it gave for it."""

    def __init__(self, table, member_id):
        self.address, self.asked = "", asyncio.Event()
        self.file = asyncio.create_task(table.door.uploads.fetch(member_id, self.ask))

    async def ask(self, address):
        self.address = address
        self.asked.set()

    @classmethod
    async def begun(cls, table, cookie):
        sending = cls(table, table.member_id(cookie))
        await sending.asked.wait()
        return sending

    async def is_waiting(self):
        await asyncio.sleep(0)
        return not self.file.done()

    async def end(self):
        self.file.cancel()
        await asyncio.wait([self.file])


def test_a_file_comes_in_once_for_the_screen_that_waits_for_it(table):
    async def scene():
        cookie = await table.cookie(f"/?key={key_in(table.folder)}")
        sending = await Sending.begun(table, cookie)
        assert (await table.ask(sending.address, cookie, file=b"a book"))[0] == 204
        assert await sending.file == b"a book"
        assert (await table.ask(sending.address, cookie, file=b"another"))[0] == 403

    run(scene())


def test_a_file_comes_in_from_nobody_else(table):
    async def scene():
        cookie = await table.cookie(f"/?key={key_in(table.folder)}")
        other = await table.cookie(f"/?key={key_in(table.folder)}")
        player, _ = await table.joined("Ben")
        sending = await Sending.begun(table, cookie)
        for stranger in ("", "companion-test=made-up", player, other):
            assert (await table.ask(sending.address, stranger, file=b"theirs"))[0] == 403
        for address in ("/files/", "/files/made-up", sending.address + "x", sending.address + "/x", "/files/\u00e9"):
            assert (await table.ask(address, cookie, file=b"theirs"))[0] == 403
        assert (await table.ask(sending.address, cookie))[0] == 403, "it is sent and not fetched"
        assert await sending.is_waiting()
        await sending.end()

    run(scene())


@pytest.mark.parametrize("rights", [{}, {"bank": True}, {"host": True, "bank": True}], ids=str)
def test_who_has_not_the_whole_book_sends_no_file(table, rights):
    async def scene():
        cookie, _ = await table.joined("Ben", **rights)
        sending = await Sending.begun(table, cookie)
        assert (await table.ask(sending.address, cookie, file=b"a book"))[0] == 403
        assert await sending.is_waiting()
        await sending.end()

    run(scene())


def test_a_file_that_is_too_large_is_refused_while_it_comes(table, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_UPLOAD_BYTES", 9)

    async def scene():
        cookie = await table.cookie(f"/?key={key_in(table.folder)}")
        sending = await Sending.begun(table, cookie)
        assert (await table.ask(sending.address, cookie, file=b"ten bytes."))[0] == 403
        assert len(await sending.file) > 9, "and whoever waits sees that it is"

    run(scene())


def test_few_files_are_on_their_way_at_once_and_one_for_each_member(table):
    async def scene():
        cookies = [await table.cookie(f"/?key={key_in(table.folder)}") for _ in range(3)]
        first, second, third = [await Sending.begun(table, one) for one in cookies]
        coming = [asyncio.create_task(table.send_slowly(sending.address, cookie)) for sending, cookie in
                  ((first, cookies[0]), (second, cookies[1]))]  # fmt: skip
        await asyncio.sleep(0)
        assert (await table.ask(third.address, cookies[2], file=b"a book"))[0] == 403
        for file in (third.file, Sending(table, table.member_id(cookies[0])).file):
            with pytest.raises(Refusal, match="Another file is being opened here"):
                await file
        for sending in (first, second):
            await sending.end()
        for task in coming:
            task.cancel()

    run(scene())


def test_a_file_that_never_begins_to_come_makes_room_for_another_of_its_member(table):
    async def scene():
        cookie = await table.cookie(f"/?key={key_in(table.folder)}")
        first = await Sending.begun(table, cookie)
        second = await Sending.begun(table, cookie)
        with pytest.raises(Refusal, match="The file did not arrive"):
            await first.file
        assert (await table.ask(first.address, cookie, file=b"the first"))[0] == 403
        assert (await table.ask(second.address, cookie, file=b"the second"))[0] == 204
        assert await second.file == b"the second"

    run(scene())

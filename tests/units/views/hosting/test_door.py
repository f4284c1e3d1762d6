"""Who comes in at a served table: with the app's own key, or by asking and being let in; nobody else."""

import asyncio
import html
import re
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from approved import assert_approved
from sockets import Socket
from starlette.requests import HTTPConnection

from companion.formats.session import replay, steps
from models.book import Book
from models.entry_rows import stamp
from models.journal import Journal
from models.ledger import Refusal
from models.rooms import IN
from views.app import open_session
from views.hosting import door, serve
from views.hosting.door import Door, Tries, own_path
from views.hosting.key import key_in
from views.hosting.native import BookOpener
from views.state import uploads
from views.state.open_plays import OpenPlays
from views.state.uploads import ADDRESS

PLAY = """
game any_money
seats Ann Ben

begin
"""


def with_cookie(cookie):
    return HTTPConnection({"type": "http", "headers": [(b"cookie", cookie.encode())]})


class Table:
    """A served table without a server: its door, and what devices ask of it."""

    def __init__(self, folder):
        self.folder = folder
        self.journal = Journal(Book.open(folder))
        self.play = replay(self.journal, steps(PLAY)).play.id
        self.open_plays = OpenPlays(self.journal)
        self.shared = self.open_plays.shared
        self.door = Door(lambda: self.shared, folder, "test")
        self.door.tries = Tries(lambda: 0.0)
        self.opened = []
        self.app = serve.web_app(self.enter, "127.0.0.1", (), self.door)
        self.shared.reach.hang_up = self.app.sessions.remove

    def enter(self, page):
        self.opened.append(open_session(page, self.open_plays))

    async def ask(
        self,
        path,
        cookie="",
        method="GET",
        body=b"",
        address="192.0.2.7",
        host="localhost",
        *,
        more=False,
    ):
        """Send a request; give the status, the headers and the body."""
        path, _, query = path.partition("?")
        headers = [(b"host", host.encode()), (b"cookie", cookie.encode())]
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode()}
        scope |= {
            "query_string": query.encode(),
            "headers": headers,
            "client": (address, 5),
            "root_path": "",
        }
        scope |= {"server": ("localhost", 80), "scheme": "http", "http_version": "1.1"}
        sent, inbox = [], asyncio.Queue()
        inbox.put_nowait({"type": "http.request", "body": body, "more_body": more})

        async def send(message):
            sent.append(message)

        receive = inbox.get
        await self.app(scope, receive, send)
        return (
            sent[0]["status"],
            dict(sent[0]["headers"]),
            b"".join(one.get("body", b"") for one in sent[1:]).decode(),
        )

    async def cookie(self, path="", **more):
        """Send a request, by default with the key, and return the cookie that comes back."""
        _, headers, _ = await self.ask(path or f"/?key={self.key}", **more)
        return headers.get(b"set-cookie", b"").decode().split(";")[0]

    @property
    def key(self):
        return key_in(self.folder)

    def member(self, cookie):
        """Return whose cookie it is."""
        return self.door.member(with_cookie(cookie))

    def socket(self, cookie=""):
        return Socket(self.app, cookie=cookie)

    def invite(self):
        return self.shared.open_room(self.play)

    async def joined(self, *people, **rights):
        """Let a device in; return its cookie and its member."""
        room = self.invite()
        body = f"code={room.code}&step=who&who={people[0]}".encode()
        cookie = await self.cookie("/join", method="POST", body=body)
        asking = self.shared.members_asking(room)[-1]
        self.shared.set_member(asking, state=IN, **rights)
        return cookie, self.shared.member(asking.id)


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.journal.database.close()


DOOR = Path(__file__).with_name("door.txt")
UNSEEN = re.compile(
    r"<style.*?</style>|<script.*?</script>|<title.*?</title>|<svg.*?</svg>", re.DOTALL
)


async def waited_for(table, cookie):
    """Have a member's screen wait for a file; return that task, and the address it gave."""
    address = asyncio.get_running_loop().create_future()

    async def ask(given):
        address.set_result(given)

    file = asyncio.create_task(table.door.uploads.fetch(table.member(cookie).id, ask))
    return file, await address


class Visits:
    """Devices that ask at the door, as a text says; those whose names begin alike are at one address."""

    def __init__(self, table):
        self.table, self.cookies, self.room, self.file, self.address = table, {}, None, None, "/"

    async def act(self, what, *words):
        """Do something at the table."""
        shared, rooms = self.table.shared, self.table.shared.rooms
        match what:
            case "invites":
                self.room = self.table.invite()
            case "renews":
                shared.invite_anew(self.room)
            case "welcomes":
                shared.set_room(self.room, newcomers=True)
            case "nods":
                shared.set_member(shared.members_asking(self.room)[0], state=IN)
            case "refuses":
                shared.turn_away(shared.members_asking(self.room)[0])
            case "expects":
                self.file, self.address = await waited_for(self.table, self.cookies[words[0]])
            case "lets":
                shared.set_member(
                    self.table.member(self.cookies[words[0]]), **dict.fromkeys(words[1:], True)
                )
            case "waits":
                since = stamp(datetime.now(UTC) - timedelta(days=int(words[0])))
                for member in filter(None, map(self.table.member, self.cookies.values())):
                    rooms.set_member(member.id, since=since)

    async def ask(self, who, method, path, *words):
        """Have a device ask for something, and return what it gets."""
        if method == "HOLDS":
            self.cookies[who] = path
            return []
        cookie = self.cookies.get(who, "")
        if method == "SOCKET":
            return [(await self.table.socket(cookie).ended())["reason"]]
        sent = b"a book" if path.startswith(ADDRESS) else "&".join(words).encode()
        status, headers, body = await self.table.ask(
            path, cookie, method, sent, f"192.0.2.{ord(who[0])}"
        )
        got = [f"{status} {headers.get(b'location', b'').decode()}".strip()]
        for _ in range(3):
            await asyncio.sleep(0)
        if self.file and self.file.done():
            got.append(f"came {self.file.result()}")
            self.file = None
        if given := headers.get(b"set-cookie", b"").decode():
            self.cookies[who], _, kept = given.partition("; ")
            got.append(f"cookie {kept}")
        if path.endswith("/state"):
            got.append(body)
        elif b"html" in headers.get(b"content-type", b""):
            lines = re.sub(r"<[^>]*>", "\n", UNSEEN.sub("", body)).split("\n")
            got += [html.unescape(line) for line in lines if line.strip()]
        return got

    async def do(self, step):
        """Return what comes of a step."""
        who, *words = step.split(" ")
        if who == "table":
            await self.act(*words)
            return []
        invited = {"INVITATION": self.room.invitation, "CODE": self.room.code} if self.room else {}
        for name, value in {
            "PLAY": self.table.play,
            "KEY": self.table.key,
            "FILE": self.address,
            **invited,
        }.items():
            words = [word.replace(name, value) for word in words]
        got = [line.replace(self.table.play, "PLAY") for line in await self.ask(who, *words)]
        return [f"+ {re.sub('this phone as ..', 'this phone as SIGN', line)}" for line in got]


async def test_who_asks_at_the_door_gets_what_was_approved(tmp_path, request):
    told, visits, tables = [], None, []
    for line in DOOR.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            tables.append(Table(tmp_path / f"{len(tables)}"))
            told.append(line)
            visits = Visits(tables[-1])
        elif not line.startswith("+ "):
            told += [line, *(await visits.do(line))]
    for table in tables:
        table.journal.database.close()
    assert_approved(
        DOOR, "".join(f"{line}\n" for line in told), approve=request.config.getoption("--approve")
    )


async def test_with_the_key_the_whole_book_is_opened_and_the_key_works_once(table):
    key = table.key
    cookie = await table.cookie(f"/settings?key={key}")
    assert (await table.ask(f"/?key={key}"))[1][b"location"] == b"/join"
    assert table.key not in ("", key)
    key = table.key
    assert await table.cookie(cookie=cookie) == cookie
    assert table.key == key, "who is in uses none up"
    again = Door(lambda: table.shared, table.folder, "test")
    assert again.member(with_cookie(cookie)).state == IN, "after a restart as well"
    assert stat.S_IMODE((table.folder / "key").stat().st_mode) == 0o600
    socket = table.socket(cookie)
    await socket.known()
    assert table.opened[0].member.host
    socket.hang_up()
    await socket.ended()


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


@pytest.mark.parametrize(
    ("address", "host", "told"),
    [
        ("127.0.0.1", "localhost:8550", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("192.0.2.7", "localhost", False),
        ("127.0.0.1", "games.home", False),
    ],
)
async def test_only_the_browser_of_this_machine_reads_about_the_file_with_the_key(
    table, address, host, told
):
    table.app.names.add("games.home")
    assert (
        "the file named key" in (await table.ask("/join", address=address, host=host))[2]
    ) == told


def test_each_wrong_code_doubles_the_pause_up_to_a_minute():
    now = [0.0]
    tries = Tries(lambda: now[0])
    for misses, at, pause in ((5, 0.0, 1), (0, 1.0, 0), (20, 1.0, 60)):
        for _ in range(misses):
            tries.note_miss("a")
        now[0] = at
        assert tries.pause("a") == pause
    for number in range(2_000):
        tries.note_miss(str(number))
    assert tries.pause("a") == 0  # memory has its limit


async def test_a_form_that_does_not_come_is_waited_for_a_while_only(table, monkeypatch):
    monkeypatch.setattr(door, "FORM_SECONDS", 0)
    status, headers, _ = await table.ask("/join", method="POST", body=b"code=AAAA", more=True)
    assert (status, headers[b"connection"]) == (408, b"close")


async def test_removing_a_member_ends_the_connection_and_every_right(table):
    cookie, member = await table.joined("Ben", bank=True)
    stranger, _ = await table.joined("Ann")
    sessions = []
    for own in (cookie, stranger, cookie):
        socket = table.socket(own)
        await socket.known(sessions[0] if sessions else "", route=f"/play/{table.play}")
        sessions.append(socket.session)
        if len(sessions) < 3:
            socket.hang_up()
            await socket.ended()
    assert sessions[0] == sessions[2] != sessions[1], (
        "a session is given back to its own member alone"
    )
    table.shared.turn_away(member)
    with pytest.raises(Refusal):
        table.opened[0].state(table.play)
    end = await socket.until(lambda message: message["type"] == "websocket.close" and message)
    assert end["code"] == 4401
    socket.hang_up()
    await socket.ended()
    assert (await table.ask("/", cookie))[1][b"location"] == b"/join"


async def test_who_comes_and_goes_is_noticed_by_those_who_look_once_for_each_member(table):
    screen = Mock()
    table.shared.watching.add(screen)
    cookie, member = await table.joined("Ben")
    sockets = [table.socket(cookie), table.socket(cookie)]
    for socket in sockets:
        await socket.known()
        assert (table.app.sessions.members(), screen.run_soon.call_count) == ({member.id}, 1)
    for socket in sockets:
        socket.hang_up()
        await socket.ended()
    assert (table.app.sessions.members(), screen.run_soon.call_count) == (set(), 2)


async def test_where_the_book_cant_be_opened_only_the_key_opens_the_app(table):
    table.shared = None
    assert table.member("companion-test=x") is None
    assert table.member(await table.cookie()).state == IN


@pytest.mark.parametrize("brought", ["a\r\nb: c", "0" * 9_000, None], ids=repr)
def test_a_name_of_the_cookie_that_no_door_would_make_is_made_anew(tmp_path, brought):
    opener = BookOpener(tmp_path)
    opener.open().journal.set_preference("door", brought)
    name = opener.door_name()
    assert re.fullmatch("[0-9a-f]{8}", name)
    assert opener.door_name() == name
    opener.close()


async def test_a_file_that_is_too_large_is_refused_while_it_comes(table, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_UPLOAD_BYTES", 9)
    cookie = await table.cookie()
    file, address = await waited_for(table, cookie)
    assert (await table.ask(address, cookie, "PUT", b"ten bytes."))[0] == 403
    assert len(await file) > 9, "and whoever waits sees that it is"


async def test_few_files_are_on_their_way_at_once_and_one_for_each_member(table):
    cookies = [await table.cookie() for _ in range(3)]
    late, _ = await waited_for(table, cookies[0])
    waiting = [await waited_for(table, cookie) for cookie in cookies]
    with pytest.raises(Refusal, match="The file did not arrive"):
        await late
    coming = [
        asyncio.create_task(table.ask(address, cookie, "PUT", more=True))
        for (_, address), cookie in zip(waiting[:2], cookies, strict=False)
    ]
    await asyncio.sleep(0)
    assert (await table.ask(waiting[2][1], cookies[2], "PUT"))[0] == 403
    for file in (waiting[2][0], table.door.uploads.fetch(table.member(cookies[0]).id, None)):
        with pytest.raises(Refusal, match="Another file is being opened here"):
            await file
    for task in (*coming, *(file for file, _ in waiting)):
        task.cancel()

"""Sockets of a served app without a server: what uvicorn would hand to it, and what it would send."""

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor

import msgpack

PATIENCE = 10
REGISTER, PATCH, EVENT, WRITE, CALL, CRASHED = 1, 2, 3, 4, 5, 6


def run(made):
    """Run to its end, on a loop of its own: Playwright may hold this thread's."""
    with ThreadPoolExecutor(max_workers=1) as other:
        return other.submit(asyncio.run, made).result()


def packed(action, **body):
    return b"\x00" + msgpack.packb([action, body])


def hello(session="", **page):
    return packed(
        REGISTER, session_id=session, page_name="", page={"route": "/", "web": True, **page}
    )


def event(target, name, data=None):
    return packed(EVENT, target=target, name=name, data=data)


class Socket:
    """A device's socket, as the app sees it; to be made on a running loop."""

    def __init__(self, app, address="192.0.2.7", path="/ws", host="localhost", cookie=""):
        self.inbox = asyncio.Queue()
        self.sent = []
        self.news = asyncio.Event()
        self.session = ""
        headers = [(b"host", host.encode()), (b"cookie", cookie.encode())]
        scope = {"type": "websocket", "path": path, "headers": headers, "client": (address, 5)}
        scope |= {
            "query_string": b"",
            "root_path": "",
            "scheme": "ws",
            "server": ("localhost", 80),
            "extensions": {},
        }
        self.put({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self.inbox.get, self._send))

    async def _send(self, message):
        self.sent.append(message)
        self.news.set()

    def put(self, message):
        self.inbox.put_nowait(message)

    def say(self, data):
        self.put({"type": "websocket.receive", "bytes": data})

    def hang_up(self):
        self.put({"type": "websocket.disconnect", "code": 1006})

    async def until(self, seen):
        """Wait until something is sent of which this is so, and give what that says of it."""
        at = 0
        async with asyncio.timeout(PATIENCE):
            while True:
                while at < len(self.sent):
                    if found := seen(self.sent[at]):
                        return found
                    at += 1
                self.news.clear()
                await self.news.wait()

    async def heard(self, action):
        """Wait for a message of this kind, and give its body."""
        return await self.until(
            lambda message: (said(message) or [None])[0] == action and said(message)[1]
        )

    async def known(self, session="", **page):
        """Say hello, and wait until it is answered."""
        self.say(hello(session, **page))
        answer = await self.heard(REGISTER)
        self.session = answer["session_id"]
        return answer["page_patch"]

    async def ended(self):
        """Wait until the app is through with the socket; give what it sent last, of a refusal its words."""
        await asyncio.wait_for(self.task, PATIENCE)
        last = self.sent[-1] if self.sent else {}
        return {"reason": last["body"].decode()} if "body" in last else last


def said(message):
    data = message.get("bytes")
    return (
        msgpack.unpackb(data[1:], ext_hook=lambda code, some: (code, some), strict_map_key=False)
        if data
        else None
    )


async def nothing_left():
    """Return the tasks that still run beside the caller."""
    for _ in range(20):
        await asyncio.sleep(0)
    gc.collect()
    return [str(one.get_coro()) for one in asyncio.all_tasks() if one is not asyncio.current_task()]

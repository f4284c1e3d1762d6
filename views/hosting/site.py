"""Serving the app that installs itself in a browser: files that ``packaging/build_pwa.py`` has built, and no books.

Every file goes out to be asked for again (``no-cache``) with the digest of what is in it as its tag, so asking again
costs a line where nothing has changed. That is what lets a first visit be kept on the device without a second
download. Only what the site's own listing names is served.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.addresses import address_of
from models.errors import CannotOpenError
from views.hosting import serve
from views.hosting.guard import Guard
from views.hosting.visit import Receive, Scope, Send

BUILT = Path(__file__).resolve().parents[2] / "build" / "pwa"
LISTING, PAGE, WORKER = "site.json", "index.html", "sw.js"
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".otf": "font/otf",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""What files are, said here because some systems say otherwise."""
PACKED = (("br", ".br"), ("gzip", ".gz"))
APART = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
    (b"vary", b"accept-encoding"),
)


def serve_site(folder: Path | None, *, host: str, port: int, names: Sequence[str]) -> None:
    """Serve a built site until somebody ends it.

    Raises:
        CannotOpenError: there is no site in the folder, or the address can't be had, with a sentence that says why.

    """
    site = Site(folder or BUILT)
    listener = serve.listen(host, port)
    address = address_of(host, listener.getsockname()[1]) + site.base
    try:
        with listener, serve.ending():
            ready = f"The app to install is at {address} (Ctrl+C ends serving it; what is installed goes on)"
            serve.run(Guard(site, host, names), listener, lambda: serve.say(ready))
    except KeyboardInterrupt:
        serve.say("Nothing is served any more. Where the app is installed, it goes on.")


@dataclass(frozen=True)
class Answer:
    """A response: a status, its headers, and the file whose bytes follow, if any."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...] = ()
    file: Path | None = None


class Site:
    """Answers with the files of a built site, packed as the browser likes them; it is an ASGI application.

    Raises:
        CannotOpenError: there is no site in the folder.

    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read()

    def _read(self) -> None:
        listing = self.folder / LISTING
        try:
            text = listing.read_bytes()
            index = json.loads(text)
            self._built = listing.stat().st_mtime_ns
            self.base: str = index["base"]
            self.tags = {path: entry["sha256"] for path, entry in index["files"].items()}
            self.tags[LISTING] = hashlib.sha256(text).hexdigest()
            self.tags[WORKER] = hashlib.sha256((self.folder / WORKER).read_bytes()).hexdigest()
            page = (self.folder / PAGE).read_text(encoding="utf-8")
        except (OSError, ValueError, KeyError, AttributeError, TypeError) as problem:
            raise CannotOpenError(
                f"There is no built site in {self.folder}. Build it first: python3 packaging/build_pwa.py"
            ) from problem
        policy = re.search(r'"Content-Security-Policy" content="([^"]*)"', page)
        # a page can't say of itself who may frame it
        self.policy = f"{policy[1] if policy else ''}; frame-ancestors 'none'".encode()

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            if (self.folder / LISTING).stat().st_mtime_ns != self._built:
                self._read()
            answer = self.answer(scope["method"], scope["path"], dict(scope["headers"]))
            body = b""
            if answer.file and scope["method"] == "GET":
                body = await asyncio.to_thread(answer.file.read_bytes)
            size = (
                len(body)
                if scope["method"] == "GET" or not answer.file
                else answer.file.stat().st_size
            )
            headers = [*answer.headers, *APART, (b"content-security-policy", self.policy)]
            if answer.status not in (304, 301):
                headers.append((b"content-length", str(size).encode()))
            await send({"type": "http.response.start", "status": answer.status, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    def answer(self, method: str, path: str, headers: dict[bytes, bytes]) -> Answer:
        """Choose what to answer; headers are those of the request, in lower case."""
        if method not in ("GET", "HEAD"):
            return Answer(405, ((b"allow", b"GET, HEAD"),))
        if not path.startswith(self.base):
            return Answer(301, ((b"location", self.base.encode()), (b"content-length", b"0")))
        inside = path[len(self.base) :]
        if inside not in self.tags:
            # a place in the app, typed or kept as a bookmark; the page finds its way there
            if b"text/html" not in headers.get(b"accept", b"") and inside:
                return Answer(404)
            inside = PAGE
        file, packing = self._find_packed(
            inside, headers.get(b"accept-encoding", b"").decode("latin-1").lower()
        )
        tag = f'"{self.tags[inside][:32]}{"-" if packing else ""}{packing}"'.encode()
        kind = (
            KINDS.get(file.with_name(Path(inside).name).suffix) or mimetypes.guess_type(inside)[0]
        )
        said = [(b"etag", tag), (b"content-type", (kind or "application/octet-stream").encode())]
        if packing:
            said.append((b"content-encoding", packing.encode()))
        if tag in [
            one.strip().removeprefix(b"W/")
            for one in headers.get(b"if-none-match", b"").split(b",")
        ]:
            return Answer(304, tuple(said))
        return Answer(200, tuple(said), file)

    def _find_packed(self, inside: str, accepted: str) -> tuple[Path, str]:
        plain = self.folder / inside
        likes = {
            one.split(";")[0].strip()
            for one in accepted.split(",")
            if "q=0" not in one.replace("q=0.", "")
        }
        for packing, ending in PACKED:
            packed = plain.with_name(plain.name + ending)
            if packing in likes and packed.exists():
                return packed, packing
        return plain, ""

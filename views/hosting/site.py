"""Serving the app that installs itself in a browser: files that ``packaging/build_pwa.py`` has built, and no books.

Every file goes out to be asked for again (``no-cache``) with the digest of what is in it as its tag, so asking again
costs a line where nothing has changed. That is what lets a first visit be kept on the device without a second
download. Only what the site's own listing names is served.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from companion.addresses import address_of
from models.errors import CannotOpenError
from views.hosting import serve
from views.hosting.guard import Guard

BUILT = Path(__file__).resolve().parents[2] / "build" / "pwa"
LISTING, PAGE, WORKER = "site.json", "index.html", "sw.js"
KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".html": "text/html",
    ".css": "text/css",
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
APART = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
    "vary": "accept-encoding",
}


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
        self.policy = f"{policy[1] if policy else ''}; frame-ancestors 'none'"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            if (self.folder / LISTING).stat().st_mtime_ns != self._built:
                self._read()
            answer = self.answer(scope["method"], scope["path"], Headers(scope=scope))
            answer.headers.update({**APART, "content-security-policy": self.policy})
            await answer(scope, receive, send)

    def answer(self, method: str, path: str, headers: Headers) -> Response:
        """Choose what to answer; headers are those of the request."""
        if method not in ("GET", "HEAD"):
            return Response(status_code=405, headers={"allow": "GET, HEAD"})
        if not path.startswith(self.base):
            return RedirectResponse(self.base, 301)
        inside = path.removeprefix(self.base)
        if inside not in self.tags:
            # a place in the app, typed or kept as a bookmark; the page finds its way there
            if "text/html" not in headers.get("accept", "") and inside:
                return Response(status_code=404)
            inside = PAGE
        file, packing = self._find_packed(inside, headers.get("accept-encoding", "").lower())
        tag = f'"{self.tags[inside][:32]}{"-" if packing else ""}{packing}"'
        said = {"etag": tag, **({"content-encoding": packing} if packing else {})}
        had = headers.get("if-none-match", "").split(",")
        if tag in [old.strip().removeprefix("W/") for old in had]:
            return Response(status_code=304, headers=said)
        kind = KINDS.get(Path(inside).suffix) or mimetypes.guess_type(inside)[0]
        return FileResponse(file, headers=said, media_type=kind or "application/octet-stream")

    def _find_packed(self, inside: str, accepted: str) -> tuple[Path, str]:
        plain = self.folder / inside
        likes = {
            kind.split(";")[0].strip()
            for kind in accepted.split(",")
            if "q=0" not in kind.replace("q=0.", "")
        }
        for packing, ending in PACKED:
            packed = plain.with_name(plain.name + ending)
            if packing in likes and packed.exists():
                return packed, packing
        return plain, ""

"""Flet's client as it is served: its files from Flet's package, with the app's own over them.

Flet brings a server of its own for them, made of FastAPI. Loading that was a quarter of a start, and nothing else of it
was used.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from pathlib import Path

from flet.controls.types import RouteUrlStrategy, WebRenderer
from flet_web import (  # type: ignore[import-untyped]
    get_package_web_dir,
    patch_font_manifest_json,
    patch_index_html,
    patch_manifest_json,
)
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from companion.core.show.player_colours import LIGHT
from views.theme import ASSETS, FILES, SYMBOLS

PAGE, MANIFEST, FONTS = "index.html", "manifest.json", "assets/FontManifest.json"
ELSEWHERE = 'flet.fontFallbackBaseUrl="assets/fonts/"'
"""Where Flet's page has a letter looked for that no font has: among fonts that it does not bring."""
HERE = f'flet.fontFallbackBaseUrl="/fonts/{FILES[SYMBOLS]}.ttf#"'
"""Whatever its client asks for there, it gets this one. Refused, it would ask again for ever, and draw all anew."""


class ClientFiles(StaticFiles):
    """Answers with the client's files, and with its page for every place in the app.

    ``title`` and ``description`` are what the page and an icon on a home screen say.
    """

    def __init__(self, title: str, description: str) -> None:
        written, client = (
            Path(tempfile.mkdtemp(prefix="companion-client-")),
            Path(get_package_web_dir()),
        )
        weakref.finalize(self, shutil.rmtree, written, ignore_errors=True)
        for name in (PAGE, MANIFEST, FONTS):
            target = written / name
            target.parent.mkdir(exist_ok=True)
            own = ASSETS / name
            shutil.copyfile(own if own.exists() else client / name, target)
        patch_index_html(
            index_path=str(written / PAGE),
            base_href="/",
            websocket_endpoint_path="/ws",
            app_name=title,
            app_description=description,
            web_renderer=WebRenderer.AUTO,
            route_url_strategy=RouteUrlStrategy.PATH,
            no_cdn=True,
        )
        page = written / PAGE
        page.write_text(page.read_text(encoding="utf-8").replace(ELSEWHERE, HERE), encoding="utf-8")
        patch_manifest_json(
            manifest_path=str(written / MANIFEST),
            app_name=title,
            app_short_name=title,
            app_description=description,
            background_color=LIGHT["paper"],
            theme_color=LIGHT["paper"],
        )
        patch_font_manifest_json(manifest_path=str(written / FONTS))
        super().__init__(directory=written, html=True)
        self.all_directories += [ASSETS, client]

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file by its path; a place in the app, which has no suffix, is the page."""
        full, found = super().lookup_path(path)
        if found is None and Path(path).suffix in ("", ".html"):
            return super().lookup_path(PAGE)
        return full, found

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file, or that there is none: nothing around this turns what is raised into an answer."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as refusal:
            return PlainTextResponse(refusal.detail, refusal.status_code)

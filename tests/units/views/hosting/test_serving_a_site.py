"""Serving a built site: files as what they are, packed as the browser likes them, and nothing that is not listed."""

import hashlib
import json

import pytest
from starlette.datastructures import Headers

from companion.__main__ import main
from views.hosting.site import Site

FILES = (
    "index.html", "boot.js", "worker.mjs", "pyodide/pyodide.asm.wasm", "site.webmanifest", "icons/icon-192.png",
    "app.zip", "sw.js",
)  # fmt: skip


def lay(folder, base="/"):
    """Put a site there as the builder lays it out, with next to nothing in its files."""
    for name in FILES:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(name)
    for ending in (".br", ".gz"):
        (folder / f"app.zip{ending}").write_text("packed")
    listed = {
        name: {"sha256": hashlib.sha256(name.encode()).hexdigest()}
        for name in FILES
        if name != "sw.js"
    }
    (folder / "site.json").write_text(json.dumps({"base": base, "files": listed}))


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    lay(folder)
    return Site(folder)


def answer(site, path, method="GET", **headers):
    asked = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    given = site.answer(method, path, asked)
    return given.status_code, given.headers, getattr(given, "path", None)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/pyodide/pyodide.asm.wasm", "application/wasm"),
        ("/site.webmanifest", "application/manifest+json"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/icons/icon-192.png", "image/png"),
    ],
)
def test_files_are_served_as_what_they_are(served, path, kind):
    status, headers, file = answer(served, path, accept_encoding="gzip, deflate, br")

    assert (status, headers["content-type"]) == (200, kind)
    assert file.exists()


@pytest.mark.parametrize(
    ("asked", "sent"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
    ],
)
def test_files_are_packed_as_the_browser_likes_them(served, asked, sent):
    _, headers, _ = answer(served, "/app.zip", accept_encoding=asked)

    assert headers.get("content-encoding") == sent


def test_what_the_browser_has_already_is_not_sent_again(served):
    _, headers, _ = answer(served, "/app.zip", accept_encoding="br")

    assert answer(served, "/app.zip", accept_encoding="br", if_none_match=headers["etag"])[0] == 304
    assert answer(served, "/app.zip", accept_encoding="br", if_none_match='"another"')[0] == 200
    assert (
        answer(served, "/app.zip", accept_encoding="gzip", if_none_match=headers["etag"])[0] == 200
    )


def test_a_place_in_the_app_gets_the_page_and_a_missing_file_does_not(served):
    assert answer(served, "/play/some-evening", accept="text/html,*/*")[2].name == "index.html"
    assert answer(served, "/assets/fonts/missing.woff2", accept="*/*")[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../../pyproject.toml",
        "/..%2f..%2fpyproject.toml",
        "//etc/passwd",
        "/pyodide/",
        "/app.zip.br",
    ],
)
def test_nothing_is_served_that_the_listing_does_not_name(served, path):
    assert answer(served, path, accept="*/*")[0] == 404
    assert answer(served, "/app.zip", method="PUT")[0] == 405


def test_a_site_built_for_another_place_is_served_there(tmp_path):
    lay(tmp_path, base="/games/")
    moved = Site(tmp_path)

    assert answer(moved, "/games/boot.js")[0] == 200
    status, headers, _ = answer(moved, "/")
    assert (status, headers["location"]) == (301, "/games/")


def test_where_nothing_has_been_built_the_sentence_says_how_to(tmp_path, capsys):
    assert main(["serve-pwa", str(tmp_path)]) == 1
    assert "Build it first: python3 packaging/build_pwa.py" in capsys.readouterr().err

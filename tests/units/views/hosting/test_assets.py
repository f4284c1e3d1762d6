"""What the app draws with is in its own folder, and can draw all that it says."""

import ast
import re
import unicodedata
from functools import cache
from pathlib import Path

import flet as ft
import pytest
from flet_web import get_package_web_dir
from fontTools.ttLib import TTFont

from companion.core.show.player_colours import DARK, LIGHT
from companion.formats import bg_stats
from companion.games import infos
from tests.paths import ROOT
from views import theme
from views.components.glyphs import MISSING
from views.hosting.client_files import ClientFiles

ASSETS = ROOT / "views" / "assets"
SITE = ROOT / "packaging" / "pwa"
FONTS = ASSETS / "fonts"
TEXT = FONTS / "companion-sans.ttf"
SYMBOLS = FONTS / "companion-symbols.ttf"
SOURCES = sorted(
    path for folder in ("views", "companion") for path in (ROOT / folder).rglob("*.py")
)


@cache
def drawn(path):
    return frozenset(map(chr, TTFont(path).getBestCmap()))


@cache
def sayings(path):
    """Every string literal of a module, with its line."""
    return [
        (node.lineno, node.value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def icons(path):
    """Every icon of a font by its name, as Flet writes it."""
    return {
        name.removesuffix("_baseline").upper(): chr(code)
        for code, name in TTFont(path).getBestCmap().items()
    }


ICONS = "assets/fonts/MaterialIcons-Regular.otf"
OF_FLET = icons(Path(get_package_web_dir()) / ICONS)


def test_every_icon_that_a_screen_names_is_drawn():
    named = {
        node.attr
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value).removeprefix("ft.") == "Icons"
    }
    assert len(named) > 100
    missing = {name for name in named if OF_FLET[name] not in drawn(ASSETS / ICONS)}
    assert missing == set(), "cut the icons anew: .venv-test/bin/python packaging/fonts.py"


def test_every_icon_that_a_game_may_name_is_drawn():
    shown = {theme.icon(icon.name).name for icon in ft.Icons}
    assert {
        name for name in shown if name in OF_FLET and OF_FLET[name] not in drawn(ASSETS / ICONS)
    } == set()
    assert len(shown) > 2000


def test_our_own_games_have_the_icons_they_name():
    assert [info.icon for info in infos() if theme.icon(info.icon).name != info.icon] == []


def test_nothing_the_app_says_falls_outside_the_bundled_fonts():
    known = drawn(TEXT) | drawn(SYMBOLS)
    strange = [
        f"{path.relative_to(ROOT)}:{line} has {character!r} (U+{ord(character):04X})"
        for path in SOURCES
        for line, words in sayings(path)
        for character in sorted(set(words) - known)
        if unicodedata.category(character)
        != "Cc"  # line ends are not drawn; what shows nothing is looked up
    ]
    assert not strange, "no bundled font draws these: " + "; ".join(strange)


def test_the_table_of_glyphs_is_that_of_the_fonts():
    written = {letter for letter in map(chr, range(0x10000)) if not MISSING.match(letter)}
    assert written == drawn(TEXT) | drawn(SYMBOLS) | {"\n"}


@pytest.mark.parametrize("served", [True, False], ids=["served", "site"])
def test_a_letter_that_no_font_has_is_looked_for_in_a_font_that_is_there(served):
    files = ClientFiles("Companion", "")
    page = files.lookup_path("index.html")[0] if served else SITE / "client.js"
    written = Path(page).read_text(encoding="utf-8")
    (found,) = re.findall(r'fontFallbackBaseUrl(?:: |=)"(?:/|@BASE@)([^"]+)#"', written)
    assert (ASSETS / found).exists()


def test_nothing_is_fetched_from_anywhere_else():
    # the name of what SVG is written in is no address that anything is fetched from
    near = r"127\.0\.0\.1|localhost|www\.w3\.org/2000/svg"
    named = re.compile(rf"(?:https?|wss?)://(?!{near})\w", re.IGNORECASE)
    far = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in SOURCES
        for line, words in sayings(path)
        if named.search(words) and words != bg_stats.ADDRESS  # a person opens it, in another app
    ]
    assert not far, (
        f"the app works without the internet, so these addresses have no business in it: {far}"
    )


@pytest.mark.parametrize("page", [ASSETS / "index.html", SITE / "index.html"])
def test_a_page_has_the_ground_of_the_app_from_the_first_paint_on(page):
    head = page.read_text(encoding="utf-8").split("</head>")[0]
    light, dark = LIGHT["paper"], DARK["paper"]
    assert f"html {{ background: {light}; }}" in head
    assert re.search(rf"\(prefers-color-scheme: dark\) {{ html {{ background: {dark}; }} }}", head)


@pytest.mark.parametrize("font", sorted(FONTS.glob("*.ttf")), ids=lambda font: font.stem)
def test_every_font_has_our_name_and_its_licence_beside_it(font):
    names = TTFont(font)["name"]
    assert names.getDebugName(1).startswith("Companion ")
    assert len(font.with_suffix(".licence.txt").read_text(encoding="utf-8")) > 2_000

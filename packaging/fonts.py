"""Make the bundled fonts again from Debian's and Flet's: `.venv-test/bin/python packaging/fonts.py`.

Needs the Debian packages fonts-inter-variable, fonts-vollkorn and fonts-dejavu-core, and fonttools and Flet's client
(both are in the test environment). The results are kept in the repository, so only a change of font, of Flet or of the
icons that screens name needs this; the icons are cut without Debian's packages.

The families are renamed: the licence of the symbols requires it, and a subset should not pass for the whole font.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import flet_web  # type: ignore[import-untyped]
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

if TYPE_CHECKING:
    from collections.abc import Iterator

ASSETS = Path(__file__).resolve().parents[1] / "views" / "assets"
TARGET = ASSETS / "fonts"
GLYPHS = ASSETS.parent / "components" / "glyphs.py"
APACHE = Path("/usr/share/common-licenses/Apache-2.0")
SYSTEM = Path("/usr/share/fonts/truetype")
NOTICES = Path("/usr/share/doc")

INVISIBLE = (
    *range(0x200B, 0x2010),  # spaces without width, joiners and marks of direction
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2065),  # the word joiner
    *range(0x2066, 0x206A),
    *range(0xFE00, 0xFE10),  # variants of the character before
    0xFEFF,
)
"""Characters that show nothing. One that no font has is looked for elsewhere by Flutter, as a letter is."""
BLANK = 0x200B
"""The one of them that each source has."""
LATIN = (
    (0x20, 0x7E),  # ASCII
    (0xA0, 0x17F),  # Latin-1 and Latin Extended-A
    (0x218, 0x21B),  # Romanian
    (0x1E9E, 0x1E9E),  # capital sharp s
    (0x2002, 0x200A),  # spaces, the figure space among them
    (0x2010, 0x2027),  # dashes, quotes, bullets, ellipsis
    (0x202F, 0x203A),
    (0x2044, 0x2044),  # fraction slash
    (0x20AC, 0x20AC),
    (0x2116, 0x2116),  # numero
    (0x2122, 0x2122),
    (0x2153, 0x215E),  # fractions
    (0x2212, 0x2212),  # the minus of a ledger
    (0x2248, 0x2248),
    (0x2260, 0x2260),
    (0x2264, 0x2265),
)
SYMBOLS = (
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2318, 0x2318),
    (0x232B, 0x232B),  # erase to the left
    (0x23CE, 0x23CF),
    (0x2460, 0x2473),  # circled numbers
    (0x2500, 0x259F),  # boxes and blocks
    (0x25A0, 0x25FF),  # geometric shapes
    (0x2600, 0x26C3),  # chess, cards, dice
    (0x2700, 0x27BF),  # ticks, crosses, stars
)


@dataclass(frozen=True)
class Cut:
    """One bundled font: its source, and the subset that is kept."""

    family: str
    file: str
    source: str
    package: str
    licence: str  # its name in Debian's notices; empty when the font itself has the whole text
    ranges: tuple[tuple[int, int], ...]
    figures: tuple[str, ...] = ()  # features baked into the figures: Flet cannot switch features on
    weights: tuple[int, int] | None = None  # the part of a variable font's range that is kept


CUTS = (
    Cut(
        "Companion Sans",
        "companion-sans.ttf",
        "inter-vf/Inter-roman.var.ttf",
        "fonts-inter-variable",
        "OFL-1.1",
        LATIN,
        figures=("tnum",),
        weights=(400, 800),
    ),
    Cut(
        "Companion Serif",
        "companion-serif.ttf",
        "vollkorn/Vollkorn-SemiBold.ttf",
        "fonts-vollkorn",
        "SIL-OFL-1.1",
        LATIN,
        figures=("lnum", "tnum"),
    ),
    Cut(
        "Companion Symbols",
        "companion-symbols.ttf",
        "dejavu/DejaVuSans.ttf",
        "fonts-dejavu-core",
        "",
        SYMBOLS,
    ),
)


ICONS = "assets/fonts/MaterialIcons-Regular.otf"
"""Material's icons, by their path in Flet's client and in what lies over it."""
STYLED = re.compile(r"\b[A-Z0-9_]+_(?:OUTLINED|ROUNDED|SHARP)\b")
"""How the app names an icon that is not plain."""
NO_PLAIN = {"class_outlined", "class_rounded", "class_sharp", "wifi_tethering_error_rounded"}
"""Icons that Flet names no plain one of."""
OF_FLUTTER = {"arrow_back_ios_new_rounded"}
"""An icon that Flutter draws by itself."""


def cut_icons() -> Path:
    """Write Material's icons: every plain one, for a game may name any, and of the other styles what the app names."""
    sources = [
        path
        for folder in ("views", "companion")
        for path in (ASSETS.parents[1] / folder).rglob("*.py")
    ]
    named = {
        name.lower()
        for path in sources
        for name in STYLED.findall(path.read_text(encoding="utf-8"))
    }
    font = TTFont(Path(flet_web.get_package_web_dir()) / ICONS, recalcTimestamp=False)
    names = font.getBestCmap()
    plain = {
        name.removesuffix("_baseline") for name in names.values() if name.endswith("_baseline")
    }
    kept = [
        code
        for code, name in names.items()
        if name.endswith("_baseline")
        or name in named | NO_PLAIN | OF_FLUTTER
        or name.rpartition("_")[0] not in plain
    ]
    job = subset.Subsetter(subset.Options(hinting=False, name_IDs=["*"], notdef_outline=True))
    job.populate(unicodes=kept)
    job.subset(font)
    target = ASSETS / ICONS
    font.save(target)
    lead = "MaterialIcons-Regular.otf is a part of Google's Material Icons, under the Apache License 2.0.\n\n"
    target.with_suffix(".licence.txt").write_text(
        lead + APACHE.read_text(encoding="utf-8"), encoding="utf-8"
    )
    return target


def substitutions(font: TTFont, feature: str) -> dict[str, str]:
    """Which glyph stands for which when a feature is on."""
    table = font["GSUB"].table
    found: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def bake_figures(font: TTFont, features: tuple[str, ...]) -> None:
    """Map the digits to the glyphs that the features would choose."""
    for feature in features:
        swaps = substitutions(font, feature)
        for codes in font["cmap"].tables:
            if codes.isUnicode():
                for digit in range(ord("0"), ord("9") + 1):
                    codes.cmap[digit] = swaps.get(codes.cmap[digit], codes.cmap[digit])


def blank_out(font: TTFont) -> None:
    """Draw nothing for all that shows nothing."""
    for codes in font["cmap"].tables:
        if codes.isUnicode() and BLANK in codes.cmap:
            codes.cmap |= dict.fromkeys(INVISIBLE, codes.cmap[BLANK])


def level_figures(font: TTFont) -> None:
    """Let every digit widen with the weight as the zero does: Inter's bold four is slightly narrower."""
    codes = font.getBestCmap()
    digits = [codes[code] for code in range(ord("0"), ord("9") + 1)]
    outlines, widths = font["gvar"].variations, font["HVAR"].table.AdvWidthMap.mapping
    growth = [part.coordinates[-3] for part in outlines[digits[0]]]  # third from the end: the width
    for digit in digits:
        for part, width in zip(outlines[digit], growth, strict=True):
            part.coordinates[-3] = width
        widths[digit] = widths[digits[0]]


def rename(font: TTFont, family: str) -> None:
    """Replace the font's name by ours, but not in its notices."""
    plain = family.replace(" ", "")
    names = {1: family, 3: plain, 4: family, 6: plain, 16: family, 25: plain}
    font["name"].names = [
        record for record in font["name"].names if record.nameID not in {16, 17, 21, 22}
    ]
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]


def cut(plan: Cut) -> Path:
    """Write a bundled font."""
    font = TTFont(SYSTEM / plan.source, recalcTimestamp=False)
    bake_figures(font, plan.figures)
    options = subset.Options(
        hinting=False,  # Flutter ignores hints
        layout_features=["kern", "mark", "mkmk", "ccmp", "locl", "rvrn"],
        name_IDs=["*"],
        notdef_outline=True,
    )
    job = subset.Subsetter(options)
    job.populate(
        unicodes=[BLANK, *(code for first, last in plan.ranges for code in range(first, last + 1))]
    )
    job.subset(font)
    blank_out(font)
    if plan.weights:
        font = instancer.instantiateVariableFont(font, {"wght": plan.weights})
        level_figures(font)
    rename(font, plan.family)
    target = TARGET / plan.file
    font.save(target)
    return target


def write_glyphs() -> None:
    """Write down which characters the text's fonts have, as ranges of a regular expression."""
    fonts = (TTFont(TARGET / f"companion-{name}.ttf") for name in ("sans", "symbols"))
    codes = sorted(set[int]().union(*(font.getBestCmap() for font in fonts)))
    first = [code for code in codes if code - 1 not in codes]
    last = [code for code in codes if code + 1 not in codes]
    ranges = [f"\\u{low:04x}-\\u{high:04x}" for low, high in zip(first, last, strict=True)]
    lines = "".join(f'\n    r"{"".join(ranges[at : at + 6])}"' for at in range(0, len(ranges), 6))
    written = GLYPHS.read_text(encoding="utf-8")
    table = re.sub(r"(?s)(?<=DRAWN = \().*?(?=\n\))", lambda _: lines, written)
    GLYPHS.write_text(table, encoding="utf-8")


def clause(package: str, licence: str) -> Iterator[str]:
    """Read a licence from the notices that Debian keeps for a package."""
    ours = False
    for line in (NOTICES / package / "copyright").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            ours = line == f"License: {licence}"
        elif ours:
            yield "" if line.strip() == "." else line.rstrip().removeprefix(" ")


def notice(plan: Cut) -> str:
    """Return the copyright and the licence of a font, which have to be distributed with it."""
    names = TTFont(SYSTEM / plan.source)["name"]
    lead = f"{plan.family} is a part of {names.getDebugName(1)} under another name.\n{names.getDebugName(0)}"
    terms = [names.getDebugName(13).strip(), "\n".join(clause(plan.package, plan.licence)).strip()]
    text = "\n\n".join([lead.strip(), *filter(None, terms)]) + "\n"
    return "\n".join(line.rstrip() for line in text.replace("\r", "").split("\n"))


def main() -> None:
    """Subset every font and write its licence beside it."""
    made = cut_icons()
    print(f"{made.name}: {made.stat().st_size:,} bytes")
    missing = sorted({plan.package for plan in CUTS if not (SYSTEM / plan.source).exists()})
    if missing:
        sys.exit(f"Install {' '.join(missing)} first: the fonts are cut from Debian's.")
    TARGET.mkdir(parents=True, exist_ok=True)
    for plan in CUTS:
        made = cut(plan)
        made.with_suffix(".licence.txt").write_text(notice(plan), encoding="utf-8")
        print(f"{made.name}: {plan.family}, {made.stat().st_size:,} bytes")
    write_glyphs()


if __name__ == "__main__":
    main()

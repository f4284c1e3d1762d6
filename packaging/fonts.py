"""Make the bundled fonts again from Debian's: `python3 packaging/fonts.py`.

Needs the Debian packages fonts-inter-variable, fonts-vollkorn and fonts-dejavu-core, and fonttools (it is
in the test environment). The results are kept in the repository, so only a change of font needs this.

The families are renamed: the licence of the symbols requires it, and a subset should not pass for the whole font.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = Path(__file__).resolve().parents[1] / "views" / "assets" / "fonts"
SYSTEM = Path("/usr/share/fonts/truetype")
NOTICES = Path("/usr/share/doc")

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
    font["name"].names = [record for record in font["name"].names if record.nameID not in {16, 17, 21, 22}]
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
    job.populate(unicodes=[code for first, last in plan.ranges for code in range(first, last + 1)])
    job.subset(font)
    if plan.weights:
        font = instancer.instantiateVariableFont(font, {"wght": plan.weights})
        level_figures(font)
    rename(font, plan.family)
    target = TARGET / plan.file
    font.save(target)
    return target


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
    missing = sorted({plan.package for plan in CUTS if not (SYSTEM / plan.source).exists()})
    if missing:
        sys.exit(f"Install {' '.join(missing)} first: the fonts are cut from Debian's.")
    TARGET.mkdir(parents=True, exist_ok=True)
    for plan in CUTS:
        made = cut(plan)
        made.with_suffix(".licence.txt").write_text(notice(plan), encoding="utf-8")
        print(f"{made.name}: {plan.family}, {made.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

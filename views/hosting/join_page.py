"""The pages on which a device asks to take part: a few kilobytes, shown before anything of the app is loaded."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Sequence
from hashlib import sha256
from html import escape

from companion.core.show.player_colours import (
    DARK,
    HOUSE_ACCENT,
    INKS,
    LIGHT,
    ink_on,
    legible,
    look,
    mix,
    valid_colour,
)
from companion.core.table import listed
from companion.formats.markup import OUTLINES
from models.names import name_key
from models.plays import Seat
from models.rooms import CODE_LETTERS, Room
from views.hosting.joining import LONGEST_NAME

AHEAD = (
    ("/main.dart.wasm", "/main.dart.mjs", "/canvaskit/skwasm.wasm", "/canvaskit/skwasm.js"),
    ("/main.dart.js", "/canvaskit/canvaskit.js", "/canvaskit/canvaskit.wasm"),
)
"""What the app loads first, in Chromium and its kin and in other browsers: loaded while the page waits."""

SCRIPT = f"""
const ask = async () => {{
  try {{
    const {{state, to}} = await (await fetch("/join/state", {{cache: "no-store"}})).json();
    if (state === "in") location.replace(to);
    else if (state !== "asks") location.replace("/join?again=1");
  }} catch {{ /* the network comes back, or the page is loaded again */ }}
  setTimeout(ask, 1000);
}};
ask();
const ahead = navigator.vendor === "Google Inc." ? {list(AHEAD[0])!r} : {list(AHEAD[1])!r};
for (const one of ahead) fetch(one).then(got => got.arrayBuffer()).catch(() => 0);
"""


def _shades(ground: dict[str, str], accent: str) -> str:
    strong = legible(accent, ground["card"])
    named = {
        **ground,
        "accent": strong,
        "on-accent": ink_on(strong),
        "tint": mix(accent, ground["card"], 0.82),
    }
    return "".join(f"--{name}:{colour};" for name, colour in named.items())


SHEET = f"""
@font-face{{font-family:Display;src:url(/fonts/companion-serif.ttf);font-display:swap}}
@font-face{{font-family:Text;src:url(/fonts/companion-sans.ttf);font-display:swap}}
:root{{color-scheme:light dark;{_shades(LIGHT, HOUSE_ACCENT)}}}
@media(prefers-color-scheme:dark){{:root{{{_shades(DARK, HOUSE_ACCENT)}}}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.4 Text,system-ui,sans-serif}}
main{{min-height:100vh;min-height:100dvh;max-width:30rem;margin:0 auto;padding:1.6rem 1rem 1.2rem;display:flex;
flex-direction:column}}
.kicker{{margin:0;color:var(--soft);font-weight:600;font-size:.95rem}}
h1{{font:600 2rem/1.15 Display,serif;margin:.1rem 0 1.2rem}}
h2{{font:600 1.5rem/1.2 Display,serif;margin:0 0 .7rem}}
p{{margin:0 0 1rem}}
.soft{{color:var(--soft);font-size:.95rem}}
.problem{{background:var(--note);color:var(--on-note);border-radius:.7rem;padding:.7rem .9rem}}
form{{display:flex;flex-direction:column;flex:1}}
fieldset{{border:0;margin:0;padding:0;display:grid;grid-template-columns:1fr 1fr;gap:.6rem}}
.tile{{position:relative;display:flex;align-items:center;gap:.8rem;min-height:5.5rem;padding:.8rem;background:var(--card);
border:1px solid var(--edge);border-radius:.9rem;font-weight:600;overflow-wrap:anywhere;cursor:pointer}}
.tile.wide{{grid-column:1/-1;min-height:4rem}}
.tile small{{display:block;font-weight:400;color:var(--soft)}}
.tile input{{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0;cursor:pointer}}
.tile:has(:checked){{border:2px solid var(--accent);background:var(--tint)}}
.tile:has(:focus-visible){{outline:3px solid var(--accent);outline-offset:2px}}
.held{{opacity:.6;border-color:var(--hair)}}
svg{{width:2.6rem;height:2.6rem;flex:none}}
svg text{{font:700 18px Text,sans-serif;text-anchor:middle;fill:#fff}}
input[type=text]{{width:100%;font:inherit;font-size:1.1rem;color:inherit;background:var(--card);padding:.8rem;
border:1px solid var(--edge);border-radius:.9rem;min-height:3.5rem}}
.code{{text-align:center;text-transform:uppercase;letter-spacing:.6em;font-weight:700;font-size:2rem!important}}
button{{margin-top:auto;min-height:3.75rem;border:0;border-radius:.9rem;background:var(--accent);color:var(--on-accent);
font:600 1.15rem Text,system-ui,sans-serif;cursor:pointer}}
.foot{{margin-top:1.6rem}}
a{{color:var(--accent)}}
.wait{{margin:auto;text-align:center}}
.dots{{font-size:2rem;letter-spacing:.3em;color:var(--accent)}}
@media(prefers-reduced-motion:no-preference){{.dots{{animation:beat 1.6s infinite}}}}
@keyframes beat{{50%{{opacity:.25}}}}
"""


def _digest(words: str) -> str:
    return f"'sha256-{b64encode(sha256(words.encode()).digest()).decode()}'"


POLICY = (
    f"default-src 'none'; style-src {_digest(SHEET)}; script-src {_digest(SCRIPT)}; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Html(str):
    """Markup. Whatever else is put into it is escaped."""

    __slots__ = ()

    def filled(self, **parts: str) -> Html:
        """Put words and other markup into its braces."""
        return Html(
            self.format(
                **{
                    name: part if isinstance(part, Html) else escape(part)
                    for name, part in parts.items()
                }
            )
        )


PAGE = Html(
    """<!DOCTYPE html>
<html lang="en">
<head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Join the table - Companion</title><style>{sheet}</style></head>
<body><main><p class="kicker">Companion</p><h1>Join the table</h1>{inside}</main>{script}</body>
</html>
"""
)
PROBLEM = Html('<p class="problem" role="alert">{words}</p>')
CODE = Html(
    """<form method="post" action="/join">
<h2>What is the code?</h2><p class="soft">Four letters, shown on the table's screen.</p>
<input type="text" name="code" class="code" maxlength="{letters}" autocomplete="off" autocapitalize="characters"
spellcheck="false" aria-label="The code on the table" required autofocus>
<button>Go on</button></form>"""
)
LOST_KEY = Html(
    """<p class="soft foot">Does Companion run on this very machine? Open it with the address that it printed when it \
was started. The key in that address works once; the next one is in the file named key in its data folder.</p>"""
)
WHO = Html(
    """<form method="post" action="/join">
<h2>Who are you?</h2><fieldset>{tiles}</fieldset>
<p class="soft foot">Two people on one phone tick both names.</p>
<input type="hidden" name="code" value="{code}"><input type="hidden" name="step" value="who">
<p class="soft">The table lets you in. This phone then stays yours for the evening.</p>
<button>Join</button></form>"""
)
SEAT = Html(
    """<label class="tile{held}"><svg viewBox="0 0 40 40" aria-hidden="true"><path d="{outline}" fill="{colour}"></path>
<text x="20" y="27" fill="{ink}">{letter}</text></svg><span><bdi>{name}</bdi>{remark}</span>
<input type="checkbox" name="who" value="{name}"></label>"""
)
HAS_PHONE = Html("<small>has a phone</small>")
WATCH = Html(
    """<label class="tile wide"><span>Just watching<small>See the table, touch nothing</small></span>
<input type="checkbox" name="as" value="watch"></label>"""
)
NEWCOMER = Html(
    """<label class="tile wide"><span>I'm new<small>Type your name below</small></span>
<input type="checkbox" name="as" value="new"></label>
<label class="tile wide"><input type="text" name="name" maxlength="{letters}" aria-label="Your name"></label>"""
)
WAIT = Html(
    """<div class="wait"><div class="dots" aria-hidden="true">•••</div><h2>Waiting for the table</h2>
<p class="soft" role="status">You asked {who}. Somebody at the table taps Let in.</p>
<p>The table sees this phone as {sign}.</p></div>
<p class="soft"><a href="/join?again=1">Choose again</a></p>"""
)
NOTHING = Html()


def _page(*inside: Html, problem: str = "", script: Html = NOTHING) -> str:
    """Write a page; nothing in its style and script may change, as their digests are in the policy."""
    said = PROBLEM.filled(words=problem) if problem else NOTHING
    return PAGE.filled(sheet=Html(SHEET), inside=Html(said + "".join(inside)), script=script)


def code_page(problem: str, *, asks: bool = True, runs_here: bool) -> str:
    """Ask for the code on the table; the browser of the machine that the app runs on reads how it gets in by itself."""
    form = CODE.filled(letters=str(CODE_LETTERS)) if asks else NOTHING
    return _page(form, LOST_KEY if runs_here else NOTHING, problem=problem)


def who_page(room: Room, seats: Sequence[Seat], held: Collection[str], problem: str) -> str:
    """Ask who somebody is. No figure of a game is shown yet."""
    tiles = [_seat(at, seat, is_held=name_key(seat.name) in held) for at, seat in enumerate(seats)]
    tiles.append(WATCH)
    if room.newcomers:
        tiles.append(NEWCOMER.filled(letters=str(LONGEST_NAME)))
    return _page(WHO.filled(tiles=Html("".join(tiles)), code=room.code), problem=problem)


def waiting_page(people: Sequence[str], sign: str) -> str:
    """Wait for the nod, and load the app meanwhile. By the sign the table knows this device from others that ask."""
    who = f"to play as {listed(people)}" if people else "to watch"
    return _page(WAIT.filled(who=who, sign=sign), script=Html(f"<script>{SCRIPT}</script>"))


def _seat(at: int, seat: Seat, *, is_held: bool) -> Html:
    colour, shape = look(at, seat.colour, seat.token)
    return SEAT.filled(
        held=" held" if is_held else "",
        outline=OUTLINES[shape],
        colour=valid_colour(colour, INKS[at % len(INKS)]),
        ink=ink_on(colour),
        letter=seat.name[:1].upper(),
        name=seat.name,
        remark=HAS_PHONE if is_held else "",
    )

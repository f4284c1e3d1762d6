"""An evening of tests/evenings on every device of a table, told by what changes on each of their screens.

What is told of an evening is a text with a heading for each look at a screen: after which line of the session, on which
device, and which way goes from there, such as ``== 12 Ann > All that you have``. The headings are also the plan: to
look at more, a heading is added and the text is written anew. Below each stands what differs from the last look there.
A way begins at the table: it has names to tap, ``/see`` for a screen of the play and ``//new`` for one of the app, and
``Title=Ours`` to write, or to answer a question by its name; ``key Enter`` is pressed. On top stand the sessions that
are played, each after ``=``, or one in full. Line 0 is before the first. Who is not looked at has no phone.
"""

import itertools
from contextlib import AsyncExitStack
from difflib import SequenceMatcher

import flet as ft

from companion.core.prompt import Offer
from companion.formats.session import Step, begin, read_pairs, replay, run, steps
from companion.version import VERSION
from tests.looks.transcript import lines
from tests.paths import SESSION_FOLDER
from tests.units.views.hats_game import press
from tests.units.views.headless import PHONE, TABLET, TELEVISION, end_threads
from tests.units.views.shared_evening import Evening
from tests.units.views.stillness import Still
from views.state.client import Client
from views.state.play.journal_state import JournalState
from views.state.play.panel import TURN
from views.state.setup_form import HOUSES, form_of

SIGN, WAY, PLAYED, KEY = "== ", " > ", "= ", "key "
LOST, FOUND = "is out of reach", "is back"
HOST = {"tablet": TABLET, "phone": PHONE}
"""Devices of the table, which keep the book."""
WATCHERS = {"television": TELEVISION, "watcher": PHONE}
FILL, RULES = "fill in what comes next", "unfold every house rule"


def read_plan(known):
    """Read the head of a text with the sessions that it asks for, and its headings."""
    head = list(itertools.takewhile(lambda line: not line.startswith(SIGN), known.splitlines()))
    sessions = [line.removeprefix(PLAYED) for line in head if line.startswith(PLAYED)]
    texts = [(SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8") for name in sessions]
    if len(head) > len(sessions):
        texts.append("\n".join(line for line in head if not line.startswith(PLAYED)))
    return head, texts, [line for line in known.splitlines() if line.startswith(SIGN)]


def read_heading(heading):
    """After which line of the session a look is, on which device, and which way from there."""
    line, _, rest = heading.removeprefix(SIGN).partition(" ")
    return int(line), *rest.split(WAY)


class Told(Evening):
    """A table with every device, and what was told of each; the sessions before the last are over by then."""

    def __init__(self, open_plays, *sessions):
        for number, text in enumerate(sessions[:-1], 1):
            Still.minutes += 1
            replay(open_plays.journal, steps(text), play_id=f"before-{number}")
        self.begun, self.rest = begin(open_plays.journal, steps(sessions[-1]), "evening")
        super().__init__(open_plays, self.begun.id)
        self.shared.reach.addresses = ("http://192.0.2.1:8550",)
        self.members = dict.fromkeys(HOST, self.tablet)
        self.screens, self.known = {}, {}
        self.open = AsyncExitStack()
        self.told = []
        self.away = set()

    async def tell(self, headings):
        """Play the evening, and look wherever the plan says."""
        plan = {
            line: [*some]
            for line, some in itertools.groupby(headings, lambda one: read_heading(one)[0])
        }
        wrong = plan.keys() - {0, *(step.number for step in self.rest)}
        assert not wrong, f"no step stands on {wrong}"
        here = {read_heading(one)[1] for one in headings}
        self.members |= {
            seat.name: self.add(seat.name) for seat in self.begun.seats if seat.name in here
        }
        self.members |= {name: self.add() for name in WATCHERS if name in here}
        async with self.open:
            for heading in plan.pop(0, ()):
                await self.look(heading, self.rest[0])
            for step, following in (
                zip(self.rest, [*self.rest[1:], None], strict=True) if plan else ()
            ):
                Still.minutes += 1
                run(self.open_plays.referee(self.play), step)
                for heading in plan.get(step.number, ()):
                    await self.look(heading, following)
                if step.number >= max(plan):
                    break
        await end_threads()
        said = "".join(f"{line}\n" for line in self.told)
        return said.replace(str(self.open_plays.journal.database.path), "FILE").replace(
            VERSION, "VERSION"
        )

    async def look(self, heading, following):
        """Tell what differs on a screen, or what every step of a way changes."""
        _, name, *way = read_heading(heading)
        if way in ([LOST], [FOUND]):
            self.told.append(heading)
            self.lose(self.members[name], back=way == [FOUND])
            return
        screen, client = await self.device(name)
        state, page = client.state(self.play), way and way[0].startswith("/")
        screen.turn_to()
        client.refresh(self.play)
        if name in self.away:
            self.away.discard(name)
            state.panel.pane, state.panel.journal = TURN, JournalState()
            state.sheet.put_away()
            if not page:
                await screen.go(f"/play/{self.play}")
        await screen.settle()
        self.told.append(heading)
        before = [name]
        if not way:
            self.note(screen, before)
        elif not page:
            self.known.setdefault((name,), lines(screen))
        for part in way:
            await self.go(screen, client, part, before, following)
            self.away.add(name)
        state.panel.moment.over()

    async def device(self, name):
        if name not in self.screens:
            size, clients = {**HOST, **WATCHERS}.get(name, PHONE), list[Client]()
            screen = await self.open.enter_async_context(
                self.screen(self.members[name], size=size, clients=clients)
            )
            self.screens[name] = screen, clients[0]
        return self.screens[name]

    async def go(self, screen, client, part, before, following):
        """Take one step of a way, and tell what that changes."""
        if part == FILL:
            await self.fill_in(screen, client, before, following)
            return
        if part == RULES:
            form = form_of(client)
            form.open |= {HOUSES, *(rule.key for rule in form.game.options)}
            await screen.settle()
        elif part.startswith("//"):
            await screen.go(part[1:])
        elif part.startswith("/"):
            await screen.go(f"/play/{self.play}{part}")
        elif part.startswith(KEY):
            await screen.key(part.removeprefix(KEY))
        elif "=" in part:
            name, _, words = part.partition("=")
            if found := screen.all(ft.TextField, label=name):
                await screen.write(found[0], words)
            else:
                client.state(self.play).sheet.answer(name, words)
                await screen.settle()
        else:
            await press(screen, part)
        before.append(part)
        self.note(screen, before)

    async def fill_in(self, screen, client, before, following):
        """Open the sheet of what comes next, and give one answer after the other."""
        assert following, "nothing comes next"
        word, _, rest = (
            following.rest.partition(" ")
            if following.word == "refuse"
            else (following.word, "", following.rest)
        )
        state = client.state(self.play)
        state.sheet.open(Offer(word))
        await screen.settle()
        self.note(screen, [*before, word])
        answers = state.snapshot.game.find_action(word).read(
            state.snapshot.table, read_pairs(Step(0, word, rest))
        )
        for name, value in answers.items():
            if value is not None:
                state.sheet.answer(name, value)
                await screen.settle()
                self.note(screen, [*before, word, name])

    def note(self, screen, way):
        """Tell what differs from the last look on this way or, the first time, from what is most like it."""
        key, told = tuple(way), lines(screen)
        if len(way) > 1:
            self.told.append(f"-> {way[-1]}")
        seen = self.known.get(key)
        if seen is None:
            seen = self.known.get(key[:-1], []) if not way[-1].startswith("/") else []
            alike = max(
                (one for one in self.known if one[1:] == key[1:]),
                key=lambda one: self.common(one, told),
                default=key,
            )
            if alike != key and self.common(alike, told) > max(
                2 * len(told) / 3, len({*seen} & {*told})
            ):
                seen = self.known[alike]
                self.told.append(f"as {alike[0]}, but")
        self.known[key] = told
        for kind, a, b, c, d in SequenceMatcher(None, seen, told, autojunk=False).get_opcodes():
            if kind != "equal":
                self.told += [f"- {line}" for line in seen[a:b]] + [
                    f"+ {line}" for line in told[c:d]
                ]

    def common(self, way, told):
        """How many lines of a screen were told on this way as well."""
        return len({*self.known[way]} & {*told})

"""What comes of each step of a case: what is recorded, refused, asked and offered."""

from contextlib import closing

from companion.core.recording.referee import Referee
from companion.core.recording.rules_at import RulesAt
from companion.formats import session
from companion.games import game_of
from models.backups.untrusted_file import UntrustedFile
from models.ledger import Refusal
from tests.cases.reading import GIVEN, LOOKS, read, steps_of
from tests.evenings.said.evening import ClockedJournal, prompt_lines, receipt, sections, sheet
from tests.evenings.said.wording import changes, indented, told

PLAY = "0" * 32


class Outcome:
    """What comes of the cases of a file. A prompt, a rule and its source are told in full where they come first."""

    def __init__(self, file):
        beginnings = file.with_name("beginnings.case")
        self.cases = read(file)
        self.beginnings = read(beginnings) if beginnings.exists() else {}
        self.known = set()
        self.begun = {}

    def text(self):
        """Play the cases, and tell what comes of them.

        Raises:
            AssertionError: a line can't be recorded, or is not refused; it names each such case.

        """
        lines = []
        broken = []
        for case in self.cases.values():
            try:
                lines += self._case(case)
            except (session.Mismatch, Refusal) as fault:
                broken.append(f"case {case.name}: {fault}")
        for file in self.begun.values():
            file.close()
        assert not broken, "\n".join(broken)
        return "".join(f"{line}\n" for line in lines)

    def _case(self, case):
        head, before, steps = steps_of(case, self.beginnings | self.cases)
        yield f"case {case.name}"
        with closing(self._begin(head, before)) as file, file.writing():
            referee = Referee(ClockedJournal(file), PLAY, game_of)
            shown = sections(referee) if any(step.word == "show" for step in steps) else {}
            asked = list(prompt_lines(referee.game.prompt(referee.table)))
            for step in steps:
                if step.word == GIVEN:
                    session.run(referee, _line(step))
                    continue
                yield f"  {step.word} {step.rest}".rstrip()
                yield from indented(self._step(referee, step, shown))
                if step.word not in LOOKS:
                    now = list(prompt_lines(referee.game.prompt(referee.table)))
                    yield from indented(self._once(now) if now != asked else ())
                    asked = now
        yield ""

    def _begin(self, head, before):
        """Give a book with all that a case begins with. What several begin with is played once, and copied."""
        lines = [step for step in before if step.word not in LOOKS]
        parts = tuple(repr(step) for step in (*head, *lines))
        known = next(
            (at for at in range(len(parts), len(head) - 1, -1) if parts[:at] in self.begun), 0
        )
        if known < len(parts):
            file = _copied(self.begun[parts[:known]]) if known else UntrustedFile()
            with file.writing():
                journal = ClockedJournal(file)
                if not known:
                    session.begin(journal, head, PLAY)
                    known = len(head)
                referee = Referee(journal, PLAY, game_of)
                for step in lines[known - len(head) :]:
                    session.run(referee, _line(step))
            self.begun[parts] = file
        return _copied(self.begun[parts])

    def _step(self, referee, step, shown):
        if step.word == "show":
            yield from changes(shown, sections(referee))
        elif step.word == "sheet":
            yield from _opened(referee, step)
        elif step.word == "refuse":
            yield _refused(referee, step)
        else:
            before = RulesAt(referee.play, referee.game, referee.table.ledger)
            session.run(referee, step)
            proposal = referee.journal.entry(referee.play.id, referee.version).proposal
            reasons = {f"= {words}" for words in (proposal.rule, proposal.source)}
            yield from (
                line for line in receipt(before, proposal) if line not in reasons & self.known
            )
            self.known |= reasons
            yield from _effect(proposal)

    def _once(self, lines):
        text = "\n".join(lines)
        if text in self.known:
            return [f"{lines[0].partition(' |')[0]} (as above)"]
        self.known.add(text)
        return lines


def _copied(file):
    copy = UntrustedFile()
    file.driver.backup(copy.driver)
    return copy


def _effect(proposal):
    """Tell the postings in one line, and the marks in one for each holder."""
    if proposal.postings:
        yield ", ".join(
            f"{posting.account} {posting.quantity:+,} {posting.unit}"
            for posting in proposal.postings
        )
    holders = {}
    for mark in proposal.marks:
        holders.setdefault(mark.holder, []).append(f"{mark.name} {told(mark.value)}")
    yield from (f"{holder}: {', '.join(marks)}" for holder, marks in holders.items())


def _line(step):
    """Take the line out of a step that begins with a word of ours."""
    if step.word not in (GIVEN, *LOOKS):
        return step
    word, _, rest = step.rest.partition(" ")
    return session.Step(step.number, word, rest.strip())


def _opened(referee, step):
    line = _line(step)
    action = referee.game.find_action(line.word)
    answers = action.read(referee.table, session.read_pairs(line))
    given = {name: answer for name, answer in answers.items() if answer is not None}
    why = action.why_not(referee.table, given)
    yield from [f"no: {why}"] if why else sheet(referee, action, given, 0)


def _refused(referee, step):
    try:
        session._do(referee, _line(step))
    except Refusal as refusal:
        question = f" ({refusal.question})" if refusal.question else ""
        return f"no{question}: {refusal.sentence}"
    raise session.Mismatch(step.number, f"not refused: {step.rest}")

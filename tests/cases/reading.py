"""Cases: steps in session text under a name, which may begin where another case ends.

A file holds cases of one game. `case NAME` begins one. `from CASE` puts the lines of that case before its own, from the
same file or from `beginnings.case` beside it; a head of its own (`house`, `seats`, `board`) may change theirs. `refuse`
tells with which sentence a line is refused.

Three words are no lines of a session. `given` records a line without telling its outcome. `show` tells what the table
shows that it did not show when the case began. `sheet ACTION ANSWERS` opens a sheet with these answers.
"""

from dataclasses import dataclass, field
from pathlib import Path

from companion.formats import session

FOLDER = Path(__file__).parent
FILES = tuple(sorted(path for path in FOLDER.glob("*/*.case") if path.stem != "beginnings"))
CASE, FROM, GIVEN = "case ", "from ", "given"
LOOKS = ("refuse", "show", "sheet")
"""Lines that record nothing."""


@dataclass
class Case:
    """A case: its name, the case it begins from, and its own lines."""

    name: str
    beginning: str = ""
    lines: list[str] = field(default_factory=list)


def read(file):
    """Read the cases of a file by their names."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(CASE):
            case = Case(line.removeprefix(CASE))
            assert case.name not in found, f"{file.name}: two cases are called {case.name}"
            found[case.name] = case
        elif line.startswith(FROM):
            case.beginning = line.removeprefix(FROM)
        elif line.strip() and not line.startswith("#"):
            case.lines.append(line)
    return found


def steps_of(case, cases):
    """Give the head that a case plays with, the lines before it, and its own.

    The head of a case comes after that of its beginning, so it may change a house rule or the seats.
    """
    own = session.steps("\n".join(case.lines))
    head = [step for step in own if step.word in session.HEAD]
    steps = [step for step in own if step.word not in session.HEAD]
    if not case.beginning:
        return head, [], steps
    above, before, between = steps_of(cases[case.beginning], cases)
    seats = any(step.word == "seats" for step in head)
    above = [step for step in above if not (seats and step.word == "seats")]
    return [*above, *head], [*before, *between], steps

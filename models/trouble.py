"""What can be wrong with the books, each with a sentence to say to the table."""

from __future__ import annotations


class Trouble(Exception):  # noqa: N818 - it is said to players, in a sentence
    """Something about the file that the table should be told, in plain words."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NewerFile(Trouble):
    """The file was written by a later version of the app."""


class ForeignFile(Trouble):
    """The file is not one of ours."""


class Unopenable(Trouble):
    """The file can't be opened here at all."""


class Damaged(Trouble):
    """Something in the file is not what was written."""


class Unreadable(Trouble):
    """The device did not give back what is written. It may the next time; nothing is said to be damaged."""


class Busy(Trouble):
    """Another process is in the middle of a write. Nothing was written; try again."""


class ReadOnly(Trouble):
    """A save has failed, so nothing more is written until the file is opened again."""


class NoSuchPlay(Trouble):
    """There is no play under this number, or it has been purged."""

    def __init__(self) -> None:
        super().__init__("This play is not in the book any more.")


class Stale(Trouble):
    """Someone has written since; ``last`` is the entry to read up to before trying again."""

    def __init__(self, last: int) -> None:
        super().__init__("Someone else has just written in the book; look again before you write.")
        self.last = last

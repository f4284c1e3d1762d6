"""The types of question, for a game that has one of its own: it is asked with `ask.of`."""

from companion.core.action import Question
from companion.core.answers import NO_ANSWERS, Answers, Hand, HandsOf, read_hands, write_hands
from companion.core.questions import Amount, Choice, Number, Player, QuestionType, Words
from companion.core.several import Hands, Payments
from companion.core.table import Table, Value

__all__ = [
    "NO_ANSWERS",
    "Amount",
    "Answers",
    "Choice",
    "Hand",
    "Hands",
    "HandsOf",
    "Number",
    "Payments",
    "Player",
    "Question",
    "QuestionType",
    "Table",
    "Value",
    "Words",
    "read_hands",
    "write_hands",
]

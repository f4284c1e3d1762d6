"""A play whose game is not installed can be read, taken along and backed up; nothing can be recorded in it."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from companion import games
from companion.__main__ import main
from companion.core.recording.referee import Referee
from companion.formats.forms import FORMS
from companion.games import game_of
from models.book import Book
from models.journal import Journal
from models.ledger import Posting, Proposal, Refusal
from models.plays import Seat

WHY = "Poker night: this game is not installed here, so nothing can be recorded."


@pytest.fixture
def journal(tmp_path):
    database = Book.open(tmp_path)
    yield Journal(database)
    database.close()


@pytest.fixture
def play(journal):
    """A play of a game that was a plug-in, with a house rule and a figure of a board of its own."""
    made = journal.begin(
        game="poker_night", title="Friday", seats=(Seat("ann", "Ann"), Seat("ben", "Ben")),
        houses={"rake": "free"}, board={"chip": 5}, edition="1",
    )  # fmt: skip
    for seq, who in enumerate(("ann", "ben")):
        chips = Posting("bank:chips", -50, "chips"), Posting(f"{who}:chips", 50, "chips")
        cash = Posting(f"{who}:cash", -20, "\u00a3"), Posting("bank:cash", 20, "\u00a3")
        bought = Proposal("buy_in", {"who": who}, f"{who.capitalize()} buys in.", (*chips, *cash))
        journal.append(made.id, bought, after=seq, by="table", command=who)
    return made.id


def test_what_everyone_holds_is_on_the_cards_and_the_game_that_is_missing_is_named(journal, play):
    referee = Referee(journal, play, game_of)
    standing = referee.game.standing(referee.table, "ann")
    assert standing.figure == "\u2212\u00a320"
    assert standing.details == (("Cash", "\u2212\u00a320"), ("Chips", "50 chips"))
    assert referee.game.prompt(referee.table).title == "Poker night: this game is not installed here"
    assert (referee.undoable, referee.redoable) == (None, None)


@pytest.mark.parametrize(
    "act",
    [
        lambda referee: referee.write("buy_in", {"who": "ann"}),
        lambda referee: referee.undo(),
        lambda referee: referee.redo(),
        lambda referee: referee.void(1, "A slip"),
        lambda referee: referee.write("count", {"who": "ann"}),
    ],
)
def test_nothing_can_be_recorded_in_it(journal, play, act):
    referee = Referee(journal, play, game_of)
    with pytest.raises(Refusal) as refused:
        act(referee)
    assert refused.value.sentence == WHY
    assert journal.last(play) == 2


def test_its_session_says_all_that_another_companion_needs(journal, play):
    (session,) = [form for form in FORMS if form.key == "session"]
    lines = session.write(journal, play).decode().splitlines()
    assert [line for line in lines if not line.strip().startswith("#")] == [
        "game poker_night",
        "title Friday",
        "seats Ann Ben",
        "house rake=free",
        "board chip=5",
        "buy_in who=ann",
        "  bank:chips -50 chips",
        "  ann:chips 50 chips",
        "  ann:cash -20 \u00a3",
        "  bank:cash 20 \u00a3",
        "buy_in who=ben",
        "  bank:chips -50 chips",
        "  ben:chips 50 chips",
        "  ben:cash -20 \u00a3",
        "  bank:cash 20 \u00a3",
    ]


@pytest.mark.usefixtures("play")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["list"], "Poker night (not installed)"),
        (["balances"], "50 chips"),
        (["export", "Friday"], "buy_in who=ann"),
        (["stats"], "Left out: Friday."),
        (["check"], "no fault."),
    ],
)
def test_commands_work_for_it(tmp_path, command, said, capsys):
    assert main([*command, "--data", str(tmp_path)]) == 0
    assert said in capsys.readouterr().out


@pytest.fixture
def broken(monkeypatch):
    """Have the package of the game installed, and broken."""
    monkeypatch.setattr(games, "entry_points", lambda **_: [EntryPoint("poker_night", "no_such_module:game", "")])
    games.from_outside.cache_clear()
    yield
    games.from_outside.cache_clear()


@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_loaded_is_named_with_its_reason(journal, play):
    referee = Referee(journal, play, game_of)
    prompt = referee.game.prompt(referee.table)
    assert prompt.title == "Poker night: this game can't be loaded here"
    assert prompt.text.endswith("to play on. ModuleNotFoundError: No module named 'no_such_module'")
    with pytest.raises(Refusal, match=r"can't be loaded here, so nothing can be recorded\. ModuleNotFoundError"):
        referee.write("buy_in", {})

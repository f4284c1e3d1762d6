"""A play whose game is not installed can be read, taken along and backed up; nothing can be recorded in it."""

from importlib.metadata import EntryPoint

import pytest

from companion import games
from companion.__main__ import main
from companion.core.recording.referee import Referee
from companion.formats.forms import find_form
from companion.games import game_of
from models.book import Book
from models.journal import Journal
from models.ledger import Posting, Proposal, Refusal
from models.plays import Seat


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
    chips = Posting("bank:chips", -50, "chips"), Posting("ann:chips", 50, "chips")
    cash = Posting("ann:cash", -20, "\u00a3"), Posting("bank:cash", 20, "\u00a3")
    bought = Proposal("buy_in", {"who": "ann"}, "Ann buys in.", (*chips, *cash))
    journal.append(made.id, bought, after=0, by="table", command="1")
    return made.id


def test_what_everyone_holds_is_on_the_cards_and_nothing_can_be_recorded_in_it(journal, play):
    referee = Referee(journal, play, game_of)
    standing = referee.game.standing(referee.table, "ann")
    assert standing.figure == "\u2212\u00a320"
    assert standing.details == (("Cash", "\u2212\u00a320"), ("Chips", "50 chips"))
    assert (referee.undoable, referee.redoable) == (None, None)
    for act in (
        lambda: referee.write("buy_in", {"who": "ann"}),
        referee.undo,
        referee.redo,
        lambda: referee.void(1, "A slip"),
        lambda: referee.write("count", {"who": "ann"}),
    ):
        with pytest.raises(
            Refusal, match=r"this game is not installed here, so nothing can be recorded\.$"
        ):
            act()
    assert journal.last(play) == 1


def test_its_session_says_all_that_another_companion_needs(journal, play):
    lines = find_form("session").write(journal, play).decode().splitlines()
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
    ]


@pytest.mark.usefixtures("play")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["list"], "Poker night (not installed)"),
        (["balances"], "50 chips"),
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
    monkeypatch.setattr(
        games, "entry_points", lambda **_: [EntryPoint("poker_night", "no_such_module:game", "")]
    )
    games.from_outside.cache_clear()
    yield
    games.from_outside.cache_clear()


@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_loaded_is_named_with_its_reason(journal, play):
    referee = Referee(journal, play, game_of)
    prompt = referee.game.prompt(referee.table)
    assert prompt.title == "Poker night: this game can't be loaded here"
    assert prompt.text.endswith("to play on. ModuleNotFoundError: No module named 'no_such_module'")
    with pytest.raises(
        Refusal, match=r"can't be loaded here, so nothing can be recorded\. ModuleNotFoundError"
    ):
        referee.write("buy_in", {})

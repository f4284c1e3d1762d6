"""Evenings in plain text: every session holds to the dollar, every game has its own, and bad files are refused."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.formats.session import Mismatch, replay, steps, write_out
from companion.games import GAMES
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal

SESSIONS = sorted(Path(__file__).with_name("sessions").glob("*.session"))
ENDINGS = {
    "ratrace": ("retirement", "two-bankruptcies", "six-players", "two-players-two-businesses"),
    "rat_a_tat_cat": (
        "rounds", "time-last-round", "time-between-rounds", "limit-last-one-in", "limit-all-at-once", "sudden-death",
        "leaving", "stopped",
    ),
    "totopoly": (
        "whole-evening", "three-players", "auction-only", "bank-only", "retiring", "tote-only", "winner-not-backed",
        "carried", "book-only", "disqualified",
    ),
    "rat_race_monopoly": ("thirty-million", "the-moment", "bankrupt", "bank", "broker-alone", "disasters"),
    "doubletrack": (
        "first-home-three", "first-home-four", "last-one-left", "auctions-and-ties", "undo-with-reason", "fourth-pass",
        "corrections",
    ),
    "any_score": ("target", "lowest-wins", "rounds-of-zero", "stopped"),
    "any_money": ("with-a-bank", "without-a-bank"),
}  # fmt: skip
"""The evenings each game must have: one for every way of ending, and for every size of table that differs."""

KNOWN = ", ".join(game.key for game in GAMES)
HEAD = "game ratrace\nseats Alice Bob\nhouse position=off businesses=one\nstart first=alice\n"
OPEN = HEAD + "pick who=alice business=black\npick who=bob business=red\n"
AFTER = OPEN.count("\n") + 1
"""The line on which something follows an open table."""


@pytest.fixture
def journal():
    untrusted = UntrustedFile()
    yield Journal(untrusted)
    untrusted.close()


def played(journal, text):
    return replay(journal, steps(text))


def written(referee):
    """A play as session text."""
    entries = list(reversed(referee.journal.entries(referee.play.id, limit=None)))
    return "\n".join(write_out(referee.play, entries)) + "\n"


def error_of(tmp_path, capsys, content):
    """What the command line says of a session that does not hold, without the name of the file."""
    file = tmp_path / "bad.session"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["play", str(file)]) == 1
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.count("\n") == 1
    return said.out.removeprefix(str(file)).strip()


# --- Sessions that hold


@pytest.mark.parametrize("name", ["half-points", "tenths"])
def test_a_play_in_parts_of_a_point_is_of_a_game_and_a_unit_that_1_1_0_does_not_know(journal, name):
    """Version 1.1.0 finds a game by one of its boxes' keys, and else records nothing of it."""
    file = next(file for file in SESSIONS if file.stem == f"any_score-{name}")
    referee = played(journal, file.read_text(encoding="utf-8"))

    assert referee.game.key == "any_score"
    assert referee.play.game not in {game.key for game in GAMES}
    assert {unit for _, unit in referee.table.ledger.balances}.isdisjoint({"points", ""})
    assert written(referee).startswith("game any_score\n")


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_every_line_of_a_session_holds(file, replayed):
    text = file.read_text(encoding="utf-8")
    assert text.rstrip().rsplit("\nend\n", 1)[1].startswith("  "), "a session ends with balances"
    assert replayed(file.stem).version > 0


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_no_player_could_be_taken_for_a_holder_of_the_books_own(file, replayed):
    referee = replayed(file.stem)
    table, seat_key = referee.table, referee.game.seat_key
    holders = {account.partition(":")[0] for account, _ in table.ledger.balances} | {
        who for who, _ in table.ledger.marks
    }
    own = holders - {seat.key for seat in table.players}
    assert {key for key in own if seat_key(key) == key} == set(), (
        "keep these from players: see companion/games/kept_names.py"
    )


@pytest.mark.parametrize("game", ENDINGS)
def test_every_game_has_a_session_for_each_way_of_ending(game, replayed):
    names = {file.stem for file in SESSIONS}
    assert {f"{game}-{ending}" for ending in ENDINGS[game]} <= names
    ended = [replayed(name).play.ended for name in sorted(names) if name.startswith(f"{game}-")]
    assert any(ended), "one of them plays to the end"


def test_the_retirement_ends_the_play_in_words(replayed):
    assert replayed("ratrace-retirement").play.ended == "Alice retired"


def test_the_command_line_says_that_a_session_holds(capsys):
    file = next(file for file in SESSIONS if file.stem == "ratrace-two-bankruptcies")
    assert main(["play", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: every line holds, 22 entries.\n"


def test_what_people_may_write_is_kept_in_writing_it_out(journal):
    text = (
        '\ufeffgame ratrace\ntitle Ours = yours # ours\nseats "O\'Brien" \'Zoë Day\' "=x"\n'
        'house goal=5,000 businesses=one\nboard business.black="Jack\'s #1 = best" symbol.working=120\n'
        "start first=zoe_day\npick who='zoë day' business=black\npick who=x business=red\n"
        "pick who=o_brien business=blue\n"
        'correct_money giver=treasury taker=x amount=$1,000 reason="he said: \'a=b\' # \\"so\\""\nundo\nredo\n'
        'void seq=5 reason="it\'s wrong"\n'
    )
    referee = played(journal, text)
    again = played(journal, written(referee))
    assert again.table.ledger == referee.table.ledger
    assert again.play.board == referee.play.board
    assert [seat.name for seat in again.play.seats] == ["O'Brien", "Zoë Day", "=x"]
    assert again.play.title == "Ours = yours # ours"


# --- Postings and balances


def test_postings_to_one_account_may_stand_on_several_lines(journal):
    race = "race who=alice horse=7 stake=100\nrace_roll roll=7\n"
    under = "  alice:race -100 $\n  alice:cash 100 $\n  treasury:cash -600\n  alice:cash 600 $\n"
    assert played(journal, OPEN + race + under).version == 5


@pytest.mark.parametrize(
    ("under", "line", "reason"),
    [
        ("  alice:cash 10 $", 0, "alice:cash should change by 10 $; it changes by 300."),
        ("  alice:cash 100\n  alice:cash 100", 1, "alice:cash should change by 200 $; it changes by 300."),
        ("  alice:cash 300 $", -1, "treasury:cash changes by -300 $, which is not written here."),
        ("  bob:cash 0 $\n  alice:cash 300 $", -1, "treasury:cash changes by -300 $, which is not written here."),
        ("  alice 300 $", 0, "'alice 300 $' is not ACCOUNT QUANTITY UNIT."),
        ("  alice:cash many $", 0, "'alice:cash many $' is not ACCOUNT QUANTITY UNIT."),
        (f"  alice:cash 300 {'x' * 5_000}", 0, f"'alice:cash 300 {'x' * 45}' is not ACCOUNT QUANTITY UNIT."),
        (f"  {'x' * 5_000}:cash 300 $", 0, f"'{'x' * 60}' is not ACCOUNT QUANTITY UNIT."),
        ("  alice:cash 99999999999999999", 0, "that quantity is larger than any game needs."),
    ],
)
def test_postings_that_differ_are_shown_with_both_figures(tmp_path, capsys, under, line, reason):
    text = f"{OPEN}correct_money giver=treasury taker=alice amount=300 reason=test\n{under}\n"
    assert error_of(tmp_path, capsys, text) == f":{AFTER + 1 + line}: {reason}"


def test_balances_that_differ_are_shown_with_both_figures(tmp_path, capsys):
    said = error_of(tmp_path, capsys, OPEN + "end\n  alice:cash 200 $\n  bob:cash 199 $\n")
    assert said == f":{AFTER + 2}: bob:cash should hold 199 $; it holds 200."


# --- Lines that can't be read or done


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fly who=alice", "refused: Ratrace knows no action 'fly'."),
        ("buy who=zoe business=red item=other on=cash", "refused: Nobody called 'zoe' sits at this table"),
        ("buy who=alice business=red", "refused: What does the player buy?"),
        ("buy who=alice business=red item=other on=cash now=yes", "refused: buy does not ask for 'now'"),
        ("buy who=alice business=red item=boat on=cash", "refused: There is no 'boat' to choose"),
        ("buy who=alice who=bob business=red item=other on=cash", "who is given twice."),
        (f"buy {'x' * 5_000}=alice {'x' * 5_000}=bob", f"{'x' * 60} is given twice."),
        ("buy who=alice business", "'business' is not name=value."),
        ("buy who= business=red", "'who=' is not name=value."),
        ("buy =alice", "'=alice' is not name=value."),
        ("taxes who=alice roll=13", "refused: Two dice show 2 to 12, not 13."),
        ("taxes who=alice roll=1", "refused: Two dice show 2 to 12, not 1."),
        ("unemployment who=alice roll=7", "refused: One die shows 1 to 6, not 7."),
        ("race who=alice horse=13 stake=5", "refused: There is no horse 13; choose 2 to 12."),
        ("race who=alice horse=7 stake=-5", "refused: An amount can't be negative."),
        ("race who=alice horse=7 stake=0", "refused: It must be at least 1."),
        ("race who=alice horse=7 stake=2.5", "refused: An amount must be a whole number; 2.5 has a fraction."),
        ("race who=alice horse=7 stake=much", "refused: An amount must be a number; 'much' is not one."),
        ("race who=alice horse=7 stake=1e3", "refused: An amount must be a number; '1e3' is not one."),
        ("race who=alice horse=7 stake=9999999999", "refused: That is more money than any game has."),
        (f"race who=alice horse=7 stake={'9' * 400}", "refused: An amount is larger than any game needs."),
        ("race who=alice horse=7 stake=201", "refused: Alice holds $200 and can't put up $201."),
        ('correct_money giver=alice taker=bob amount=5 reason="no end', "a quotation mark is missing."),
        (f"correct_money giver=alice taker=bob amount=5 reason={'x' * 300}", "refused: Keep it under 200 letters."),
        (f"buy who={'x' * 200_001}", "a line has at most 200,000 letters."),
        ("undo now", "undo takes no answers but a reason."),
        ("redo", "refused: There is nothing to redo."),
        ("void seq=1", "void takes seq=NUMBER and reason=WORDS."),
        ("void seq=one reason=no", "void takes seq=NUMBER and reason=WORDS."),
        ("void seq=99 reason=no", "refused: There is no entry 99 in this journal."),
        ("void seq=0 reason=no", "refused: There is no entry 0 in this journal."),
        ("refuse", "refuse what?"),
        ("refuse taxes who=alice roll=5", "not refused, but recorded: Alice pays $50: Taxes."),
        ("end now", "end stands alone on its line."),
        ("seats Carl", "seats stands at the head of a session, before the first action."),
        ("taxes who=alice roll=5\x00", "there are signs here that are no text."),
        ("taxes who=alice roll=\x1b[31m5", "there are signs here that are no text."),
    ],
)  # fmt: skip
def test_a_line_that_cant_be_done_is_named_with_the_reason(tmp_path, capsys, line, reason):
    said = error_of(tmp_path, capsys, OPEN + line + "\n")
    assert said.startswith(f":{AFTER}: {reason}")


def test_a_refusal_for_another_reason_is_shown(tmp_path, capsys):
    text = OPEN + "refuse race who=alice horse=7 stake=900\n  the horse is lame\n"
    assert error_of(tmp_path, capsys, text) == (
        f":{AFTER + 1}: refused otherwise: Alice holds $200 and can't put up $900."
    )


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "a session begins with: game NAME"),
        ("# only a remark\n", 1, "a session begins with: game NAME"),
        ("seats Alice Bob\n", 1, "a session begins with: game NAME"),
        ("game\n", 1, f"There is no game '' here; choose {KNOWN}."),
        ("game chess\nseats Alice Bob\n", 1, f"There is no game 'chess' here; choose {KNOWN}."),
        ("  alice:cash 5\ngame ratrace\n", 1, "this line is indented under nothing."),
        ("game ratrace\n", 1, "Ratrace is for 2 to 6 players; here are 0."),
        ("game ratrace\nseats\n", 2, "Ratrace is for 2 to 6 players; here are 0."),
        ("game ratrace\nseats Alice\n", 2, "Ratrace is for 2 to 6 players; here are 1."),
        ("game ratrace\nseats A B C D E F G\n", 2, "Ratrace is for 2 to 6 players; here are 7."),
        ("game ratrace\nseats Alice alice\n", 2, "alice is seated twice."),
        ("game ratrace\nseats Alice '' Bob\n", 2, "A player has no name."),
        ("game doubletrack\nseats Alice '  ' Bob\n", 2, "A player has no name."),
        (f"game ratrace\nseats {'x' * 201} Bob\n", 2, "A name has at most 200 letters."),
        (f"game ratrace\ntitle {'x' * 201}\nseats Alice Bob\n", 2, "A title has at most 200 letters."),
        ('game ratrace\nseats "Alice Bob\n', 2, "a quotation mark is missing."),
        ("game ratrace\nseats Alice Bob\nhouse luck=good\n", 3, "Ratrace has no house rule 'luck'"),
        ("game ratrace\nseats Alice Bob\nhouse interest=much\n", 3, "The 10% interest is rounded: there is no 'much'"),
        ("game ratrace\nseats Alice Bob\nhouse goal=-5\n", 3, "Retirement goal: a whole number of dollars from 1 up"),
        ("game ratrace\nseats Alice Bob\nboard symbol.working=free\n", 3, "Status Symbol must be a number"),
        ("game ratrace\nseats Alice Bob\nboard moon=green\n", 3, "Nothing is printed under 'moon'"),
        ("game ratrace\nseats Alice Bob\nhouse interest\n", 3, "'interest' is not name=value."),
    ],
)
def test_a_head_that_is_wrong_is_named_with_the_reason(tmp_path, capsys, text, line, reason):
    assert error_of(tmp_path, capsys, text).startswith(f":{line}: {reason}")


def test_a_binary_file_a_missing_one_and_a_folder_are_refused(tmp_path, capsys):
    assert (
        error_of(tmp_path, capsys, b"\x89PNG\r\n\x1a\n\xff\xfe")
        == ": can't be read: it is neither UTF-8 nor UTF-16 text"
    )
    assert "no text" in error_of(tmp_path, capsys, b"game ratrace\n\x00\x01\x02\n")
    for missing in (tmp_path / "nowhere.session", tmp_path):
        assert main(["play", str(missing)]) == 1
        assert "can't be read" in capsys.readouterr().out


def test_the_program_itself_answers_with_1_and_no_traceback(tmp_path):
    file = tmp_path / "bad.session"
    file.write_text(OPEN + "fly who=alice\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", str(file)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == f"{file}:{AFTER}: refused: Ratrace knows no action 'fly'.\n"
    assert done.stderr == ""


def test_blank_lines_and_remarks_are_passed_over(journal):
    text = OPEN.replace("\n", "\n\n# a remark\n   # an indented one\n")
    assert played(journal, text).version == 3


def test_a_mismatch_says_its_line(journal):
    with pytest.raises(Mismatch, match="line 4: "):
        played(journal, "game ratrace\nseats Alice Bob\n\nstart first=zoe\n")

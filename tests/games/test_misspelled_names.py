"""The type checker finds a misspelled name in each game: of state, an option, an answer, a turn's own, in a lambda."""

from __future__ import annotations

import re
from pathlib import Path

from mypy import api

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "companion" / "games"
SLIPS = {
    "ratrace": (
        ("moving.py", "t.moved_up = None\n    who.square", "t.moved_upp = None\n    who.square"),
        ("gambling.py", "options.LOTTERY_TIE", "options.LOTERY_TIE"),
        ("screens.py", "black_market=not", "blackmarket=not"),
        ("squares.py", "t.pass_turn(who)", "t.pas_turn(who)"),
        ("game.py", "(lambda t: not t.why_not_quiet", "(lambda t: not t.why_not_quite"),
    ),
    "rat_race_monopoly": (
        ("corrections.py", "who.jail =", "who.jial ="),
        ("employment.py", "options.JOB_EVEN", "options.JOB_EVENS"),
        ("screens.py", "taker=who, reason", "takes=who, reason"),
        ("players.py", "t.begin_turn(first)", "t.begin_trun(first)"),
        ("streets.py", "now=lambda t: t.the_bank.streets", "now=lambda t: t.the_bank.strets"),
    ),
    "totopoly": (
        ("deal.py", "t.swapped = True", "t.swaped = True"),
        (
            "training.py",
            "return (t.bank(BANK), FUND) if t.option(options.TRAINING)",
            "return (t.bank(BANK), FUND) if t.option(options.TRAINNG)",
        ),
        (
            "next_steps.py",
            'enter_race("Collect entrance fees", "primary", who',
            'enter_race("Collect entrance fees", "primary", whom',
        ),
        ("racecourse.py", "if who.fixed_order", "if who.fixed_odrer"),
        ("betting/bookmaker.py", "lambda t: bets.payers(t) or t.everybody", "lambda t: bets.payers(t) or t.everbody"),
    ),
    "rat_a_tat_cat": (
        ("set_up.py", "t.opened = True", "t.openned = True"),
        ("scoring.py", "options.KNOCK_TIE", "options.KNOCK_TEI"),
        ("screens.py", "knocked=knocker", "knocks=knocker"),
        ("set_up.py", "t.points(who.total)", "t.pionts(who.total)"),
        ("game.py", "(lambda t: t.opened", "(lambda t: t.openned"),
    ),
    "doubletrack": (
        ("inside_track.py", "t.lifted = 1", "t.liftd = 1"),
        ("inside_track.py", "options.CROSSING", "options.CROSING"),
        (
            "screens.py",
            'toll("Ask at another gate too", "quiet", who=',
            'toll("Ask at another gate too", "quiet", asker=',
        ),
        ("outside_track.py", "who = t.keeper(gate)", "who = t.keper(gate)"),
        ("game.py", "lambda t: not t.tolls", "lambda t: not t.tols"),
    ),
}


def test_the_type_checker_finds_five_misspellings_in_each_game(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    planted, files = {}, {}
    for game, slips in SLIPS.items():
        for name, right, wrong in slips:
            path = GAMES / game / name
            text = files.get(path) or path.read_text(encoding="utf-8")
            assert text.count(right) == 1, f"{right} is no longer there once: {path}"
            at = text[: text.index(right)].count("\n") + 1
            files[path] = text.replace(right, wrong)
            planted[f"{path.relative_to(ROOT).as_posix()}:{at}"] = wrong
    instead = []  # whose text is checked in place of a file of ours
    for path, text in files.items():
        copy = tmp_path / path.relative_to(GAMES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        instead += ["--shadow-file", str(path), str(copy)]
    config = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / "build" / "misspelled")]
    said, failed, _ = api.run([*config, *instead, *(str(GAMES / game) for game in SLIPS)])
    found = set(re.findall(r"^(\S+:\d+): error", said, re.MULTILINE))
    assert not failed, failed
    assert {where: wrong for where, wrong in planted.items() if where not in found} == {}, said

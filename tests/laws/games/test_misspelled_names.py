"""The type checker finds a misspelled name in each game: of state, an option, an answer, a turn's own, in a lambda."""

import re
import shutil

from mypy import api

from tests.paths import ROOT

GAMES = ROOT / "companion" / "games"
SLIPS = {
    "ratrace/moving.py": (
        "t.moved_up = None\n    who.square",
        "t.moved_upp = None\n    who.square",
    ),
    "rat_race_monopoly/work.py": ("t.house.job_even", "t.house.job_evens"),
    "ratrace/screens.py": (
        'start.pick("Pick", "primary", who=who)',
        'start.pick("Pick", "primary", whom=who)',
    ),
    "rat_a_tat_cat/screens.py": ("t.names(t.players(row.gone))", "t.names(t.player(row.gone))"),
    "doubletrack/outside_track.py": ("who = t.keeper(colour)", "who = t.keper(colour)"),
    "totopoly/betting/bookmaker.py": ("among=lambda t: t.owing", "among=lambda t: t.owin"),
}


def test_the_type_checker_finds_a_misspelling_of_each_kind(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    planted, instead = {}, []  # whose text is checked in place of a file of ours
    for name, (right, wrong) in SLIPS.items():
        path, copy = GAMES / name, tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert text.count(right) == 1, f"{right} is no longer there once: {path}"
        planted[f"companion/games/{name}:{text[: text.index(right)].count(chr(10)) + 1}"] = wrong
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text.replace(right, wrong), encoding="utf-8")
        instead += ["--shadow-file", str(path), str(copy)]
    known, cache = ROOT / ".mypy_cache", ROOT / "build" / "misspelled"
    if known.is_dir() and not cache.exists():  # what was checked before needs no second look
        shutil.copytree(known, cache)
    config = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(cache)]
    said, failed, _ = api.run([*config, *instead, *(str(GAMES / name) for name in SLIPS)])
    found = set(re.findall(r"^(\S+:\d+): error", said, re.MULTILINE))
    assert not failed, failed
    assert {where: wrong for where, wrong in planted.items() if where not in found} == {}, said

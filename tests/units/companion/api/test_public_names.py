"""`companion.api` is the list of what authors use, and the guide has all of it."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache

import pytest

from companion import api
from companion.api import Ask, option, questions, show
from companion.core.game import Game, Hook
from companion.core.turn import Seat, TurnOf
from tests.paths import ROOT

LISTS = {module.__name__: set(module.__all__) for module in (api, show, questions)}
GAMES = [
    *sorted((ROOT / "companion" / "games").rglob("*.py")),
    *sorted((ROOT / "docs").rglob("*.py")),
]
FOR_THE_CORE = {"state_holder"}
"""What a turn does for its state."""


@cache
def named_in_the_guide() -> set[str]:
    guide = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")
    code = [*re.findall(r"`([^`\n]+)`", guide), *re.findall(r"^    .+$", guide, re.MULTILINE)]
    return set(re.findall(r"\w+", " ".join(code)))


def functions(module) -> set[str]:
    return {
        name
        for name, made in vars(module).items()
        if inspect.isfunction(made)
        and made.__module__ == module.__name__
        and not name.startswith("_")
    }


def public(made: type) -> set[str]:
    return {name for name in vars(made) if not name.startswith("_")}


@pytest.mark.parametrize(
    "names",
    [
        *(pytest.param(names, id=module) for module, names in LISTS.items()),
        pytest.param(public(Ask), id="ask"),
        pytest.param(functions(option), id="option"),
        pytest.param(
            {"now", "detail", "read", "answers", "named"},
            id="what a question can be given, and its answers",
        ),
        pytest.param(
            {name for name, made in vars(Game).items() if isinstance(made, Hook)}, id="hooks"
        ),
        pytest.param(
            {*inspect.signature(Game).parameters} - {"key", "title", "tagline"}, id="Game"
        ),
        pytest.param(public(TurnOf) - FOR_THE_CORE, id="Turn"),
        pytest.param(public(Seat), id="Seat"),
    ],
)
def test_the_guide_has_everything_that_is_public(names):
    assert sorted(names - named_in_the_guide()) == []


def test_games_import_what_is_listed_and_nothing_else():
    wrong = [
        f"{path.relative_to(ROOT)} imports {alias.name} from {node.module}"
        for path in GAMES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("companion.api")
        for alias in node.names
        if alias.name not in LISTS.get(str(node.module), set())
    ]

    assert not wrong, "\n".join(wrong)

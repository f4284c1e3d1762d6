"""Imports point one way: models.ledger <- models <- companion <- views; games see rules, not files."""

import ast
import runpy
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter

from companion.games import INCLUDED_GAMES
from tests.paths import ROOT

OURS = ("models", "companion", "views")
MAY_SEE = {"models": {"models"}, "companion": {"models", "companion"}, "views": set(OURS)}
JOINS_ALL = ROOT / "companion" / "__main__.py"
"""The command line starts the screens."""
RULES_MAY_SEE = (
    "companion.core.answers",
    "companion.core.table",
    "companion.rules",
    "models.ledger",
)
GAMES_MAY_SEE = (
    *("companion.api", "companion.rules", "companion.games.kept_names"),
    *("companion.tools.pool", "companion.tools.sums"),
)
COMPONENTS_MAY_SEE = ("views.components", "views.theme")
SAY_NOTHING = ("manager", "helper", "utils", "util", "service", "misc", "common")
NOT_FOR_RULES = ("random", "secrets", "time", "datetime", "sqlite3", "os", "pathlib")


def modules():
    return [path for package in OURS for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path):
    """Every module that a file names in an import, wherever in the file it is."""
    names = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by dots; name the whole module"
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return frozenset(names)


def why_not(path, name):
    """Say which layer a module may not import a name for, or nothing."""
    parts, top = path.relative_to(ROOT).with_suffix("").parts, name.partition(".")[0]
    if top in OURS and top not in MAY_SEE[parts[0]] and path != JOINS_ALL:
        return "imports point one way"
    plain = top in sys.stdlib_module_names or name.startswith("models.frozen")
    if parts == ("models", "ledger") and not plain:
        return "the ledger needs nothing but the standard library"
    if (
        parts[:2] == ("companion", "core")
        and top == "companion"
        and not name.startswith("companion.core")
    ):
        return "the core imports nothing above it"
    if parts[:2] == ("views", "components") and name.startswith("views."):
        return "" if name.startswith(COMPONENTS_MAY_SEE) else "a part of a screen knows no screen"
    if parts[:2] in (("companion", "rules"), ("companion", "games")) and parts != (
        "companion",
        "games",
        "__init__",
    ):
        own = ".".join(parts[: 2 if parts[1] == "rules" else 3])
        others = RULES_MAY_SEE if parts[1] == "rules" else GAMES_MAY_SEE
        of_python = top in sys.stdlib_module_names and top not in NOT_FOR_RULES
        if not (name.startswith((*others, own)) if top in OURS else of_python):
            return "rules see no database, no clock, no dice and no screen"
    return ""


def test_imports_point_one_way():
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}: {why}"
        for path in modules()
        for name in sorted(imported(path))
        if (why := why_not(path, name))
    ]

    assert not wrong, "\n".join(wrong)


def test_what_the_app_in_a_browser_does_without_is_imported_by_nothing_that_is_there():
    trim = runpy.run_path(str(ROOT / "packaging" / "site_trim.py"))
    trimmed, left_out = trim["trimmed"], trim["left_out"]
    absent, ours = trimmed(trim["STANDARD_LIBRARY"] | trim["PACKAGES"]), trimmed(trim["OURS"])
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules()
        if not left_out(path.relative_to(ROOT).as_posix(), ours)
        for name in sorted(imported(path))
        if left_out(name.replace(".", "/"), absent)
    ]

    assert not wrong, "\n".join(wrong)


def test_modules_and_folders_stay_small_enough_to_take_in_at_once_and_have_names():
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in modules()}
    sizes = Counter(path.parent for path in lengths if path.name != "__init__.py")

    assert not [path for path, length in lengths.items() if length > 800], "split these"
    assert not [folder for folder, size in sizes.items() if size > 20], "these want a folder inside"
    assert not [path for path in lengths if path.stem.casefold() in SAY_NOTHING], (
        "these names say nothing"
    )


def test_no_module_imports_itself_by_way_of_others():
    """Every import of a file, wherever it is; one that only types need does not count."""
    known = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in modules()
    }
    needs = {name: needed(path, frozenset(known)) - {name} for name, path in known.items()}
    TopologicalSorter(needs).prepare()  # which raises an error that names the circle


def needed(path, known):
    """Every module among those known that a file imports when it runs."""
    names = set()
    waiting = [parsed(path)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= inside & known or {node.module} & known
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)
    return names


def test_no_game_is_known_outside_the_games():
    words = [word for box in INCLUDED_GAMES for word in (box.key, box.title)]
    wrong = [
        f"{path.relative_to(ROOT)} names {word}"
        for path in modules()
        if "games" not in path.parts
        for word in words
        if word.casefold() in path.read_text(encoding="utf-8").casefold()
    ]

    assert not wrong, "\n".join(wrong)

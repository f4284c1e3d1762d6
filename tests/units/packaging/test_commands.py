"""What the papers tell people to type: each command is run as it stands, or a list says why it is not."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from functools import cache
from importlib.util import find_spec

import pytest

from tests.paths import ROOT

PAPERS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("*.md", "docs/**/*.md", "packaging/*.md", "tests/[!k]*/*.md")
    for path in ROOT.glob(folder)
}
GUIDES = ("README.md", "CONTRIBUTING.md", "packaging/README.md")
GAME = "docs/adding_a_game.md"
BLOCK = re.compile(r"^```\w*\n((?:.*\n)*?)```|((?:^ {4}\S.*\n)+)", re.MULTILINE)
PROGRAMS = r"\.venv-test/bin/\w+|python3?|bash|caddy|companion|docker|flet|git|pip|pipx|uvx"
INLINE = re.compile(rf"`((?:{PROGRAMS}) [^`\n]+)`")
TABLE = re.compile(r"`(python -m tests\.\w+\.)` \|(.*?)(?:\n\n|\Z)", re.DOTALL)
CELL = re.compile(r"\| `(\w+(?: [^`]*)?)` \| \d{4}-")
"""The command of a figure: what its table's head begins goes on here."""


def in_blocks(paper):
    """Find the indented or fenced lines of a paper, block by block."""
    return ["".join(found).split("\n")[:-1] for found in BLOCK.findall(PAPERS[paper])]


COMMANDS = dict.fromkeys(
    [
        *(line.strip() for guide in GUIDES for block in in_blocks(guide) for line in block),
        *(line.strip() for line in in_blocks(GAME)[0]),
        *(line for paper in PAPERS.values() for line in INLINE.findall(paper)),
        *(
            begun + cell
            for begun, rows in TABLE.findall(PAPERS["docs/figures.md"])
            for cell in CELL.findall(rows)
        ),
    ]
)
"""Every fenced, indented or quoted line, with the comment behind it: a shell takes both."""
NO_ENGINE = "needs an engine for containers; test_container runs what it would start"
NO_TOOLS = "needs Flutter and Android's tools; test_stage looks at the tree"
OTHERS = "is a program of others, at something that is theirs"
NOT_HERE = {
    "python3 packaging/test.py": "all the tests; the guide's next line, which is run, is the same script with fewer",
    "python3 packaging/test.py -k ratrace": "the same with some more",
    "python3 packaging/test.py --approve tests/cases tests/evenings tests/looks": "writes texts anew",
    "python3 packaging/desktop.py": "is run with --archive",
    "bash .ci/run": "an hour, and it makes anew the environment that this runs in",
    ".venv-test/bin/ruff check . && .venv-test/bin/ruff format . && .venv-test/bin/mypy": "is in .ci/run",
    "uvx --from '.[desktop]' companion --desktop": "needs a screen, and Flet's viewer from the internet",
    "companion --desktop": "the same",
    "cd build/stage && flet build apk": NO_TOOLS,
    "docker compose -f packaging/compose.yaml up --build -d": NO_ENGINE,
    "docker compose -f packaging/compose.yaml logs": NO_ENGINE,
    "docker compose -f packaging/compose.yaml stop": NO_ENGINE,
    "COMPANION_NAME=games.home docker compose -f packaging/compose.yaml up -d": NO_ENGINE,
    "python3 packaging/release.py": "builds what the other lines build, each once more; one form of it is built below",
    "flet build": NO_TOOLS,
    "caddy file-server --root build/pwa --domain games.example.org": OTHERS,
    "git apply tests/slips/31-nod-on-a-receipt-of-before.patch": "puts a mistake in; `mutants --slips` applies all",
    "git diff": OTHERS,
    "git pull": OTHERS,
}
"""The commands that can't be run here, each with the reason."""
LONG = {
    line
    for line in COMMANDS
    if re.match(r"python -m tests\.|python3 packaging/test\.py .*--long", line)
}
"""The commands that take minutes or hours: their modules, options and marks are looked for."""
READY = re.compile(r" is at (http://\S+) \(Ctrl\+C")
SERVERS = {
    "companion",
    "python -m companion",
    "python3 packaging/start.py",
    "python3 packaging/start.py serve-pwa",
    "uvx --from . companion",
    "uvx --from . --with FOLDER companion",
}
"""The commands that serve until somebody ends them."""
ENDING = {
    "python3 packaging/build_pwa.py",
    "python3 packaging/test.py -n 0 -k tote",
    "companion balances",
    "companion doctor",
    "companion stats | head",
    "pipx inject companion FOLDER",
    "pipx install .",
    "pipx install --force .",
    "python3 -m pip install .",
    "python3 -m pip wheel --no-deps FOLDER",
    "python3 packaging/stage.py",
    'python3 -m pip install "flet[cli]==1.0.5"',
    "python3 packaging/desktop.py --archive",
    "python3 packaging/release.py --only desktop",
}
"""The commands that end by themselves, and well."""
FIRST_GAME = (
    'companion new-game "Poker Night"',
    "cd poker_night",
    "pip install -e . pytest",
    "pytest",
    "companion actions poker_night",
)
"""What the guide to games types one after another."""
BEFORE = {
    "python3 packaging/start.py serve-pwa": "python3 packaging/build_pwa.py",
    "pipx inject": "pipx install .",
    "companion": "python3 -m pip install .",
    "companion balances": "companion import tests/evenings/any_money-cents.session",
    "python -m companion": "python3 -m pip install .",
}
"""What has been typed before, by how a command begins."""
PATIENCE = 600
"""Seconds for any of them; the first needs the internet."""


def words(command):
    """The command without the comment behind it."""
    return re.sub(r"\s+# .*", "", command)


def test_each_command_of_the_papers_is_tried_or_a_list_says_why_not():
    listed = NOT_HERE.keys() | LONG | SERVERS | ENDING | {*FIRST_GAME}
    assert {words(command) for command in COMMANDS} == listed


def test_what_a_long_command_names_is_there(request):
    marks = {line.split(":")[0].split("(")[0] for line in request.config.getini("markers")}
    for command in LONG:
        assert not (module := module_of(command)) or find_spec(module), command
        for expression in re.findall(r'-m (?:"([^"]+)"|(\w+)$)', command):
            assert set("".join(expression).split()) - {"not", "and"} <= marks, command


def module_of(command):
    """The module that a command names, unless that stands for any of them."""
    found = re.match(r"python -m (tests\.\w+\.[a-z_]+)", command)
    return found and found[1]


def takes_options(command):
    """Whether a command is of a module that reads options, and so answers `--help` once it has read those before."""
    if not (module := module_of(command)):
        return False
    source = (ROOT / module.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8")
    return "asked(" in source or "argparse" in source


@pytest.mark.build
@pytest.mark.parametrize("command", sorted(filter(takes_options, LONG)))
def test_a_long_command_is_understood(command):
    asking = shell(command.replace("python", sys.executable, 1) + " --help")
    done = subprocess.run(asking, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def surroundings(bare):
    """What a user has who has nothing else: an environment that may be written to, uv and pipx, no book, no browser."""
    folder, given = bare
    path = os.pathsep.join([str(folder / "tools" / "bin"), os.environ["PATH"]])
    started = {"PATH": path, "XDG_DATA_HOME": str(folder / "commands"), "BROWSER": "true"}
    env = {name: value for name, value in given["env"].items() if not name.startswith("PYTEST")}
    env = {**env, **started, "PIP_WHEEL_DIR": str(folder / "wheels")}
    return {"cwd": ROOT, "env": env, "stdin": subprocess.DEVNULL, "text": True}


def shell(command):
    """What types a command, with a game of somebody else where it wants the folder of one."""
    there = os.name != "nt" and shutil.which("bash")
    if not there:
        pytest.skip("the guides speak to a POSIX shell")
    return [there, "-c", command.replace("FOLDER", "docs/poker_night")]


@pytest.fixture(scope="module")
def typed(surroundings):
    """Types what ends by itself, each once, after what comes before it; fails unless it ends well."""

    @cache
    def typing(command, folder=ROOT):
        for begins, first in BEFORE.items():
            if command.startswith(begins):
                typing(first)
        how = {**surroundings, "cwd": folder}
        done = subprocess.run(
            shell(command), capture_output=True, check=False, timeout=PATIENCE, **how
        )
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]

    return typing


@pytest.mark.build
@pytest.mark.parametrize("name", sorted(ENDING))
def test_a_command_ends_well_as_it_stands(name, typed):
    typed(next(line for line in COMMANDS if words(line) == name))


@pytest.mark.build
def test_a_first_game_is_made_as_the_guide_says(typed, tmp_path):
    typed(" && ".join(FIRST_GAME), tmp_path)


@pytest.mark.build
@pytest.mark.parametrize("name", sorted(SERVERS))
def test_a_command_serves_as_it_stands(name, typed, surroundings):
    for begins, first in BEFORE.items():
        if name.startswith(begins):
            typed(first)
    command = next(line for line in COMMANDS if words(line) == name)
    with subprocess.Popen(
        shell(command), stdout=subprocess.PIPE, start_new_session=True, **surroundings
    ) as server:
        try:
            ready = next(filter(None, map(READY.search, server.stdout)), None)
            assert ready, "it ended without saying that it is ready"
            entered = urllib.request.build_opener(
                urllib.request.HTTPCookieProcessor()
            )  # as a browser, with its key
            with entered.open(ready[1], timeout=60) as page:
                assert re.search(rb'src="(flutter_bootstrap|boot)\.js"', page.read())
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            assert server.wait(60) is not None

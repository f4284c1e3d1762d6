"""What the guides tell people to type: each command is run as it stands, or a list says why it is not."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.paths import ROOT

GUIDES = ("README.md", "CONTRIBUTING.md", "packaging/README.md")
COMMANDS = dict.fromkeys(
    line.strip()
    for guide in GUIDES
    for block in re.findall(
        r"^```\w*\n((?:.*\n)*?)```|((?:^ {4}\S.*\n)+)",
        (ROOT / guide).read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    for line in "".join(block).splitlines()
)
"""Every fenced or indented line, with the comment behind it: a shell takes both."""
NO_ENGINE = "needs an engine for containers; test_container runs what it would start"
NOT_HERE = {
    "python3 packaging/test.py": "all the tests; the guide's next line, which is run, is the same script with fewer",
    "python3 packaging/test.py --approve tests/cases tests/evenings tests/looks": "writes texts anew",
    "bash .ci/run": "an hour, and it makes anew the environment that this runs in",
    "uvx --from '.[desktop]' companion --desktop": "needs a screen, and Flet's viewer from the internet",
    "cd build/stage && flet build apk": "needs Flutter and Android's tools; test_stage looks at the tree",
    "docker compose -f packaging/compose.yaml up --build -d": NO_ENGINE,
    "COMPANION_NAME=games.home docker compose -f packaging/compose.yaml up -d": NO_ENGINE,
    "python3 packaging/release.py": "builds what the other lines build, each once more; one form of it is built below",
}
"""The commands that can't be run here, each with the reason."""
READY = re.compile(r" is at (http://\S+) \(Ctrl\+C")
SERVERS = {
    "python3 packaging/start.py",
    "python3 packaging/start.py serve-pwa",
    "uvx --from . companion",
}
"""The commands that serve until somebody ends them."""
ENDING = {
    "python3 packaging/build_pwa.py",
    "python3 packaging/test.py -n 0 -k tote",
    "pipx install .",
    "python3 -m pip install .",
    "python3 packaging/stage.py",
    'python3 -m pip install "flet[cli]==1.0.5"',
    "python3 packaging/desktop.py --archive",
    "python3 packaging/release.py --only desktop",
}
"""The commands that end by themselves, and well."""
PATIENCE = 600
"""Seconds for any of them; the first needs the internet."""


def words(command):
    """The command without the comment behind it."""
    return re.sub(r"\s+# .*", "", command)


def test_each_command_of_the_guides_is_tried_or_a_list_says_why_not():
    assert {words(command) for command in COMMANDS} == NOT_HERE.keys() | SERVERS | ENDING


@pytest.fixture(scope="module")
def surroundings(bare):
    """What a user has who has nothing else: an environment that may be written to, uv and pipx, no book, no browser."""
    folder, given = bare
    path = os.pathsep.join([str(folder / "tools" / "bin"), os.environ["PATH"]])
    started = {"PATH": path, "XDG_DATA_HOME": str(folder / "commands"), "BROWSER": "true"}
    env = {name: value for name, value in given["env"].items() if not name.startswith("PYTEST")}
    return {"cwd": ROOT, "env": {**env, **started}, "stdin": subprocess.DEVNULL, "text": True}


@pytest.fixture(scope="module")
def site_built(surroundings):
    """The site, which the guide has built before it is served."""
    subprocess.run(
        [sys.executable, "packaging/build_pwa.py"], check=True, timeout=PATIENCE, **surroundings
    )


@pytest.mark.build
@pytest.mark.skipif(os.name == "nt", reason="the guides speak to a POSIX shell")
@pytest.mark.parametrize("name", sorted(SERVERS | ENDING))
def test_a_command_does_what_it_is_there_for_as_it_stands(name, surroundings, request):
    command = next(line for line in COMMANDS if words(line) == name)
    if "serve-pwa" in name:
        request.getfixturevalue("site_built")
    shell = [shutil.which("bash") or pytest.skip("there is no bash here"), "-c", command]
    if name in ENDING:
        done = subprocess.run(
            shell, capture_output=True, check=False, timeout=PATIENCE, **surroundings
        )
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
        return
    with subprocess.Popen(
        shell, stdout=subprocess.PIPE, start_new_session=True, **surroundings
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

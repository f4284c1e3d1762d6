"""The home server, as far as it can be looked at without an engine: what is copied, who runs it, and what it may."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import yaml

from companion.__main__ import _parser
from companion.cli import load
from models.paths import FILE
from tests.paths import ROOT

RECIPE = ROOT / "packaging" / "Containerfile"
PORT = 8550


def steps():
    """Every instruction with its words, continued lines joined, by stage."""
    text = re.sub(
        r"\\\n\s*",
        "",
        re.sub(r"^\s*#.*\n", "", RECIPE.read_text(encoding="utf-8"), flags=re.MULTILINE),
    )
    stages = [[]]
    for line in filter(None, map(str.strip, text.splitlines())):
        name, words = line.split(None, 1)
        if name == "FROM":
            stages.append([])
        stages[-1].append((name, words))
    return stages


@pytest.fixture(scope="module")
def last():
    return {name: words for name, words in steps()[-1] if name != "COPY"}


@pytest.fixture(scope="module")
def service():
    return yaml.safe_load((ROOT / "packaging" / "compose.yaml").read_text(encoding="utf-8"))[
        "services"
    ]["companion"]


def copied():
    for stage in steps():
        for name, words in stage:
            if name == "COPY" and "--from" not in words:
                *sources, _ = [word for word in words.split() if not word.startswith("--")]
                yield from sources


def test_everything_that_is_copied_exists_and_is_sent_to_whoever_builds():
    sent = (RECIPE.parent / f"{RECIPE.name}.dockerignore").read_text(encoding="utf-8")
    assert set(copied()) == set(re.findall(r"^!(.+)", sent, re.MULTILINE))
    assert [source for source in copied() if not (ROOT / source).exists()] == []


def test_it_is_installed_by_hash_and_runs_as_nobody_who_writes_to_its_volume_alone(last, service):
    installs = [
        words
        for stage in steps()
        for name, words in stage
        if name == "RUN" and "pip install" in words
    ]
    assert all(
        word in installs[0]
        for word in ("--require-hashes", "--only-binary :all:", "requirements.lock")
    )
    assert last["USER"] == service["user"] == "10001:10001"
    assert service["volumes"] == [f"books:{last['VOLUME']}"]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])


def test_the_command_is_one_the_app_takes(last, service):
    begin = json.loads(last["ENTRYPOINT"])
    more = [re.sub(r"\$\{\w+:-(.+)\}", r"\1", word) for word in service["command"]]
    options = _parser(load()).parse_args([*begin[4:], *more])
    assert (options.host, options.port, options.data, options.no_open) == (
        "0.0.0.0",  # noqa: S104
        PORT,
        Path("/data"),
        True,
    )
    assert last["EXPOSE"] == str(PORT)
    assert service["ports"][0].endswith(f":{PORT}")


@pytest.mark.build
@pytest.mark.skipif(
    os.name == "nt", reason="Windows knows no folder that its owner may not write to"
)
def test_it_serves_from_folders_it_may_not_write_to_and_without_a_home(tmp_path):
    app, data = tmp_path / "app", tmp_path / "data"
    for source in copied():
        if (ROOT / source).is_dir():
            shutil.copytree(
                ROOT / source, app / source, ignore=shutil.ignore_patterns("__pycache__")
            )
    data.mkdir()
    folders = [app, *(path for path in app.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    # root may write wherever it likes, unless it gives that up
    bound = (
        ["setpriv", "--bounding-set=-dac_override"]
        if os.getuid() == 0 and shutil.which("setpriv")
        else []
    )
    command = [
        *bound,
        sys.executable,
        "-P",
        "-m",
        "companion",
        "--port",
        "0",
        "--data",
        str(data),
        "--no-open",
    ]
    kept = {"PATH": os.environ["PATH"], "PYTHONPATH": str(app)}
    with subprocess.Popen(
        command, cwd=app, env=kept, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        try:
            address = run.stdout.readline().split()[3]
            with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310 - our own address
                assert answer.status == 200
            run.send_signal(signal.SIGTERM)
            _, errors = run.communicate(timeout=20)
        finally:
            run.kill()
            for folder in folders:
                folder.chmod(0o755)
    assert (run.returncode, errors) == (0, "")
    assert (data / FILE).exists()
    assert not list(app.rglob("__pycache__"))

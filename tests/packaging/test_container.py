"""The home server, as far as it can be looked at without an engine: what is copied, who runs it, and what it may."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import flet_web
import pytest
import yaml

from companion.__main__ import _parser
from companion.cli import load
from models.paths import FILE

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "packaging" / "Containerfile"
PORT = 8550


def steps():
    """Every instruction with its words, continued lines joined, by stage."""
    text = re.sub(r"\\\n\s*", "", re.sub(r"^\s*#.*\n", "", RECIPE.read_text(encoding="utf-8"), flags=re.MULTILINE))
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
    plan = yaml.safe_load((ROOT / "packaging" / "compose.yaml").read_text(encoding="utf-8"))
    assert set(plan["volumes"]) == {"books"}
    return plan["services"]["companion"]


def copied():
    for stage in steps():
        for name, words in stage:
            if name == "COPY" and "--from" not in words:
                *sources, _ = [word for word in words.split() if not word.startswith("--")]
                yield from sources


def test_everything_that_is_copied_exists_and_is_sent_to_whoever_builds():
    sent = (RECIPE.parent / f"{RECIPE.name}.dockerignore").read_text(encoding="utf-8").split("\n")
    sent = {line.removeprefix("!") for line in sent if line.startswith("!")}
    for source in copied():
        assert (ROOT / source).exists(), f"{source} is copied and does not exist"
    assert set(copied()) == sent


def test_nothing_is_installed_but_by_its_hash_and_nothing_is_compiled(last):
    commands = [words for stage in steps() for name, words in stage if name == "RUN"]
    installs = [one for one in commands if "pip install" in one]
    assert len(installs) == 1
    assert all(word in installs[0] for word in ("--require-hashes", "--only-binary :all:", "requirements.lock"))
    assert not [one for one in commands if re.search(r"\bapt|gcc|curl|wget", one)]
    assert "RUN" not in last, "what ends up on the shelf is copied, not made there"
    assert len([stage for stage in steps() if stage and stage[0][0] == "FROM"]) == 2


def test_what_the_client_brings_for_the_browser_alone_is_left_out_by_the_name_it_has():
    removed = re.search(r"rm -r \S+?/packages/flet_web/(\S+)", RECIPE.read_text(encoding="utf-8"))
    assert (Path(flet_web.__file__).parent / removed[1]).is_dir()


def test_it_runs_as_nobody_in_particular_and_writes_to_its_volume_alone(last, service):
    assert last["USER"] == service["user"] == "10001:10001"
    assert last["VOLUME"] == "/data"
    assert service["volumes"] == ["books:/data"]
    assert service["read_only"] is True
    assert [one.split(":")[0] for one in service["tmpfs"]] == ["/tmp"]  # noqa: S108 - the container's own
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service
    assert service["restart"] == "unless-stopped"
    assert "COPY --from=build --chown=10001:10001 /opt/companion/data /data" in RECIPE.read_text(encoding="utf-8")


def test_the_command_is_one_the_app_takes(last, service):
    begin = json.loads(last["ENTRYPOINT"])
    assert begin[:4] == ["python", "-P", "-m", "companion"]
    more = [re.sub(r"\$\{\w+:-(.+)\}", r"\1", word) for word in service["command"]]
    options = _parser(load()).parse_args([*begin[4:], *more])
    assert (options.host, options.port, options.data, options.no_open) == ("0.0.0.0", PORT, Path("/data"), True)  # noqa: S104
    assert options.name == ["companion.local"]
    assert last["EXPOSE"] == str(PORT)
    assert fnmatch.fnmatch(service["ports"][0], f"*:{PORT}")


def test_the_build_is_told_of_this_recipe_from_the_right_folder(service):
    here = RECIPE.parent
    assert (here / service["build"]["context"]).resolve() == ROOT
    assert ROOT / service["build"]["dockerfile"] == RECIPE


def question(last, port):
    """The health check, asking at another port."""
    words = json.loads(re.search(r"CMD (\[.*\])", last["HEALTHCHECK"])[1])
    assert words[0] == "python"
    assert f":{PORT}/" in words[2]
    return [sys.executable, *(word.replace(f":{PORT}/", f":{port}/") for word in words[1:])]


@pytest.mark.build
@pytest.mark.skipif(os.name == "nt", reason="Windows knows no folder that its owner may not write to")
def test_it_serves_from_folders_it_may_not_write_to_and_without_a_home(tmp_path):
    app, data = tmp_path / "app", tmp_path / "data"
    for source in copied():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, app / source, ignore=shutil.ignore_patterns("__pycache__"))
    data.mkdir()
    folders = [app, *(path for path in app.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    # root may write wherever it likes, unless it gives that up
    bound = ["setpriv", "--bounding-set=-dac_override"] if os.getuid() == 0 and shutil.which("setpriv") else []
    command = [*bound, sys.executable, "-P", "-m", "companion", "--port", "0", "--data", str(data), "--no-open"]
    kept = {"PATH": os.environ["PATH"], "PYTHONPATH": str(app)}
    with subprocess.Popen(command, cwd=app, env=kept, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
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


@pytest.mark.build
def test_the_health_check_distinguishes_a_server_that_answers_from_one_that_does_not(last, tmp_path):
    command = [sys.executable, "-m", "companion", "--host", "0.0.0.0", "--port", "0", "--no-open"]  # noqa: S104
    with subprocess.Popen([*command, "--data", str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as app:
        try:
            port = int(re.search(r":(\d+)", app.stdout.readline())[1])
            well = subprocess.run(question(last, port), capture_output=True, check=False, timeout=60)
            assert (well.returncode, well.stdout, well.stderr) == (0, b"", b"")
        finally:
            app.kill()
    ill = subprocess.run(question(last, port), capture_output=True, check=False, timeout=60)
    assert ill.returncode == 1

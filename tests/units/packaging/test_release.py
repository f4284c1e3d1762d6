"""Workflows run elsewhere: here they are read, for who may write and whether what they call is there."""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile

import pytest
import yaml

from companion.version import VERSION
from tests.paths import ROOT
from tests.units.packaging.test_commands import PAPERS

WORKFLOWS = {path.stem: path for path in (ROOT / ".github" / "workflows").glob("*.yml")}
PLANS = {name: yaml.safe_load(path.read_text(encoding="utf-8")) for name, path in WORKFLOWS.items()}
STEPS = [
    (job, step)
    for one in PLANS.values()
    for job, plan in one["jobs"].items()
    for step in plan.get("steps", ())
]
SCRIPTS = [(job, step["run"]) for job, step in STEPS if "run" in step]
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")


def test_nothing_is_drafted_unless_all_is_built_and_only_the_draft_may_write():
    jobs = PLANS["release"]["jobs"]
    assert set(jobs["draft"]["needs"]) == set(jobs) - {"draft"}
    assert jobs["native"]["needs"] == jobs["forms"]["needs"] == ["tests", "version"]
    assert all(plan["permissions"] == {"contents": "read"} for plan in PLANS.values())
    assert {
        job for one in PLANS.values() for job, plan in one["jobs"].items() if "permissions" in plan
    } == {"draft"}


def test_actions_are_their_makers_own_and_no_event_puts_words_into_a_script():
    used = [step["uses"] for _, step in STEPS if "uses" in step]
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", one) for one in used), used
    pasted = {found for _, script in SCRIPTS for found in EXPRESSION.findall(script)}
    assert pasted <= {
        *("${{ matrix.target }}", "${{ matrix.forms }}", "${{ matrix.half }}"),
        *("${{ inputs.version }}", "${{ needs.version.outputs.version }}"),
    }


def test_every_script_is_one_a_shell_can_read_and_calls_files_that_exist():
    bash = shutil.which("bash") or pytest.skip("there is no bash here to read it")
    for job, script in SCRIPTS:
        words = EXPRESSION.sub("x", script)
        assert subprocess.run([bash, "-n", "-c", words], check=False).returncode == 0, job
    said = [*(script for _, script in SCRIPTS), *PAPERS.values()]
    named = {
        name
        for words in said
        for name in re.findall(r"(?:packaging|tests|\.ci)/[\w-]+(?:[./][\w-]+)*", words)
    }
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_secret_is_documented():
    secrets = re.findall(r"secrets\.(\w+)", WORKFLOWS["native"].read_text(encoding="utf-8"))
    text = (ROOT / "packaging" / "README.md").read_text(encoding="utf-8")
    assert [name for name in secrets if f"`{name}`" not in text] == []


@pytest.mark.parametrize("script", ["release.py", "stage.py"])
def test_a_folder_that_holds_something_else_is_left_alone(script, tmp_path):
    (tmp_path / "diary.txt").write_text("mine")
    command = [sys.executable, ROOT / "packaging" / script, "--out", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "holds something else" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


@pytest.mark.build
def test_a_release_has_every_form_that_can_be_built_here_with_its_checksum(tmp_path):
    command = [sys.executable, ROOT / "packaging" / "release.py", "--out", tmp_path / "out"]
    subprocess.run(command, capture_output=True, check=True)
    sums = dict(
        reversed(line.split("  "))
        for line in (tmp_path / "out" / "SHA256SUMS").read_text().splitlines()
    )
    there = {path.name: path for path in (tmp_path / "out").iterdir() if path.name != "SHA256SUMS"}
    assert sums == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()
    }
    assert {f"companion-{VERSION}-py3-none-any.whl", f"companion-{VERSION}-site.tar.gz"} < set(
        there
    )
    with tarfile.open(there[f"companion-{VERSION}-site.tar.gz"]) as site:
        assert {"index.html", "site.json", "app.zip"} <= set(site.getnames())
    (folder,) = (name for name in there if re.search(r"-(linux|macos|windows)-", name))
    shutil.unpack_archive(there[folder], tmp_path)
    program = tmp_path / "Companion" / "Companion"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert said == f"Companion {VERSION}\n"

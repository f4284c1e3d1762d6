"""The workflows run elsewhere; here they are read, and whatever they call must be there and take its options.

So is what the release script does without building anything; `test_a_release` builds all that can be built here.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import yaml

from companion.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = {path.stem: path for path in (ROOT / ".github" / "workflows").glob("*.yml")}
PLANS = {name: yaml.safe_load(path.read_text(encoding="utf-8")) for name, path in WORKFLOWS.items()}
PLAN, JOBS = PLANS["release"], PLANS["release"]["jobs"]
STEPS = [(job, step) for one in PLANS.values() for job, plan in one["jobs"].items() for step in plan.get("steps", ())]
SCRIPTS = [(job, step["run"]) for job, step in STEPS if "run" in step]
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")
RELEASE = [sys.executable, ROOT / "packaging" / "release.py"]


def test_it_starts_for_a_tag_and_by_hand():
    starts = PLAN[True]  # YAML reads "on" as yes
    assert starts["push"] == {"tags": ["v*"]}
    assert "workflow_dispatch" in starts


def test_every_change_is_tested_by_what_it_must_pass():
    starts = PLANS["tests"][True]
    assert {"push", "pull_request", "workflow_call"} == set(starts)
    jobs = PLANS["tests"]["jobs"]
    assert jobs["tests"]["steps"][-1] == {"run": "bash .ci/run quick"}
    assert jobs["browser"]["steps"][-1] == {"run": "bash .ci/run browser ${{ matrix.half }}"}
    assert jobs["browser"]["strategy"]["matrix"] == {"half": ["1/2", "2/2"]}


def test_every_form_of_the_app_is_built_and_nothing_is_drafted_unless_all_are():
    targets = {one["target"] for one in PLANS["native"]["jobs"]["native"]["strategy"]["matrix"]["include"]}
    assert targets == {"apk", "aab", "ipa", "windows", "macos", "linux"}
    built = {
        job["runner"].split("-")[0]: job["forms"].split() for job in JOBS["forms"]["strategy"]["matrix"]["include"]
    }
    assert built == {
        "ubuntu": ["wheel", "site", "desktop", "container"],
        "windows": ["desktop"],
        "macos": ["desktop"],
    }
    assert set(JOBS["draft"]["needs"]) == set(JOBS) - {"draft"}
    assert JOBS["native"]["needs"] == JOBS["forms"]["needs"] == ["tests", "version"]
    assert JOBS["draft"]["if"] == "github.ref_type == 'tag'"


def test_a_workflow_that_is_called_is_there_and_may_be_called():
    called = {plan["uses"] for plan in JOBS.values() if "uses" in plan}
    assert called == {f"./.github/workflows/{name}.yml" for name in ("tests", "native")}
    assert all("workflow_call" in PLANS[name][True] for name in ("tests", "native"))


def test_only_the_draft_may_write():
    assert all(plan["permissions"] == {"contents": "read"} for plan in PLANS.values())
    assert {job for one in PLANS.values() for job, plan in one["jobs"].items() if "permissions" in plan} == {"draft"}


def test_every_action_is_the_makers_own_and_pinned_to_a_major_version():
    used = [step["uses"] for _, step in STEPS if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", one) for one in used), used


@pytest.mark.parametrize(("job", "script"), SCRIPTS)
def test_every_script_is_one_a_shell_can_read(job, script):  # noqa: ARG001 - the job names the case
    bash = shutil.which("bash") or pytest.skip("there is no bash here to read it")
    done = subprocess.run([bash, "-n", "-c", EXPRESSION.sub("x", script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_an_event_says_is_never_pasted_into_a_script():
    pasted = {found for _, script in SCRIPTS for found in EXPRESSION.findall(script)}
    assert pasted <= {
        *("${{ matrix.target }}", "${{ matrix.forms }}", "${{ matrix.half }}"),
        *("${{ inputs.version }}", "${{ needs.version.outputs.version }}"),
    }


def test_every_file_that_is_named_exists():
    named = {name for _, script in SCRIPTS for name in re.findall(r"(?:packaging|tests|\.ci)/[\w./-]+", script)}
    assert {"packaging/stage.py", "packaging/release.py", "packaging/compose.yaml", ".ci/run"} <= named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("script", ["stage.py", "release.py"])
def test_our_own_scripts_take_the_options_they_are_given(script):
    given = {
        option
        for _, words in SCRIPTS
        for line in re.findall(rf"packaging/{script}(.*)", words)
        for option in re.findall(r"--[\w-]+", line)
    }
    command = [sys.executable, str(ROOT / "packaging" / script), "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert given
    assert {option for option in given if option not in text} == set()


def test_the_builder_is_the_version_that_the_app_runs_on():
    found = re.search(r"^flet==(\S+)", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    words = next(words for _, words in SCRIPTS if "flet[cli]" in words)
    pattern = re.search(r"sed -n '(s/.*/p)'", words)[1]
    sed = shutil.which("sed") or pytest.skip("there is no sed here")
    done = subprocess.run(
        [sed, "-n", pattern, "requirements.lock"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == found[1]


def test_every_secret_is_documented_and_can_be_missing():
    text = WORKFLOWS["native"].read_text(encoding="utf-8")
    secrets = set(re.findall(r"secrets\.(\w+)", text))
    assert JOBS["native"]["secrets"] == "inherit"
    text = (ROOT / "packaging" / "README.md").read_text(encoding="utf-8")
    assert [name for name in secrets if f"`{name}`" not in text] == []
    for _, step in STEPS:
        wanted = [name for name, value in step.get("env", {}).items() if "secrets." in str(value)]
        assert not wanted or any(re.search(rf'\[ -[nz] "\${name}" \]', step["run"]) for name in wanted), step["name"]
    assert "secrets" not in "".join(str(step.get("if", "")) for _, step in STEPS)


def test_the_draft_says_what_is_new():
    awk = shutil.which("awk") or pytest.skip("there is no awk here")
    words = next(words for job, words in SCRIPTS if job == "draft")
    program = re.search(r"awk '(.*)' CHANGELOG\.md", words)[1]
    done = subprocess.run([awk, program, "CHANGELOG.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    chapters = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    assert done.stdout.strip() == chapters[1].split("\n", 1)[1].strip()


def test_the_papers_name_only_scripts_that_exist():
    papers = (ROOT / "packaging" / "README.md", ROOT / "README.md")
    named = {
        name for paper in papers for name in re.findall(r"packaging/[\w-]+\.\w+", paper.read_text(encoding="utf-8"))
    }
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_where_no_engine_for_containers_answers_that_is_said_and_the_rest_is_given_out(tmp_path):
    said = subprocess.run(
        [*RELEASE, "--only", "container", "--out", tmp_path / "out"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": str(tmp_path)},
    ).stdout
    assert said == "== container\nLeft out: neither docker nor podman answers on this machine.\n"
    assert (tmp_path / "out" / "SHA256SUMS").read_text() == ""


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "diary.txt").write_text("mine")
    done = subprocess.run([*RELEASE, "--out", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "holds something else than a release" in done.stderr
    assert (tmp_path / "diary.txt").read_text() == "mine"


@pytest.mark.build
def test_a_release_has_every_form_that_can_be_built_here_with_its_checksum(tmp_path):
    subprocess.run([*RELEASE, "--out", tmp_path / "out"], capture_output=True, text=True, check=True)
    sums = dict(reversed(line.split("  ")) for line in (tmp_path / "out" / "SHA256SUMS").read_text().splitlines())
    there = {path.name: path for path in (tmp_path / "out").iterdir() if path.name != "SHA256SUMS"}
    assert sums == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()}
    assert {f"companion-{VERSION}-py3-none-any.whl", f"companion-{VERSION}-site.tar.gz"} < set(there)
    with tarfile.open(there[f"companion-{VERSION}-site.tar.gz"]) as site:
        assert {"index.html", "site.json", "app.zip"} <= set(site.getnames())
    (folder,) = (name for name in there if re.search(r"-(linux|macos|windows)-", name))
    shutil.unpack_archive(there[folder], tmp_path)
    program = tmp_path / "Companion" / "Companion"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert said == f"Companion {VERSION}\n"

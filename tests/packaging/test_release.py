"""The release workflow runs elsewhere; here it is read, and whatever it calls must be there and take its options."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
PLAN = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
JOBS = PLAN["jobs"]
STEPS = [(job, step) for job, plan in JOBS.items() for step in plan["steps"]]
SCRIPTS = [(job, step["run"]) for job, step in STEPS if "run" in step]
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")


def test_it_starts_for_a_tag_and_by_hand():
    starts = PLAN[True]  # YAML reads "on" as yes
    assert starts["push"] == {"tags": ["v*"]}
    assert "workflow_dispatch" in starts


def test_every_form_of_the_app_is_built_and_nothing_is_drafted_unless_all_are():
    targets = {one["target"] for one in JOBS["native"]["strategy"]["matrix"]["include"]}
    assert targets == {"apk", "aab", "ipa", "windows", "macos", "linux"}
    assert set(JOBS["draft"]["needs"]) == set(JOBS) - {"draft"}
    assert all(JOBS[job]["needs"] == "check" for job in ("native", "desktop", "site", "server"))
    assert JOBS["draft"]["if"] == "github.ref_type == 'tag'"


def test_only_the_draft_may_write():
    assert PLAN["permissions"] == {"contents": "read"}
    assert {job for job, plan in JOBS.items() if "permissions" in plan} == {"draft"}


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
    assert pasted <= {"${{ matrix.target }}", "${{ needs.check.outputs.version }}"}


def test_every_file_that_is_named_exists():
    named = {name for _, script in SCRIPTS for name in re.findall(r"(?:packaging|tests|\.ci)/[\w./-]+", script)}
    assert {"packaging/stage.py", "packaging/desktop.py", "packaging/build_pwa.py", "packaging/compose.yaml"} <= named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("script", ["stage.py", "desktop.py"])
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
    text = WORKFLOW.read_text(encoding="utf-8")
    secrets = set(re.findall(r"secrets\.(\w+)", text))
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

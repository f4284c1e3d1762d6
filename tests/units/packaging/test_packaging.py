"""The promises of what is run by path: it turns an old Python away, and installs only what the locks name."""

import ast
import re
import runpy
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.version import VERSION
from tests.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
APP = PROJECT["project"]["dependencies"]
EXTRAS, GROUPS = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
LOCKS = {
    "requirements.lock": APP,
    "requirements-desktop.lock": APP + EXTRAS["desktop"],
    "requirements-test.lock": APP + EXTRAS["test"] + GROUPS["lint"],
    "requirements-freeze.lock": APP + GROUPS["freeze"],
    "requirements-site.lock": APP + GROUPS["site"],
}
ADDITION = re.compile(r"--requirement (requirements\S*\.lock)\n")


def own_pins(lock):
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    named = [re.match(r"([\w.-]+)==([\w.]+)", line) for line in lines if line[:1].isalnum()]
    return {canonicalize_name(pin[1]): pin[2] for pin in named}


def pins(lock):
    added_to = ADDITION.match((ROOT / lock).read_text(encoding="utf-8"))
    return {**(pins(added_to[1]) if added_to else {}), **own_pins(lock)}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_keeps_step_with_the_project_and_changes_no_version_of_the_app_s_own(lock):
    held, app = pins(lock), pins("requirements.lock")
    for line in LOCKS[lock]:
        wanted = Requirement(line)
        assert wanted.specifier.contains(held[canonicalize_name(wanted.name)]), (
            f"{lock} is behind on {line}"
        )
    assert app.items() <= held.items()
    assert [
        name for name, version in own_pins(lock).items() if app.get(name, version) != version
    ] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_versions_and_hashes_and_no_address(lock):
    text = ADDITION.sub("", (ROOT / lock).read_text(encoding="utf-8"), count=1)
    assert "://" not in text
    assert "\n-" not in text
    assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=[a-z])", text))


def test_a_newer_version_in_a_lock_that_another_adds_to_is_installed(tmp_path, monkeypatch):
    environment = runpy.run_path(str(ROOT / "packaging" / "environment.py"))["Environment"]
    base, lock = tmp_path / "base.lock", tmp_path / "more.lock"
    base.write_text("flet==1\n")
    lock.write_text("--requirement base.lock\n")
    installed = []
    monkeypatch.setattr(
        environment, "install", lambda self, wanted: installed.append(self.stamp.write_text(wanted))
    )
    here = environment(str(tmp_path), str(lock))
    here.python.parent.mkdir()
    here.python.touch()
    for version in (1, 1, 2):
        base.write_text(f"flet=={version}\n")
        here.ready()
    assert len(installed) == 2


def test_the_first_start_says_which_package_is_fetched_and_its_size(capsys):
    progress = runpy.run_path(str(ROOT / "packaging" / "environment.py"))["Progress"](34)
    for line in (
        "Collecting flet-web==1.0.5 (from -r requirements.lock (line 12))",
        "  Downloading flet_web-1.0.5-py3-none-any.whl (4.1 MB)",
        "Processing /somewhere/six-1.17.0-py2.py3-none-any.whl (from -r requirements.lock (line 1))",
        "Installing collected packages: six, flet-web",
    ):
        progress.read(line + "\n")
        progress.say()
    said = re.findall(r"\w.*? \(\d of 34 packages, 0 s\)", capsys.readouterr().err)
    assert said == [
        "Fetching flet-web (1 of 34 packages, 0 s)",
        "Fetching flet-web, 4.1 MB (1 of 34 packages, 0 s)",
        "Fetching six (2 of 34 packages, 0 s)",
        "Unpacking (2 of 34 packages, 0 s)",
    ]


def test_an_old_python_can_read_as_far_as_the_sentence_that_turns_it_away():
    for script in ("start.py", "test.py", "build_pwa.py", "environment.py"):
        ast.parse((ROOT / "packaging" / script).read_text(encoding="utf-8"), feature_version=(3, 6))


def test_the_version_is_the_same_wherever_it_is_written():
    assert PROJECT["project"]["version"] == VERSION, (
        "companion/version.py and pyproject.toml go together"
    )
    match = re.search(
        r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert match[1] == VERSION, "the newest chapter of CHANGELOG.md with a number is this version's"

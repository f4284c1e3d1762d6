"""``export`` and ``import``: plays as files, and files as plays."""

import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT
from tests.units.companion.cli.tried import EVENING, RETIRED


def test_all_plays_go_into_a_folder_each_under_a_name_of_its_own(run, lay, tmp_path):
    ids = lay(EVENING.format("Friday"), EVENING.format("friday"), EVENING.format("Saturday"))
    code, out, _ = run("export", "--all", "-o", tmp_path)
    assert code == 0
    names = {Path(line).name for line in out.splitlines()}
    assert names == {f"Friday {ids[0][:6]}.txt", f"friday {ids[1][:6]}.txt", "Saturday.txt"}
    assert all((tmp_path / name).is_file() for name in names)


def test_a_play_may_come_through_a_pipe(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "import", "-", "--data", tmp_path / "books"],
        input=RETIRED.read_bytes(), capture_output=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0
    assert b"A short Friday was added: 73 entries, all checked." in done.stdout
    assert done.stderr == b"", "no progress where nobody watches"

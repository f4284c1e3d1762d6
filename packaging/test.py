"""Run the tests on a machine that has nothing but Python: `python3 packaging/test.py [pytest options]`.

The first run makes an environment of its own beside the program, with the tools that check the code.
It uses every core; `-n 0` uses one, as plain pytest does.
"""

import os
import sys

from environment import ROOT, Environment, run

if __name__ == "__main__":
    os.chdir(ROOT)
    os.environ.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # each worker and each program under test would compile everything again
    on_every_core = ["-n", "auto", "--dist", "worksteal"]
    run(
        Environment(".venv-test", "requirements-test.lock"),
        ["-m", "pytest", *on_every_core, *sys.argv[1:]],
    )

"""Run the tests on a machine that has nothing but Python: `python3 packaging/test.py [pytest options]`.

The first run makes an environment of its own beside the program, with the tools that check the code.
"""

import os
import sys

from environment import ROOT, Environment, run

if __name__ == "__main__":
    os.chdir(ROOT)
    run(Environment(".venv-test", "requirements-test.lock"), ["-m", "pytest", *sys.argv[1:]])

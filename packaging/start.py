"""Start Companion on a machine that has nothing but Python: `python3 packaging/start.py [options]`.

The first start makes an environment of its own beside the program; the options go to the app as they are.
A window (`--desktop`) needs one package more, so it has an environment of its own.
"""

import os
import sys

from environment import ROOT, Environment, run

if __name__ == "__main__":
    # The app is found from any working directory, and files named in the options stay relative to it.
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    window = "--desktop" in sys.argv[1:]
    name, lock = (
        (".venv-desktop", "requirements-desktop.lock") if window else (".venv", "requirements.lock")
    )
    run(Environment(name, lock), ["-P", "-m", "companion", *sys.argv[1:]])

"""Build the app that installs itself in a browser: `python3 packaging/build_pwa.py [--out FOLDER] [--base /]`.

Needs nothing but Python and the package registry. The first run makes an environment of its own beside the
program; what was fetched, compiled and compressed once is kept in `build/kept`.
"""

import sys

from environment import ROOT, Environment, run

if __name__ == "__main__":
    builder = ROOT / "packaging" / "site_folder.py"
    run(Environment(".venv-site", "requirements-site.lock"), [str(builder), *sys.argv[1:]])

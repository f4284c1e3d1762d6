"""What the app in a browser does without, by family, each with its reason; a test imports all of the app with the rest.

Less to fetch means less waiting: on the first visit, and whenever the archives are read. What a package might still
import while the app is used stays, even if the app never gets there.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

STANDARD_LIBRARY: dict[str, str] = {
    "_pyrepl bdb cmd code doctest pdb profile cProfile pstats pyclbr pydoc rlcompleter tabnanny timeit trace "
    "tracemalloc unittest modulefinder antigravity this __hello__ __phello__ compileall py_compile zipapp symtable "
    "pickletools": "writing and measuring programs",
    "multiprocessing ftplib imaplib poplib smtplib socketserver wsgiref xmlrpc mailbox netrc pty tty getpass "
    "webbrowser optparse fileinput _osx_support asyncio/windows_events asyncio/windows_utils asyncio/proactor_events "
    "asyncio/tools asyncio/__main__ ctypes/wintypes ctypes/macholib": "other machines, processes, systems, terminals",
    "wave plistlib nturl2path shelve filecmp sched stringprep _pyio xml/dom": "formats that nothing here reads",
    "encodings/cp[!4]* encodings/cp4[!3]* encodings/mac_* encodings/iso* encodings/koi8* encodings/euc_* "
    "encodings/big5* encodings/gb* encodings/shift_jis* encodings/hz encodings/johab encodings/kz1048 "
    "encodings/ptcp154 encodings/hp_roman8 encodings/tis_620 encodings/palmos": "writing from before Unicode; "
    "an archive may still name its files in code page 437",
}
PACKAGES: dict[str, str] = {
    "sqlalchemy/testing sqlalchemy/ext/mypy pydantic/mypy pydantic/_hypothesis_plugin flet/testing flet/pytest_plugin "
    "flet/utils/griffe_deprecations annotated_types/test_cases": "tests and type checkers",
    "sqlalchemy/dialects/mssql sqlalchemy/dialects/mysql sqlalchemy/dialects/oracle sqlalchemy/dialects/postgresql "
    "sqlalchemy/connectors/pyodbc sqlalchemy/connectors/aioodbc sqlalchemy/ext/horizontal_shard": "other databases",
    "pydantic/v1": "the pydantic of years ago",
    "flet/fastapi flet/cli flet/auth/providers flet/messaging/flet_socket_server "
    "flet/messaging/pyodide_connection": "serving, signing in, and a way to talk to the page that is not ours",
    "flutter": "sources of the client, which is there compiled",
}
OURS: dict[str, str] = {
    "companion/__main__ companion/cli companion/neighbours": "commands",
    "companion/addresses views/hosting/serve views/hosting/guard views/hosting/door views/hosting/join_page "
    "views/hosting/connections views/hosting/client_files views/hosting/visit views/hosting/key": "serving",
    "views/hosting/site views/hosting/native": "other forms",
    "companion/testing views/testing": "for the authors of games",
    "companion/backup_thread": "copies beside the book, for which a browser has no room",
}


def trimmed(families: dict[str, str]) -> tuple[str, ...]:
    """Return every module and package that is left out, as a path without suffix; a star matches anything."""
    return tuple(path for names in families for path in names.split())


def left_out(inside: str, trim: tuple[str, ...]) -> bool:
    """Whether a file, by its path inside its tree, is left out."""
    parts = inside.removesuffix(".py").split("/")
    above = ["/".join(parts[: length + 1]) for length in range(len(parts))]
    return any(fnmatchcase(path, pattern) for path in above for pattern in trim)

"""What the app in a browser does without. Each family says why; a test imports all of the app with the rest.

Less to fetch is less to wait for: the first visit, and the reading of the archives on every start.
"""

from __future__ import annotations

STANDARD_LIBRARY: dict[str, str] = {
    # what only people who write programs use
    "_pyrepl bdb cmd code codeop doctest idlelib pdb profile cProfile pstats pyclbr pydoc pydoc_data rlcompleter "
    "tabnanny timeit trace tracemalloc unittest modulefinder antigravity this __hello__ __phello__ compileall "
    "py_compile zipapp symtable pickletools": "writing and measuring programs",
    # a browser gives no sockets, no processes and no terminal
    "multiprocessing ftplib imaplib poplib smtplib socketserver wsgiref xmlrpc mailbox netrc pty tty getpass "
    "webbrowser optparse fileinput": "other machines, processes and terminals",
    # formats that nothing here reads
    "wave plistlib nturl2path shelve filecmp sched stringprep lib2to3 tkinter turtle curses dbm ensurepip venv "
    "_sysconfigdata__emscripten_wasm32-emscripten _pyio xml/sax xml/dom": "formats and parts that nothing here uses",
}
PACKAGES: dict[str, str] = {
    "sqlalchemy/testing sqlalchemy/ext/mypy pydantic/mypy pydantic/_hypothesis_plugin pydantic/plugin/_loader_never "
    "flet/testing flet/pytest_plugin flet/utils/griffe_deprecations": "tests and type checkers",
    "sqlalchemy/dialects/mssql sqlalchemy/dialects/mysql sqlalchemy/dialects/oracle sqlalchemy/dialects/postgresql "
    "sqlalchemy/connectors sqlalchemy/dialects/sqlite/aiosqlite sqlalchemy/dialects/sqlite/pysqlcipher "
    "sqlalchemy/ext/asyncio sqlalchemy/ext/horizontal_shard": "other databases",
    "pydantic/v1 pydantic/_migration_never": "the pydantic of years ago",
    "flutter": "sources of the client, which is compiled already",
}


def trimmed(families: dict[str, str]) -> frozenset[str]:
    """Name every module and package that is left out, as a path without ending."""
    return frozenset(path for names in families for path in names.split())


def left_out(inside: str, trim: frozenset[str]) -> bool:
    """Whether a file, named by its path inside its tree, is or lies in what is left out."""
    parts = inside.removesuffix(".py").removesuffix(".pyc").split("/")
    return any("/".join(parts[: length + 1]) in trim for length in range(len(parts)))

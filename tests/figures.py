"""How figures are printed: what machine they were read off, then a line for each."""

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from functools import cache
from statistics import median, quantiles


def asked(about, **known):
    """Read a command line of options, each with a default, which says its kind; a list of numbers has any length."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in known.items():
        how = {"type": type(default), "help": "%(default)s unless said"}
        if default is False:
            how = {"action": "store_true"}
        elif isinstance(default, list):
            how |= {"nargs": "+", "type": int}
        parser.add_argument(f"--{name}", default=default, **how)
    return parser.parse_args()


def machine():
    """The day, and the size of this machine, in one line."""
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d} · {platform.system()}, {os.cpu_count()} processors, {gigabytes:.0f} GiB · "
        f"Python {platform.python_version()} · sqlite {sqlite3.sqlite_version}"
    )


def head(title):
    """Print what is measured, and on what."""
    sys.stdout.write(f"{title}\n{machine()}\n\n")


def print_figure(what, figure, unit="", limit=""):
    """Print one figure, and what was promised of it."""
    number = f"{figure:12,.0f}" if isinstance(figure, int) else f"{figure:12,.2f}"
    sys.stdout.write(f"{what:<66}{number} {unit:<6}{limit}".rstrip() + "\n")
    sys.stdout.flush()


def interleaved(repeats, **works):
    """Take turns at several works, so that a machine that slows down slows each of them; give what each returned.

    A work is given the number of the repeat. The order turns round every time, so that none is always first.
    """
    took = {name: [] for name in works}
    order = list(works)
    for repeat in range(repeats):
        for name in order if repeat % 2 else reversed(order):
            took[name].append(works[name](repeat))
    return took


@cache
def _compiled():
    return tempfile.TemporaryDirectory(prefix="compiled-")


def surroundings():
    """The environment of a program that is to be started as people start it: what Python compiled once, it keeps.

    A machine may forbid that, as those of builders often do; each start would compile our modules anew there, and not
    those of others, which are compiled when they are installed. So start a program once before it is measured.
    """
    around = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    return {**around, "PYTHONPYCACHEPREFIX": _compiled().name}


def percentile(values, percent):
    """The value that so many in a hundred do not exceed."""
    return (
        max(values)
        if len(values) < 2
        else quantiles(values, n=100, method="inclusive")[percent - 1]
    )


__all__ = [
    "asked",
    "head",
    "interleaved",
    "machine",
    "median",
    "percentile",
    "print_figure",
    "surroundings",
]

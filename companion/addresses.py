"""The addresses of this machine: which are its own alone, and under which other devices reach it."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

HERE = "127.0.0.1"
LOCAL = frozenset({"localhost", HERE, "::1"})
EVERYWHERE = "0.0.0.0"  # noqa: S104 - compared with, not listened on


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own, which no other machine can reach."""
    plain = host.strip("[]").lower()
    with suppress(ValueError):
        return ipaddress.ip_address(plain).is_loopback
    return plain in LOCAL


def address_of(host: str, port: int) -> str:
    """The address to open: this machine's own on its network if it serves on all of them."""
    name = host.strip("[]")
    if name in (EVERYWHERE, "::"):
        name = _on_the_network() or HERE
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def addresses_of(host: str, port: int) -> tuple[str, ...]:
    """The addresses under which other devices may reach this one, the likeliest first."""
    if host.strip("[]") not in (EVERYWHERE, "::"):
        return (address_of(host, port),)
    found = dict.fromkeys(filter(None, [_on_the_network()]))
    with suppress(
        OSError, UnicodeError
    ):  # this machine may be called something that is no host name
        for *_, where in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found.setdefault(str(where[0]))
    return tuple(f"http://{one}:{port}" for one in found if not is_loopback(one))


def _on_the_network() -> str:
    # nothing is sent: connecting a datagram socket only asks which way a packet would leave
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""

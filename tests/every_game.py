"""Every game that can be played here, loaded."""

from companion.games import infos

GAMES = tuple(info.open() for info in infos())

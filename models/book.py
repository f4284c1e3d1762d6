"""The book: the database in its place, with copies beside it. What nothing else may lose is kept from here."""

from __future__ import annotations

from models.backup import back_up, make_copy, write_whole
from models.database import Database
from models.errors import CannotOpenError
from models.swap_file import LOGS


class Book(Database):
    """The book of a data folder. It is copied before it is brought up to date, and saved when its file is taken away.

    ``Database`` alone is any such file: somebody else's backup, or the same book read by another thread.
    """

    def _copy_first(self) -> None:
        make_copy(self)

    def _rescue(self) -> None:
        """Keep what is in a file that is not in its place any more: only this connection can read it.

        Raises:
            CannotOpenError, DamagedError: it can't be kept, so this connection goes on.

        """
        if self._at_path():
            make_copy(self)
            return
        data = back_up(self)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for log_name in LOGS:  # what is left of the old file's would spoil the new one
                self.path.with_name(self.path.name + log_name).unlink(missing_ok=True)
            write_whole(self.path, data)
        except OSError as error:
            raise CannotOpenError(f"The book can't be put back at {self.path}: {error.strerror or error}.") from error

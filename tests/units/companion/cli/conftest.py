"""Books in a folder, and the commands that are run on them."""

import pytest

from companion.__main__ import main
from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "books"


@pytest.fixture
def lay(folder):
    """Put plays on the shelf, each as far as a session tells it; gives their numbers."""

    def put(*texts):
        database = Book.open(folder)
        try:
            return [replay(Journal(database), steps(text)).play.id for text in texts]
        finally:
            database.close()

    return put


@pytest.fixture
def run(folder, capsys):
    """Run a command on the books: exit code, what it answered, and what it said beside that."""

    def do(*words):
        code = main([*(str(word) for word in words), "--data", str(folder)])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return code, said.out, said.err

    return do

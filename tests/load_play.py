"""Taking a play from a file into a book without asking, as nobody but a test does."""

from contextlib import closing

from companion.formats import play_file
from models.backups.restore import bring_in, compare


def load_play(journal, data):
    with closing(play_file.read(data)) as file:
        (step,) = bring_in(journal, file, compare(journal, file)).steps
    return journal.play(step.target)

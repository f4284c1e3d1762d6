"""Taking a play out of a book for good, as whoever looks after the file can: the triggers let it."""

TABLES = ("balance", "standing", "struck", "retold", "voiding", "mark", "posting", "entry", "seat")


def purge(journal, play):
    """Delete a play with all its rows."""
    with journal.database.writing() as connection:
        connection.exec_driver_sql("UPDATE play SET purged = 1 WHERE id = ?", (play,))
        for table in TABLES:
            connection.exec_driver_sql(f"DELETE FROM {table} WHERE play = ?", (play,))  # noqa: S608 - our own names
        connection.exec_driver_sql("DELETE FROM play WHERE id = ?", (play,))
        connection.exec_driver_sql("DELETE FROM seal WHERE what = 'play' AND key = ?", (play,))

"""What every game stands on: the table that rules look at, actions and their questions, and the referee who records."""

"""What every game uses: the table that rules look at, actions and their questions, and the referee that records."""

"""The table: the board in the middle, the players, and the working panel with the sheet for what happens next."""

"""The shared table: inviting phones and letting them in, a player's own phone, and what players ask the bank for.

``phones`` is the screen of the host, ``requests`` lists what waits for the bank, ``player_phone`` is
what a player sees.
"""

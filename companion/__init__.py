"""What the rules of the games make of the table.

``core`` is what every game stands on: tables, actions, questions, the referee. ``games`` has a package for each game
and ``rules`` the arithmetic they share; neither knows of databases, clocks, random sources or screens. ``formats``
writes a play out, ``reconcile`` finds mistakes in the cash, ``statistics`` adds evenings up, ``cli`` is the command
line.
"""

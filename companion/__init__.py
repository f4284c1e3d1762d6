"""Games and their rules, and what is computed from plays.

``core`` is what every game uses: tables, actions, questions, the referee. ``games`` has a package for each game and
``rules`` the arithmetic they share; neither uses databases, clocks, random sources or screens. ``formats`` writes a
play out, ``reconcile`` finds mistakes in the cash, ``statistics`` evaluates plays, ``cli`` is the command line.
"""

"""The verbs: what the rules of the games make of the table.

``table`` is all a rule may look at, ``action`` turns a plain function into something the table can do,
``game`` binds a game together, ``referee`` is the one door the screens use, and ``session`` is the text
form of a play. Rules live in ``games`` (one module or package a game) and ``rules`` (arithmetic that
games share); neither knows of databases, clocks, random sources or screens.
"""

"""How an evening begins, and the words of buttons by which people at it do something."""

SESSIONS = {
    "money": "game any_money\nseats Ann Ben Cy Dot\nhouse debt=no\n\nbegin\n",
    "owing": "game any_money\nseats Ann Ben Cy Dot\nhouse debt=yes\n\nbegin\n",
    "chips": "game doubletrack\ntitle Chips\nseats Ann Ben Cy Dot\nhouse stack=170 secret=yes\nstart first=ann\n",
    "horses": "game totopoly\ntitle Horses\nseats Ann Ben Cy Dot\nhouse keeps=evening\n"
    "start banker=dot auctioneer=ann\nkeep who=cy card=h12 price=300\nopen_auction\n",
    "classes": "game ratrace\ntitle Classes\nseats Ann Ben Cy Dot\nhouse businesses=one\nstart first=ann\n"
    "pick who=ann business=black\npick who=ben business=red\npick who=cy business=olive\npick who=dot business=blue\n",
    "streets": "game rat_race_monopoly\ntitle Streets\nseats Ann Ben Cy Dot\nstart first=ann\n",
    "cards": "game rat_a_tat_cat\ntitle Cards\nseats Ann Ben Cy Dot\nstart first=ann\n",
    "bets": "game totopoly\ntitle Bets\nseats Ann Ben Cy Dot\nhouse keeps=book\n\n"
    "start horses=6\nopen_book who=ann\nbook_bet bookmaker=ann who=cy horse=h2 kind=place odds=evens stake=30\n",
    "points": 'game any_score\ntitle Points\nseats Ann Ben Cy Dot\n\nscore points="ann=24 ben=3 cy=0 dot=7"\n',
}
"""How an evening begins: requests and nods, sealed bids, bids in the open, and what each game asks for besides."""
LIKED = (
    (r"waiting|would like|asks", 12),
    (r"^Record|^Ask for|^Bid\b|^Pay |Bid here|Yes|Confirm|Open all bids|Take bids|Sold|^Sell", 8),
    (r"^[$£]\d|Ben|Cy|Dot|Ann", 3),
    (r"Cross out|Correct|Undo|Redo|Reason|Decline|Not now|Take back", 2),
)
"""Words of buttons, and how much likelier they are tapped than others."""
PERSON, SUM, FIGURE = r"^(. )?(Ann|Ben|Cy|Dot)$", r"^[$£]\d+|^\d+(\.\d)?[KM]$", r"^\d{1,2}$"
DONE = "#record-"
"""What a button is called that names a person, a sum, or by its key what is done at the end of a sheet."""
WAITING = r"^\d+ phones? (is|are) waiting"
YES = "#grant-"
"""The key of the button of whoever records what was asked for."""
LOT = r"^\d+ · |Stables|Surgeon|Merchant"
PAYING = ((PERSON, PERSON, SUM, DONE), (PERSON, SUM, DONE), ("^The bank pays", PERSON, SUM, DONE))
ELSE, NEXT, GATE = "^What else|^Find an action", r"^Next$|^[A-D] \W$", "^[RYGB]$"
ROUND = (FIGURE, NEXT, FIGURE, NEXT, FIGURE, NEXT, FIGURE, DONE)
BETTING = (r"^\d No", "^To win", "to 1$|^Evens", SUM, DONE)
WAYS = {
    "money": PAYING,
    "owing": PAYING,
    "chips": (
        ("^Ask at a gate", PERSON, "^Yes, for", SUM, DONE),
        ("^Take a gate", GATE, DONE),
        ("^Take .25", PERSON, SUM, DONE),
        ("^Steal a gate", PERSON, GATE, DONE),
    ),
    "horses": ((LOT, PERSON, SUM, DONE), (LOT, SUM, DONE)),
    "classes": ((FIGURE, DONE), ("^Pick the square", ".", DONE), (ELSE, ".", ".", SUM, DONE)),
    "streets": (
        ("^GO |^Tax|^College", DONE),
        ("^Street|^Stock", ".", FIGURE, DONE),
        ("^Chance", SUM, DONE),
        ("^Next player",),
        (ELSE, "^Pay |^Buy|^Trade|^Go to", PERSON, SUM, DONE),
    ),
    "cards": (("^Total$", *ROUND),),
    "bets": (BETTING,),
    "points": (ROUND,),
}
"""What somebody taps to enter something, by how the evening began."""

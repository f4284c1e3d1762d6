"""All that the product says and offers over whole evenings, as texts: the test compares, and `git diff` shows a change.

``texts`` beside this has a text for an evening of ``tests/evenings``, one for each game as it is declared, and one each
for the quick tools, what is typed (`typed.txt` lists it) and the command line on sound books
and damaged ones (`commands.txt` is its script). An evening is told entry by entry, and of each only what changed: the
receipt, what is waited for, every card, board and television, what can be done or why not, and of every sixth sheet in
turn all questions with what is offered. So a word, a figure, an order or a limit that changes
anywhere in `companion/` changes a line of some text. A change that is meant is written anew:

    python3 packaging/test.py --approve -k said                  # all of them
    python3 packaging/test.py --approve -k "said and ratrace"    # those with a word in their names

What has no text is left out: colours of ready-made controls, pixels, times of backups.
What a sheet offers is told with the first possible answer to each question before it, with the last, and with those of
the session; of an evening of more than twenty entries the table is told after every few.
"""

"""The nouns: what a book is made of, and how it is kept on disk.

``ledger`` holds pure values and knows nothing of databases; ``schema`` gives them rows, ``database``
opens the file, and ``journal`` is the one module that writes to it.
"""

"""The nouns: what a book is made of, and how it is kept on disk.

``ledger`` and ``play`` hold pure values and know nothing of databases. ``schema`` gives them rows,
``migrations`` makes the tables, ``database`` opens the file. ``journal`` is the one door to it all, with
``shelf`` for what is not an entry; behind it, ``record`` turns entries into rows and back, ``folding``
keeps the sums, ``audit`` looks for damage. ``trouble`` is what can go wrong, in sentences.
"""

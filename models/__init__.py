"""What a book is made of, and how it is kept on disk.

``ledger`` and ``play`` hold plain values. ``tables`` and ``migrations`` make the file, ``database`` opens it,
``entry_rows`` turns entries into rows and back, ``projections`` keeps the sums. ``journal`` appends and reads entries,
``plays`` all else. ``integrity`` checks a file, ``backup`` and ``restore`` keep it from being lost, ``errors`` is what
can go wrong.
"""

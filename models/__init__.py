"""The book and its file on disk.

``ledger`` and ``plays`` hold plain values. ``tables`` and ``migrations`` make the file, ``database`` opens it,
``entry_rows`` turns entries into rows and back, ``projections`` derives who holds what. ``journal`` appends and reads
entries, ``plays`` all else. ``integrity`` checks a file, ``backup`` copies it, ``restore`` merges or repairs it,
``elsewhere`` notes that a game went on on another device, ``errors`` names what can go wrong.
"""

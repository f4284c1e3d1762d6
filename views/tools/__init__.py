"""The quick tools, which need no play."""

"""One evening in figures and charts."""

"""The first screen: every play of this book."""

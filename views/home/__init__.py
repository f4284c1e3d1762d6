"""The home screen: every game that is kept, and the way into each."""

"""The journal: every entry, its receipt, and corrections."""

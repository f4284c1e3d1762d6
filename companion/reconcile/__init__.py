"""Counting the cash: what lies before somebody, beside what the book says, and what would explain a difference.

A count is an entry that moves nothing. It asserts what a purse held at its place in the evening, and is looked at
again whenever earlier lines are corrected.
"""

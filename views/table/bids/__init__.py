"""Sealed bids: kept in this process until they are opened, laid on a private pad."""

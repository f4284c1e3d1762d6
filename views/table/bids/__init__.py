"""Sealed bids: kept in this process until they are opened, made on a private pad."""

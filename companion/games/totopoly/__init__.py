"""Totopoly: the banker's, the auctioneer's, the tote clerk's and a bookmaker's books."""

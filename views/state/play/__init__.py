"""An open play on one screen: its sheet, what is looked at, what is asked, bids, and what is written."""

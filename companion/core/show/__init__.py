"""What a game shows of itself: cards, boards, charts, highlights and colours, as values that screens draw."""

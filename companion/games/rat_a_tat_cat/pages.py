"""The rules of Rat-a-Tat Cat in our own words, for the screen."""

from __future__ import annotations

from companion.games.rat_a_tat_cat.game import GAME

GAME.page(
    "The aim",
    "Have the lowest total when the game ends. Cats are low and good, rats are high and bad.",
    "The deck has 54 cards: four each of 0 to 8, nine King Rats that count 9, and three each of Peek, Swap and "
    "Draw Two.",
)
GAME.page(
    "A round",
    "Everyone is dealt four cards, face down in a line, and looks once at the two outer ones. The dealer's left "
    "begins; turns go round to the left.",
    "On a turn you take the top card of the discard pile, and must put it in place of one of yours; or you draw "
    "from the draw pile, and keep the card for one of yours, use its power, or discard it.",
    "When the draw pile is used up, the discard pile is shuffled and turned over.",
)
GAME.page(
    "Power cards",
    "A power works only when the card is drawn from the draw pile, never from the deal or the discard pile.",
    "Peek: look at one of your own cards. Swap: exchange one of yours for anybody's, unseen, if you like.",
    "Draw Two: draw a card; use it, and that is all, or discard it and draw another. Another Draw Two begins anew.",
    "At the end of a round a Power card in a hand is replaced from the draw pile, and again if another comes. So "
    "no hand is scored with one, and the pad has no key for it.",
)
GAME.page(
    "Knocking",
    "If you think you are lowest, knock at the end of your turn. Everyone else has one more turn; then all cards "
    "are turned over.",
    "The book notes who knocked, and whether that was the lowest score. Lowest together with another is lowest. "
    "There is no penalty, unless a house rule has one; a penalty counts in the total and towards the limit.",
)
GAME.page(
    "Scoring",
    "A score is what the four cards come to, from 0 to 36. Write it as a total, or card by card.",
    "A round that no deal of the deck can give is refused with the reason. The table may record it anyway, with a "
    "reason, such as another deck.",
    "The deal passes to the left after every round, past everybody who is out.",
)
GAME.page(
    "The end",
    "Rounds: after so many rounds the lowest total wins.",
    "Time: the round in play when the clock runs out is the last one. A clock that runs out between rounds ends "
    "the game. It goes on while the app is closed, and can be stopped.",
    "Limit: who reaches it is out at once, and the last one in wins. If everybody left reaches it in one round, "
    "the lowest total among them wins. The others rank by how late they went out, then by total.",
    "A tie for the win is shared, unless a house rule has the last round or sudden death decide. Points of sudden "
    "death join no total. A penalty for knocking counts in both, as it does in the total.",
    "Who ties for the win and does not win it comes next, by the same points; whoever took no part in that round "
    "comes after them. All other ties share their place.",
)
GAME.page(
    "Coming and going",
    "Who leaves keeps the rounds on the sheet, is passed over like a player who is out, and can't win. The last "
    "one left wins.",
    "Nobody joins late, unless a house rule lets them start on the table's average, rounded up; never in a game to "
    "a limit.",
)
GAME.page(
    "Younger players",
    "The two outer cards lie face up, so everybody knows two of everybody's. Only the face-down ones can be "
    "swapped. Everything else, and the scoring, is the same.",
)
GAME.page(
    "The book",
    "Any round can be corrected; totals, places and who is out follow. Who is brought back in plays on, and rounds "
    "missed count 0. Scores of a player who was out by then stay in sight, crossed out.",
    "A round crossed out in the journal leaves the sheet, and the rounds after it move up by one. How the game "
    "ends counts for the whole sheet, also when the house rule is changed later; a penalty for knocking stays as "
    "it was when the round was written.",
)

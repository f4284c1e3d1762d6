"""The rules of Totopoly in our own words, for the screen."""

from __future__ import annotations

from companion.games.totopoly.betting.bookmaker import DEAD_HEAT as BOOK_DEAD_HEAT
from companion.games.totopoly.betting.payouts import DEAD_HEAT
from companion.games.totopoly.game import ENTRANCE, GAME
from companion.games.totopoly.leases import START_CASH
from companion.rules.betting import LEAST_PERCENT, MOST_PERCENT, USUAL_PERCENT
from companion.rules.money import COMMISSION, commission

GAME.page(
    "The aim",
    "Horses are leased, trained and run. The evening goes from the leases over an auction and the training ring to "
    "one great race, with a Tote for everybody's bets.",
    "Before the race the table agrees who wins the game: whoever has most money at the end, or the owner of the "
    "winning horse. Most money it is unless you say otherwise; a tie goes to the better placed horse.",
)
GAME.page(
    "Roles",
    "Banker, Auctioneer and Tote Clerk are roles. What a role earns is that player's money at once, and the book "
    "counts it apart. One player may have several, and a role need not be a player's.",
    "The book can be kept for one role alone: just the Tote, just the auction, just the bank, just a bookmaker's "
    "book. Then nobody's cash is followed, and the figure on a card is what was won or lost, spent or paid so far.",
)
GAME.page(
    "Leases",
    f"Everyone gets \u00a3{START_CASH}. The twenty lease cards are dealt to the players and to a dummy hand. What "
    "you keep you pay for at the price on the card; the rest goes into the auction. What you can't pay you throw "
    "in. Copy each price once; the book remembers it.",
    "Who is dealt the auctioneer's card shows it, gets it free and holds the auction. If nobody does, everyone "
    "swaps one card with the dummy hand; if it still lies there, the dealer is Auctioneer. With two or three "
    "players it is left out and an Auctioneer is named.",
    "Nobody owns both training stables, however the second came. You may lease more than three horses, but only "
    "three run.",
)
GAME.page(
    "The auction",
    "Lot by lot, in whole pounds from 1, no reserve, to the highest bidder; the Auctioneer may bid. The buyer pays "
    f"the bank, and the Auctioneer {COMMISSION}% on top, to the nearest pound: {commission(30)} on 30, "
    f"{commission(10)} on 10, nothing on 9. You can bid at most what leaves you the commission. On lots the "
    "Auctioneer buys there is none.",
    "Hands and coming lots stay hidden until the last lot is gone. A lot nobody bids for is out of the game.",
)
GAME.page(
    "The training ring",
    "The owner of the owners' club steward throws first. Each horse makes one circuit; squares and reports say who "
    "pays whom. A business's square pays its owner; the owner pays nothing there. What the bank pays and gets goes "
    "through a training account that is no part of the prizes.",
    "Colour cards give a horse of that colour 4, 3, 2 or 1 lengths: black, red, yellow, blue. White cards are a "
    "burden. Special cards, such as remounting, are used once, and may be sold to anybody.",
)
GAME.page(
    "Before the race",
    f"Each horse that runs pays \u00a3{ENTRANCE}. Surplus horses are scratched, or sold first.",
    "Until the Tote opens you may buy a fourth horse, from a player who can't pay or at an auction. Only three "
    "run: then you scratch one of the four. A fee that is paid for it already is not given back.",
    "You may nominate one horse, and move it first, second or last at each throw. Your others keep the order of "
    "your first throw for the whole race; without a nomination all of them do. The book keeps the order, by number "
    "unless you say otherwise.",
)
GAME.page(
    "The Tote",
    "Any amount on any horse, to win. Owners back their own horses first, then the Tote is open to all, until the "
    f"first throw. All stakes make one pool; the clerk takes about {USUAL_PERCENT}%, and the rest is shared by what "
    "was laid on the winner. The dividend includes the stake.",
    f"The book looks for the round dividend whose commission is nearest to {USUAL_PERCENT}%, from {LEAST_PERCENT} "
    f"to {MOST_PERCENT}%; of two equally near, the higher. Where none fits it takes exactly {USUAL_PERCENT}% and "
    "drops fractions; what they leave goes to the clerk. Each slip is paid by itself. If nobody backed the winner, the "
    "clerk keeps all.",
    f"Where the book is kept for the Tote or a bookmaker alone, horses may come in level: Dead heat. {DEAD_HEAT} "
    f"{BOOK_DEAD_HEAT} Totopoly's own race has none.",
    "Any player may keep a separate book at fixed odds, to win or for a place, with a separate till.",
)
GAME.page(
    "The race",
    "On a square of another colour a horse stands still, unless its owner puts a colour card of its own colour on "
    "the track. A white card goes with horses of the colour that gained it, and only where one of them gives up an "
    "advantage: on a square of its own colour, or together with a colour card it could use.",
    "An owner who still has a white card when the third horse is home loses every place; the next clean owner's "
    "horse moves up.",
)
GAME.page(
    "The prizes",
    f"Leases, auction prices and entrance fees make the prize fund. The banker takes {USUAL_PERCENT}%, to the "
    "nearest pound; half of the rest goes to the winner's owner, a quarter each to the second's and third's. What "
    "the quarters leave over goes to the winner.",
    "A bookmaker who can pay does so before the prizes are divided; one who is short waits for prize money in hand.",
)
GAME.page(
    "Who can't pay",
    "Nothing is borrowed. Who can't pay sells a horse, a business or an advantage card privately at the best "
    "offer, without commission, and pays. Withdrawing a horse is no way to pay its entrance fee. If nobody buys, that "
    "player retires: the cash goes to the creditor, the rest of the debt is written off, the cards are auctioned for "
    "the prize fund, and horses nobody buys are scratched. Who leaves goes the same way, with the cash back in the "
    "box.",
    "A bookmaker's till is the bookmaker's money: it is taken out, and pays, before that player retires. With a "
    "keeper who retires the book is shut, and its bets go back.",
)
GAME.page(
    "The book",
    "Every entry shows its receipt before it is recorded and later from the journal. Undo crosses an entry out; "
    "nothing is ever erased.",
    "The table has the last word: money, cards, roles and the stage can be put right by hand, with a reason.",
)

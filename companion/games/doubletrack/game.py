"""Doubletrack: the table as its rules see it, its players, and the game.

Nobody is shown what anybody has: every refusal that rests on it names a question whose answers can't be listed, so
that no choice is greyed by it, and what comes into the open is named by the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from companion.api import (
    Ask,
    Condition,
    Game,
    HouseRules,
    KeptNames,
    Option,
    Refusal,
    Seat,
    State,
    Thing,
    TurnOf,
    option,
)
from companion.api.show import Tile
from companion.games.doubletrack.box import (
    BOARD_VALUES,
    COLOURS,
    INKS,
    SEAT_INKS,
    SPACES,
    STACK,
    STEP,
)
from companion.games.kept_names import RESERVED

TABLE, BOARD, BANK = "table", "board", "bank"
AUCTION, BONUS, PASS, GATE = "auction", "bonus", "pass", "gate"


class Stack(Option[int]):
    """How much everybody starts with: what chips can make, so a multiple of the smallest."""

    __slots__ = ()

    def read(self, text: str) -> str:
        """Read a multiple of the smallest chip.

        Raises:
            Refusal: it is none, or too much or too little.

        """
        amount = super().read(text)
        if int(amount) % STEP:
            raise Refusal(
                f"{self.title}: chips make multiples of ${STEP}; ${int(amount):,} is none.",
                self.key,
            )
        return amount


class House(HouseRules):
    """How a table plays."""

    secret = option.ways(
        "The game",
        "Chips behind the screens",
        yes="Hidden. Players hold a finger down to see their chips; at the end the screens can be lifted.",
        no="Open. Everybody sees what everybody has.",
        lead=True,
    )
    stack = Stack(
        "stack",
        "Chips to start with",
        ((str(STACK), f"${STACK}"),),
        "The game",
        whole=True,
        least=STEP,
        most=1_000,
        quick=(75, 100, 125, 150, 200),
        lead=True,
    )
    positions = option.ways(
        "Inside track",
        "The book follows the small pawns",
        no="No. The table says who leads and who is last.",
        yes="Yes. Moves on the inside track are entered, and the book says who leads and who is last.",
        lead=True,
    )
    crossing = option.ways(
        "Inside track",
        "Crossing from a purple space to its Get-Ahead space",
        free="Counts no step of the move.",
        step="Counts as one step of the move.",
        when=("positions", "yes"),
    )
    toll = option.ways(
        "Chips",
        "A toll for an opponent's gate",
        through="Is paid only if the roll takes the pawn into the shortcut.",
        at_once="Is paid at once, and does not come back.",
    )
    change = option.ways(
        "Chips",
        "Change",
        always=f"Is always made: any multiple of ${STEP} can be paid.",
        chips="Is never made: a player pays what the chips in hand make.",
    )


class Player(Seat):
    """A player; also the table on which bids and tolls lie, the bank, and the board on which gate passes lie."""

    t: DoubletrackTurn

    pawn, space, pushed = State[str | None](None), State(0), State[int | None](None)
    left = State[int | None](None)

    @property
    def name(self) -> str:
        return f"the {self.key}" if self.key in (TABLE, BOARD) else super().name

    @property
    def playing(self) -> bool:
        """Whether it is a player who has not left."""
        return self in self.t.seats

    # Chips

    @property
    def purse(self) -> str:
        """The name of the account that chips are in."""
        return "bids" if self.key == TABLE else "chips"

    @property
    def chips(self) -> int:
        """What a player has in chips, in dollars; a line crossed out by halves may leave less than nothing."""
        return self.t.held(self, self.purse)

    def pay(self, taker: Player, amount: int) -> None:
        self.t.pay(self, taker, amount, self.purse, into=taker.purse)

    @property
    def too_little(self) -> str:
        """The sentence that a player has too little, without the figure where chips are hidden."""
        if self.t.hidden:
            return f"{self} has not that much."
        return f"{self} has {self.t.written(max(0, self.chips))}."

    @property
    def passes(self) -> tuple[str, ...]:
        return tuple(colour for colour in COLOURS if self.t.keeper(colour) == self)

    # The inside track

    def stand(self, space: int, *, by_count: bool = False) -> None:
        """Put the small pawn on a space; only one that came there by exact count, or by hand, may take its shortcut."""
        self.space = space
        self.pushed = None if by_count else space

    @property
    def by_count(self) -> bool:
        """Whether the small pawn came to its space by exact count: not bumped, traded, led or moved back."""
        return self.pushed != self.space

    @property
    def where(self) -> str:
        """The space that the small pawn stands on, in words."""
        return self.t.space_name(self.space)

    @property
    def home(self) -> bool:
        """Whether the small pawn is Home: it won, or waits there until the Loser's Bonus is given."""
        return self.t.came_home == self or (self.t.follows and self.t.beyond(self.space))


@dataclass(frozen=True, slots=True)
class Toll:
    """Chips laid down for a gate until the dice are rolled."""

    gate: str
    who: Player
    """Who asked."""
    keeper: Player
    """Who holds the pass now and will be paid. Where that is the asker, or nobody, the chips come back."""
    amount: int
    """In dollars."""
    line: int
    """The number of the entry."""

    @property
    def lapsed(self) -> bool:
        return self.keeper.key in (self.who.key, BOARD)


class Bonus(Thing):
    """The Loser's Bonus that is due: to whoever bought the lead, what was bid, in which line, and a tie for it.

    ``tied`` are those who rolled equally low, ``among`` those farthest back then, by their keys.
    """

    due, pot, line = State(Player), State[int | None](None), State(0)
    tied, among = State(""), State("")


class LastAuction(Thing):
    """The last auction, with what it changed as it was before; ``open`` is its line until something else happens."""

    t: DoubletrackTurn

    open, kind, what = State(0), State(""), State("")
    since, mover = State[int | str | None](None), State(Player)
    space, pushed = State[int | None](None), State[int | None](None)

    @property
    def seller(self) -> Player:
        """Who sells, or landed on the space."""
        return self.t.holder(str(self.t.noted(self, "who")))

    @property
    def bids(self) -> dict[Player, int]:
        """Everybody's bid."""
        return self.t.numbers_in(self.t.noted(self, "bids"))

    @property
    def pot(self) -> int:
        return sum(self.bids.values())

    @property
    def top(self) -> int:
        return max(self.bids.values(), default=0)

    @property
    def tied(self) -> tuple[Player, ...]:
        """Who bid most; one alone has won."""
        return tuple(who for who, bid in self.bids.items() if bid == self.top)

    @property
    def winner(self) -> Player | None:
        """Who has won: nobody in a tie, and fists without chips are one."""
        return self.tied[0] if len(self.tied) == 1 and self.top else None


class DoubletrackTurn(TurnOf[Player]):
    """The table: chips, gate passes, tolls, the Loser's Bonus and the small pawns."""

    seat_class = Player

    house = cached_property(House)
    first, ended, how = State(Player), State(Player), State[str | None](None)
    stack, lifted = State[int | None](None), State[int | None](None)

    # Chips

    @property
    def middle(self) -> Player:
        """The table itself: bids for the lead lie there until the Loser's Bonus is given, a toll until the roll."""
        return self.holder(TABLE)

    @property
    def starting_stack(self) -> int:
        """What everybody starts with, or started with, in dollars."""
        return self.house.stack if self.stack is None else self.stack

    @property
    def in_play(self) -> int:
        """All chips in play, in dollars: what the bank dealt out, without what it has back from who left."""
        return -self.holder(BANK).chips if self.first else self.starting_stack * len(self.everybody)

    @property
    def on_table(self) -> int:
        """What lies on the table, in dollars."""
        return max(0, self.middle.chips)

    @property
    def pledged(self) -> int:
        """How much of what lies on the table is laid down for a toll or for the Loser's Bonus, in dollars."""
        return self.pot + sum(toll.amount for toll in self.tolls)

    @property
    def loose(self) -> int:
        """How much of what lies on the table is laid down for nothing, in dollars."""
        return max(0, self.on_table - self.pledged)

    @property
    def hidden(self) -> bool:
        """Whether the chips are behind the screens. At the end these can be lifted."""
        return self.house.secret == "yes" and not self.screens_lifted  # noqa: S105 - whether chips are hidden

    @property
    def screens_lifted(self) -> bool:
        """Whether the screens were lifted at the end; where the game goes on after all, they stand again."""
        return self.winner is not None and self.lifted is not None

    # The end

    @property
    def came_home(self) -> Player | None:
        """Whose small pawn is Home, which ends the game."""
        return self.ended if self.how == "home" else None

    @property
    def winner(self) -> Player | None:
        """Who has won: whose small pawn came Home, else the last one left, by who is in the game now."""
        return self.came_home or (self.seats[0] if self.first and len(self.seats) == 1 else None)

    # Pawns, passes and gates

    @property
    def pawns(self) -> dict[Player, str]:
        """Whose pawns have which colour: as chosen, else near the colour of the seat, else what is left, in order."""
        taken: dict[Player, str] = {}

        def take(who: Player, colour: str | None) -> None:
            if who not in taken and colour in COLOURS and colour not in taken.values():
                taken[who] = colour

        for who in self.everybody:
            take(who, who.pawn)
        for seat in self.table.players:
            take(self.holder(seat.key), SEAT_INKS.get(seat.colour.upper()))
        for who in self.everybody:
            take(who, next((colour for colour in COLOURS if colour not in taken.values()), None))
        return {who: taken[who] for who in self.everybody if who in taken}

    def colour_name(self, colour: str) -> str:
        return str(self.printed(f"pass.{colour}") or "")

    def ink(self, colour: str) -> str:
        """How a colour is drawn, by its printed word."""
        return INKS.get(self.colour_name(colour).casefold(), INKS[colour])

    def tile(self, colour: str) -> Tile:
        return Tile(self.colour_name(colour)[0].upper(), self.ink(colour))

    def keeper(self, colour: str) -> Player:
        """Who holds a gate pass: a player still in the game, or the board."""
        who = self.holder(str(self.noted(PASS, colour) or BOARD))
        return who if who.playing else self.holder(BOARD)

    @property
    def in_hands(self) -> list[str]:
        """The gate passes that players hold."""
        return [colour for colour in COLOURS if self.keeper(colour).playing]

    def since(self, colour: str) -> int | str | None:
        """In which line a gate pass came to where it is; ``None`` where it was never dealt."""
        return self.noted(PASS, f"{colour}.since")

    def hand_pass(self, colour: str, taker: Player) -> None:
        """Give a gate pass to a player or to the board."""
        self.note(PASS, **{colour: taker})
        self.note(PASS, **{f"{colour}.since": self.number})

    @property
    def tolls(self) -> tuple[Toll, ...]:
        """Every toll that is agreed and not settled."""
        found = []
        for colour in COLOURS:
            who, amount = self.noted(GATE, f"{colour}.asker"), self.noted(GATE, f"{colour}.toll")
            if who is not None and isinstance(amount, int):
                line = int(self.noted(GATE, f"{colour}.line") or 0)
                found.append(Toll(colour, self.holder(str(who)), self.keeper(colour), amount, line))
        return tuple(found)

    # The Loser's Bonus, and the last auction

    bonus = Bonus.known_as(BONUS)
    auction = LastAuction.known_as(AUCTION)

    @property
    def buyer(self) -> Player | None:
        """Who has bought the lead, as long as the Loser's Bonus for it is still to be given."""
        return self.bonus.due

    @property
    def pot(self) -> int:
        """The Loser's Bonus that is due, in dollars: what was bid, whatever else lies on the table."""
        if self.buyer is None:
            return 0
        # books written before the bids were kept have nothing else on the table then
        return self.on_table if self.bonus.pot is None else self.bonus.pot

    # The inside track

    @property
    def follows(self) -> bool:
        return self.house.positions == "yes"

    @property
    def spaces(self) -> int:
        """How many white spaces the inside track has; 0 where nobody has counted them."""
        return int(self.printed(SPACES) or 0)

    def beyond(self, space: int) -> bool:
        """Whether a space lies beyond the last white one, which is Home; never where nobody has counted them."""
        return 0 < self.spaces < space

    def space_name(self, space: int) -> str:
        """Write a space of the inside track."""
        home = self.spaces and space == self.spaces + 1
        return "Home" if home else f"space {space}" if space else "Start"

    @property
    def leader(self) -> Player | None:
        """Whose small pawn alone is farthest ahead; nobody while all are on Start."""
        most = max((who.space for who in self.seats), default=0)
        ahead = [who for who in self.seats if who.space == most]
        return ahead[0] if most and len(ahead) == 1 else None

    @property
    def farthest_back(self) -> tuple[Player, ...]:
        """Whose small pawns are farthest back: several where they share Start."""
        least = min((who.space for who in self.seats), default=0)
        return tuple(who for who in self.seats if who.space == least)

    # Lines that later ones rest on

    def rest_on(self, how: Literal["right", "given", "settled"], line: int) -> None:
        """Note that this line was reckoned from an earlier one; nothing where that is not known."""
        if line:
            self.note(TABLE, **{f"{how}.{line}": self.number})


ask = Ask[DoubletrackTurn]()


GAME: Game[DoubletrackTurn] = Game(
    "doubletrack",
    "Doubletrack",
    "The banker's book: hidden chips, sealed bids, gates and passes.",
    colour="#1F5FA8",
    edition="English edition",
    players=(3, 4),
    options=House.options(),
    board_values=BOARD_VALUES,
    stakes=("bids",),
    kept=KeptNames(sign="", table=TABLE, gone="left", reserved=RESERVED),
    turn=DoubletrackTurn,
    shortlist=(
        *(
            "toll",
            "passage",
            "sell_card",
            "sell_lead",
            "losers_bonus",
            "take_pass",
            "take",
            "sell_pass",
            "steal_pass",
        ),
        *("ahead", "home", "correct_bids", "correct_chips"),
    ),
)


# What must be so before most actions


def play_on(t: DoubletrackTurn) -> str:
    """Say how a game that is over goes on after all."""
    last = (
        "the lifting of the screens and the entry before it"
        if t.screens_lifted
        else "the last entry"
    )
    return f"The game is over. Undo {last} to play on."


def toll_first(toll: Toll) -> str:
    """Say what is to be settled at a gate first."""
    gate = toll.who.t.colour_name(toll.gate)
    if toll.lapsed:
        return f"First {toll.who}'s toll for the {gate} gate comes back."
    return f"First say whether {toll.who.name}'s roll went through the {gate} gate."


PLAYING = (
    Condition[DoubletrackTurn](lambda t: not t.winner, play_on),
    Condition[DoubletrackTurn](
        lambda t: t.first, "Say who starts first: that deals out the chips."
    ),
)
NO_TOLL = Condition[DoubletrackTurn](lambda t: not t.tolls, lambda t: toll_first(t.tolls[0]))
NO_BONUS = Condition[DoubletrackTurn](
    lambda t: not t.buyer, "First the Loser's Bonus is given to who is farthest back."
)
FOLLOWED = Condition[DoubletrackTurn](
    lambda t: t.follows, "This table does not follow the small pawns. Change that house rule first."
)
SETTLED = (*PLAYING, NO_TOLL, NO_BONUS)
ON_TRACK = (FOLLOWED, *SETTLED)


def ask_colour(text: str, **more: Any) -> Any:
    """Ask for the colour of a gate, its pass or pawns."""
    return ask.choice(
        text, COLOURS, label=DoubletrackTurn.colour_name, tile=DoubletrackTurn.tile, **more
    )

"""How the book works, told on the screen beside the rules of the game."""

from __future__ import annotations

from companion.game import Page

SEVERAL = Page(
    "Several screens",
    (
        (
            "The same play can be open on several phones and tablets. What one records, all show. If two record at "
            "the same moment, the second is worked out again before it is written."
        ),
        "Sealed bids can be laid on one device handed round, or by each on a screen of his own.",
    ),
)
ALONE = Page(
    "Kept in this browser",
    (
        (
            "The app and its books are in this browser, on this device. No network is needed, and no other device "
            "sees them. To take them elsewhere, back them up under Settings and restore them there."
        ),
        (
            "Put it on the home screen, and it opens like any other app. On an iPhone or iPad: Share, Add to Home "
            "Screen. Elsewhere: the browser's menu, Install or Add to Home screen. On an iPhone or iPad the app on the "
            "home screen has a storage of its own, so do it before the first game, or take a backup across."
        ),
        (
            "In a second tab or window you can look, such as at the board for everyone; one of them records. The "
            "other can take the book over, and has it at once when the first is closed."
        ),
        (
            "Browsers may clear away what has long been unused, and do when asked to clear a site's data. The app asks "
            "to be spared; a backup is safer."
        ),
        "A newer version is fetched in the background, and waits until you start it or open the app the next time.",
    ),
)

HELP: tuple[Page, ...] = (
    Page(
        "Recording",
        (
            (
                "You play on the table as ever; the book keeps the money. Enter the roll, or tap the square, and it "
                "says what follows. Before anything is recorded you see the receipt: each step of the sum, what it "
                "leaves, and the rule it rests on. Record writes it down."
            ),
            (
                "Whatever can't be done now is grey and says why. Everything you can record is behind More; what "
                "concerns one player, behind a tap on the player."
            ),
        ),
    ),
    Page(
        "Undo and redo",
        (
            (
                "Undo strikes out the last line, as often as you like, back to the beginning. Redo brings back what "
                "Undo struck out, as long as nothing new was recorded."
            ),
            "Nothing is ever rubbed out: a line that was undone stays in the journal, struck through.",
        ),
    ),
    Page(
        "Striking out an older line",
        (
            (
                "Open the journal, tap the line, and strike it out with a reason. First you see who would hold what "
                "without it. The lines after it stay as they are written, so look whether they still make sense."
            ),
            "To put a wrong line right, strike it out and record it again as it should have been.",
        ),
    ),
    Page(
        "Putting things right by hand",
        (
            (
                "The table is sovereign. When the book and the table differ, money, cards, classes, tokens and turns "
                "can be put right under More, Corrections. The book asks for a reason and writes it down."
            ),
        ),
    ),
    Page(
        "House rules and the board",
        (
            (
                "House rules settle what the rulebook leaves open. They can be changed in the middle of a play; that "
                "is a line of the journal too, and counts from there on."
            ),
            (
                "The board book holds what is printed on the board and the cards. If your own board says otherwise, "
                "change it there, and it is remembered for later plays."
            ),
        ),
    ),
    Page(
        "Sheets, boards and clocks",
        (
            (
                "Some games have more in the middle of the table than players: a score sheet with its chart, a Tote "
                "board, a bookmaker's book, the stock exchange, a track with its pawns. The "
                "buttons above it change between them. A tap on a round puts it right; "
                "a tap on a horse starts a bet on it."
            ),
            (
                "Board for everyone fills the screen with the Tote, to be read across the room. Open the same play on "
                "a second screen for it. A clock goes on while the app is closed, until it is paused."
            ),
        ),
    ),
    Page(
        "Secrets and sealed bids",
        (
            (
                "In some games nobody knows what the others hold. Their figures are three dots then, on every screen. "
                "Press and hold your own card to look: what is yours is there until you let go. A screen reader says "
                "hidden, held or not, for the whole table hears it."
            ),
            (
                "Closed fists: the book hands the device round. The cover names whose turn it is; that player takes "
                "it, says so, taps chips into the fist and bids. A cover lies between any two players, and comes back "
                "whenever the screen is put away or loaded again."
            ),
            (
                "A bid can be changed until all are in and opened: tap the name on the cover. Opening shows all bids "
                "at once and records them as one line. Before that they are written nowhere: if the app stops, or "
                "anything else is recorded meanwhile, all bids go back and everyone bids again."
            ),
            (
                "Opened bids are taken back by Undo as well, but not without a reason, which the journal keeps. The "
                "journal shows what moved in the open, so who adds it up can know what is hidden, as at the table."
            ),
        ),
    ),
    Page(
        "Backups, and taking a play along",
        (
            (
                "Settings, Back up everything makes one file of all plays, players and boards. Restore from a file "
                "adds what is missing here and takes nothing away: a play that went on here stays as it is. Before "
                "anything is done you see what would be, and a file that is not sound is refused."
            ),
            (
                "Behind the three dots of a play is Save as a file: the evening as text, which any Companion opens "
                "and people can read. Each of its lines is proven when it is taken in."
            ),
        ),
    ),
    SEVERAL,
    Page(
        "The keyboard",
        (
            "Digits fill in the sheet that is open, a roll or an amount. Backspace takes the last one back.",
            "Enter records. Esc leaves the sheet. Ctrl+Z undoes, Ctrl+Y or Ctrl+Shift+Z redoes.",
            "Tab goes from button to button, and Enter then presses the one it is on.",
            "On a place that says to hold it, hold the space bar.",
        ),
    ),
)


def help_pages(*, alone: bool) -> tuple[Page, ...]:
    """Tell how the book works; ``alone`` where the books are in a browser, and no other device takes part."""
    return tuple(ALONE if page is SEVERAL and alone else page for page in HELP)

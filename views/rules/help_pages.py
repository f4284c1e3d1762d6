"""How the book works, in pages of a few paragraphs: each begins with its title behind a hash."""

from __future__ import annotations

from companion.core.show.cards import Page

HELP = """
# Recording

Enter the roll, or tap the square. The receipt says what comes of it, and a tap on it shows each
step of the sum; the button at the foot records it.

A tile with a tick records with one tap. One with a ring is chosen: one question more follows, or
the button. Undo is beside the last entry. A switch in the settings turns the one tap off.

Find an action finds everything by any word. Tap a player for all that is about that player.

# Undo and redo

Undo crosses out the last entry, as often as you like. Redo brings it back, as long as nothing
new was recorded.

What was undone stays in the journal, crossed out.

# Correcting an older entry

In the journal tap the entry, then Correct this entry, and say what was wrong. Add a missed
entry is for one that was forgotten.

The preview says who gains and who loses, and which later entries change. If nothing else
happened differently, one tap says so.

A correction is one entry, so Undo takes all of it back. Cross out this entry leaves later ones
as written.

# Looking back at an evening

Behind More: Go back in time shows the table after any entry, Charts how everybody fared, Share
and export the evening as a file.

When a game ends, Send the picture makes one for your group chat. Play again starts another with
the same players and house rules, Next game a different one with everybody seated.

# Counting the cash

Count the cash, behind More, compares what lies in front of a player with the book.

If they differ, the book looks for what would explain it. One tap puts it right.

# Putting things right by hand

The table has the last word: Correct something, under Find an action, sets money, cards, tokens
and turns, with a reason.

# House rules and the board

House rules settle what the rulebook leaves open. They can be changed in the middle of a game.

The board book holds what is printed on the board and the cards. What differs on yours is
remembered.

# Sheets, boards and clocks

Buttons above the middle change between a score sheet, its chart, a Tote board, a track; on a
phone a button in the bar shows them. A tap on a round corrects it; a tap on a horse starts a bet.

A television that joins just watching shows one big board for the room. Board for the room,
under More, and Board for everyone, at the Tote, show it on any large screen.

A tablet that lies flat can turn the sheet to whoever's turn it is: Around the tablet, under
More, has the switch and who sits where.

A clock goes on while the app is closed, until it is paused.

# Secrets and sealed bids

What is secret shows as three dots. Press and hold your own card to look. A screen reader says
only that it is hidden, as the whole table can hear it.

The device is handed round for a sealed bid: the cover names whose turn it is. A bid can be
changed until all are opened.

Bids are written nowhere before they are opened. If the app stops, those who had bid are asked
again.

The journal shows what moved in the open: whoever adds it up can know what is hidden, as at the
table.

# Backups and files

Settings, Back up everything makes one file. Restore from a file only adds what is missing here.

The three dots of a game, Save as a file: a page to print, the game for another Companion, a
table, or a bookkeeper's journal.

Open a file takes in a game with its times. If it is here already, what is missing is added
after a yes.

On a computer a copy is saved after every game. A lost device needs a backup kept elsewhere.

If this device can't save any more, a strip says so. Make room, then tap Open the book again.

# When something goes wrong

Save a report, on the notice, makes a file to send to whoever looks after the app. It names no
player and no amount.

# Players, records and quick tools

The people icon on the first screen leads to everybody's wins and records. Archived games count,
deleted ones don't. Forgetting a player changes no game.

The calculator beside it has quick tools for a game on paper. Nothing is recorded there.

# Phones

Open Phones, tap Invite phones. A phone in the same Wi-Fi scans the square or types the four
letters; you let it in. Where two ask for the same player, each shows two letters of its own.

Phones reach a computer until you stop sharing or end the app. After a restart tap Invite phones
again: everyone keeps their seat.

Where the app is installed in this device's browser, the phone shows a square of its own, and
this device's camera reads it. Without a camera, a phone that is in scans for it.

A television or laptop without a camera: under A screen without a camera are an address and
letters to type there, or to send. Then hold this device before the square that it shows.

There a phone that slept or was loaded again comes back by itself, and so do all once this
device was loaded again. If some don't, Phones shows one square that each of them scans.
Everyone keeps their seat.

There players' phones keep a copy of the game, unless Phones, or the phone's own page, says no.
If this device fails, a phone says so after a while: tap Go on without the tablet. The book
opens on that phone, or on another device that it shows a square to, and the others scan the
square there. What waited for the bank is asked for again. While something is hidden the copies
are sealed, so a second player's phone has to help. When this device is back and meets one of the
phones, it records nothing more until you take the longer book, or go on here all the same.

A phone shows its player's own game: cards, what is at stake, and what happened last. What is
asked for there waits for the banker's tap and stays in a list. What can no longer be done says
why.

A trade, a private sale or a gate asks the other player's phone for a yes, and then the banker,
who may also decide without it. Whoever has no phone is asked by voice.

Recorded at once: what costs nobody else anything needs no tap of the banker. What takes money,
things or a turn from another player asks that player's phone for a yes. Without a phone, or
without an answer, the banker decides. Your own last entry has Undo, unless that takes something
from somebody.

Who is here lists every phone: hand over the bank, make a player a host, seat somebody new, or
remove a phone. While a player's phone is away, the player's token has a mark on every screen,
and bids and requests say for whom they wait.

Sealed bids are laid on everyone's own phone; whoever has none bids on the table's device.

Auctions: choose the lot and tap Take bids on phones. A bid is one tap, or another amount; the
banker taps what is called out. The hammer is on the table's device and on the auctioneer's own
phone, and a clock can let it fall after each bid. If the app stops, the bids stand. By voice it
is entered as before.

# Kept in this browser

The app and its games are in this browser, on this device. No network is needed, and no other
device sees them. A backup under Settings takes them elsewhere.

Put it on the home screen before the first game. On an iPhone or iPad: Share, Add to Home
Screen. Elsewhere: the browser's menu, Install.

In a second tab or window you can look; one of them records. The other can take the book over.

Browsers may clear away what has long been unused, and do when asked to clear a site's data. A
backup is safer.

A newer version waits until you start it or open the app the next time.

# The keyboard

Digits fill in a roll or an amount; Backspace takes the last one back. Enter records, Esc
leaves.

With cents, digits are cents as at a till: 12 is 0.12, and a point makes it 12. A minus stands
first.

Ctrl+Z undoes, Ctrl+Y or Ctrl+Shift+Z redoes.

The first Tab leads to what is asked, then from button to button, line by line across the
screen.

Enter presses the button with the ring, and records after digits. To hold a place, hold the
space bar.
"""
HERE, SEVERAL = "Kept in this browser", "Phones"
"""Pages of which one holds: the books are in a browser and no other device takes part, or others do."""


def help_pages(*, alone: bool) -> tuple[Page, ...]:
    """The pages on how the book works; ``alone`` if the books are in a browser and no other device takes part."""
    pages = (part.strip().split("\n\n") for part in HELP.split("\n# ")[1:])
    return tuple(
        Page(title, tuple(" ".join(words.split()) for words in paragraphs))
        for title, *paragraphs in pages
        if title != (SEVERAL if alone else HERE)
    )

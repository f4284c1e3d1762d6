"""Comparing what is kept with what the code makes of it now, in plain words: figures and keys, and no sentence."""

import re
from html import unescape

from tests.units.kept.kept_reader import NOT_REFUSED, mark_name

MOST_SHOWN = 12
LONGEST = 300
GONE = object()


# --- differences -----------------------------------------------------------------------------------


def differences(kept, now, where, *, more_may_be=False):
    """Return a sentence for each difference; what is only there now is none where there may be more."""
    return [
        _sentence(place, one, other)
        for place, one, other in _apart(kept, now, where, more_may_be=more_may_be)
    ]


def _apart(kept, now, where, *, more_may_be):
    if isinstance(kept, dict) and isinstance(now, dict):
        for key in {**kept, **now}:
            if key in kept or not more_may_be:
                place = f"{where}, {key}"
                yield from _apart(
                    kept.get(key, GONE), now.get(key, GONE), place, more_may_be=more_may_be
                )
    elif isinstance(kept, list) and isinstance(now, list):
        yield from _lists_apart(kept, now, where, more_may_be=more_may_be)
    elif isinstance(kept, str) and isinstance(now, str) and "\n" in kept + now:
        yield from _lists_apart(kept.split("\n"), now.split("\n"), where, more_may_be=False)
    elif type(kept) is not type(now) or kept != now:
        yield where, kept, now


def _lists_apart(kept, now, where, *, more_may_be):
    if more_may_be:
        yield from ((where, one, GONE) for one in kept if one not in now)
        return
    keys = [[_key(one, at) for at, one in enumerate(side)] for side in (kept, now)]
    sides = [
        dict(zip(names, side, strict=True)) for names, side in zip(keys, (kept, now), strict=True)
    ]
    for key in {**sides[0], **sides[1]}:
        one, other = (side.get(key, GONE) for side in sides)
        yield from _apart(
            one, other, f"{where}, {_name(other if one is GONE else one, key)}", more_may_be=False
        )
    if keys[0] != keys[1] and sorted(map(str, keys[0])) == sorted(map(str, keys[1])):
        yield f"{where}, the order", *keys


def _key(one, at):
    """What something in a list is known by: a play by its id, an entry by its number, else by its place."""
    return one.get("id", one.get("seq", at + 1)) if isinstance(one, dict) else at + 1


def _name(one, key):
    if isinstance(one, dict) and "title" in one:
        return f"play {one['title']!r} ({one.get('game')})"
    return f"entry {key}" if isinstance(one, dict) and "seq" in one else f"number {key}"


def _sentence(where, kept, now):
    if now is GONE:
        return f"{where}: {_shown(kept)} is gone."
    if kept is GONE:
        return f"{where}: {_shown(now)} was not there."
    return f"{where}: it was {_shown(kept)}, and is {_shown(now)}."


def _shown(value):
    words = repr(value)
    return words if len(words) <= LONGEST else f"{words[:LONGEST]} ..."


def same(kept, now, where, *, more_may_be=False):
    """Fail with all that differs, as far as it helps."""
    found = [] if kept == now else differences(kept, now, where, more_may_be=more_may_be)
    more = [f"... and {len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
    assert not found, "\n".join(
        ["What 0.5.0 kept comes out otherwise:", *found[:MOST_SHOWN], *more]
    )


# --- what of it is held ----------------------------------------------------------------------------


def amounts(text):
    """Return every number in a text, in its order, with one kind of minus sign."""
    return re.findall(r"-?\d(?:[\d.,]*\d)?", text.replace("\N{MINUS SIGN}", "-"))


def amounts_gone(kept, now):
    """Return the numbers that a page showed, and shows no more; a card said some twice, and a debt of 0 as no debt."""
    kept_amounts, found = (set(amounts(_text_of_page(page))) for page in (kept, now))
    return sorted(kept_amounts - found - {"0"})


def _text_of_page(page):
    """Return what a page says, without the figures beside an axis, which are nobody's."""
    return unescape(re.sub(r"<(style|text)\b.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL))


WORDS = ("narration", "rule", "source", "house", "digest")
"""What a line says in sentences, and the digest, which covers them."""


def same_figures(kept, now, where, *, mark_names):
    """Fail where a figure, an account, a mark, an answer or a key of a play done again is another one.

    Today's rules may say more: house rules and board values that 0.5.0 had not, and marks whose names are none of those
    it wrote. Of a receipt what it came to is held. Digests cover sentences too, so a play done again has others.
    """
    kept, now = _without_words(kept), _without_words(now)
    there = {(holder, name) for line in (kept, *_lines(kept)) for holder, name, _ in line["marks"]}
    seats = {seat[0] for seat in kept["seats"]} | {
        holder for holder, name in there if name == "joined"
    }
    for line in (now, *_lines(now)):
        line["marks"] = [
            [holder, name, value]
            for holder, name, value in line["marks"]
            if (holder, name) in there or mark_name(holder, name, seats) in mark_names
        ]
    for key in ("houses", "board"):
        if key in kept:
            now[key] = {name: value for name, value in now[key].items() if name in kept[key]}
    for line, again in zip(_lines(kept), _lines(now), strict=False):
        _leave_out_other_steps(line, again)
    same(kept, now, where)


def _lines(play):
    """Every line of a play, those that a correction wrote anew too."""
    return [each for line in play.get("lines", []) for each in (line, *line["retold"])]


def _without_words(play):
    figures = dict(play)
    if "lines" in play:
        figures["lines"] = [_line_without_words(line) for line in play["lines"]]
        figures["ended"] = play["ended"] is not None
    if "refusals" in play:
        figures["refusals"] = [
            [refusal["line"], refusal["refused"], refusal["refusal"] != NOT_REFUSED]
            for refusal in play["refusals"]
        ]
    return figures


def _line_without_words(line):
    figures = {key: value for key, value in line.items() if key not in WORDS}
    figures["working"] = [
        [figure, unit, total] for _, figure, unit, _, total in line["working"] if figure is not None
    ]
    if "retold" in line:
        figures["retold"] = [_line_without_words(revised) for revised in line["retold"]]
    return figures


def _leave_out_other_steps(kept, now):
    """Give today's receipt the steps of the kept one, if it shows what that came to, be it with a sign or without."""
    came_to = [(abs(figure), unit) for figure, unit, total in kept["working"] if total][-1:]
    if all(
        total in [(abs(figure), unit) for figure, unit, _ in now["working"]] for total in came_to
    ):
        now["working"] = kept["working"]

"""How often the mistake that was made is among the first explanations: ``python -m tests.bench.counting``.

In every session of the three games of money each line is left out, written twice, given to each other player, and each
of its figures mistaken. Whoever then holds other than the book says is counted, and the difference explained.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "companion"))

from mistakes import EVENINGS, cash, lines_of, mistakes, recorded, wrote

from companion.core.recording import countable
from companion.reconcile.explaining import Search, explain

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def main() -> None:
    """Make every mistake, explain it, and print how often and how fast it was found."""
    ranks: dict[str, list[int | None]] = defaultdict(list)
    took: list[float] = []
    for name in EVENINGS:
        play, lines = recorded(name)
        said = lines_of(lines)
        truth, _ = wrote(play, said, NOW)
        wanted = cash(truth)
        for made in mistakes(truth, said):
            book = wrote(play, made.lines, NOW)
            if book is None:
                continue
            rules, written = book
            for purse in countable.countables(rules.game, rules.table):
                if not purse.seat or wanted.get(purse.key, purse.held) == purse.held:
                    continue
                begun = perf_counter()
                found = explain(Search(rules, written, [], purse, wanted[purse.key], len(written))).explanations
                took.append(perf_counter() - begun)
                right = (at for at, one in enumerate(found) if _holds(rules, one) == wanted)
                ranks[f"{rules.game.key}, {made.kind}"].append(next(right, None))
    for kind, found_at in sorted(ranks.items()):
        three = sum(at is not None and at < 3 for at in found_at)
        print(f"{kind:32} {len(found_at):4} first {found_at.count(0):4} first three {three:4}")  # noqa: T201 - its output
    print(f"median {median(took):.3f} s, slowest {max(took):.3f} s")  # noqa: T201 - as above


def _holds(rules, explanation):
    return {one.key: one.held for one in countable.countables(rules.game, explanation.revision.after)}


if __name__ == "__main__":
    main()

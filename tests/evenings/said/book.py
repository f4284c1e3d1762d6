"""What is said without an evening: games as declared, and quick tools."""

from dataclasses import replace

from companion.core.table import Seat, Table
from companion.games import find_game
from companion.tools import POOL, TOOLS, sums_of
from companion.tools.pool import Pool
from companion.tools.sums import Amounts, Rolls
from tests.evenings.said.wording import lines_of, told


def game(key):
    """Tell how a game is declared: all that is said of it before anybody plays."""
    game = find_game(key)
    seats = tuple(Seat(f"player_{at}", f"Player {at}") for at in range(1, game.least + 1))
    t = game.turn(Table(seats, houses=game.house_rules(), printed=game.printed_values()))
    yield f"{game.title} | {game.tagline} | {game.edition} | {game.players} {game.money} {game.colour} {game.icon}"
    yield f"first: {told(game.shortlist)} {told(sorted(game.debts))} {told(game.check())}"
    for option in game.options:
        yield f"house rule {option.key}: {told(option)}"
    for name, ways in game.templates.items():
        yield f"template ({name}; {told(ways)})"
    ways = None
    for value in game.board_values:
        same = value.ways == ways
        yield f"board {told(replace(value, ways=()) if same else value)}: {value.say(value.value)}"
        ways = value.ways
    for page in game.pages:
        yield f"page {page.title}"
        yield from (f"  {words}" for words in page.words(t))
        yield from (
            f"  {line}" for grid in (page.grids(t) if page.grids else ()) for line in lines_of(grid)
        )
        if page.asks:
            yield f"  {page.asks.label} {page.asks.hint}"
    for action in game.actions:
        asks = told(action.asks) if action.asks else ""
        yield f"{action.group}: {action.title} | {action.help} | {action.source} | {action.needs_reason} {asks}"
        for question in action.questions:
            yield f"  {question.name}={question.kind.word}: {question.template or question.text}"


def tools():
    """Tell what each quick tool asks, and answers to the first and to the last of what can be given."""
    for tool in TOOLS:
        yield f"{tool.title}: {tool.line}"
        for game, one in sums_of(tool.key):
            yield f"  {game.title}: {one.title}"
            yield from (
                f"  {question.name}? {question.text} {question.kind.word}"
                for question in one.questions
            )
            yield from (
                f"  house rule {option.title}: {told(option.ways)}" for option in one.options
            )
            if tool.key == POOL:
                for winner in (0, *RUNNERS):
                    yield from (
                        f"    {line}"
                        for line in lines_of(one.rule(one.table(game, {}), _pool(winner)))
                    )
                continue
            for at in (0, 1, -1):
                outcome = one.outcome(game, _inputs(game, one, at))
                yield f"  {told(_inputs(game, one, at))}"
                yield from (f"    {line}" for line in lines_of(outcome.answer or outcome))


RUNNERS = (3, 5, 8)


def _pool(winner):
    made = (
        Pool()
        .lay(RUNNERS[0], "20", "Ann")
        .lay(RUNNERS[1], "10", "Ben")
        .lay(RUNNERS[0], "15", "Ben")
    )
    return replace(made, winner=winner)


def _inputs(game, one, at):
    t, found = one.turn(game, {}), {}
    for question in one.questions if at else ():
        kind = question.kind
        values = kind.candidates(t)
        if values:
            found[question.name] = str(values[min(at, len(values) - 1)])
        elif isinstance(kind, Amounts | Rolls):
            found[question.name] = "7" if at > 0 else "3 8 11"
        else:
            found[question.name] = "120" if at > 0 else "4000"
    if at < 0:
        found |= {option.key: option.ways[-1][0] for option in one.options if not option.whole}
    return found

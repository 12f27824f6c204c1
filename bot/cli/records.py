"""Commands about records of games: ``python -m bot trace`` replays them and prints what happens as JSON lines
(notation.md, "Trace"); ``verify`` says whether their cards follow from their secrets (docs/dealing.md);
``stats`` prints what follows from them for their players, as JSON lines (docs/rules/statistics.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot import dealing
from bot.cli.json_lines import Contents, Entry, print_entries, print_lines
from bot.engine.cards import texts_of
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, Event, GameEnded
from bot.engine.play import Game
from bot.engine.record import FIRST_LINE, HeaderDraft, RecordError, RecordLine, carry_out, split
from bot.replays.replay import FaultyRecord, read_file
from bot.replays.words import record_fault
from bot.stats.counting import Counts, NotCounted, PersonTallies, Tally, TallyKind
from bot.words.catalogue import FALLBACK, words_for


def trace(name: str, data: bytes) -> Iterator[Entry]:
    """What a record does, item by item. ``name`` is the file's name without folders. An entry with
    ``error`` is the last one."""
    head, items = split(data)
    draft = HeaderDraft.of(head)
    yield {"record": name, "rules": draft.preset.name if draft.preset else None, "players": draft.players}
    header = draft.header()
    is_none = bool(head) and head[0].words != FIRST_LINE.split()
    if not items and not is_none:
        # The header is judged when the first deck comes; until then that deck is what is awaited.
        yield {"at": 0, "turn": "deck"}
        return
    if draft.fault:
        yield {"at": 0, "line": draft.fault.line, "error": draft.fault.kind}
        return
    if header is None:
        yield from _without_header(items[0])
        return
    yield from _play(header.new_game(), items)


def _play(game: Game, items: Sequence[RecordLine]) -> Iterator[Entry]:
    """The trace of the items of a record whose header is good."""
    for at, line in enumerate(items):
        turn = _turn(game, at)
        try:
            events = carry_out(game, line.text or "")
        except RuleViolation as refused:
            if refused.code not in ("syntax", "game-over"):
                yield turn
            yield _item_error(at, line, refused.code, turn)
            return
        yield turn
        for event in events:
            yield from _event_entries(at, event)
    if game.turn != OVER:
        yield _turn(game, len(items))


def _turn(game: Game, at: int) -> Entry:
    """Who is to act, and every legal action."""
    if game.turn == AWAITS_DECK:
        return {"at": at, "turn": "deck"}
    return {"at": at, "turn": game.turn, "legal": texts_of(game.legal())}


def _event_entries(at: int, event: Event) -> Iterator[Entry]:
    """What an event adds to the trace."""
    if isinstance(event, DealEnded):
        points = event.result.points
        yield {"at": at, "deal": event.result.deal, "points": None if points is None else list(points)}
    elif isinstance(event, GameEnded):
        yield {"final": list(event.points), "places": list(event.places)}


def _without_header(first: RecordLine) -> Iterator[Entry]:
    """The first item of a record whose header lacks a line: a deck is missing it, an action comes too
    early."""
    if first.words[0] == "deck" or len(first.words) == 1:
        yield {"at": 0, "line": first.number, "error": "syntax"}
        return
    awaited: Entry = {"at": 0, "turn": "deck"}
    yield awaited
    yield _item_error(0, first, "not-your-turn", awaited)


def _item_error(at: int, line: RecordLine, kind: str, turn: Entry) -> Entry:
    """The entry that ends the trace of a record which breaks the rules."""
    entry: Entry = {"at": at, "line": line.number, "error": kind}
    words = line.words
    if kind != "syntax" and words[0] != "deck":
        entry["action"] = " ".join(words[1:])
    if kind == "illegal-action":
        entry["legal"] = turn["legal"]
    return entry


def print_traces(files: Sequence[str]) -> int:
    """Print the traces of these files (``-``: standard input); the exit status is 1 if any of them fails."""
    return print_entries(files, trace, lambda entry: "error" in entry)


def verify(files: Sequence[str]) -> int:
    """``verify``: print what was found in these files (``-``: standard input), each line with the file's
    name; the exit status is 1 where one cannot be read, or where something in it does not follow."""
    contents = Contents(files)
    status = 0
    for name, data in contents:
        try:
            found = dealing.verify(data)
        except (dealing.Unverifiable, RecordError) as error:
            print(f"{name}: {_fault(data) if isinstance(error, RecordError) else error}", file=sys.stderr)
            status = 1
        else:
            print(f"{name}: The seal of its secret, to compare with the lobby's: {found.commitment}")
            for discrepancy in found.discrepancies:
                print(f"{name}: {discrepancy.sentence}")
                status = 1
            if not found.discrepancies:
                decks = "1 deck" if found.decks == 1 else f"All {found.decks} decks"
                presses = "1 press" if len(found.press_ids) == 1 else f"{len(found.press_ids)} presses"
                print(f"{name}: {decks} and the first dealer follow from the secret and {presses}.")
    return status or contents.missing


def _fault(data: bytes) -> str:
    """What is wrong with a file that is no record, in the sentence that a replay of it would get."""
    try:
        read_file(data)
    except FaultyRecord as fault:
        return record_fault(words_for(FALLBACK), fault)
    raise AssertionError("a replay reads what a check cannot")


def line_of(name: str, person: PersonTallies) -> Entry:
    """What is printed of a player."""
    games = person.games
    contracts = _each(person, TallyKind.CONTRACT)
    return {
        "player": name,
        "games": games.count,
        "places": {place: one.count for place, one in _each(person, TallyKind.PLACE).items()},
        "points": games.points,
        "deals": person.deals.count,
        "contracts": {printed(contract): _contract(one) for contract, one in contracts.items()},
        "dealer": _deals(person.of(TallyKind.DEALER)),
        "chosen": {named: _deals(one) for named, one in _each(person, TallyKind.CHOSEN).items()},
        "seats": {
            seat: {"games": one.count, "points": one.points}
            for seat, one in _each(person, TallyKind.SEAT).items()
        },
        "against": {
            other: {"games": one.count, "before": one.won, "points": one.points}
            for other, one in _each(person, TallyKind.AGAINST).items()
        },
        "whist": {
            printed(contract): {"bid": one.count, "made": one.won, "lost": one.lost, "points": one.points}
            for contract, one in _each(person, TallyKind.WHIST).items()
        },
    }


def printed(contract: str) -> str:
    """A contract's name as S3 has it: ``solo-7`` is ``solo 7``, ``small-misere`` is ``misere small``."""
    head, _, tail = contract.rpartition("-")
    if tail.isdigit():
        return f"{head} {tail}"
    return f"{tail} {head}" if head and tail in ("misere", "slam") else contract


def _each(person: PersonTallies, kind: TallyKind) -> Mapping[str, Tally]:
    return dict(sorted(person.each(kind).items()))


def _contract(one: Tally) -> Entry:
    best, worst = one.best, one.worst
    assert best is not None and worst is not None
    return {
        "deals": one.count,
        "points": one.points,
        "tricks": one.tricks,
        "best": best.points,
        "worst": worst.points,
    }


def _deals(one: Tally) -> Entry:
    return {"deals": one.count, "points": one.points}


def statistics(records: Iterable[tuple[str, bytes]], preset: str | None = None) -> Iterator[Entry]:
    """What is printed of records, each its name and what is in it: those that are broken first, then the
    players of the finished games, of a ``preset`` alone if it is given."""
    counts = Counts()
    for name, data in records:
        try:
            counts.count(data, preset)
        except NotCounted as wrong:
            errors = (entry["error"] for entry in trace(name, data) if "error" in entry)
            # a trace finds the first line that is wrong
            yield {"error": next(errors, wrong.code), "record": name}
    for name, person in counts.people.items():
        yield line_of(name, person)


def print_statistics(files: Sequence[str], preset: str | None = None) -> int:
    """Print the statistics of these files (``-``: standard input); the exit status is 1 where one is broken
    or cannot be read."""
    contents = Contents(files)
    return print_lines(statistics(contents, preset), lambda entry: "error" in entry) or contents.missing

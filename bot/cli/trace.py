"""Commands about records: ``python -m bot trace`` replays them and prints what happens as JSON lines
(notation.md, "Trace"); ``verify`` says whether their cards follow from their secrets (docs/dealing.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from bot import dealing
from bot.cli.json_lines import Contents, Entry, print_entries
from bot.engine.cards import texts_of
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, Event, GameEnded
from bot.engine.play import Game
from bot.engine.record import FIRST_LINE, HeaderDraft, HeaderFault, RecordError, RecordLine, carry_out, split


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
        yield _header_error(draft.fault)
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
            yield from _told(at, event)
    if game.turn != OVER:
        yield _turn(game, len(items))


def _turn(game: Game, at: int) -> Entry:
    """Who is to act, and every legal action."""
    if game.turn == AWAITS_DECK:
        return {"at": at, "turn": "deck"}
    return {"at": at, "turn": game.turn, "legal": texts_of(game.legal())}


def _told(at: int, event: Event) -> Iterator[Entry]:
    """What an event adds to the trace."""
    if isinstance(event, DealEnded):
        points = event.result.points
        yield {"at": at, "deal": event.result.deal, "points": None if points is None else list(points)}
    elif isinstance(event, GameEnded):
        yield {"final": list(event.points), "places": list(event.places)}


def _header_error(fault: HeaderFault) -> Entry:
    return {"at": 0, "line": fault.line, "error": fault.kind}


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


def main(files: Sequence[str]) -> int:
    """Print the traces of these files (``-``: standard input); the exit status is 1 if any of them fails."""
    return print_entries(files, trace, lambda entry: "error" in entry)


def verify(files: Sequence[str]) -> int:
    """``verify``: print what was found in these files (``-``: standard input), each line with the file's name
    where there are several; the exit status is 1 where one cannot be read, or where something in it does not
    follow."""
    contents = Contents(files)
    status = 0
    for name, data in contents:
        about = f"{name}: " if len(files) > 1 else ""
        try:
            found = dealing.verify(data)
        except (dealing.Unverifiable, RecordError) as error:
            print(f"{about}{error}", file=sys.stderr)
            status = 1
            continue
        print(f"{about}The seal of its secret, to compare with the lobby's: {found.commitment}")
        for discrepancy in found.discrepancies:
            print(f"{about}{discrepancy.sentence}")
            status = 1
        if not found.discrepancies:
            drawn, presses = f"All {found.decks} decks and the first dealer", len(found.press_ids)
            print(f"{about}{drawn} follow from the secret and {presses} presses.")
    return status or contents.missing

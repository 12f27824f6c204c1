"""``python -m bot review``: what the cards of games gave away, by their records, in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bot.cli.json_lines import Contents
from bot.people.settings import Preferences
from bot.replays.replay import FaultyRecord, GameReplay, read_file
from bot.replays.words import named, record_fault
from bot.reviews import words as telling
from bot.reviews.making import SECONDS, Making, NoStudy, study_of, studying_of
from bot.reviews.model import Costly, Review
from bot.reviews.words import ReviewSummary, why
from bot.telling import phrases
from bot.telling.phrases import Reader, ViewModel
from bot.words.catalogue import Words, words_for

LANGUAGE: Final = "en"
IN_WORDS: Final = Preferences(text_mode=True)
MAKING_READY: Final = "The strong robot is made ready; the first time that takes some 20 seconds."


class NotReviewed(Exception):
    """A record that there is no review of; its text is one sentence."""


def lines(words: Words, name: str, replay: GameReplay, seat: int | None = None) -> Iterator[str]:
    """What is printed of a record: of each sitting, or of those of one seat alone, what its cards gave away.
    Raises NotReviewed."""
    try:
        making = Making(replay)
    except NoStudy:
        raise NotReviewed(f"{name}: {words('error.review-no-study')}") from None
    making.go_on(SECONDS)
    yield f"{name}: {phrases.preset_name(words, replay.header.rules.preset.name)}"
    for one in making.reviews():
        if seat in (None, one.seat):
            yield ""
            yield from _of_one(words, replay, one)


def _read(words: Words, name: str, data: bytes, seat: int | None) -> GameReplay:
    try:
        replay = read_file(data)
    except FaultyRecord as fault:
        raise NotReviewed(f"{name}: {record_fault(words, fault)}") from None
    players = replay.header.rules.players
    if seat is not None and not 0 <= seat < players:
        raise NotReviewed(f"{name}: there is no seat {seat}: this game has seats 0 to {players - 1}.")
    return replay


def _of_one(words: Words, replay: GameReplay, review: Review) -> Iterator[str]:
    summary = ReviewSummary(replay, [review])
    yield f"{telling.name_of(replay, review, words)}: {telling.lost(words, summary)}"
    for costly in summary.worst:
        yield f"  {telling.card_line(words, summary, costly)}"
        if reason := _why(words, replay, costly):
            yield f"     {reason}"
    yield from (f"  {line}" for line in telling.contract_lines(words, summary))
    yield from (f"  {note}" for note in telling.not_judged(words, summary))


def _why(words: Words, replay: GameReplay, costly: Costly) -> str:
    view, card, study = study_of(replay, costly, studying_of(replay))
    model = ViewModel(Reader(words, IN_WORDS), view, named(words, replay.seats(costly.moment)))
    return why(model, card, costly.better, study)


def main(files: Sequence[str], seat: int | None = None, make_ready: Callable[[], None] | None = None) -> int:
    """Print the reviews of these files (``-``: standard input); the exit status is 1 where one cannot be read
    or reviewed. ``make_ready`` has the strong robot made ready, which takes its time: that is done once there
    is something to review."""
    words, contents = words_for(LANGUAGE), Contents(files)
    records: list[tuple[str, GameReplay]] = []
    status = 0
    for name, data in contents:
        try:
            records.append((name, _read(words, name, data, seat)))
        except NotReviewed as wrong:
            print(wrong, file=sys.stderr)
            status = 1
    if records and make_ready is not None:
        print(MAKING_READY, file=sys.stderr)
        make_ready()
    for number, (name, replay) in enumerate(records):
        try:
            output = [*lines(words, name, replay, seat)]
        except NotReviewed as wrong:
            print(wrong, file=sys.stderr)
            status = 1
        else:
            print("\n".join(["", *output] if number else output))
    return status or contents.missing

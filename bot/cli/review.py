"""``python -m bot review``: what the cards of games gave away, by their records, in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from bot.cli.json_lines import Contents
from bot.people.preferences import Preferences
from bot.replays.files import FaultyRecord, read_file
from bot.replays.replay import GameReplay
from bot.replays.words import named, record_fault
from bot.reviews import words as telling
from bot.reviews.making import SECONDS, Making, NoStudy, study_of, studying_of
from bot.reviews.model import Costly, Review
from bot.reviews.words import ReviewSummary, why
from bot.telling import phrases
from bot.telling.reader import Reader, ViewModel
from bot.words.catalogue import Words, words_for

LANGUAGE: Final = "en"
IN_WORDS: Final = Preferences(text_mode=True)


class NotReviewed(Exception):
    """A record that there is no review of; its text is one sentence."""


def lines(name: str, data: bytes, seat: int | None = None) -> Iterator[str]:
    """What is printed of a record: of each sitting, or of those of one seat alone, what its cards gave away.
    Raises NotReviewed."""
    words = words_for(LANGUAGE)
    replay = _read(words, name, data)
    players = replay.header.rules.players
    if seat is not None and not 0 <= seat < players:
        raise NotReviewed(f"{name}: there is no seat {seat}: this game has seats 0 to {players - 1}.")
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


def _read(words: Words, name: str, data: bytes) -> GameReplay:
    try:
        return read_file(data)
    except FaultyRecord as fault:
        raise NotReviewed(f"{name}: {record_fault(words, fault)}") from None


def _of_one(words: Words, replay: GameReplay, review: Review) -> Iterator[str]:
    told = ReviewSummary(replay, [review])
    yield f"{telling.name_of(replay, review, words)}: {telling.lost(words, told)}"
    for costly in told.worst:
        yield f"  {telling.card_line(words, told, costly)}"
        if reason := _why(words, replay, costly):
            yield f"     {reason}"
    yield from (f"  {line}" for line in telling.contract_lines(words, told))
    yield from (f"  {note}" for note in telling.not_judged(words, told))


def _why(words: Words, replay: GameReplay, costly: Costly) -> str:
    view, card, study = study_of(replay, costly, studying_of(replay))
    return why(
        ViewModel(Reader(words, IN_WORDS), view, named(words, replay.seats(costly.moment))), card, study
    )


def main(files: Sequence[str], seat: int | None = None) -> int:
    """Print the reviews of these files (``-``: standard input); the exit status is 1 where one cannot be read
    or reviewed."""
    contents = Contents(files)
    status = 0
    for number, (name, data) in enumerate(contents):
        try:
            told = [*lines(name, data, seat)]
        except NotReviewed as wrong:
            print(wrong, file=sys.stderr)
            status = 1
        else:
            print("\n".join(["", *told] if number else told))
    return status or contents.missing

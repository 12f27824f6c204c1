"""A table told in words, for who reads no pictures: what has happened, then what the picture would show.

What a picture shows is said by ``alt``, from the same value, so the two cannot disagree. Where a message
cannot hold all of it, whole sentences are left out, and the last one says where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.engine.game import AWAITS_DECK, OVER, DealResult, Trick, View
from bot.pictures.values import HandPicture, ScoreSheet, TrickPicture
from bot.tables.model import Seat
from bot.ui import alt, phrases
from bot.ui.fitting import TEXT_LONGEST, fitting, fitting_last
from bot.ui.games.registry import face_of
from bot.ui.plates import plates
from bot.words.catalogue import Words
from bot.words.names import in_text

SINCE_LONGEST: Final = 1500
"""Characters for what has happened, so that it never takes the room of one's own cards."""


class Told(NamedTuple):
    """Something that has happened; ``by`` is the seat whose act it was, None where nobody's."""

    by: int | None
    sentence: str


def hand(words: Words, view: View, seats: Sequence[Seat], picture: HandPicture) -> list[str]:
    """What a hand shows, sentence by sentence, but for what has happened: whose turn it is, what lies on the
    table, the cards and which may be played, trumps, what is still out; then each player's tricks and
    points, and the auction where there is one."""
    found = alt.hand_sentences(words, picture)
    found += [alt.plate_sentence(words, plate) for plate in plates(words, view, seats)]
    if picture.auction:
        found += alt.auction_rounds(words, picture.auction)
    return [alt.ended(sentence) for sentence in found if sentence]


def hand_text(words: Words, lines: Sequence[str], room: int = TEXT_LONGEST) -> str:
    """The lines of a hand, most needed first, as far as they fit."""
    return fitting(lines, room, words("told.more.hand", scores=words("button.scores")), "\n")


def sheet_text(words: Words, lines: Sequence[str]) -> str:
    """The same of a score sheet."""
    return fitting(lines, TEXT_LONGEST, words("told.more.sheet"), "\n")


def example_text(words: Words, lines: Sequence[str], room: int) -> str:
    """The same of a worked example."""
    return fitting(lines, room, words("told.more.rules", setting=words("setting.text-mode")), "\n")


def picture_text(words: Words, picture: TrickPicture | ScoreSheet) -> str:
    """The last trick or the score sheet as Markdown, a sentence a line."""
    return sheet_text(words, [in_text(sentence) for sentence in alt.sentences(words, picture)])


def since_text(words: Words, view: View, seats: Sequence[Seat]) -> str:
    """What has happened since the reader's last card as Markdown, in one line; empty for nothing."""
    happened = [in_text(sentence) for sentence in since_own_act(words, view, seats)]
    return fitting_last(happened, SINCE_LONGEST, words("told.before"))


def since_own_act(words: Words, view: View, seats: Sequence[Seat]) -> list[str]:
    """What has happened since ``view.seat`` last played a card or said something, sentence by sentence; where
    they have done neither in this deal, what came of the last one and all that has been done in this."""
    told = [*_said(words, view, seats), *_played(words, view, seats)]
    if not any(one.by == view.seat for one in told):
        return [*_last_deal(words, view, seats), *(one.sentence for one in told)]
    start = max(place for place, one in enumerate(told) if one.by == view.seat)
    return [one.sentence for one in told[start + 1 :]]


def _said(words: Words, view: View, seats: Sequence[Seat]) -> Iterator[Told]:
    for seat, said in face_of(view.rules).sayings(words, view):
        yield Told(seat, alt.ended(words("said", name=seats[seat].name, said=said)))


def _played(words: Words, view: View, seats: Sequence[Seat]) -> Iterator[Told]:
    for number, trick in enumerate(view.tricks, start=1):
        yield from _cards(words, view, trick, seats)
        assert trick.winner is not None
        key = "told.you-take" if trick.winner == view.seat else "told.takes"
        yield Told(None, words(key, name=seats[trick.winner].name, number=words.number(number)))
    yield from _cards(words, view, view.trick, seats)


def _cards(words: Words, view: View, trick: Trick, seats: Sequence[Seat]) -> Iterator[Told]:
    for place, card in enumerate(trick.cards):
        seat = (trick.leader + place) % view.players
        key = "told.leads" if place == 0 else "told.plays"
        yield Told(seat, words(key, name=seats[seat].name, card=phrases.card_name(words, card)))


def _last_deal(words: Words, view: View, seats: Sequence[Seat]) -> list[str]:
    """What came of the deal before this one; of one that has just ended others tell."""
    if not view.results or view.turn in (AWAITS_DECK, OVER):
        return []
    return _came_of(words, view, view.results[-1], seats)


def _came_of(words: Words, view: View, result: DealResult, seats: Sequence[Seat]) -> list[str]:
    number = words.number(result.deal + 1)
    if result.points is None:
        return [words("told.thrown-in", number=number, name=seats[result.dealer].name)]
    contract = phrases.contract_name(words, result.contract, result.trump)
    points = phrases.result_points(words, result, seats)
    after = face_of(view.rules).after_deal(words, result, seats)
    scored = words("told.deal", number=number, contract=contract, points=points)
    return [alt.ended(line) for line in (scored, *after)]

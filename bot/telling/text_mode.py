"""A table told in words, for who reads no pictures: what has happened, then what the picture would show.

What a picture shows is said by ``alt``, from the same value, so the two cannot disagree. Where a message
cannot hold all of it, whole sentences are left out, and the last one says where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.engine.game import AWAITS_DECK, OVER, DealResult, Trick
from bot.pictures.values import HandPicture, ScoreSheet, TrickPicture
from bot.telling import alt, phrases
from bot.telling.fitting import TEXT_LONGEST, fitting, fitting_last
from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective
from bot.telling.scenes import plates
from bot.words.catalogue import Words
from bot.words.names import in_text

SINCE_LONGEST: Final = 1500
"""Characters for what has happened, so that it never takes the room of one's own cards."""


class GameEvent(NamedTuple):
    """Something that has happened; ``by`` is the seat whose act it was, None where nobody's."""

    by: int | None
    sentence: str


def hand(sight: Perspective, picture: HandPicture) -> list[str]:
    """What a hand shows, sentence by sentence, but for what has happened: whose turn it is, what lies on the
    table, the cards and which may be played, trumps, what is still out; then each player's tricks and
    points, and the auction where there is one."""
    found = alt.hand_sentences(sight.words, picture)
    found += [alt.plate_sentence(sight.words, plate) for plate in plates(sight)]
    if picture.auction:
        found += alt.auction_rounds(sight.words, picture.auction)
    return [alt.ended(sentence) for sentence in found if sentence]


def hand_text(words: Words, lines: Sequence[str]) -> str:
    """The lines of a hand, most needed first, as far as they fit."""
    return fitting(lines, TEXT_LONGEST, words("told.more.hand", scores=words("button.scores")), "\n")


def sheet_text(words: Words, lines: Sequence[str]) -> str:
    """The same of a score sheet."""
    return fitting(lines, TEXT_LONGEST, words("told.more.sheet"), "\n")


def example_text(words: Words, lines: Sequence[str], room: int) -> str:
    """The same of a worked example."""
    return fitting(lines, room, words("told.more.rules", setting=words("setting.text-mode")), "\n")


def picture_text(words: Words, picture: TrickPicture | ScoreSheet) -> str:
    """The last trick or the score sheet as Markdown, a sentence a line."""
    return sheet_text(words, [in_text(sentence) for sentence in alt.sentences(words, picture)])


def since_text(sight: Perspective) -> str:
    """What has happened since the reader's last card as Markdown, in one line; empty for nothing."""
    happened = [in_text(sentence) for sentence in since_own_act(sight)]
    return fitting_last(happened, SINCE_LONGEST, sight.words("told.before"))


def since_own_act(sight: Perspective) -> list[str]:
    """What has happened since ``view.seat`` last played a card or said something, sentence by sentence; where
    they have done neither in this deal, what came of the last one and all that has been done in this."""
    told = [*_said(sight), *_played(sight)]
    if not any(one.by == sight.view.seat for one in told):
        return [*_last_deal(sight), *(one.sentence for one in told)]
    start = max(place for place, one in enumerate(told) if one.by == sight.view.seat)
    return [one.sentence for one in told[start + 1 :]]


def _said(sight: Perspective) -> Iterator[GameEvent]:
    for seat, said in teller_of(sight.view.rules).sayings(sight):
        yield GameEvent(seat, alt.ended(sight.words("said", name=sight.seats[seat].name, said=said)))


def _played(sight: Perspective) -> Iterator[GameEvent]:
    for number, trick in enumerate(sight.view.tricks, start=1):
        yield from _cards(sight, trick)
        assert trick.winner is not None
        key = "told.you-take" if trick.winner == sight.view.seat else "told.takes"
        yield GameEvent(
            None, sight.words(key, name=sight.seats[trick.winner].name, number=sight.words.number(number))
        )
    yield from _cards(sight, sight.view.trick)


def _cards(sight: Perspective, trick: Trick) -> Iterator[GameEvent]:
    for place, card in enumerate(trick.cards):
        seat = (trick.leader + place) % sight.view.players
        key = "told.leads" if place == 0 else "told.plays"
        yield GameEvent(
            seat, sight.words(key, name=sight.seats[seat].name, card=phrases.card_name(sight.words, card))
        )


def _last_deal(sight: Perspective) -> list[str]:
    """What came of the deal before this one; of one that has just ended others tell."""
    if not sight.view.results or sight.view.turn in (AWAITS_DECK, OVER):
        return []
    return _came_of(sight, sight.view.results[-1])


def _came_of(sight: Perspective, result: DealResult) -> list[str]:
    words = sight.words
    number = words.number(result.deal + 1)
    if result.points is None:
        return [words("told.thrown-in", number=number, name=sight.seats[result.dealer].name)]
    contract = phrases.contract_name(words, result.contract, result.trump)
    points = phrases.result_points(sight, result)
    teller = teller_of(sight.view.rules)
    after = teller.after_deal(sight, result)
    scored = words("told.deal", number=number, contract=contract, points=points)
    return [alt.ended(line) for line in (scored, teller.headline(sight, result), *after)]

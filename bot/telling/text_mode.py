"""A table in words, for who reads no pictures: what has happened, then what the picture would show.

What a picture shows is said by ``alt``, from the same value, so the two cannot disagree. Where a message
cannot hold all of it, whole sentences are left out, and the last one says where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.engine.game import AWAITS_DECK, OVER, DealResult, Trick
from bot.pictures.values import HandPicture, ScoreSheet, TrickPicture
from bot.telling import alt, phrases
from bot.telling.games.registry import teller_of
from bot.telling.phrases import TEXT_LONGEST, ViewModel, fitting, fitting_last
from bot.telling.scenes import plates
from bot.words.catalogue import Words, in_text

SINCE_LONGEST: Final = 1500
"""Characters for what has happened, so that it never takes the room of one's own cards."""


class GameEvent(NamedTuple):
    """Something that has happened; ``by`` is the seat whose act it was, None where nobody's."""

    by: int | None
    sentence: str


def hand(model: ViewModel, picture: HandPicture) -> list[str]:
    """What a hand shows, sentence by sentence, but for what has happened: whose turn it is, what lies on the
    table, the cards and which may be played, trumps, what is still out; then each player's tricks and
    points, and the auction where there is one."""
    found = alt.hand_sentences(model.words, picture)
    found += [alt.plate_sentence(model.words, plate) for plate in plates(model)]
    if picture.auction:
        found += alt.auction_rounds(model.words, picture.auction)
    names = [seat.name for seat in model.seats]
    return [alt.ended(sentence, names) for sentence in found if sentence]


def hand_text(words: Words, lines: Sequence[str]) -> str:
    """The lines of a hand, most needed first, as far as they fit."""
    return fitting(lines, TEXT_LONGEST, words("told.more.hand", scores=words("button.scores")), "\n")


def sheet_text(words: Words, lines: Sequence[str]) -> str:
    """The same of a score sheet."""
    return fitting(lines, TEXT_LONGEST, words("told.more.sheet", deals=words("button.deals")), "\n")


def example_text(words: Words, lines: Sequence[str], room: int) -> str:
    """The same of a worked example."""
    return fitting(lines, room, words("told.more.rules", setting=words("setting.text-mode")), "\n")


def picture_text(words: Words, picture: TrickPicture | ScoreSheet) -> str:
    """The last trick or the score sheet as Markdown, a sentence a line."""
    return sheet_text(words, [in_text(sentence) for sentence in alt.sentences(words, picture)])


def since_text(model: ViewModel) -> str:
    """What has happened since the reader's last card as Markdown, in one line; empty for nothing."""
    happened = [in_text(sentence) for sentence in since_own_act(model)]
    return fitting_last(happened, SINCE_LONGEST, model.words("told.before"))


def since_own_act(model: ViewModel) -> list[str]:
    """What has happened since ``view.seat`` last played a card or said something, sentence by sentence; where
    they have done neither in this deal, what came of the last one and all that has been done in this."""
    events = [*_said(model), *_played(model)]
    if not any(one.by == model.view.seat for one in events):
        return [*_last_deal(model), *(one.sentence for one in events)]
    start = max(place for place, one in enumerate(events) if one.by == model.view.seat)
    return [one.sentence for one in events[start + 1 :]]


def _said(model: ViewModel) -> Iterator[GameEvent]:
    for seat, said in teller_of(model.view.rules).sayings(model):
        yield GameEvent(seat, alt.ended(model.words("said", name=model.seats[seat].name, said=said)))


def _played(model: ViewModel) -> Iterator[GameEvent]:
    for number, trick in enumerate(model.view.tricks, start=1):
        yield from _cards(model, trick)
        assert trick.winner is not None
        key = "told.you-take" if trick.winner == model.view.seat else "told.takes"
        yield GameEvent(
            None, model.words(key, name=model.seats[trick.winner].name, number=model.words.number(number))
        )
    yield from _cards(model, model.view.trick)


def _cards(model: ViewModel, trick: Trick) -> Iterator[GameEvent]:
    for place, card in enumerate(trick.cards):
        seat = (trick.leader + place) % model.view.players
        key = "told.leads" if place == 0 else "told.plays"
        yield GameEvent(
            seat, model.words(key, name=model.seats[seat].name, card=phrases.card_name(model.words, card))
        )


def _last_deal(model: ViewModel) -> list[str]:
    """What came of the deal before this one; of one that has just ended others say it."""
    if not model.view.results or model.view.turn in (AWAITS_DECK, OVER):
        return []
    return _came_of(model, model.view.results[-1])


def _came_of(model: ViewModel, result: DealResult) -> list[str]:
    words = model.words
    number = words.number(result.deal + 1)
    if result.points is None:
        return [words("told.thrown-in", number=number, name=model.seats[result.dealer].name)]
    contract = phrases.contract_name(words, result.contract, result.trump)
    points = phrases.result_points(model, result)
    teller = teller_of(model.view.rules)
    after = teller.after_deal(model, result)
    scored = words("told.deal", number=number, contract=contract, points=points)
    return [alt.ended(line) for line in (scored, teller.headline(model, result), *after)]

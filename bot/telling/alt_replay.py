"""A moment that is looked at again in words, for ``alt`` and for text mode."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.cards import members
from bot.pictures.replay_values import ReplayPicture, ReplayResult, ReplaySeat
from bot.pictures.values import Plate
from bot.telling import phrases
from bot.telling.alt_parts import auction_rounds, lying_sentences, plate_sentence, trumps_sentence
from bot.words.catalogue import Words


def replay_sentences(words: Words, picture: ReplayPicture) -> list[str]:
    """What has just been done and what lies there, then the hands, then what each player has; of a hand that
    is not shown only how many cards it holds."""
    names = [seat.name for seat in picture.seats]
    found = [picture.caption, picture.title, picture.subtitle]
    if picture.result is not None:
        found += _result(words, names, picture.result)
    if picture.auction is not None:
        found.append(picture.auction.standing)
    if picture.trick:
        found += lying_sentences(words, names, picture.trick, words("trick.on-table"), picture.winning)
    if picture.last is not None:
        card = phrases.card_name(words, picture.last.card)
        found.append(words("replay.picture.just-played", name=names[picture.last.seat], card=card))
    if picture.legal:
        found.append(words("replay.picture.legal", cards=_legal(words, picture)))
    if picture.better is not None:
        found.append(words("replay.picture.better", card=phrases.card_name(words, picture.better)))
    found += [words("replay.picture.to-move", name=seat.name) for seat in picture.seats if seat.to_move]
    found.append(trumps_sentence(words, picture.trump, picture.trump_word))
    for seat in picture.seats:
        found += _held(words, seat)
    found += [plate_sentence(words, _plate(seat)) for seat in picture.seats]
    return found + (auction_rounds(words, picture.auction) if picture.auction is not None else [])


def _result(words: Words, names: list[str], result: ReplayResult) -> Iterator[str]:
    if not result.points:
        yield result.title
        return
    scores = [
        words("alt.score", name=name, points=points)
        for name, points in zip(names, result.points, strict=True)
    ]
    yield words("alt.lying", label=result.title, cards=words.both(scores))


def _legal(words: Words, picture: ReplayPicture) -> str:
    """In the order in which they are held; a card that is not, after them."""
    held = [card for seat in picture.seats for card in seat.cards if picture.legal >> card & 1]
    others = [card for card in members(picture.legal) if card not in held]
    return phrases.cards_by_suit(words, [*held, *others])


def _held(words: Words, seat: ReplaySeat) -> Iterator[str]:
    held = [card for card in seat.cards if seat.held >> card & 1]
    if held:
        yield words("replay.picture.held", name=seat.name, cards=phrases.cards_by_suit(words, held))
    if seat.backs:
        yield words.count("replay.picture.hidden", seat.backs, name=seat.name)


def _plate(seat: ReplaySeat) -> Plate:
    return Plate(
        seat.name, seat.tricks, seat.points, seat.total,
        dealer=seat.dealer, robot=seat.robot, note=seat.note, bidder=seat.bidder,
    )  # fmt: skip

"""Parts of pictures in words, that ``alt`` says of several kinds of them."""

from __future__ import annotations

from bot.pictures.parts import AuctionCell, AuctionTable, CardOnTable
from bot.pictures.values import Plate
from bot.telling import phrases, robots
from bot.words.catalogue import Words


def lying_sentences(
    words: Words, names: list[str], trick: tuple[CardOnTable, ...], label: str, winning: int | None
) -> list[str]:
    """What lies on the table, and whose card is best; in place of nothing, the label."""
    if not trick:
        return [label]
    found = [words("alt.lying", label=label, cards=words.both(cards_of(words, names, trick)))]
    if winning is not None:
        found.append(words("alt.winning", name=names[trick[winning].seat]))
    return found


def auction_rounds(words: Words, auction: AuctionTable) -> list[str]:
    """Who bids in which order, and a sentence a round, the latest first: what stands has been said before."""
    rounds = [
        words(
            "alt.round",
            number=words.number(number),
            said=", ".join(
                words("alt.bid", name=name, bid=_bid(words, cell))
                for name, cell in zip(auction.names, row, strict=True)
                if cell.text
            ),
        )
        for number, row in enumerate(auction.rows, start=1)
    ]
    return [words("alt.bidders", names=words.both(auction.names)), *reversed(rounds)]


def _bid(words: Words, cell: AuctionCell) -> str:
    bid = phrases.with_suit(words, cell.text, cell.suit)
    return words("alt.stands", bid=bid) if cell.standing else bid


def cards_of(words: Words, names: list[str], cards: tuple[CardOnTable, ...]) -> list[str]:
    """«the queen of hearts by Ann», each."""
    return [
        words("alt.card-of", name=names[played.seat], card=phrases.card_name(words, played.card))
        for played in cards
    ]


def plate_sentence(words: Words, plate: Plate) -> str:
    """Who sits there and all that stands on their plate."""
    if plate.points:
        parts = [words("alt.plate", tricks=plate.tricks, points=plate.points, total=plate.total)]
    else:
        parts = [words("alt.plate-in-play", tricks=plate.tricks, total=plate.total)]
    if plate.bidder:
        parts.append(words("seat.bidder"))
    if plate.cards_left:
        parts.append(words.count("alt.cards-left", plate.cards_left))
    if plate.dealer:
        parts.append(words("seat.dealer"))
    if plate.robot is not None:
        parts.append(robots.level(words, plate.robot))
    if plate.note:
        parts.append(plate.note)
    return words("alt.player", name=plate.name, facts=", ".join(parts))


def trumps_sentence(words: Words, trump: int | None, word: str) -> str:
    """What is trumps; or the word in their place."""
    return words("alt.trumps", suit=phrases.suit_name(words, trump)) if trump is not None else word

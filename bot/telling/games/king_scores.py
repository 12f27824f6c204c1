"""What a contract of the King family is worth, in sentences."""

from __future__ import annotations

from bot.engine.cards import ACE, KING, RANK_LETTERS, SUIT_MASKS, SUITS, CardSet, cards_of_rank, members
from bot.engine.king.contracts import Contract, PerCard, PerNthTrick, PerTrick, ScoreRule
from bot.engine.options import Rules
from bot.telling import phrases
from bot.words.catalogue import Words


def upside_down(contract: Contract) -> bool:
    """Whether lower cards win."""
    return bool(contract.beats[ACE] >> KING & 1)


def score_sentences(words: Words, rules: Rules, contract: Contract) -> list[str]:
    """What a contract is worth, a sentence for each of its scores."""
    start = contract.points((), rules.players)[0]
    sentences = [words("rules.start", points=words.count("count.points", start))] if start else []
    return sentences + [_score(words, rules, score) for score in contract.scores]


def _score(words: Words, rules: Rules, score: ScoreRule) -> str:
    match score:
        case PerTrick(points):
            worth = words.count("count.points", abs(points))
            return words("rules.score.tricks" if points < 0 else "rules.gain.tricks", points=worth)
        case PerCard(cards, points):
            worth = words.count("count.points", abs(points))
            if cards.bit_count() == 1:
                (card,) = members(cards)
                key = "rules.score.card" if points < 0 else "rules.gain.card"
                return words(key, card=phrases.card_name(words, card), points=worth)
            key = "rules.score.cards" if points < 0 else "rules.gain.cards"
            return words(key, cards=kind_of_cards(words, cards), points=worth)
        case PerNthTrick(points):
            return _certain_tricks(words, rules, score)
        case _:
            raise NotImplementedError(type(score).__name__)


def _certain_tricks(words: Words, rules: Rules, score: PerNthTrick) -> str:
    parts: list[str] = []
    for number, points in sorted(score.points.items()):
        last = number == rules.hand_size and bool(parts)
        key = "rules.last-trick" if last else "rules.nth-trick" if points < 0 else "rules.nth-trick.gain"
        worth = words.count("count.points", abs(points))
        parts.append(words(key, number=words.number(number), points=worth))
    loses = min(score.points.values()) < 0
    return words("rules.score.nth" if loses else "rules.gain.nth", tricks=", ".join(parts))


def kind_of_cards(words: Words, cards: CardSet) -> str:
    """What a set of cards is called: whole ranks and whole suits by their names, others card by card."""
    ranks = [rank for rank in reversed(range(13)) if cards & cards_of_rank(rank) == cards_of_rank(rank)]
    if sum(cards_of_rank(rank) for rank in ranks) == cards:
        return words.both(words(f"ranks.{RANK_LETTERS[rank]}") for rank in ranks)
    suits = [suit for suit in SUITS if cards & SUIT_MASKS[suit] == SUIT_MASKS[suit]]
    if sum(SUIT_MASKS[suit] for suit in suits) == cards:
        return words.both(phrases.suit_name(words, suit) for suit in suits)
    return words.both(phrases.card_name(words, card) for card in members(cards))

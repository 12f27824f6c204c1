"""What may be said before the play in the King family: what the hand suggests as buttons, the rest folded.

What a hand suggests is what the robots' rule of thumb finds it worth (``robots/king/choices``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.actions import ACTION_TEXTS, BID, OFFER, PASS, Action
from bot.engine.cards import members
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import Direction, Naming, Offers, Phase, TrickAuction, contracts_after, step_of
from bot.robots.king.easy import gain_of_naming, step_value
from bot.robots.study import ONE
from bot.telling import phrases
from bot.telling.games.king_scores import score_sentences, upside_down
from bot.telling.games.teller import MOST_BUTTONS, Choice, Choices, Folded, plain_choice
from bot.telling.reader import Perspective

SUGGESTED: Final = 2
"""How many of many choices are buttons, besides those that name nothing."""


def choices(sight: Perspective) -> Choices:
    """What ``view.seat``, whose turn it is, may say."""
    view, step = sight.view, step_of(sight.view)
    assert isinstance(step, Phase)
    every = [_choice(sight, step, action) for action in members(view.legal)]
    if len(every) <= MOST_BUTTONS:
        return Choices(tuple(every))
    likely = _likely(view, step)
    buttons = tuple(choice for choice in every if choice.action in likely)
    others = [choice for choice in every if choice.action not in likely]
    return Choices(buttons, tuple(_folded(sight, others)))


def _choice(sight: Perspective, step: Phase, action: Action) -> Choice:
    plain = plain_choice(sight.words, action)
    if isinstance(step, Direction):
        contract = step.names[action]
        assert isinstance(contract, Contract)
        return Choice(action, _direction(sight, contract))
    return Choice(action, plain.label, plain.suit, plain.quiet, _about(sight, step, action))


def _direction(sight: Perspective, contract: Contract) -> str:
    """«Up: +25 a trick», «Down: 325, minus 75 a trick» (D4)."""
    words, points = sight.words, contract.trick_points
    if points > 0:
        return words("direction.up", points=words.number(points))
    return words("direction.down", start=words.number(contract.start), points=words.number(-points))


# What is likely


def _likely(view: View, step: Phase) -> set[Action]:
    """What the hand is worth most in, or could bid; and what names nothing, such as to sell or to pass."""
    legal = members(view.legal)
    if isinstance(step, Naming):
        named = [
            action for action in legal if ACTION_TEXTS[action].partition(" ")[0] in ("contract", "trump")
        ]
        best = sorted(named, key=lambda action: (-step_value(view, step.names[action]), action))
        return {*best[:SUGGESTED], *(action for action in legal if action not in named)}
    assert isinstance(step, Offers | TrickAuction)
    called = OFFER if isinstance(step, Offers) else BID
    numbered = [action for action in legal if action != PASS]
    least, gain = called.index(numbered[0]), gain_of_naming(view, step.then)
    within = [action for action in numbered if called.index(action) * ONE <= gain]
    return {PASS, *numbered[:SUGGESTED], *within[-1:]} if least else {PASS}


# What is folded


def _folded(sight: Perspective, others: Sequence[Choice]) -> Iterator[Folded]:
    """Negative contracts and trumps apart, which is how they are thought of."""
    words = sight.words
    contracts = tuple(one for one in others if ACTION_TEXTS[one.action].startswith("contract "))
    rest = tuple(one for one in others if one not in contracts)
    if contracts:
        yield Folded(words("choices.contracts"), contracts)
    if rest:
        numbered = ACTION_TEXTS[rest[0].action].partition(" ")[0] in ("bid", "offer")
        yield Folded(words("choices.numbers" if numbered else "choices.trumps"), rest)


def _about(sight: Perspective, step: Phase, action: Action) -> str:
    """What a contract is worth, where it is known by its name what a trick or a card is worth in it; what the
    tricks given away are."""
    if isinstance(step, Naming):
        contracts = list(contracts_after(step.names[action]))
        if all(contract.scores == contracts[0].scores for contract in contracts):
            scores = score_sentences(sight.words, sight.view.rules, contracts[0])
            if upside_down(contracts[0]):  # «Misère: the lowest wins», which its button does not say
                scores = [f"{phrases.contract_name(sight.words, contracts[0].name)}.", *scores]
            return " ".join(scores)
        return ""
    if not isinstance(step, Offers | TrickAuction) or action == PASS:
        return ""
    tricks = (OFFER if isinstance(step, Offers) else BID).index(action)
    return _given(sight, step, tricks)


def _given(sight: Perspective, step: Phase, tricks: int) -> str:
    """What the tricks given for the right to name the trumps are worth, by how they may be scored."""
    words = sight.words
    worths = sorted({contract.trick_points for contract in contracts_after(step)}, reverse=True)
    points = [words.points(-tricks * each) for each in worths]
    if len(points) == 1:
        return words("choices.given", points=points[0])
    return words("choices.given-directions", up=points[0], down=points[1])

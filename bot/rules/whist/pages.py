"""The rule book of Colour Whist: the game, the auction, the ranking of bids, the contracts, payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.engine.cards import ACTION_TEXTS, SUIT_LETTERS, SUIT_OF, members
from bot.engine.game import View
from bot.engine.options import Rules, sizes
from bot.engine.whist.contracts import ALL_TRICKS, BIDDING_ORDER, WhistContract
from bot.engine.whist.game import whist_detail
from bot.rules.book import GAME, RulePage, Telling, Worked, example_hand, example_model, example_seats
from bot.rules.whist.auction import (
    TOPICS,
    auction_topics,
    payment_lines,
    ranking_lines,
    ranking_picture,
    standing_lines,
)
from bot.rules.whist.examples import PaymentExample, auctions, free_to_play, payments, special_payments
from bot.rules.whist.lines import contract_lines, deal_lines, kind_name, kinds
from bot.telling import phrases
from bot.telling.phrases import ViewModel
from bot.words.catalogue import Words

AUCTION: Final = TOPICS[0]
RANKING: Final = "ranking"
PAYMENT: Final = "payment"
OTHER_PAGES: Final = (*TOPICS, RANKING, PAYMENT)
"""The keys of the pages that are about no contract, the first page left out."""
SHOWN: Final = dict(zip(TOPICS, ((2,), (1,), (3,), (0,)), strict=True))
"""Which auctions show what each page about the auction says, by their numbers in ``examples.AUCTIONS``."""


def pages(rules: Rules) -> list[RulePage]:
    """All pages, the contracts from the lowest to the highest."""
    return [
        RulePage(GAME),
        *map(RulePage, TOPICS),
        RulePage(RANKING),
        *(RulePage(str(kind), contract=str(kind)) for kind in kinds(rules)),
        RulePage(PAYMENT),
    ]


def page_of(view: View) -> RulePage:
    """The auction's page as long as it lasts, then the contract's."""
    bid = whist_detail(view).bid
    return RulePage(AUCTION) if bid is None else RulePage(str(bid.kind), contract=str(bid.kind))


# What a page says


def page_name(words: Words, rules: Rules, page: RulePage) -> str:
    """What a page is called in a list."""
    return (
        kind_name(words, WhistContract(page.contract)) if page.contract else words(f"rules.page.{page.key}")
    )


def page_deals(words: Words, rules: Rules, page: RulePage) -> str:
    """Any contract may come in any deal."""
    return ""


def page_heading(words: Words, rules: Rules, page: RulePage) -> str:
    """What stands above a page other than the first."""
    return page_name(words, rules, page)


def page_lines(words: Words, rules: Rules, page: RulePage) -> list[str]:
    """What a page says, sentence by sentence."""
    if page.contract:
        return contract_lines(words, rules, WhistContract(page.contract))
    if page.key in TOPICS:
        return auction_topics(words, rules)[page.key]
    if page.key == RANKING:
        return ranking_lines(words)
    return payment_lines(words, rules) if page.key == PAYMENT else game_lines(words, rules)


def rule_lines(model: ViewModel) -> list[str]:
    """The contract being played; before there is one, how the auction goes."""
    detail = whist_detail(model.view)
    if detail.bid is not None:
        return deal_lines(model)
    return [
        *standing_lines(model.words, model.view.rules, detail),
        *auction_topics(model.words, model.view.rules)[AUCTION],
    ]


def game_lines(words: Words, rules: Rules) -> list[str]:
    """The game as a whole: players, deals, how the cards go out, what is bid and played for."""
    batches = words.both(words.number(size) for size in sizes(rules["batches"]))
    shuffled = "rules.whist.game.cut" if rules["shuffle"] == "cut" else "rules.whist.game.shuffled"
    return [
        words(
            "rules.game.players",
            players=words.count("count.players", rules.players),
            cards=words.count("count.cards", rules.pack.bit_count()),
            each=words.number(rules.hand_size),
        ),
        words("rules.whist.game.deals", deals=words.count("count.deals", int(rules["deals"]))),
        words("rules.whist.game.batches", batches=batches),
        words(shuffled),
        words("rules.whist.game.auction", auction=words("rules.page.auction")),
        words("rules.whist.follow"),
        words("rules.whist.game.trick"),
        words("rules.whist.game.paid", payment=words("rules.page.payment")),
        words("rules.game.aim-balanced"),
    ]


# Worked examples


def worked(rules: Rules, page: RulePage, view: View | None) -> Sequence[Telling]:
    """Hands and payments of a contract, the choices in an auction, payments that take more reckoning; of the
    ranking all of it."""
    if page.key in TOPICS:
        found = auctions(rules)
        return [partial(_choice, view=found[number]) for number in SHOWN[page.key]]
    if page.key == RANKING:
        return [lambda words: Worked("", ranking_picture(words, rules))]
    if page.key == PAYMENT:
        return [partial(_payment, payment=found) for found in special_payments(rules)]
    if not page.contract:
        return ()
    kind = WhistContract(page.contract)
    free = free_to_play(rules, kind)
    found = [partial(_payment, payment=payment) for payment in payments(rules, kind)]
    return found if free is None else [partial(_free, view=free), *found]


def _free(words: Words, view: View) -> Worked:
    contract = phrases.contract_name(words, view.contract, view.trump)
    suit = phrases.suit_name(words, SUIT_OF[view.trick.cards[0]])
    key = "rules.whist.example.free" if view.trump is None else "rules.whist.example.no-need"
    title = words("rules.example.title", contract=contract)
    return Worked(words(key, suit=suit), example_hand(example_model(words, view), title))


def _choice(words: Words, view: View) -> Worked:
    """Everything the seat to speak may say."""
    assert view.seat is not None
    model = example_model(words, view)
    name = model.seats[view.seat].name
    sentence = words("rules.whist.example.may", name=name, choices="; ".join(_choices(model)))
    title = words("rules.example.title", contract=words("rules.page.auction"))
    return Worked(sentence, example_hand(model, title))


def _choices(model: ViewModel) -> Iterator[str]:
    words, view = model.words, model.view
    assert view.seat is not None
    bids = whist_detail(view).auction.bids(view.seat)
    proposals = [ACTION_TEXTS[one][-1] for one in members(view.legal) if ACTION_TEXTS[one][:8] == "propose "]
    for action in members(view.legal):
        if action not in bids and not ACTION_TEXTS[action].startswith("propose "):
            yield phrases.action_name(words, action)
    if proposals:
        suits = [suit for suit in BIDDING_ORDER if SUIT_LETTERS[suit] in proposals]
        yield words(
            "rules.whist.example.propose",
            suits=words.either(phrases.suit_name(words, suit) for suit in suits),
        )
    for bid in bids.values():
        yield phrases.contract_name(words, bid.name, bid.suit)


def _payment(words: Words, payment: PaymentExample) -> Worked:
    """Who takes how many tricks, and what that brings each."""
    played, names = payment.played, [seat.name for seat in example_seats(words, len(payment.points))]
    contract = phrases.contract_name(words, played.bid.name)
    taken = words.both(
        words.count(
            "rules.whist.example.take",
            played.tricks(side),
            names=words.both(names[seat] for seat in side),
        )
        for side in played.sides
    )
    points = ", ".join(
        f"{name} {words.points(gained)}" for name, gained in zip(names, payment.points, strict=True)
    )
    key = "rules.whist.example.made" if payment.made else "rules.whist.example.lost"
    if len(played.sides) > 1:
        key = "rules.whist.example.several"
    sentence = words(key, contract=contract, taken=taken, points=points)
    if payment.multiplier == 1:
        return Worked(sentence)
    times = words.number(payment.multiplier)
    causes = ", ".join(_causes(words, payment))
    return Worked(f"{sentence} {words('rules.whist.example.multiplied', times=times, causes=causes)}")


def _causes(words: Words, payment: PaymentExample) -> Iterator[str]:
    """What makes the multiplier of a payment (C25)."""
    played = payment.played
    if played.bid.kind is WhistContract.TROEL:
        yield words("rules.whist.cause.troel")
    if any(played.tricks(side) == ALL_TRICKS for side in played.sides):
        yield words("rules.whist.cause.all")
    if played.doubled:
        yield words("rules.whist.cause.double")
    if played.after_thrown_in:
        yield words("rules.whist.cause.thrown-in")

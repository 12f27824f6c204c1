"""The rule book of the King family: pages about the game as a whole, each contract, each choice of contracts;
and the words for the worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.engine.cards import SUIT_OF
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of
from bot.engine.options import Rules
from bot.pictures.values import HandPicture, TrickPicture
from bot.rules.book import GAME, RulePage, Telling, Worked, example_hand, example_model, example_seats
from bot.rules.king.course import Chapter, chapter_of, chapters, deal_total
from bot.rules.king.examples import TRICK, Example, examples, scores
from bot.rules.king.lines import chapter_lines, contract_lines, opening_lines
from bot.telling import phrases, scenes
from bot.telling.games.king import upside_down
from bot.telling.phrases import ViewModel
from bot.words.catalogue import Words

OWN_WORDS: Final = frozenset(
    {
        "follow",
        "free",
        "hearts-led-free",
        "must-beat-trump",
        "must-overtrump",
        "must-trump",
        "no-heart-lead",
        "penalty-card",
        "penalty-follow",
        "undertrump-any",
        "undertrump-must",
    }
)
"""The lessons with sentences of their own; another is explained by the refusal of the cards it forbids."""


def pages(rules: Rules) -> list[RulePage]:
    """All pages of a game, in the order of its deals."""
    return [RulePage(GAME), *(page for chapter in chapters(rules) for page in _pages_of(chapter))]


def _pages_of(chapter: Chapter) -> Iterator[RulePage]:
    first, contracts = chapter.deals[0], chapter.contracts
    if len(contracts) > 1:
        yield RulePage(f"{first}", first)
    for contract in contracts:
        yield RulePage(f"{first}.{contract.name}", first, contract.name)


def page_of(view: View) -> RulePage:
    """The page of the deal a seat sees."""
    choice, *_ = found = list(_pages_of(chapter_of(view.rules, view.deal)))
    return next((page for page in found if page.contract == view.contract), choice)


# What a page says


def page_name(words: Words, rules: Rules, page: RulePage) -> str:
    """What a page is called in a list."""
    if page.deal is None:
        return words("rules.page.game")
    if page.contract:
        return phrases.contract_name(words, page.contract)
    return words("rules.page.choice", deals=deals_named(words, chapter_of(rules, page.deal)))


def page_deals(words: Words, rules: Rules, page: RulePage) -> str:
    """In which deals a contract may come, «Deals 7 to 10»."""
    return deals_named(words, chapter_of(rules, page.deal)) if page.deal is not None and page.contract else ""


def page_heading(words: Words, rules: Rules, page: RulePage) -> str:
    """What stands above a page other than the first."""
    assert page.deal is not None
    deals = deals_named(words, chapter_of(rules, page.deal))
    if not page.contract:
        return deals
    return words("rules.heading", contract=phrases.contract_name(words, page.contract), deals=deals)


def page_lines(words: Words, rules: Rules, page: RulePage) -> list[str]:
    """What a page says, sentence by sentence."""
    if page.deal is None:
        return game_lines(words, rules)
    chapter = chapter_of(rules, page.deal)
    if not page.contract or len(chapter.contracts) == 1:
        lines = chapter_lines(words, rules, chapter)
    else:
        lines = contract_lines(words, rules, chapter.way(page.contract).contract)
    if not page.contract:
        return lines
    total = deal_total(rules, chapter.way(page.contract).contract)
    return [*lines, words("rules.total", points=words.points(total))]


def rule_lines(model: ViewModel) -> list[str]:
    """What scores and what must be played in the deal a seat sees, and how it opens while that matters."""
    view = model.view
    contract = contract_of(view)
    chapter = chapter_of(view.rules, view.deal)
    if contract is None:
        return chapter_lines(model.words, view.rules, chapter)
    opening = opening_lines(model.words, chapter) if view.shown else []
    return contract_lines(model.words, view.rules, contract, opening)


def game_lines(words: Words, rules: Rules) -> list[str]:
    """The game as a whole: players, deals, aim, order of deals with their points, choice of trumps."""
    every = chapters(rules)
    lines = [
        words(
            "rules.game.players",
            players=words.count("count.players", rules.players),
            cards=words.count("count.cards", rules.pack.bit_count()),
            each=words.number(rules.hand_size),
        ),
        words("rules.game.deals", deals=words.count("count.deals", sum(len(one.deals) for one in every))),
        words("rules.game.aim-balanced" if _balanced(rules, every) else "rules.game.aim"),
    ]
    lines += [_deals_line(words, rules, chapter) for chapter in every]
    return lines + list(dict.fromkeys(line for one in every for line in opening_lines(words, one)))


def _balanced(rules: Rules, every: tuple[Chapter, ...]) -> bool:
    """Whether all points of a game add up to 0, whatever is chosen."""
    totals = [{deal_total(rules, contract) for contract in one.contracts} for one in every]
    sums = [min(found) * len(one.deals) for found, one in zip(totals, every, strict=True)]
    return all(len(found) == 1 for found in totals) and sum(sums) == 0


def _deals_line(words: Words, rules: Rules, chapter: Chapter) -> str:
    worth = [
        words(
            "rules.game.worth",
            contract=phrases.contract_name(words, contract.name),
            points=words.points(deal_total(rules, contract)),
        )
        for contract in chapter.contracts
    ]
    key = "rules.game.deal" if len(chapter.deals) == 1 else "rules.game.each-deal"
    return words(key, deals=deals_named(words, chapter), contracts=words.either(worth))


def deals_named(words: Words, chapter: Chapter) -> str:
    """«Deal 3», «Deals 7 to 10»."""
    first, last = chapter.deals[0] + 1, chapter.deals[-1] + 1
    if first == last:
        return words("rules.deal", number=words.number(first))
    return words("rules.deals", first=words.number(first), last=words.number(last))


# Worked examples


def worked(rules: Rules, page: RulePage, view: View | None) -> Sequence[Telling]:
    """One example for each rule of a contract, and of a trick that scores."""
    if page.deal is None or not page.contract:
        return ()
    trump = view.trump if view is not None else None
    contract = chapter_of(rules, page.deal).way(page.contract, trump).contract
    found = examples(rules, page.deal, page.contract, trump)
    return [partial(_worked, example=example, contract=contract) for example in found]


def _worked(words: Words, example: Example, contract: Contract) -> Worked:
    return Worked(example_sentence(words, example, contract), example_picture(words, example))


def example_picture(words: Words, example: Example) -> HandPicture | TrickPicture:
    """An example as it would be seen at a table."""
    view = example.view
    contract = phrases.contract_name(words, view.contract, view.trump)
    title = words("rules.example.title", contract=contract)
    model = example_model(words, view)
    if example.lesson != TRICK:
        return example_hand(model, title)
    picture = scenes.trick_picture(model)
    assert picture is not None
    points = words.points(example.points)
    winner = picture.cards[picture.winner].name
    caption = words("rules.example.taken", name=winner, points=points)
    return replace(picture, title=words("rules.example"), caption=caption)


def example_sentence(words: Words, example: Example, contract: Contract) -> str:
    """Why just these cards may be played, or what the trick scores and for whom."""
    view = example.view
    if example.lesson == TRICK:
        return _trick_sentence(words, example, contract)
    if example.lesson not in OWN_WORDS:
        return words(f"illegal.{example.lesson}")
    legal = [card for card in scenes.hand_order(example_model(words, view)) if view.legal >> card & 1]
    trick = view.trick
    suit = best = ""
    if trick.winner is not None:
        suit = phrases.suit_name(words, SUIT_OF[trick.cards[0]])
        best = phrases.card_name(words, trick.cards[(trick.winner - trick.leader) % view.players])
    sentence = words.count(
        f"rules.example.{example.lesson}",
        len(legal),
        suit=suit,
        best=best,
        cards=words.either(phrases.card_name(words, card) for card in legal),
    )
    return sentence[0].upper() + sentence[1:]


def _trick_sentence(words: Words, example: Example, contract: Contract) -> str:
    view = example.view
    trick = view.tricks[-1]
    assert trick.winner is not None
    won = trick.cards[(trick.winner - trick.leader) % view.players]
    if SUIT_OF[won] == contract.trump:
        key = "rules.example.trick.trump"
    else:
        key = "rules.example.trick.reversed" if upside_down(contract) else "rules.example.trick.suit"
    sentence = words(
        key,
        name=example_seats(words, view.players)[trick.winner].name,
        number=words.number(len(view.tricks)),
        card=phrases.card_name(words, won),
        points=words.points(example.points),
    )
    scoring = [phrases.card_name(words, card) for card in trick.cards if scores(contract, card)]
    if not scoring:
        return sentence
    return f"{sentence} {words.count('rules.example.scoring', len(scoring), cards=words.both(scoring))}"

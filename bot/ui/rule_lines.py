"""The rules in force for a deal, in sentences, read off the contract and the option values that are played
by."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.cards import CARD_OF_NAME
from bot.engine.game import View
from bot.engine.king.course import contract_of
from bot.engine.king.scoring import PerCard, PerNthTrick
from bot.ui import phrases
from bot.words.catalogue import Words

WITH_PENALTY_CARDS = ("hearts", "kings-jacks", "queens", "king-of-hearts")
WITH_LEAD_BAN = ("hearts", "king-of-hearts")


def rule_lines(words: Words, view: View) -> list[str]:
    """What scores and what must be played in the deal a seat sees."""
    lines = [_scoring(words, view)]
    if view.contract == "trump":
        if view.trump is None or view.shown:
            lines.append(words(f"rules.trump-choice.{view.rules['trump-choice']}"))
        lines += [words("rules.follow"), *_trump_duties(words, view)]
    else:
        lines += [words("rules.follow"), *_penalty_duties(words, view)]
    if view.rules["early-stop"] in ("decided", view.contract):
        lines.append(words("rules.early-stop"))
    return lines


def _scoring(words: Words, view: View) -> str:
    contract = contract_of(view)
    scores = contract.scores if contract is not None else ()
    values: dict[str, object] = {}
    for score in scores:
        if isinstance(score, PerCard):
            values["points"] = words.count("count.points", -score.points)
            values["card"] = phrases.card_name(words, CARD_OF_NAME[view.rules["sole-card"]])
        elif isinstance(score, PerNthTrick):
            (number, middle), (_, last) = sorted(score.points.items())
            values |= {
                "number": words.number(number),
                "middle": words.count("count.points", -middle),
                "last": words.count("count.points", -last),
            }
    return words(f"rules.{view.contract}", **values)


def _penalty_duties(words: Words, view: View) -> Iterator[str]:
    rules = view.rules
    forced = rules["forced-penalty"] if view.contract in WITH_PENALTY_CARDS else "none"
    yield words("rules.free" if forced == "none" else f"rules.forced-penalty.{forced}")
    if view.contract == "hearts" and forced == "always" and rules["hearts-led-free"] == "yes":
        yield words("rules.hearts-led-free")
    bans_another_card = view.contract == "king-of-hearts" and rules["sole-card"] != "KH"  # K3
    if rules["heart-lead"] == "only-hearts" and view.contract in WITH_LEAD_BAN and not bans_another_card:
        yield words("rules.heart-lead")


def _trump_duties(words: Words, view: View) -> Iterator[str]:
    rules = view.rules
    if rules["must-trump"] == "yes":
        yield words("rules.must-trump")
        if rules["must-overtrump"] == "yes":
            yield words("rules.must-overtrump")
        yield words(f"rules.undertrump.{rules['undertrump']}")
    else:
        yield words("rules.free")
    if rules["beat-trump-lead"] == "yes":
        yield words("rules.beat-trump-lead")

"""Which cards a message names: in sentences, on buttons, in choices, and in what nobody reads but a
program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bot.engine.cards import CARD_OF_NAME, RANK_LETTERS, SUIT_LETTERS, CardSet, set_of
from bot.words.catalogue import words_for

WORDS = words_for("en")
SUITS = {WORDS(f"suit.{letter}"): letter for letter in SUIT_LETTERS}
RANKS = {WORDS(f"rank.{letter}"): letter for letter in RANK_LETTERS}
SIGNS = dict(zip("♣♦♥♠", SUIT_LETTERS, strict=True))
PRINTED = {letter: letter for letter in RANK_LETTERS} | {"10": "T"}
BEHIND_LABEL = " · "
"""What is put between a choice's label and its description."""

_RANK, _SUIT = "|".join(RANKS), "|".join(SUITS)
_HOLDING = re.compile(rf"\b({_SUIT}):? ((?:{_RANK})(?:(?:, | and )(?:{_RANK}))*)\b", re.IGNORECASE)
_NAMED = re.compile(rf"\b({_RANK}) of ({_SUIT})\b", re.IGNORECASE)
_NOTATION = re.compile(r"\b(?:play|deck|discard) ((?:[2-9TJQKA][CDHS]\b ?)+)")
_RANK_FIRST = re.compile(r"\b(10|[2-9TJQKA])([♣♦♥♠])")
_SUIT_FIRST = re.compile(r"([♣♦♥♠])[\ufe0e\ufe0f]? ?(10|[2-9TJQKA])\b")
_CONTRACTS = re.compile(
    "|".join(
        rf"\b{re.escape(WORDS(key))}"  # which «Nino king of hearts» is not
        for key in WORDS.keys
        if re.fullmatch(r"contract\.[a-z-]*king-of-hearts[a-z-]*", key)
    ),
    re.IGNORECASE,
)
"""Contracts whose names name a card; no part of what Nino has played."""
_PRICE = re.compile(rf"\b(?:{_RANK}) of (?:{_SUIT}) [+−]\d+", re.IGNORECASE)
"""What a card costs whoever takes it, as a contract says: no card that anybody holds."""
_SCORES = re.compile(
    "|".join(
        re.escape(WORDS(key, card="CARD", points="POINTS"))
        .replace("CARD", rf"(?:{_RANK}) of (?:{_SUIT})")
        .replace("POINTS", r"\d+ points?")
        for key in ("rules.score.card", "rules.gain.card")
    )
)
"""The same in a sentence, where a contract is chosen."""
_FIRST_DEALER = re.compile(re.escape(WORDS("table.first-dealer-king", name="NAME")).replace("NAME", ".*"))
"""Who deals first, by a card that was turned up before anybody had a hand."""
_ENDED = re.compile(
    "|".join(
        "^(?:-# )?" + re.escape(told).replace("NUMBER", r"(\d+)").replace("RESULT", "(.*)") + "$"
        for told in (
            WORDS("record.deal", number="NUMBER", result="RESULT"),
            WORDS("record.option", number="NUMBER") + BEHIND_LABEL + "RESULT",
        )
    ),
    re.MULTILINE,
)
"""A line that tells a deal that is over, and a choice of one of them."""
_STILL_OUT = re.compile(rf"{re.escape(WORDS('still-out'))}: ([^.]*)\.")


def texts_of(part: Any) -> Iterator[str]:
    """Every string in a message, whatever it is for; a button's or choice's sign of a suit with its label,
    what else a choice says behind it."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for one in part:
            yield from texts_of(one)
    elif isinstance(part, dict):
        emoji = part.get("emoji")
        if isinstance(emoji, dict) and "label" in part:
            yield f"{part['label']}{emoji.get('name') or ''}"
        if "label" in part and "description" in part:
            yield f"{part['label']}{BEHIND_LABEL}{part['description']}"
            part = {key: one for key, one in part.items() if key != "description"}
        for one in part.values():
            yield from texts_of(one)


def cards_in(text: str) -> CardSet:
    """The cards that a text names, in English, by signs or in notation. Contracts and prices name none."""
    for nobodys in (_SCORES, _FIRST_DEALER, _PRICE, _CONTRACTS):
        text = nobodys.sub("", text)
    found = {RANKS[rank.lower()] + SUITS[suit.lower()] for rank, suit in _NAMED.findall(text)}
    for suit, ranks in _HOLDING.findall(text):
        found |= {RANKS[rank.lower()] + SUITS[suit.lower()] for rank in re.split(", | and ", ranks)}
    for names in _NOTATION.findall(text):
        found |= set(names.split())
    found |= {PRINTED[rank] + SIGNS[suit] for suit, rank in _SUIT_FIRST.findall(text)}
    text = _SUIT_FIRST.sub("", text)  # in "♣7♦8" there is no 7 of diamonds
    found |= {PRINTED[rank] + SIGNS[suit] for rank, suit in _RANK_FIRST.findall(text)}
    return set_of(CARD_OF_NAME[name] for name in found)


def without_ended_deals(text: str) -> tuple[str, list[tuple[int, CardSet]]]:
    """The rest of a text, and of each deal that it tells the result of, in a line or as a choice, its
    number and the cards named there."""
    found = [one.group(one.lastindex - 1, one.lastindex) for one in _ENDED.finditer(text) if one.lastindex]
    return _ENDED.sub("", text), [(int(deal), cards_in(result)) for deal, result in found]


def without_still_out(text: str) -> tuple[str, list[CardSet]]:
    """The rest of a text, and the sets of cards it tells to be still out, which is for everybody to work
    out."""
    return _STILL_OUT.sub("", text), [cards_in(said) for said in _STILL_OUT.findall(text)]

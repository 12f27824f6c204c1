"""To whom something is told, what they see then and how they hold their cards; the field's words for the
engine's names (cards, contracts, actions, options), for robots, and for lengths and moments of time; and
how much of it fits into Discord's limits: whole sentences where there are several, whole words where there
is one.

Moments are shown by Discord, to each reader in their own time and language. Source:
https://docs.discord.com/developers/reference#message-formatting-timestamp-styles
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NewType, Self

from bot.engine.cards import (
    ACTION_TEXTS,
    CARD_NAMES,
    CARD_OF_NAME,
    PASS,
    RANK_LETTERS,
    RANK_OF,
    SUIT_LETTERS,
    SUIT_MASKS,
    SUIT_OF,
    SUITS,
    Action,
    Card,
    CardSet,
    Suit,
    cards_of_rank,
    members,
)
from bot.engine.game import AWAITS_DECK, OVER, DealResult, View
from bot.people.settings import DEFAULTS, Preferences, Ranks
from bot.pictures.style import CardStyle, Index, letter
from bot.robots.kinds import ROBOT_KINDS
from bot.tables.model import Notice, Pace, Seat, TableFacts
from bot.words.catalogue import Words, in_text

# Black and red alternate, so that neighbours differ at a glance.
SUITS_IN_HAND: Final[tuple[Suit, ...]] = (3, 2, 0, 1)


@dataclass(frozen=True, slots=True)
class Holding:
    """How somebody likes to hold their cards: trumps left of the other suits or wherever they are; in each
    suit the card that wins left, or with ``ascending`` right."""

    trumps_left: bool = True
    ascending: bool = False


def in_hand(
    cards: Iterable[Card],
    trump: Suit | None,
    holding: Holding = Holding(),
    *,
    reversed_ranks: bool = False,
) -> tuple[Card, ...]:
    """Cards in order, colours alternating; with ``reversed_ranks`` low cards win."""
    suits: list[Suit] = list(SUITS_IN_HAND)
    if trump is not None and holding.trumps_left:
        start = suits.index(trump)
        suits = suits[start:] + suits[:start]
    up = 1 if holding.ascending != reversed_ranks else -1
    return tuple(sorted(cards, key=lambda card: (suits.index(SUIT_OF[card]), up * card)))


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is told, in which words and how they prefer it: the person ``user_id``, None for everybody in a
    channel, who share the server's words and have no preferences but the defaults."""

    words: Words
    preferences: Preferences = DEFAULTS
    user_id: int | None = None

    @property
    def holding(self) -> Holding:
        """How they like to hold their cards."""
        chosen = self.preferences
        return Holding(trumps_left=chosen.trumps_left, ascending=chosen.ranks == Ranks.ASCENDING)

    def card_style(self, preset: str) -> CardStyle:
        """The cards of a game by that preset's name, as the reader knows or prefers them."""
        return self.preferences.card_style(self.words.language, preset)


@dataclass(frozen=True, slots=True)
class ViewModel:
    """A game as its reader may see it: the view, which holds the cards of ``view.seat`` and nobody else's,
    and who sits where. An example of the rules is no more than that; what is played at a table is a
    ``TableViewModel``."""

    reader: Reader
    view: View = field(repr=False)
    seats: tuple[Seat, ...]

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words


@dataclass(frozen=True, slots=True)
class TableViewModel(ViewModel):
    """The same at a table; its seats are those of the facts, so it is made by ``at``."""

    facts: TableFacts

    @classmethod
    def at(cls, facts: TableFacts, reader: Reader, view: View) -> Self:
        """A table as its reader may see it."""
        return cls(reader, view, facts.seats, facts)


ALT_LONGEST: Final = 1024  # https://discord.com/developers/docs/components/reference#media-gallery
TEXT_LONGEST: Final = 4000  # of all texts of a message together
LABEL_LONGEST: Final = 80  # of a button
OPTION_LONGEST: Final = 100  # of each line of a select's option
PLACEHOLDER_LONGEST: Final = 150
FORM_LONGEST: Final = 45  # of a modal's title, and of what stands above a field
ABOUT_LONGEST: Final = 100  # below it

ELLIPSIS: Final = "…"
HELD: Final = "\u00a0"
"""A space at which no line ends."""

LOOSE: Final = " ,;:·–—"
"""What is not left standing before an ellipsis."""

AltText = NewType("AltText", str)
"""The words of a picture, no longer than Discord takes: ``alt.alt_text`` makes them."""


def fitting(parts: Sequence[str], longest: int, more: str, between: str = " ") -> str:
    """The parts, most needed first, as far as they fit whole; where some are left out, ``more`` at their end,
    which says so and where they are, and which is always said then."""
    return between.join(_kept(parts, longest, more, between))


def fitting_last(parts: Sequence[str], longest: int, more: str, between: str = " ") -> str:
    """The same of what happened one after the other: the last of it remains, after ``more``."""
    return between.join(reversed(_kept(list(reversed(parts)), longest, more, between)))


def _kept(parts: Sequence[str], longest: int, more: str, between: str) -> list[str]:
    if len(between.join(parts)) <= longest:
        return [*parts]
    kept: list[str] = []
    left = longest - len(more)
    for part in parts:
        left -= len(part) + len(between)
        if left < 0:
            break
        kept.append(part)
    return [*kept, more]


def shorten(text: str, longest: int) -> str:
    """The text, cut at a word with an ellipsis where it is too long; within a word only where the first one
    is too long already."""
    if len(text) <= longest:
        return text
    cut = text[:longest].rsplit(" ", 1)[0].rstrip(LOOSE)
    return (cut if len(cut) < longest else cut[: longest - 1]) + ELLIPSIS


SUIT_SIGN = ("♣\ufe0e", "♦\ufe0e", "♥\ufe0e", "♠\ufe0e")
"""As letters, in the colour of the text around them: legible on light and dark, and on a button of any
colour, where Discord's own emojis of spades and clubs are nearly black."""


def card_name(words: Words, card: Card) -> str:
    """«queen of hearts»: each by a key of its own, since languages decline and join the two differently."""
    return words(f"card.{CARD_NAMES[card]}")


def card_in_label(card: Card, index: Index) -> str:
    """«♥Q»: a card where nothing but letters is taken, as on a button."""
    return f"{SUIT_SIGN[SUIT_OF[card]]}{letter(RANK_OF[card], index)}"


def card_token(card: Card, index: Index) -> str:
    """«`♥Q`»: a card in a line of Markdown.

    Discord draws ♠️ and ♣️ as emojis in nearly black, which vanish on its dark theme; the words would make a
    long line of a trick; cards among the application's emojis may be missing. In inline code nothing becomes
    an emoji: suit and rank are letters in the colour of the text, on light and on dark alike, and stay
    together.
    """
    return f"`{card_in_label(card, index)}`"


def suit_name(words: Words, suit: Suit) -> str:
    """«hearts»."""
    return words(f"suit.{SUIT_LETTERS[suit]}")


def with_suit(words: Words, text: str, suit: Suit | None) -> str:
    """«8 together hearts»: a text with the suit beside it, if there is one."""
    return text if suit is None else f"{text} {suit_name(words, suit)}"


def cards_by_suit(words: Words, cards: Sequence[Card]) -> str:
    """«hearts ace, 10; spades 2», suits and cards in the order given."""
    held: dict[Suit, list[str]] = {}
    for card in cards:
        held.setdefault(SUIT_OF[card], []).append(words(f"rank.{RANK_LETTERS[RANK_OF[card]]}"))
    return "; ".join(
        words("suit.holding", suit=suit_name(words, suit), ranks=", ".join(ranks))
        for suit, ranks in held.items()
    )


@lru_cache(maxsize=256)
def kind_of_cards(words: Words, cards: CardSet) -> str:
    """What a set of cards is called: whole ranks and whole suits by their names, others card by card."""
    ranks = [rank for rank in reversed(range(13)) if cards & cards_of_rank(rank) == cards_of_rank(rank)]
    if sum(cards_of_rank(rank) for rank in ranks) == cards:
        return words.both(words(f"ranks.{RANK_LETTERS[rank]}") for rank in ranks)
    suits = [suit for suit in SUITS if cards & SUIT_MASKS[suit] == SUIT_MASKS[suit]]
    if sum(SUIT_MASKS[suit] for suit in suits) == cards:
        return words.both(suit_name(words, suit) for suit in suits)
    return words.both(card_name(words, card) for card in members(cards))


def contract_name(words: Words, contract: str, trump: Suit | None = None) -> str:
    """«Kings & jacks», «Trumps: hearts»; what is open yet has its own word."""
    name = words(f"contract.{contract}") if contract else words("contract.open")
    if trump is None:
        return name
    return words("contract.with-trump", contract=name, suit=suit_name(words, trump))


def preset_name(words: Words, preset: str) -> str:
    """«Kingen (IWWA rules)»."""
    return words(f"preset.{preset}")


def game_name(words: Words, facts: TableFacts) -> str:
    """What a table is called: its own name, or the server's for what it plays, or the built-in preset's."""
    return facts.title or preset_name(words, facts.preset)


def game_in_text(words: Words, facts: TableFacts) -> str:
    """The same for Discord's Markdown."""
    return in_text(facts.title) if facts.title else preset_name(words, facts.preset)


def rules_in_text(words: Words, facts: TableFacts) -> str:
    """The same of what a table plays: a name that the program or a league gave says nothing of its rules."""
    is_named = facts.seats_given or facts.season_id is not None
    return preset_name(words, facts.preset) if is_named else game_in_text(words, facts)


def pace_name(words: Words, pace: Pace) -> str:
    """«60 seconds a move»."""
    return words(f"pace.{pace.value}")


def option_name(words: Words, option: str) -> str:
    """What an option is about."""
    return words(f"option.{option}")


def option_value(words: Words, option: str, value: str) -> str:
    """A value of an option in words, a card by its name; other values that cannot be listed stand for
    themselves."""
    key = f"option.{option}.{value}"
    if key in words.keys:
        return words(key)
    if value in CARD_OF_NAME:
        return card_name(words, CARD_OF_NAME[value])
    key = next((one for one in (f"value.{value}", f"contract.{value}") if one in words.keys), None)
    return value if key is None else words(key)


def option_with_value(words: Words, option: str, value: str) -> str:
    """«Compulsory trumping: yes»."""
    return words("options.value", option=option_name(words, option), value=option_value(words, option, value))


def action_name(words: Words, action: Action) -> str:
    """An action as a button says it; the contracts bid in Colour Whist have names of their own
    (``contract_name``)."""
    text = ACTION_TEXTS[action]
    verb, _, rest = text.partition(" ")
    if verb == "play":
        return card_name(words, action)
    if verb in ("bid", "offer"):
        return words.count(f"act.{verb}", int(rest))
    if verb == "contract":
        return contract_name(words, rest)
    if verb == "trump" and rest in SUIT_LETTERS:
        return suit_name(words, SUIT_LETTERS.index(rest))
    return words(f"act.{text.replace(' ', '-')}")


def said_name(words: Words, action: Action) -> str:
    """The same as it was said: «pass», «3 tricks», where a button says «Pass», «Offer 3 tricks»."""
    verb, _, rest = ACTION_TEXTS[action].partition(" ")
    if action == PASS:
        return words("bid.pass")
    return words.count("act.bid", int(rest)) if verb == "offer" else action_name(words, action)


def deal_title(model: ViewModel) -> str:
    """«Deal 3 of 10»."""
    return model.words(
        "deal.number",
        number=model.words.number(min(model.view.deal, model.view.deals - 1) + 1),
        of=model.words.number(model.view.deals),
    )


def adjourned_line(words: Words, facts: TableFacts) -> str:
    """Why an adjourned game waits, and for whom."""
    if facts.is_paused:
        return words("table.paused")
    waits = facts.notice == Notice.NOBODY_HERE or facts.host_id is None
    return words("table.nobody-here" if waits else "table.adjourned")


def state_line(model: ViewModel) -> str:
    """One line: who is to do what."""
    words, view = model.words, model.view
    if view.turn == OVER:
        return words("state.over")
    if view.turn == AWAITS_DECK:
        if view.results and view.results[-1].points is None:
            return words("state.thrown-in", name=model.seats[view.results[-1].dealer].name)
        return words("state.deal-over")
    name = model.seats[view.turn].name
    if view.seat == view.turn:
        return words(f"state.you.{view.phase}") if view.phase != "play" else _own_play(model)
    return words(f"state.{view.phase}", name=name)


def _own_play(model: ViewModel) -> str:
    words, view = model.words, model.view
    if not view.trick.cards:
        return words("state.you.lead")
    if view.hand and view.legal.bit_count() < view.hand.bit_count():
        suit = SUIT_OF[view.trick.cards[0]]
        legal_suits = {SUIT_OF[card] for card in members(view.legal)}
        if legal_suits == {suit}:
            return words("state.you.follow", suit=suit_name(words, suit))
        return words("state.you.obliged")
    return words("state.you.play")


def result_points(model: ViewModel, result: DealResult) -> str:
    """«Ann −3, Bram −5»: what a scored deal has brought."""
    assert result.points is not None
    return points_line(model, result.points)


def points_line(model: ViewModel, each: Sequence[int]) -> str:
    """«Ann −3, Bram −5»: points by seat, those who scored nothing left out."""
    parts = [
        f"{seat.name} {model.words.points(points)}"
        for seat, points in zip(model.seats, each, strict=True)
        if points
    ]
    return model.words.both(parts) if parts else model.words("deal.nobody-scored")


def robot_level(words: Words, kind: str) -> str:
    """«steady robot»; of a kind that this program does not know just «robot»."""
    return words(f"robot.{kind}") if kind in ROBOT_KINDS else words("seat.robot")


def robot_described(words: Words, kind: str) -> str:
    """«steady robot, counts the cards»."""
    return words(f"robot.{kind}.described") if kind in ROBOT_KINDS else words("seat.robot")


def robot_named(words: Words, name: str, kind: str) -> str:
    """«Bruno (steady robot)»; ``name`` as it is to be shown."""
    return words("robot.named", name=name, robot=robot_level(words, kind))


def robot_alone(words: Words, kind: str) -> str:
    """«Steady robot», where a name would stand."""
    text = robot_level(words, kind)
    return text[0].upper() + text[1:]


_MINUTE: Final = 60.0
_STEP: Final = 5
_HOUR: Final = 60
_TOO_MANY_MINUTES: Final = 90
"""From here on half hours are given."""


def parts_of(words: Words, cells: Iterable[int]) -> str:
    """Cells as people know them who play: parts of the bot, each with some of its servers."""
    return words.both(words("cells.part", number=words.number(number)) for number in cells)


def without(words: Words, absent: Sequence[int]) -> list[str]:
    """A sentence that something is shown without the servers of some cells; none where all are there."""
    return [words("cells.without", parts=parts_of(words, absent))] if absent else []


def about_length(words: Words, seconds: float) -> str:
    """«about 50 minutes», «about 2½ hours»: to five minutes, from an hour and a half on to half an hour."""
    minutes = max(_STEP, _STEP * round(seconds / _MINUTE / _STEP))
    if minutes < _TOO_MANY_MINUTES and minutes != _HOUR:
        return words.count("length.minutes", minutes)
    hours, is_half = divmod(round(seconds / _MINUTE / (_HOUR / 2)), 2)
    return words.count("length.hours-and-a-half" if is_half else "length.hours", hours)


def in_full(at: float) -> str:
    """«Tuesday, 24 November 2026 20:00»; ``at`` is in unix seconds, as for the others."""
    return _timestamp(at, "F")


def relative(at: float) -> str:
    """«in 2 hours», counting by itself."""
    return _timestamp(at, "R")


def clock_time(at: float) -> str:
    """«20:00»."""
    return _timestamp(at, "t")


def _timestamp(at: float, style: str) -> str:
    return f"<t:{int(at)}:{style}>"

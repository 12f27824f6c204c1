"""Below a hand and a table: cards, the one row of ways from there, and what makes waiting shorter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import discord
from discord import ui

from bot.discordkit.avatars import SuitSet
from bot.discordkit.interactions import PressId
from bot.discordkit.panel import BLUE, GREEN, GREY, button, rows
from bot.discordkit.ports import on_table
from bot.engine.cards import ACTION_TEXTS, RANK_OF, SUIT_MASK_OF, SUIT_OF, Action, Card, CardSet
from bot.engine.game import View, certain_rest
from bot.people.settings import Preferences
from bot.pictures.style import Index, letter
from bot.reviews.making import is_offered
from bot.robots.registry import ADVISERS
from bot.robots.why import can_explain
from bot.tables.asking import (
    PlayedCard,
    can_be_asked,
    cards_played,
    deal_is_over,
    is_allowed,
    is_alone,
    undecided,
)
from bot.tables.clocks import is_persons_turn
from bot.tables.model import NO_WISHES, State, TableFacts, Wishes
from bot.tables.play import QUEUE_LONGEST, due, stuck
from bot.tables.ui.messages import Remarks
from bot.telling import phrases
from bot.telling.phrases import TableViewModel
from bot.telling.scenes import cards_offered
from bot.words.catalogue import Words, in_text


class AtTable(Protocol):
    """What buttons that belong to a table need: any reader's sight of it."""

    @property
    def words(self) -> Words:
        """The reader's."""
        ...

    @property
    def facts(self) -> TableFacts:
        """The table's."""
        ...


def footer(
    model: TableViewModel, first: Sequence[ui.Button[Any]] = (), aside: Sequence[ui.Button[Any]] = ()
) -> ui.ActionRow[Any]:
    """*Last trick*, *Scores* and *More*, after what comes ``first``; what is only there at some tables stands
    ``aside``, before *More*. Five do not fit a phone: where there are two of these, *Scores* is behind
    *More*."""
    return ui.ActionRow(
        *first, last_trick(model), *(aside if len(aside) > 1 else [scores(model), *aside]), more(model)
    )


def my_hand(model: AtTable) -> ui.Button[Any]:
    """One's own cards, on a message that everybody sees."""
    return button(model.words("button.my-hand"), PressId("my-hand", on_table(model.facts.id)), BLUE)


def last_trick(model: TableViewModel) -> ui.Button[Any]:
    """The last trick of the deal, once there is one."""
    press = PressId("last-trick", on_table(model.facts.id))
    return button(model.words("button.last-trick"), press, disabled=not model.view.tricks)


def scores(model: TableViewModel) -> ui.Button[Any]:
    """The score sheet."""
    return button(model.words("button.scores"), PressId("scores", on_table(model.facts.id)))


def deals(model: TableViewModel) -> ui.Button[Any]:
    """The deals that are over, one by one."""
    return button(model.words("button.deals"), PressId("deals", on_table(model.facts.id)))


def more(model: AtTable) -> ui.Button[Any]:
    """Everything else."""
    return button(model.words("button.more"), PressId("more", on_table(model.facts.id)))


def back(model: AtTable) -> ui.Button[Any]:
    """For who was away: they play for themselves again."""
    return button(model.words("button.back"), PressId("back", on_table(model.facts.id)), GREEN)


def resume(model: AtTable) -> ui.Button[Any]:
    """An adjourned game goes on."""
    return button(model.words("button.resume"), PressId("resume", on_table(model.facts.id)), GREEN)


REPLAY: Final = "replay-open"
"""The verb; without values from the beginning, else from the moment that they tell."""


def replay(words: Words, table_id: int) -> ui.Button[Any]:
    """The button."""
    return button(words("button.replay"), PressId(REPLAY, on_table(table_id)))


REVIEW: Final = "review-open"
"""The verb."""


def review(words: Words, table_id: int, preset: str) -> list[ui.Button[Any]]:
    """The button; none where games of that preset cannot be reviewed. Whether somebody sat there is asked
    when they press."""
    if not is_offered(preset):
        return []
    return [button(words("button.review"), PressId(REVIEW, on_table(table_id)))]


def hint(model: TableViewModel) -> list[ui.Button[Any]]:
    """The button, where nobody else could be annoyed by it, nor is compared with who asks. It stays in its
    place while others move."""
    facts, view = model.facts, model.view
    if not is_alone(facts) or facts.is_daily or facts.state is not State.PLAYING:
        return []
    if view.rules.preset.family not in ADVISERS.each:
        return []
    press = PressId("hint", on_table(facts.id), facts.seq)
    return [button(model.words("button.hint"), press, disabled=view.turn != view.seat)]


WHY = "why"
WHY_ALLOW = "why-allow"
YES, NO = "yes", "no"


def why(model: TableViewModel) -> list[ui.Button[Any]]:
    """*Why?* on a hand, about the last card that somebody else has played, where it may be asked. It stays in
    its place while there is none."""
    if not _may_ask_why(model):
        return []
    cards = cards_played(model.facts, model.view)
    return [_asking_why(model, [one for one in cards if one.seat != model.view.seat])]


def why_of_trick(model: TableViewModel) -> list[ui.Button[Any]]:
    """The same on the last trick that somebody with a seat looks at, about its last card."""
    user_id = model.reader.user_id
    if user_id is None or model.facts.seat_of(user_id) is None or not _may_ask_why(model):
        return []
    in_tricks = len(model.view.tricks) * model.view.players
    return [_asking_why(model, cards_played(model.facts, model.view)[:in_tricks])]


def _may_ask_why(model: TableViewModel) -> bool:
    facts, view = model.facts, model.view
    known = can_explain(view.rules.preset.family) and can_be_asked(facts)
    return known and (deal_is_over(view) or is_allowed(facts))


def _asking_why(model: TableViewModel, cards: Sequence[PlayedCard]) -> ui.Button[Any]:
    facts = model.facts
    number = cards[-1].number if cards else facts.seq
    press = PressId(WHY, on_table(facts.id), facts.seq, (str(number),))
    return button(model.words("button.why"), press, disabled=not cards)


def allow_why(model: TableViewModel) -> list[ui.Button[Any]]:
    """Allow it, or no longer: for a person who plays with others."""
    facts, user_id = model.facts, model.reader.user_id
    if user_id is None or not _may_allow_why(model):
        return []
    seat = facts.seat_of(user_id)
    allows = seat is not None and facts.seats[seat].allows_why
    key = "button.why-forbid" if allows else "button.why-allow"
    press = PressId(WHY_ALLOW, on_table(facts.id), facts.seq, (NO if allows else YES,))
    return [button(model.words(key), press)]


def why_allowed_line(model: TableViewModel) -> list[str]:
    """Whether it may be asked during a deal, and who does not allow it yet."""
    if not _may_allow_why(model):
        return []
    missing = [in_text(seat.name) for seat in undecided(model.facts)]
    words = model.words
    return [words("why.missing", names=words.both(missing)) if missing else words("why.allowed")]


def _may_allow_why(model: TableViewModel) -> bool:
    facts = model.facts
    is_on = facts.state in (State.PLAYING, State.ADJOURNED)
    return is_on and not is_alone(facts) and can_explain(model.view.rules.preset.family)


OF_CARDS: Final = ("play", "discard")
"""Phases in which what is pressed are cards."""
CARDS_A_ROW: Final = 5
WIDE: Final = ("10", "Д")
"""Ranks of which none fits a phone in a row of five, where suits are emojis."""
MOST_WITH_SUITS: Final = 16
"""Four rows of four. Of the seventeen that three players begin with, five a row are needed."""
NAMES_A_ROW: Final = 2
MARK: Final = "✓"
PLACES: Final = "¹²³⁴⁵"
"""In the queue; narrow, so that five to a row fit a phone."""
assert len(PLACES) == QUEUE_LONGEST


@dataclass(frozen=True, slots=True)
class CardButtons:
    """Those of a hand, as its reader has them. In text mode they say the card's name; where cards are pressed
    twice, a press only marks its card, and the next one on what is ``marked`` plays or queues it. ``suits``
    are emojis, where there are any. ``own`` is what the reader has told the table."""

    model: TableViewModel
    marked: Action | None = None
    suits: SuitSet | None = None
    own: Wishes = NO_WISHES

    @property
    def preferences(self) -> Preferences:
        """The reader's."""
        return self.model.reader.preferences

    @property
    def index(self) -> Index:
        """The letters on the reader's cards."""
        return self.model.reader.card_style(self.model.view.rules.preset.name).index

    def zone(self, cards: Sequence[Card]) -> list[ui.ActionRow[Any]]:
        """The hand, its ``cards`` in the reader's order; nothing where something else than cards is
        pressed."""
        view = self.model.view
        offered = cards_offered(view)
        if view.phase not in OF_CARDS and not offered:
            return []
        suits, index = self.suits if len(cards) <= MOST_WITH_SUITS else None, self.index
        shown = {card: self._card(card, offered, suits, index) for card in cards}
        if self.preferences.text_mode:
            return rows(shown.values(), NAMES_A_ROW)
        wide = {card for card in cards if suits is not None and letter(RANK_OF[card], index) in WIDE}
        lines: list[list[Card]] = [[]]
        for card in cards:
            if len(lines[-1]) >= CARDS_A_ROW - (not wide.isdisjoint((*lines[-1], card))):
                lines.append([])
            lines[-1].append(card)
        return [ui.ActionRow(*map(shown.__getitem__, line)) for line in lines if line]

    def _card(
        self, card: Card, offered: Mapping[Card, Action], suits: SuitSet | None, index: Index
    ) -> ui.Button[Any]:
        facts, action = self.model.facts, offered.get(card, card)
        verb = self._verb(card, offered)
        press = PressId(verb or "queue", on_table(facts.id), facts.seq, (ACTION_TEXTS[action],))
        place = self.own.queued.index(card) if card in self.own.queued else None
        marked = verb is not None and action == self.marked and place is None
        style = BLUE if verb in ("act", "unqueue") or marked else GREY
        sign = MARK if marked else "" if place is None else PLACES[place]
        if self.preferences.text_mode:
            name = phrases.card_name(self.model.words, card)
            return button(self._named(name, place, marked=marked), press, style, disabled=verb is None)
        made = card_button(card, index, press, style, None if sign else suits, sign)
        made.disabled = verb is None
        return made

    def _named(self, name: str, place: int | None, *, marked: bool) -> str:
        words = self.model.words
        if place is not None:
            return words("button.queued", place=words.number(place + 1), card=name)
        return words("button.again", card=name) if marked else name

    def _verb(self, card: Card, offered: Mapping[Card, Action]) -> str | None:
        """What a press does now; None: nothing.

        A queued card can be taken out until it is played: also while the table pauses before it plays the
        first one, so that the meaning of its button does not change when the turn comes."""
        view, facts, queued = self.model.view, self.model.facts, self.own.queued
        assert view.seat is not None
        if facts.state is not State.PLAYING or facts.seats[view.seat].absent:
            return None
        if view.turn == view.seat:
            if card in queued and due(self.own, view.legal) is not None:
                return "unqueue"
            return self._twice("act", offered[card]) if card in offered else None
        if view.phase != "play":
            return None
        if card in queued:
            return "unqueue"
        room = len(queued) < QUEUE_LONGEST
        return self._twice("queue", card) if room and may_come(view, queued) >> card & 1 else None

    def _twice(self, verb: str, action: Action) -> str:
        return "mark" if self.preferences.press_twice and action != self.marked else verb


def card_button(
    card: Card,
    index: Index,
    press: PressId,
    style: discord.ButtonStyle,
    suits: SuitSet | None,
    sign: str = "",
) -> ui.Button[Any]:
    """A card as a button: its suit as an emoji and its rank, or both as text after a ``sign``."""
    if suits is not None:
        return button(letter(RANK_OF[card], index), press, style, emoji=suits[SUIT_OF[card]])
    return button(sign + phrases.card_in_label(card, index), press, style)


def may_come(view: View, queued: Sequence[Card] = ()) -> CardSet:
    """The cards that may be legal when they come, these being queued before them: as the next one to a trick
    that was led, and to which one has not played yet, only the suit that was led, for who has it (G5)."""
    trick = view.trick
    assert view.seat is not None
    if queued or not trick.cards or (view.seat - trick.leader) % view.players < len(trick.cards):
        return view.hand
    return view.hand & SUIT_MASK_OF[trick.cards[0]] or view.hand


# On one's hand


def own(look: CardButtons) -> list[ui.Button[Any]]:
    """All the tricks that are left, for who is certain of them."""
    view, facts = look.model.view, look.model.facts
    if view.turn != view.seat or facts.state is not State.PLAYING or len(certain_rest(view) or ()) < 2:
        return []
    press = PressId("take-rest", on_table(facts.id), facts.seq)
    return [button(look.model.words("button.take-rest"), press, GREEN)]


def hand_notes(look: CardButtons, remarks: Remarks, played: Sequence[Card] = ()) -> list[str]:
    """That somebody asks this player to move, that a card they had queued cannot be played now, and which
    cards were ``played`` for them."""
    words, view, facts = look.model.words, look.model.view, look.model.facts
    assert view.seat is not None
    found: list[str] = []
    nudge = remarks.nudge(facts)
    if nudge is not None and nudge.seat == view.seat:
        found.append(words("remark.nudges-you", name=in_text(facts.seats[nudge.by].name)))
    if (card := stuck(look.own, view)) is not None:
        found.append(words("queue.not-here", card=_said(look, card)))
    if played:
        said = words.both(_said(look, card) for card in played)
        found.append("-# " + words("remark.played-for-you", cards=said))
    return found


def _said(look: CardButtons, card: Card) -> str:
    text_mode = look.preferences.text_mode
    return phrases.card_name(look.model.words, card) if text_mode else phrases.card_token(card, look.index)


# Among players


def emotes(model: TableViewModel) -> list[ui.Button[Any]]:
    """The way to the emotes, where there is anybody to show one to."""
    if model.facts.state is not State.PLAYING or not _in_company(model.facts):
        return []
    return [button(model.words("button.emotes"), PressId("emotes", on_table(model.facts.id)))]


def nudge(model: TableViewModel) -> list[ui.Button[Any]]:
    """The button for the impatient. It stays in its place where there is nobody to nudge, so that the others
    do not move under a finger."""
    facts = model.facts
    if facts.state is not State.PLAYING or not _in_company(facts):
        return []
    idle = not is_persons_turn(facts) or facts.nudged
    return [button(model.words("button.nudge"), PressId("nudge", on_table(facts.id)), disabled=idle)]


def _in_company(facts: TableFacts) -> bool:
    return sum(seat.user_id is not None for seat in facts.seats) > 1


def rematch(model: TableViewModel) -> ui.Button[Any]:
    """Another game of the same."""
    return button(model.words("button.rematch"), PressId("rematch", on_table(model.facts.id)), GREEN)


def daily_result(model: TableViewModel) -> ui.Button[Any]:
    """What a deal of the day came to, beside those of others."""
    return button(
        model.words("button.daily-result"), PressId("daily-result", on_table(model.facts.id)), GREEN
    )


def table_notes(model: TableViewModel, remarks: Remarks) -> list[str]:
    """Who nudges whom, and emotes: for all to see."""
    found: list[str] = []
    if (nudged := remarks.nudge(model.facts)) is not None:
        names = {"name": model.seats[nudged.by].name, "other": model.seats[nudged.seat].name}
        found.append(model.words("remark.nudges", **{key: in_text(name) for key, name in names.items()}))
    for emote in remarks.emotes():
        name, said = in_text(model.seats[emote.seat].name), model.words(f"emote.{emote.key}")
        found.append(model.words("remark.emote", name=name, emote=said))
    return found


def rest_note(model: TableViewModel, remarks: Remarks) -> list[str]:
    """Who took all the tricks that were left of the last deal at once."""
    if not model.view.results or model.view.results[-1].points is None:
        return []
    seat = remarks.rest_taken_by(model.view.results[-1].deal)
    return [] if seat is None else [model.words("remark.rest", name=in_text(model.seats[seat].name))]

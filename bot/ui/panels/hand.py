"""A player's hand: the picture, what may be done now as buttons, and ways to everything around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from discord import ui

from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.pictures.style import Index
from bot.pictures.values import HandPicture, ScoreSheet
from bot.tables.model import State, TableFacts
from bot.ui import phrases, telling
from bot.ui.alt import alt_text, sentences
from bot.ui.custom_ids import PressId
from bot.ui.emojis import Faces
from bot.ui.fitting import TEXT_LONGEST
from bot.ui.games.face import Choice, Group
from bot.ui.games.registry import face_of
from bot.ui.panel import (
    BLUE,
    GREEN,
    GREY,
    Drawing,
    Panel,
    button,
    even_rows,
    link,
    picture,
    rows,
    select,
    select_option,
)
from bot.ui.panels import comfort
from bot.ui.panels.card_buttons import STYLE_OF_SUIT, Buttons
from bot.ui.preferences import DEFAULTS, Preferences
from bot.ui.scenes import cards_offered
from bot.words.catalogue import Words
from bot.words.names import in_text

FILE: Final = "hand.png"


def hand(
    words: Words,
    facts: TableFacts,
    view: View,
    image: tuple[HandPicture, bytes],
    table_url: str | None,
    wishes: Preferences = DEFAULTS,
    marked: Action | None = None,
    notes: Sequence[str] = (),
    faces: Faces | None = None,
) -> Drawing:
    """The hand of ``view.seat``, who alone may see this drawing; in text mode without the picture. ``marked``
    is the card that has been pressed once, ``notes`` what else is to be told; ``faces`` are the
    emojis of cards, for their buttons."""
    assert view.seat is not None
    value, data = image
    look = Buttons(words, value.style.index, wishes, marked, faces)
    moves = _moves(words, facts, view, value, look) or comfort.queueing(look, facts, view, value.cards)
    container: ui.Container[Any] = ui.Container()
    if wishes.text_mode:
        room = TEXT_LONGEST - sum(len(one.content) for one in moves if isinstance(one, ui.TextDisplay))
        container.add_item(ui.TextDisplay(_told(words, facts, view, value, notes, room)))
    else:
        container.add_item(ui.TextDisplay(_headline(words, facts, view, value, notes)))
        container.add_item(picture(FILE, alt_text(words, value)))
    for item in moves:
        container.add_item(item)
    container.add_item(ui.Separator())
    for row in even_rows([*comfort.own(look, facts, view), *_around(words, facts, view, wishes, table_url)]):
        container.add_item(row)
    return Drawing(Panel(container), () if wishes.text_mode else ((FILE, data),))


def between_deals(
    words: Words,
    facts: TableFacts,
    view: View,
    image: tuple[ScoreSheet, bytes],
    table_url: str | None,
    wishes: Preferences = DEFAULTS,
    notes: Sequence[str] = (),
) -> Drawing:
    """What stands in the hand's place when no cards are held: the score, and what comes next; in text mode
    without the picture, after what has happened since. ``notes`` are what else is to be told."""
    assert view.seat is not None
    value, data = image
    seat = facts.seats[view.seat]
    state = in_text(phrases.state_line(words, view, facts.seats))
    lines = [f"**{words('hand.table', table=facts.id)}** · {state}"]
    if view.results and view.results[-1].points is not None:
        lines += deal_lines(words, facts, view)
    lines += notes
    container: ui.Container[Any] = ui.Container()
    if wishes.text_mode:
        told = map(in_text, sentences(words, replace(value, caption="")))
        lines = [*_since(words, facts, view), *lines, *told]
        container.add_item(ui.TextDisplay(telling.sheet_text(words, lines)))
    else:
        container.add_item(ui.TextDisplay("\n".join(lines)))
        container.add_item(picture("scores.png", alt_text(words, value)))
    buttons: list[ui.Button[Any]] = []
    if view.turn == AWAITS_DECK and facts.state is State.PLAYING and not seat.absent:
        buttons.append(next_deal(words, facts, waiting=seat.ready))
    if view.turn != OVER and seat.absent:
        buttons.append(button(words("button.back"), PressId("back", facts.id), GREEN))
    if facts.state is State.FINISHED:
        buttons.append(comfort.rematch(words, facts))
    buttons += comfort.emotes(words, facts)
    if table_url:
        buttons.append(link(words("button.table"), table_url))
    for row in even_rows(buttons):
        container.add_item(row)
    return Drawing(Panel(container), () if wishes.text_mode else (("scores.png", data),))


def deal_lines(words: Words, facts: TableFacts, view: View) -> list[str]:
    """What the last deal, which was scored, has brought, and how."""
    result = view.results[-1]
    lines = [words("deal.scored", points=in_text(phrases.result_points(words, result, facts.seats)))]
    return lines + [in_text(line) for line in face_of(view.rules).after_deal(words, result, facts.seats)]


def told_lines(words: Words, facts: TableFacts, view: View) -> list[str]:
    """What has been said and done in this deal, as far as its family of games tells it."""
    face = face_of(view.rules)
    told, aside = face.told(words, view, facts.seats), face.aside(words, view, facts.seats)
    return ([in_text(told)] if told else []) + (["-# " + in_text(aside)] if aside else [])


def next_deal(words: Words, facts: TableFacts, *, waiting: bool = False) -> ui.Button[Any]:
    """The button that says one is ready for the next deal."""
    label = words("button.ready") if waiting else words("button.next-deal")
    return button(label, PressId("ready", facts.id, facts.seq), GREEN, disabled=waiting)


def _headline(words: Words, facts: TableFacts, view: View, value: HandPicture, notes: Sequence[str]) -> str:
    lines = [*_call(words, facts, view, value.caption), *notes, *told_lines(words, facts, view)]
    lines.append("-# " + words("hand.table", table=facts.id))
    if view.tricks:
        lines.append("-# " + _last_trick(words, facts, view, value.style.index))
    return "\n".join(lines)


def _call(words: Words, facts: TableFacts, view: View, caption: str) -> list[str]:
    """Whose turn it is, and until when."""
    lines = [f"**{in_text(caption)}**"]
    if facts.seats[view.seat or 0].absent:
        lines = [f"**{words('hand.absent')}**"]
    if facts.state is State.ADJOURNED:
        lines = [f"**{words('table.adjourned')}**"]
    if facts.deadline is not None and view.turn == view.seat and facts.state is State.PLAYING:
        lines.append(words("hand.deadline", when=f"<t:{int(facts.deadline)}:R>"))
    return lines


def _told(
    words: Words, facts: TableFacts, view: View, value: HandPicture, notes: Sequence[str], room: int
) -> str:
    """The whole hand in words, what happened first."""
    call = _call(words, facts, view, value.caption)
    hand = [*map(in_text, telling.hand(words, view, facts.seats, replace(value, caption="")))]
    whole = "\n".join(hand)
    told = [line for line in told_lines(words, facts, view) if line not in whole]  # an auction tells it too
    table = "-# " + words("hand.table", table=facts.id)
    return telling.hand_text(words, [*_since(words, facts, view), *call, *notes, *hand, *told, table], room)


def _since(words: Words, facts: TableFacts, view: View) -> list[str]:
    """What has happened since the reader's last card, in one line."""
    happened = telling.since_text(words, view, facts.seats)
    return [happened] if happened else []


def _last_trick(words: Words, facts: TableFacts, view: View, index: Index) -> str:
    """Who took the last trick and what lay in it, since robots may have gone on already."""
    trick = view.tricks[-1]
    assert trick.winner is not None
    return words(
        "hand.last-trick",
        number=words.number(len(view.tricks)),
        name=in_text(facts.seats[trick.winner].name),
        cards=" ".join(phrases.card_token(card, index) for card in trick.cards),
    )


def _moves(
    words: Words, facts: TableFacts, view: View, value: HandPicture, look: Buttons
) -> list[ui.Item[Any]]:
    if view.turn != view.seat or facts.state is not State.PLAYING:
        return []
    if offered := cards_offered(view):
        in_order = [look.card(facts, card, offered[card]) for card in value.cards if card in offered]
        return [*rows(in_order, look.width)]
    groups = face_of(view.rules).choices(words, view, facts.seats)
    return [item for group in groups for item in _group(facts, group)]


def _group(facts: TableFacts, group: Group) -> list[ui.Item[Any]]:
    """One group of choices: a select, or rows of buttons below their heading."""
    if group.folded:
        first = ACTION_TEXTS[group.choices[0].action]
        options = [
            select_option(label=choice.label, value=ACTION_TEXTS[choice.action], emoji=_emoji(choice))
            for choice in group.choices
        ]
        return [select(PressId("choose", facts.id, facts.seq, first), group.heading, options)]
    heading = [ui.TextDisplay[Any](f"-# {group.heading}")] if group.heading else []
    return [*heading, *rows(_choice_button(facts, choice) for choice in group.choices)]


def _choice_button(facts: TableFacts, choice: Choice) -> ui.Button[Any]:
    style = STYLE_OF_SUIT[choice.suit] if choice.suit is not None else GREY if choice.quiet else BLUE
    press = PressId("act", facts.id, facts.seq, ACTION_TEXTS[choice.action])
    return button(choice.label, press, style, emoji=_emoji(choice))


def _emoji(choice: Choice) -> str | None:
    return phrases.SUIT_EMOJI[choice.suit] if choice.suit is not None else None


def _around(
    words: Words, facts: TableFacts, view: View, wishes: Preferences, table_url: str | None
) -> list[ui.Button[Any]]:
    buttons: list[ui.Button[Any]] = []
    if facts.seats[view.seat or 0].absent:
        buttons.append(button(words("button.back"), PressId("back", facts.id), GREEN))
    if facts.state is State.ADJOURNED:
        buttons.append(button(words("button.resume"), PressId("resume", facts.id), GREEN))
    buttons += [
        button(words("button.last-trick"), PressId("last-trick", facts.id), disabled=not view.tricks),
        button(words("button.scores"), PressId("scores", facts.id)),
        button(words("button.rules"), PressId("rules", facts.id)),
        *comfort.emotes(words, facts),
    ]
    if not wishes.text_mode:
        rows_word = words("button.one-row" if wishes.two_rows else "button.two-rows")
        buttons.append(button(rows_word, PressId("rows", facts.id, facts.seq)))
    if table_url:
        buttons.append(link(words("button.table"), table_url))
    return buttons


def ping(words: Words, facts: TableFacts, user_id: int, *, wished: bool) -> Drawing:
    """A call in the channel for somebody whom no direct message reaches, or who ``wished`` it so. It shows no
    card."""
    key = "hand.ping-here" if wished else "hand.ping"
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(words(key, mention=f"<@{user_id}>", table=facts.id)),
        ui.ActionRow(button(words("button.my-hand"), PressId("my-hand", facts.id), BLUE)),
    )
    return Drawing(Panel(container))

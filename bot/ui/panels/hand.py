"""A player's hand: the picture, what may be done now as buttons, and ways to everything around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.engine.actions import ACTION_TEXTS, is_play
from bot.engine.cards import CARD_NAMES, SUIT_LETTERS, SUIT_OF, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.pictures.values import HandPicture, ScoreSheet
from bot.tables.model import State, TableFacts
from bot.ui import ledgers, phrases
from bot.ui.alt import alt_text
from bot.ui.custom_ids import PressId
from bot.ui.panel import BLUE, GREEN, GREY, RED, Drawing, Panel, button, link, picture, rows, select
from bot.ui.scenes import hand_order
from bot.words.catalogue import Words
from bot.words.names import in_text

STYLE_OF_SUIT: Final = (GREEN, BLUE, RED, GREY)
MOST_BUTTONS: Final = 12
FILE: Final = "hand.png"


def hand(
    words: Words,
    facts: TableFacts,
    view: View,
    image: tuple[HandPicture, bytes],
    table_url: str | None,
    note: str = "",
) -> Drawing:
    """The hand of ``view.seat``, who alone may see this drawing."""
    assert view.seat is not None
    value, data = image
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(_headline(words, facts, view)),
        picture(FILE, alt_text(words, value)),
    )
    if note:
        container.add_item(ui.TextDisplay(note))
    for row in _moves(words, facts, view):
        container.add_item(row)
    container.add_item(ui.Separator())
    for row in rows(_around(words, facts, view, value.two_rows, table_url)):
        container.add_item(row)
    return Drawing(Panel(container), ((FILE, data),))


def between_deals(
    words: Words,
    facts: TableFacts,
    view: View,
    image: tuple[ScoreSheet, bytes],
    table_url: str | None,
) -> Drawing:
    """What stands in the hand's place when no cards are held: the score, and what comes next."""
    assert view.seat is not None
    value, data = image
    seat = facts.seats[view.seat]
    state = in_text(phrases.state_line(words, view, facts.seats))
    lines = [f"**{words('hand.table', table=facts.id)}** · {state}"]
    if view.results and view.results[-1].points is not None:
        scored = in_text(phrases.result_points(words, view.results[-1], facts.seats))
        lines.append(words("deal.scored", points=scored))
        if sold := phrases.sold_line(words, view.results[-1], facts.seats):
            lines.append(in_text(sold))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(lines)), picture("scores.png", alt_text(words, value))
    )
    buttons: list[ui.Button[Any]] = []
    if view.turn == AWAITS_DECK and facts.state is State.PLAYING and not seat.absent:
        buttons.append(next_deal(words, facts, waiting=seat.ready))
    if view.turn != OVER and seat.absent:
        buttons.append(button(words("button.back"), PressId("back", facts.id), GREEN))
    if table_url:
        buttons.append(link(words("button.table"), table_url))
    for row in rows(buttons):
        container.add_item(row)
    return Drawing(Panel(container), (("scores.png", data),))


def next_deal(words: Words, facts: TableFacts, *, waiting: bool = False) -> ui.Button[Any]:
    """The button that says one is ready for the next deal."""
    label = words("button.ready") if waiting else words("button.next-deal")
    return button(label, PressId("ready", facts.id, facts.seq), GREEN, disabled=waiting)


def _headline(words: Words, facts: TableFacts, view: View) -> str:
    seat = facts.seats[view.seat or 0]
    lines = [f"**{in_text(phrases.state_line(words, view, facts.seats))}**"]
    if seat.absent:
        lines = [f"**{words('hand.absent')}**"]
    if facts.state is State.ADJOURNED:
        lines = [f"**{words('table.adjourned')}**"]
    if facts.deadline is not None and view.turn == view.seat and facts.state is State.PLAYING:
        lines.append(words("hand.deadline", when=f"<t:{int(facts.deadline)}:R>"))
    if said := phrases.said_line(words, view, facts.seats):
        lines.append(in_text(said))
    if named := ledgers.named_line(words, view, facts.seats):
        lines.append("-# " + in_text(named))
    lines.append("-# " + words("hand.table", table=facts.id))
    if view.tricks:
        lines.append("-# " + _last_trick(words, facts, view))
    return "\n".join(lines)


def _last_trick(words: Words, facts: TableFacts, view: View) -> str:
    """Who took the last trick and what lay in it, since robots may have gone on already."""
    trick = view.tricks[-1]
    assert trick.winner is not None
    return words(
        "hand.last-trick",
        number=words.number(len(view.tricks)),
        name=in_text(facts.seats[trick.winner].name),
        cards=" ".join(phrases.card_token(words, card) for card in trick.cards),
    )


def _moves(words: Words, facts: TableFacts, view: View) -> list[ui.ActionRow[Any]]:
    if view.turn != view.seat or facts.state is not State.PLAYING:
        return []
    legal = members(view.legal)
    if view.phase == "play":
        playable = [card for card in hand_order(view) if view.legal >> card & 1]
        return rows([_card_button(words, facts, card) for card in playable])
    if len(legal) > MOST_BUTTONS:
        return _long_choice(words, facts, legal)
    return rows([_choice_button(words, facts, action) for action in legal])


def _card_button(words: Words, facts: TableFacts, card: int) -> ui.Button[Any]:
    return button(
        phrases.card_index(words, card),
        PressId("act", facts.id, facts.seq, f"play {CARD_NAMES[card]}"),
        STYLE_OF_SUIT[SUIT_OF[card]],
        emoji=phrases.SUIT_EMOJI[SUIT_OF[card]],
    )


def _choice_button(words: Words, facts: TableFacts, action: int) -> ui.Button[Any]:
    text = ACTION_TEXTS[action]
    verb, _, rest = text.partition(" ")
    emoji = phrases.SUIT_EMOJI[SUIT_LETTERS.index(rest)] if verb == "trump" and rest in SUIT_LETTERS else None
    style = STYLE_OF_SUIT[SUIT_LETTERS.index(rest)] if emoji else BLUE
    if verb in ("pass", "refuse"):
        style = GREY
    return button(
        phrases.action_name(words, action), PressId("act", facts.id, facts.seq, text), style, emoji=emoji
    )


def _long_choice(words: Words, facts: TableFacts, legal: Sequence[int]) -> list[ui.ActionRow[Any]]:
    """Many numbers are one select; the words among them stay buttons."""
    numbered = [action for action in legal if ACTION_TEXTS[action].partition(" ")[0] in ("bid", "offer")]
    others = [action for action in legal if action not in numbered and not is_play(action)]
    chooser = select(
        PressId("choose", facts.id, facts.seq),
        words("hand.choose"),
        [
            discord.SelectOption(label=phrases.action_name(words, action), value=ACTION_TEXTS[action])
            for action in numbered
        ],
    )
    return [chooser, *rows([_choice_button(words, facts, action) for action in others])]


def _around(
    words: Words, facts: TableFacts, view: View, two_rows: bool, table_url: str | None
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
        button(
            words("button.one-row" if two_rows else "button.two-rows"), PressId("rows", facts.id, facts.seq)
        ),
    ]
    if table_url:
        buttons.append(link(words("button.table"), table_url))
    return buttons


def ping(words: Words, facts: TableFacts, user_id: int) -> Drawing:
    """A call in the channel for somebody whom no direct message reaches. It shows no card."""
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(words("hand.ping", mention=f"<@{user_id}>", table=facts.id)),
        ui.ActionRow(button(words("button.my-hand"), PressId("my-hand", facts.id), BLUE)),
    )
    return Drawing(Panel(container))

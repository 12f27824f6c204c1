"""A player's hand: the picture, what may be done now as buttons, and ways to everything around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import (
    BLUE,
    GREEN,
    GREY,
    Drawing,
    Part,
    button,
    draw,
    picture,
    select,
    select_option,
)
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.engine.actions import ACTION_TEXTS
from bot.engine.game import AWAITS_DECK, OVER
from bot.pictures.style import Index
from bot.pictures.values import HandPicture, ScoreSheet
from bot.tables.model import State, TableFacts
from bot.tables.ui import footer as comfort
from bot.tables.ui.ending_panel import deal_lines
from bot.tables.ui.footer import AtTable, CardButtons, back, footer, hint, last_trick, more, resume, why
from bot.telling import phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.games.registry import teller_of
from bot.telling.games.teller import Choice, Folded
from bot.telling.phrases import relative
from bot.telling.reader import Reader, TablePerspective
from bot.words.names import in_text

FILE: Final = "hand.png"
SHEET_FILE: Final = "scores.png"


def hand(look: CardButtons, image: tuple[HandPicture, bytes], notes: Sequence[str] = ()) -> Drawing:
    """The hand of ``view.seat``, who alone may see this drawing: a line or two, the picture, what may be
    pressed, and the footer; in text mode the text alone. ``notes`` are what else is to be told."""
    sight, (value, data) = look.sight, image
    assert sight.view.seat is not None
    zone = look.zone(value.cards) or _choices(look)
    if sight.reader.preferences.text_mode:
        shown: list[Part] = [_told(sight, value, notes)]
    else:
        alt = alt_text(sight.words, value)
        shown = [*_headline(sight, value, alt, notes), picture(FILE, alt, data)]
    return draw(shown, zone, _wanted_now(look), footer(sight, aside=hint(sight)))


def between_deals(
    sight: TablePerspective,
    image: tuple[ScoreSheet | HandPicture, bytes],
    notes: Sequence[str] = (),
) -> Drawing:
    """What stands in the hand's place between two deals: what came of the last one, the score, and what comes
    next; with the table in place of the sheet as long as the deal's last trick is looked at; in text mode
    without the picture, after what has happened since. ``notes`` are what else is to be told."""
    words, view = sight.words, sight.view
    assert view.seat is not None
    value, data = image
    file = SHEET_FILE if isinstance(value, ScoreSheet) else FILE
    lines = [*(deal_lines(sight) if view.results else []), *notes, _between(sight)]
    if sight.reader.preferences.text_mode:
        told = map(in_text, sentences(words, replace(value, caption="")))
        shown: list[Part] = [telling.sheet_text(words, [*_since(sight), *lines, *told])]
    else:
        shown = [*lines, picture(file, alt_text(words, value), data)]
    return draw(shown, [*_next(sight), last_trick(sight), more(sight)])


def _next(sight: TablePerspective) -> list[ui.Button[Any]]:
    """What leads on from one deal to the next, for ``view.seat``."""
    view, facts = sight.view, sight.facts
    seat = sight.seats[view.seat or 0]
    found: list[ui.Button[Any]] = []
    if view.turn == AWAITS_DECK and facts.state is State.PLAYING and not seat.absent:
        found.append(next_deal(sight, waiting=seat.ready))
    if view.turn != OVER and seat.absent and not facts.time_up:
        found.append(back(sight))
    return found


def _between(sight: TablePerspective) -> str:
    """Which table this is, and whether anything goes on there."""
    words = sight.words
    said = [words("hand.table", table=sight.facts.id)]
    if sight.facts.state is State.ADJOURNED:
        said.append(words("table.paused" if sight.facts.is_paused else "table.adjourned"))
    return f"-# {' · '.join(said)}"


def told_lines(sight: TablePerspective, pictured: str = "") -> list[str]:
    """What has been said and done in this deal, as far as its family of games tells it, but for what the
    picture below says too, whose words are ``pictured``."""
    teller = teller_of(sight.view.rules)
    told, aside = teller.told(sight), teller.aside(sight)
    lines = [in_text(told)] if told not in pictured else []
    return lines + (["-# " + in_text(aside)] if aside else [])


def next_deal(sight: AtTable, *, waiting: bool = False) -> ui.Button[Any]:
    """The button that says one is ready for the next deal."""
    label = sight.words("button.ready") if waiting else sight.words("button.next-deal")
    return button(label, PressId("ready", on_table(sight.facts.id), sight.facts.seq), GREEN, disabled=waiting)


def _headline(sight: TablePerspective, value: HandPicture, alt: str, notes: Sequence[str]) -> list[str]:
    lines = [_call(sight, value.caption), *notes, *told_lines(sight, alt)]
    small = [sight.words("hand.table", table=sight.facts.id)]
    if sight.view.tricks:
        small.append(_last_trick(sight, value.style.index))
    return [*lines, "-# " + " · ".join(small)]


def _call(sight: TablePerspective, caption: str) -> str:
    """Whose turn it is, and until when."""
    words, facts = sight.words, sight.facts
    state = in_text(caption)
    if sight.seats[sight.view.seat or 0].absent:
        state = words("hand.time-up" if facts.time_up else "hand.absent")
    if facts.state is State.ADJOURNED:
        state = words("table.paused" if facts.is_paused else "table.adjourned")
    line = f"**{state}**"
    if facts.deadline is not None and sight.view.turn == sight.view.seat and facts.state is State.PLAYING:
        line += " · " + words("hand.deadline", when=relative(facts.deadline))
    return line


def _told(sight: TablePerspective, value: HandPicture, notes: Sequence[str]) -> str:
    """The whole hand in words, what happened first."""
    call = _call(sight, value.caption)
    hand = [*map(in_text, telling.hand(sight, replace(value, caption="")))]
    whole = "\n".join(hand)
    told = [line for line in told_lines(sight) if line not in whole]  # an auction tells it too
    table = "-# " + sight.words("hand.table", table=sight.facts.id)
    return telling.hand_text(sight.words, [*_since(sight), call, *notes, *hand, *told, table])


def _since(sight: TablePerspective) -> list[str]:
    """What has happened since the reader's last card, in one line."""
    happened = telling.since_text(sight)
    return [happened] if happened else []


def _last_trick(sight: TablePerspective, index: Index) -> str:
    """Who took the last trick and what lay in it, since robots may have gone on already."""
    trick = sight.view.tricks[-1]
    assert trick.winner is not None
    return sight.words(
        "hand.last-trick",
        number=sight.words.number(len(sight.view.tricks)),
        name=in_text(sight.seats[trick.winner].name),
        cards=" ".join(phrases.card_token(card, index) for card in trick.cards),
    )


def _choices(look: CardButtons) -> list[Part]:
    """What else than cards may be said."""
    sight = look.sight
    view = sight.view
    if view.turn != view.seat or sight.facts.state is not State.PLAYING:
        return []
    choices = teller_of(view.rules).choices(sight)
    buttons = [_choice_button(sight.facts, choice) for choice in choices.buttons]
    return [*buttons, *(_select(sight.facts, folded) for folded in choices.folded)]


def _select(facts: TableFacts, folded: Folded) -> Part:
    first = ACTION_TEXTS[folded.choices[0].action]
    options = [
        select_option(_label(choice), ACTION_TEXTS[choice.action], choice.about) for choice in folded.choices
    ]
    return select(PressId("choose", on_table(facts.id), facts.seq, (first,)), folded.heading, options)


def _choice_button(facts: TableFacts, choice: Choice) -> ui.Button[Any]:
    style = GREY if choice.quiet else BLUE
    press = PressId("act", on_table(facts.id), facts.seq, (ACTION_TEXTS[choice.action],))
    return button(_label(choice), press, style)


def _label(choice: Choice) -> str:
    return choice.label if choice.suit is None else f"{phrases.SUIT_SIGN[choice.suit]} {choice.label}"


def _wanted_now(look: CardButtons) -> list[ui.Button[Any]]:
    """What is not to be looked for behind *More*."""
    sight = look.sight
    found = [*why(sight), *comfort.own(look)]
    if sight.seats[sight.view.seat or 0].absent and not sight.facts.time_up:
        found.append(back(sight))
    if sight.facts.state is State.ADJOURNED and not sight.facts.is_paused:
        found.append(resume(sight))
    return found


def ping(reader: Reader, facts: TableFacts, *, wished: bool) -> Drawing:
    """A call in the channel for a reader whom no direct message reaches, or who ``wished`` it so. It shows no
    card."""
    assert reader.user_id is not None
    words = reader.words
    key = "hand.ping-here" if wished else "hand.ping"
    mine = button(words("button.my-hand"), PressId("my-hand", on_table(facts.id)), BLUE)
    return draw(words(key, mention=f"<@{reader.user_id}>", table=facts.id), mine)

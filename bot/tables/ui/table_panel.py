"""A table's message in its channel, also while what is played there is veiled; a player's hand, with what may
be done now as buttons; and short answers visible to one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from discord import Emoji, PartialEmoji, SelectOption, ui

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import (
    BLUE,
    FELT,
    GREEN,
    Drawing,
    Part,
    button,
    draw,
    link,
    picture,
    select,
    select_option,
)
from bot.discordkit.ports import on_table
from bot.engine.cards import ACTION_TEXTS
from bot.engine.game import AWAITS_DECK, OVER
from bot.pictures.style import Index
from bot.pictures.values import HandPicture, ScoreSheet, TablePicture, TrickPicture
from bot.tables.model import State, TableFacts
from bot.tables.ports import GameProgress
from bot.tables.ui import footer as comfort
from bot.tables.ui.ending_panel import SHEET_FILE, deal_line, deal_lines
from bot.tables.ui.footer import (
    AtTable,
    CardButtons,
    back,
    footer,
    hint,
    last_trick,
    more,
    my_hand,
    resume,
    scores,
    why,
)
from bot.telling import phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.games.registry import teller_of
from bot.telling.games.teller import NEEDED, Choice
from bot.telling.phrases import Reader, TableViewModel, relative
from bot.words.catalogue import Words, in_text

FILE: Final = "hand.png"
EQUAL_BUTTONS: Final = 5
"""So many choices are buttons, all alike. Of more, those that are not needed each time are in a select."""


def hand(look: CardButtons, image: tuple[HandPicture, bytes], notes: Sequence[str] = ()) -> Drawing:
    """The hand of ``view.seat``, who alone may see this drawing: a line or two, the picture, what may be
    pressed, and the footer; in text mode the text alone. ``notes`` are further lines."""
    model, (value, data) = look.model, image
    assert model.view.seat is not None
    zone = look.zone(value.cards) or _choices(look)
    if model.reader.preferences.text_mode:
        shown: list[Part] = [_in_words(model, value, notes)]
    else:
        alt = alt_text(model.words, value)
        shown = [*_headline(model, value, alt, notes), picture(FILE, alt, data)]
    return draw(shown, zone, _wanted_now(look), footer(model, aside=[*hint(model), *why(model)]))


def between_deals(
    model: TableViewModel,
    image: tuple[ScoreSheet | HandPicture, bytes],
    notes: Sequence[str] = (),
) -> Drawing:
    """What stands in the hand's place between two deals: what came of the last one, the score, and what comes
    next; with the table in place of the sheet as long as the deal's last trick is looked at; in text mode
    without the picture, after what has happened since. ``notes`` are further lines."""
    words, view = model.words, model.view
    assert view.seat is not None
    value, data = image
    file = SHEET_FILE if isinstance(value, ScoreSheet) else FILE
    lines = [*(deal_lines(model) if view.results else []), *notes, _between(model)]
    if model.reader.preferences.text_mode:
        described = map(in_text, sentences(words, replace(value, caption="")))
        shown: list[Part] = [telling.sheet_text(words, [*_since(model), *lines, *described])]
    else:
        shown = [*lines, picture(file, alt_text(words, value), data)]
    return draw(shown, [*_next(model), scores(model), more(model)])


def _next(model: TableViewModel) -> list[ui.Button[Any]]:
    """What leads on from one deal to the next, for ``view.seat``."""
    view, facts = model.view, model.facts
    seat = model.seats[view.seat or 0]
    found: list[ui.Button[Any]] = []
    if view.turn == AWAITS_DECK and facts.state is State.PLAYING and not seat.absent:
        found.append(next_deal(model, waiting=seat.ready))
    if view.turn != OVER and seat.absent and not facts.time_up:
        found.append(back(model))
    return found


def _between(model: TableViewModel) -> str:
    """Which table this is, and whether anything goes on there."""
    words = model.words
    said = [words("hand.table", table=model.facts.number)]
    if model.facts.state is State.ADJOURNED:
        said.append(words("table.paused" if model.facts.is_paused else "table.adjourned"))
    return f"-# {' · '.join(said)}"


def status_lines(model: TableViewModel, pictured: str = "") -> list[str]:
    """What has been said and done in this deal, as far as its family of games reports it, but for what
    the picture below says too, whose words are ``pictured``."""
    teller = teller_of(model.view.rules)
    status, aside = teller.status(model), teller.aside(model)
    lines = [in_text(status)] if status not in pictured else []
    return lines + (["-# " + in_text(aside)] if aside else [])


def next_deal(model: AtTable, *, waiting: bool = False) -> ui.Button[Any]:
    """The button that says one is ready for the next deal."""
    label = model.words("button.ready") if waiting else model.words("button.next-deal")
    return button(label, PressId("ready", on_table(model.facts.id), model.facts.seq), GREEN, disabled=waiting)


def _headline(model: TableViewModel, value: HandPicture, alt: str, notes: Sequence[str]) -> list[str]:
    lines = [_call(model, value.caption), *notes, *status_lines(model, alt)]
    small = [model.words("hand.table", table=model.facts.number)]
    if model.view.tricks:
        small.append(_last_trick(model, value.style.index))
    return [*lines, "-# " + " · ".join(small)]


def _call(model: TableViewModel, caption: str) -> str:
    """Whose turn it is, and until when."""
    words, facts = model.words, model.facts
    state = in_text(caption)
    if model.seats[model.view.seat or 0].absent:
        state = words("hand.time-up" if facts.time_up else "hand.absent")
    if facts.state is State.ADJOURNED:
        state = words("table.paused" if facts.is_paused else "table.adjourned")
    line = f"**{state}**"
    if facts.deadline is not None and model.view.turn == model.view.seat and facts.state is State.PLAYING:
        line += " · " + words("hand.deadline", when=relative(facts.deadline))
    return line


def _in_words(model: TableViewModel, value: HandPicture, notes: Sequence[str]) -> str:
    """The whole hand in words, what happened first."""
    call = _call(model, value.caption)
    hand = [*map(in_text, telling.hand(model, replace(value, caption="")))]
    whole = "\n".join(hand)
    status = [line for line in status_lines(model) if line not in whole]  # an auction says it too
    table = "-# " + model.words("hand.table", table=model.facts.number)
    return telling.hand_text(model.words, [*_since(model), call, *notes, *hand, *status, table])


def _since(model: TableViewModel) -> list[str]:
    """What has happened since the reader's last card, in one line."""
    happened = telling.since_text(model)
    return [happened] if happened else []


def _last_trick(model: TableViewModel, index: Index) -> str:
    """Who took the last trick and what lay in it, since robots may have gone on already."""
    trick = model.view.tricks[-1]
    assert trick.winner is not None
    return model.words(
        "hand.last-trick",
        number=model.words.number(len(model.view.tricks)),
        name=in_text(model.seats[trick.winner].name),
        cards=" ".join(phrases.card_token(card, index) for card in trick.cards),
    )


def _choices(look: CardButtons) -> list[Part]:
    """What else than cards may be said."""
    model = look.model
    view = model.view
    if view.turn != view.seat or model.facts.state is not State.PLAYING:
        return []
    every = teller_of(view.rules).choices(model)
    beside = [one for one in every if len(every) <= EQUAL_BUTTONS or one.action in NEEDED]
    options = [_option(look, one) for one in every if one not in beside]
    press = PressId("choose", on_table(model.facts.id), model.facts.seq)
    pick = select(press, model.words("choices.pick"), options)
    return [pick, *(_choice_button(look, one) for one in beside)]


def _option(look: CardButtons, choice: Choice) -> SelectOption:
    label, suit = _named(look, choice)
    option = select_option(label, ACTION_TEXTS[choice.action], choice.about)
    option.emoji = suit
    return option


def _choice_button(look: CardButtons, choice: Choice) -> ui.Button[Any]:
    facts, (label, suit) = look.model.facts, _named(look, choice)
    press = PressId("act", on_table(facts.id), facts.seq, (ACTION_TEXTS[choice.action],))
    return button(label, press, emoji=suit)


def _named(look: CardButtons, choice: Choice) -> tuple[str, Emoji | PartialEmoji | None]:
    """What a choice is called, and its suit, if it is no part of that."""
    if choice.suit is None or look.suits is None:
        sign = "" if choice.suit is None else f"{phrases.SUIT_SIGN[choice.suit]} "
        return sign + choice.label, None
    return choice.label, look.suits[choice.suit]


def _wanted_now(look: CardButtons) -> list[ui.Button[Any]]:
    """What is not to be looked for behind *More*."""
    model = look.model
    found = comfort.own(look)
    if model.seats[model.view.seat or 0].absent and not model.facts.time_up:
        found.append(back(model))
    if model.facts.state is State.ADJOURNED and not model.facts.is_paused:
        found.append(resume(model))
    return found


def ping(reader: Reader, facts: TableFacts, *, wished: bool) -> Drawing:
    """A call in the channel for a reader whom no direct message reaches, or who ``wished`` it so. It shows no
    card."""
    assert reader.user_id is not None
    words = reader.words
    key = "hand.ping-here" if wished else "hand.ping"
    mine = button(words("button.my-hand"), PressId("my-hand", on_table(facts.id)), BLUE)
    return draw(words(key, mention=f"<@{reader.user_id}>", table=facts.number), mine)


TABLE_FILE: Final = "table.png"


def table(
    model: TableViewModel,
    image: tuple[TablePicture, bytes],
    notes: Sequence[str] = (),
) -> Drawing:
    """The table while a deal is played. ``notes`` are further lines, for all."""
    words, view = model.words, model.view
    value, data = image
    lines = [f"**{teller_of(view.rules).heading(model)}** · {_turn(model)}"]
    lines += [*status_lines(model), *notes, *time_up(model)]
    lines += [f"-# {deal_line(model, number)}" for number in range(len(view.results))[-1:]]
    lines.append("-# " + words("table.footer", deal=phrases.deal_title(model), table=model.facts.number))
    if view.deal == 0 and not view.tricks:
        lines.append("-# " + _first_dealer(model))
    shown = picture(TABLE_FILE, alt_text(words, value), data)
    return draw(lines, shown, seat_buttons(model), footer(model, [my_hand(model)]), accent=FELT)


def _first_dealer(model: TableViewModel) -> str:
    """Who deals first, and by which draw (D6)."""
    key = "table.first-dealer"
    if model.view.rules.values.get("first-dealer") == "king-of-hearts":
        key = "table.first-dealer-king"
    return model.words(key, name=in_text(model.seats[model.view.dealer].name))


def deal_over(
    model: TableViewModel,
    image: tuple[ScoreSheet | TablePicture, bytes],
    notes: Sequence[str] = (),
) -> Drawing:
    """A deal that has just ended: who scored what, with the sheet so far, or with the table as long as its
    last trick is looked at. ``notes`` are further lines about it."""
    words = model.words
    value, data = image
    current = model.view.turn == AWAITS_DECK  # else the result is to come
    lines = [*deal_lines(model), *notes, *time_up(model)]
    if current:
        lines.append(waiting(model))
    file = SHEET_FILE if isinstance(value, ScoreSheet) else TABLE_FILE
    shown = picture(file, alt_text(words, value), data)
    ways = [next_deal(model), *seat_buttons(model), last_trick(model), more(model)] if current else None
    return draw(lines, shown, ways, accent=FELT)


def time_up(model: AtTable) -> list[str]:
    """That robots play to the end, where they do."""
    return [f"-# {model.words('table.time-up')}"] if model.facts.time_up else []


def _turn(model: TableViewModel) -> str:
    if model.facts.state is State.ADJOURNED:
        return phrases.adjourned_line(model.words, model.facts)
    return in_text(phrases.state_line(model))


def waiting(model: AtTable) -> str:
    """For whom the next deal waits."""
    words = model.words
    if model.facts.state is State.ADJOURNED:
        return phrases.adjourned_line(words, model.facts)
    names = [in_text(seat.name) for seat in model.facts.seats if not seat.played_by_robot and not seat.ready]
    text = words("deal.waiting", names=words.both(names)) if names else words("deal.dealing")
    if model.facts.deadline is not None:
        text += " " + words("deal.starts", when=relative(model.facts.deadline))
    return text


def seat_buttons(model: AtTable) -> list[ui.Button[Any]]:
    """What somebody has to decide for the game to go on as it should."""
    facts = model.facts
    buttons: list[ui.Button[Any]] = []
    if facts.time_up:
        return buttons
    if facts.state is State.ADJOURNED and not facts.is_paused:
        buttons.append(resume(model))
    if any(seat.absent for seat in facts.seats):
        buttons.append(back(model))
    if any(seat.played_by_robot for seat in facts.seats):
        buttons.append(button(model.words("button.sit-down"), PressId("sit-down", on_table(facts.id))))
    return buttons


@dataclass(frozen=True, slots=True)
class VeiledViewModel:
    """Such a table as its reader sees it."""

    reader: Reader
    facts: TableFacts
    progress: GameProgress

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words


def veiled_table(model: VeiledViewModel) -> Drawing:
    """Its message, and what stands in the place of the result until all is shown."""
    words, facts, progress = model.words, model.facts, model.progress
    heading = f"**{phrases.game_in_text(words, facts)}**"
    deal = words(
        "table.veiled-deal",
        number=words.number(progress.deal + 1),
        of=words.number(progress.deals),
        table=facts.number,
    )
    current = facts.state in (State.PLAYING, State.ADJOURNED)
    waits = facts.state is State.PLAYING and progress.turn == AWAITS_DECK
    state = _state(model) if current else words("state.over")
    lines = [f"{heading} · {state}", f"-# {words('table.veiled')}"]
    if current:
        lines += [*time_up(model), f"-# {deal}"]
    ready = [next_deal(model)] if waits else []
    ways = [*ready, *seat_buttons(model), my_hand(model), more(model)] if current else None
    return draw(lines, ways, accent=FELT)


def _state(model: VeiledViewModel) -> str:
    words, facts = model.words, model.facts
    if model.progress.turn == AWAITS_DECK:
        return waiting(model)
    if facts.state is State.ADJOURNED:
        return phrases.adjourned_line(words, facts)
    return words("table.veiled-turn", name=in_text(facts.seats[model.progress.turn].name))


def shown_picture(
    words: Words, value: TrickPicture | ScoreSheet, data: bytes, below: Sequence[ui.Button[Any]] = ()
) -> Drawing:
    """The last trick or the score sheet; ``below`` is what may be pressed there."""
    name = "trick.png" if isinstance(value, TrickPicture) else "scores.png"
    return draw(picture(name, alt_text(words, value), data), below)


def described_picture(
    words: Words, value: TrickPicture | ScoreSheet, below: Sequence[ui.Button[Any]] = ()
) -> Drawing:
    """The same in words."""
    return draw(telling.picture_text(words, value), below)


def table_line(words: Words, facts: TableFacts, url: str | None) -> str:
    """One table in a list."""
    names = words.both(in_text(seat.name) for seat in facts.seats) if facts.seats else ""
    heading = words("list.table", table=facts.number, preset=phrases.game_in_text(words, facts))
    if url:
        heading = f"[{heading}]({url})"
    state = words(f"list.{facts.state.value}")
    if facts.state is State.LOBBY and facts.seats_given:
        state = words("list.given")
    elif facts.state is State.LOBBY:
        state = words.count("lobby.waiting", facts.players - len(facts.seats))
    return words("list.line", table=heading, state=state, names=names)


def tables(words: Words, lines: Sequence[str]) -> Drawing:
    """The tables of a server."""
    return draw([f"### {words('list.title')}", *(lines or [words("list.none")])])


def no_hand(words: Words, facts: TableFacts, url: str | None) -> Drawing:
    """To who asks for a hand and has none: to watch, or to take a seat where one is free; of a lobby, the way
    there."""
    buttons: list[ui.Button[Any]] = []
    if facts.state is State.LOBBY:
        buttons += [link(words("button.table"), url)] if url else []
    else:
        buttons.append(button(words("button.watch"), PressId("watch", on_table(facts.id)), BLUE))
        buttons += sit_down(words, facts)
    return draw(words("hand.none", table=facts.number), buttons)


def sit_down(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """*Take a seat*, where a robot plays one."""
    if facts.is_private or facts.time_up or not any(seat.played_by_robot for seat in facts.seats):
        return []
    return [button(words("button.sit-down"), PressId("sit-down", on_table(facts.id)), GREEN)]


def watched(model: TableViewModel, value: TablePicture | ScoreSheet, data: bytes) -> Drawing:
    """The table as somebody sees it who has no seat there, in their own words; in text mode without the
    picture."""
    words, facts = model.words, model.facts
    head = f"**{words('hand.watching', table=facts.number)}** · {in_text(phrases.state_line(model))}"
    alt = alt_text(words, value)
    text_mode = model.reader.preferences.text_mode
    buttons = [
        button(words("button.look-again"), PressId("watch", on_table(facts.id))),
        button(words("button.scores"), PressId("scores", on_table(facts.id))),
        *sit_down(words, facts),
    ]
    return draw(head, in_text(alt) if text_mode else picture("table.png", alt, data), buttons)


def seat_choice(words: Words, facts: TableFacts) -> Drawing:
    """Which robot's or absent player's seat to take."""
    choices = [
        select_option(
            label=words("seat.choice", number=number + 1, name=seat.name),
            value=str(number),
            description=words("seat.away") if seat.absent else phrases.robot_level(words, seat.robot),
        )
        for number, seat in enumerate(facts.seats)
        if seat.played_by_robot
    ]
    heading = words("more.table", table=facts.number, preset=phrases.game_in_text(words, facts))
    seats = select(PressId("take-seat", on_table(facts.id)), words("seat.which"), choices)
    return draw(f"**{heading}**", seats)

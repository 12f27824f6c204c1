"""The end of a deal and of a game, and what it was to a league; and what shows that nobody chose the cards
(docs/dealing.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.interactions import PressId
from bot.discordkit.pages import BUTTONS, LINE, SELECT, shelves, turning
from bot.discordkit.panel import (
    GOLD,
    Drawing,
    Part,
    attached,
    button,
    draw,
    link,
    picture,
    select,
    select_option,
)
from bot.discordkit.ports import on_league, on_table
from bot.leagues.model import Gain, TableOfLeague
from bot.leagues.season_words import counts_for, gain_line
from bot.pictures.values import PodiumPicture, ScoreSheet, TrickPicture
from bot.tables.model import State, TableFacts
from bot.tables.recovery import Checked
from bot.tables.ui import footer as comfort
from bot.tables.ui.footer import replay, review
from bot.telling import ending, phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.ending import headline
from bot.telling.games.registry import teller_of
from bot.telling.phrases import TableViewModel
from bot.words.catalogue import Words, in_text

COMMAND: Final = "python -m bot verify"


@dataclass(frozen=True, slots=True)
class Opened:
    """What may be revealed once a game is over: its secret in hexadecimal, its record, what a check of it has
    found, and where anybody can check it in a browser, if there is such a page."""

    secret: str = field(repr=False)
    record: bytes = field(repr=False)
    checked: Checked
    page: str | None = None


def way_in(words: Words, table_id: int) -> ui.Button[Any]:
    """The button that opens it."""
    return button(words("button.fair"), PressId("fair", on_table(table_id)))


def fair(words: Words, facts: TableFacts, opened: Opened | None) -> Drawing:
    """What is proved and how it stands; ``opened`` is None as long as the game goes on."""
    details = [words("fair.seal", seal=facts.commitment)]
    if presses := _presses(facts):
        details.append(words("fair.presses", presses=", ".join(map(str, presses))))
    if opened is None:
        later = "fair.daily" if facts.is_daily else "fair.veiled" if facts.veiled else "fair.later"
        return draw(_text(words, words(later), details))
    name = f"hartenheer-{facts.id}.king"
    details.append(words("fair.secret", secret=opened.secret))
    details.append(words("fair.command", command=f"{COMMAND} {name}"))
    way = [link(words("button.verify"), opened.page)] if opened.page else []
    return draw(_text(words, _found(words, opened.checked), details), attached(name, opened.record), way)


def _presses(facts: TableFacts) -> list[int]:
    """By which presses people joined, so far or as play began with them."""
    return [*facts.press_ids] or [seat.press_id for seat in facts.seats if seat.press_id is not None]


def _text(words: Words, standing: str, details: list[str]) -> str:
    small = [f"-# {line}" for line in details]
    return "\n".join([f"### {words('fair.title')}", words("fair.about"), f"**{standing}**", *small])


def _found(words: Words, checked: Checked) -> str:
    if checked.problem:
        return words(f"fair.wrong.{checked.problem}", line=checked.line)
    return words.count("fair.checked", checked.decks)


def record(model: TableViewModel, number: int) -> Drawing:
    """A page of a game's deals that are over, a line and a way to each; ``number`` is of the page, from 0,
    the last where there are not as many."""
    words, facts = model.words, model.facts
    lines = [deal_line(model, one) for one in range(len(model.view.results))]
    pages = shelves(lines, LINE + SELECT + 2 * BUTTONS)
    number = min(number, len(pages) - 1)
    heading = words("more.table", table=facts.number, preset=phrases.game_in_text(words, facts))
    pick = select(
        PressId("deal-pick", on_table(facts.id)),
        words("record.pick"),
        [_option(model, one) for one in pages[number]],
    )
    turn = partial(PressId, "deals-page", on_table(facts.id))
    turns = turning(lambda to: turn(values=(str(to),)), number, len(pages))
    ways = [*turns, comfort.scores(model), way_in(words, facts.id)]
    return draw([f"**{heading}**", *(lines[one] for one in pages[number])], pick, ways)


def deal_line(model: TableViewModel, number: int) -> str:
    """What became of a deal, by its number in ``view.results``."""
    words, result = model.words, model.view.results[number]
    text = headline(model, number)
    if result.points is not None:
        text = words("record.scored", headline=text, points=phrases.result_points(model, result))
    return words("record.deal", number=words.number(result.deal + 1), result=in_text(text))


def _option(model: TableViewModel, number: int) -> discord.SelectOption:
    words, result = model.words, model.view.results[number]
    label = words("record.option", number=words.number(result.deal + 1))
    return select_option(label, str(number), headline(model, number))


def deal_look(
    model: TableViewModel, sheet: tuple[ScoreSheet, bytes], trick: tuple[TrickPicture, bytes] | None
) -> Drawing:
    """A deal looked at again by one reader: ``model`` as it was when it had just ended, the sheet then, and
    its last trick where it had one; in text mode without the pictures."""
    words = model.words
    shown = [(*sheet, "scores.png"), *([(*trick, "trick.png")] if trick is not None else [])]
    line = deal_line(model, len(model.view.results) - 1)
    if model.reader.preferences.text_mode:
        texts = [telling.picture_text(words, value) for value, _, _ in shown]
        return draw(telling.sheet_text(words, [line, *texts]))
    pictures = [picture(name, alt_text(words, value), data) for value, data, name in reversed(shown)]
    return draw(line, pictures)


@dataclass(frozen=True, slots=True)
class LeagueEnd:
    """What the end of a game is to its league: what it did to its members, ``own`` being what the season
    knows the reader by, None for who is no member, and for everybody."""

    of: TableOfLeague
    gains: Sequence[Gain]
    own: str | None = None


def end_lines(words: Words, end: LeagueEnd, *, is_brief: bool = False) -> list[str]:
    """A line a member, the reader's own first, and what the game counted for: in small print but for one's
    own, so that five of them leave room for the picture. With ``is_brief``, where that names the league
    already, what it counted for is said only where it did nothing to anybody."""
    own = [f"**{gain_line(words, one)}**" for one in end.gains if one.member == end.own]
    others = [f"-# {gain_line(words, one)}" for one in end.gains if one.member != end.own]
    lines = [*own, *others]
    return lines if lines and is_brief else [*lines, f"-# {counts_for(words, end.of)}"]


def standings_button(words: Words, of: TableOfLeague) -> ui.Button[Any]:
    """The standings of the season that the game counts in."""
    press = PressId("league-standings", on_league(of.league.id), values=(str(of.season.id),))
    return button(words("button.standings"), press)


FILE: Final = "podium.png"
SHEET_FILE: Final = "scores.png"


def deal_lines(model: TableViewModel) -> list[str]:
    """What happened in the last deal, what it brought, and, in small print, what that is made of."""
    words, result = model.words, model.view.results[-1]
    number = words.number(result.deal + 1)
    lines = [f"**{in_text(headline(model, -1))}**"]
    if result.points is None:
        again = words("deal.thrown-in", number=number, name=in_text(model.seats[result.dealer].name))
        return [*lines, f"-# {again}"]
    contract = phrases.contract_name(words, result.contract, result.trump)
    after = [*map(in_text, teller_of(model.view.rules).after_deal(model, result))]
    if any(result.points) or not after:  # else what it is made of says that there is nothing
        lines.append(in_text(phrases.result_points(model, result)))
    made_of = [words("deal.over", number=number, contract=contract), *after]
    return [*lines, f"-# {' · '.join(made_of)}"]


def game_over(
    model: TableViewModel,
    image: tuple[ScoreSheet, bytes],
    notes: Sequence[str] = (),
    league: LeagueEnd | None = None,
) -> Drawing:
    """The end of the game, to everybody, with the sheet. ``notes`` are further lines about it,
    ``league`` what it was to a league."""
    game = phrases.game_in_text(model.words, model.facts)
    lines = [f"### {model.words('game.over', preset=game)}", _won(model), *_cut_short(model)]
    lines += [*notes, *_in_league(model, league)]
    sheet = picture(SHEET_FILE, alt_text(model.words, image[0]), image[1])
    return draw(lines, sheet, _buttons(model, league), accent=GOLD)


def hand_over(
    model: TableViewModel,
    image: tuple[PodiumPicture, bytes],
    table_url: str | None,
    notes: Sequence[str] = (),
    league: LeagueEnd | None = None,
) -> Drawing:
    """The end of the game in the hand of ``view.seat``, with what it is to them; in text mode without the
    picture, after what has happened since. ``notes`` are further lines, ``league`` what it was to
    a league."""
    words, view = model.words, model.view
    assert view.seat is not None
    value, data = image
    place, *deals = map(in_text, ending.own_lines(model, view.seat))
    lines = [_won(model), f"**{place}**", *(f"-# {line}" for line in deals), *_cut_short(model)]
    lines += [*_memorable(model), *notes]
    lines += _in_league(model, league)
    table = f"-# {words('hand.table', table=model.facts.number)} · {words('state.over')}"
    shown: list[Part]
    if model.reader.preferences.text_mode:
        described = map(in_text, sentences(words, replace(value, title="", subtitle="")))
        since = filter(None, [telling.since_text(model)])
        shown = [telling.sheet_text(words, [*since, *lines, *described, table])]
    else:
        shown = [*lines, table, picture(FILE, alt_text(words, value), data)]
    way = [link(words("button.table"), table_url)] if table_url else []
    return draw(shown, [*_buttons(model, league), *way], accent=GOLD, final=not model.facts.veiled)


def broken_off(model: TableViewModel) -> Drawing:
    """A table that was closed before its game had ended: nobody has won."""
    words, view = model.words, model.view
    lines = [words("table.closed", table=model.facts.number), _so_far(model, "ending.broken-off")]
    if any(result.points is not None for result in view.results):
        lines.append(in_text(phrases.points_line(model, view.points)))
    table = model.facts.id
    reviewing = review(words, table, model.facts.preset) if any(one.points for one in view.results) else []
    deals = [comfort.deals(model)] if view.results else []
    row = ui.ActionRow(*deals, replay(words, table), *reviewing, way_in(words, table))
    return draw(lines, row, final=True)


def gone(words: Words, facts: TableFacts) -> Drawing:
    """A table that was closed before play began, or parked because its log no longer replays."""
    key = "table.parked" if facts.state is State.PARKED else "table.closed"
    return draw(words(key, table=facts.number), final=True)


def _so_far(model: TableViewModel, key: str) -> str:
    """How many deals were scored, of how many."""
    words, view = model.words, model.view
    played = sum(result.points is not None for result in view.results)
    return words(key, played=words.number(played), of=words.number(view.deals))


def _cut_short(model: TableViewModel) -> list[str]:
    return [f"-# {_so_far(model, 'ending.cut-short')}"] if model.facts.is_cut_short else []


def _won(model: TableViewModel) -> str:
    first = ending.winners(model)
    names = model.words.both(in_text(model.seats[seat].name) for seat in first)
    points = model.words.count("count.points", max(model.view.points))
    return model.words.count("game.won", len(first), names=names, points=points)


def _memorable(model: TableViewModel) -> list[str]:
    trick = ending.trick_line(model)
    return [f"-# {in_text(trick)}"] if trick else []


def _in_league(model: TableViewModel, league: LeagueEnd | None) -> list[str]:
    if league is None:
        return []
    return end_lines(model.words, league, is_brief=not model.reader.preferences.text_mode)


def _buttons(model: TableViewModel, league: LeagueEnd | None) -> list[ui.Button[Any]]:
    words, own, table = model.words, model.view.seat is not None, model.facts.id
    still_played = model.facts.is_daily and model.facts.veiled  # by others: nobody may look at it again yet
    again = [comfort.deals(model), replay(words, table), *review(words, table, model.facts.preset)]
    return [
        comfort.daily_result(model) if model.facts.is_daily else comfort.rematch(model),
        *([comfort.scores(model)] if own else []),
        *([] if league is None else [standings_button(words, league.of)]),
        *(() if still_played else again),
        *([way_in(words, table)] if own else []),
    ]

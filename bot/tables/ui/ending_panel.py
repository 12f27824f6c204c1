"""The end of a deal and of a game, and what it was to a league; and what shows that nobody chose the cards
(docs/dealing.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.panel import (
    FELT,
    GOLD,
    OPTIONS_MOST,
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
from bot.discordkit.press_ids import PressId
from bot.leagues.closing_words import counts_for, gain_line
from bot.leagues.model import Gain, TableOfLeague
from bot.pictures.values import PodiumPicture, ScoreSheet, TrickPicture
from bot.tables.model import UNFINISHED, State, TableFacts
from bot.tables.recovery import Checked
from bot.tables.ui import footer as comfort
from bot.tables.ui.footer import replay, review
from bot.telling import ending, phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.ending import headline
from bot.telling.fitting import TEXT_LONGEST, fitting_last
from bot.telling.games.registry import teller_of
from bot.telling.reader import TableViewModel
from bot.words.catalogue import Words
from bot.words.names import in_text

COMMAND: Final = "python -m bot verify"


@dataclass(frozen=True, slots=True)
class Opened:
    """What may be told once a game is over: its secret in hexadecimal, its record, what a check of it has
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


SELECTS: Final = 4  # of a record: the newest hundred deals can be looked at


def running_record(model: TableViewModel) -> Drawing:
    """What the lobby's message has become: which game it is, a line for each deal that is over, and a way to
    each of them."""
    words, facts = model.words, model.facts
    head = words("lobby.started", preset=phrases.game_in_text(words, facts), table=facts.id)
    lines = [deal_line(model, number) for number in range(len(model.view.results))]
    told = fitting_last(lines, TEXT_LONGEST - len(head) - 1, words("record.earlier"), between="\n")
    return draw([head, told], _selects(model), final=facts.state not in UNFINISHED)


def folded(model: TableViewModel, number: int, *, final: bool) -> Drawing:
    """A deal that is over, by its number in ``view.results``, in one line."""
    look = PressId("deal-look", on_table(model.facts.id), values=(str(number),))
    way = button(model.words("button.deal-look"), look)
    return draw(deal_line(model, number), way, accent=FELT, final=final)


def deal_line(model: TableViewModel, number: int) -> str:
    """What became of a deal, by its number in ``view.results``."""
    words, result = model.words, model.view.results[number]
    told = headline(model, number)
    if result.points is not None:
        told = words("record.scored", headline=told, points=phrases.result_points(model, result))
    return words("record.deal", number=words.number(result.deal + 1), result=in_text(told))


def _selects(model: TableViewModel) -> Iterator[Part]:
    """Each deal that is over, to be looked at; the newest where there are too many."""
    words, results = model.words, model.view.results
    first = max(0, len(results) - OPTIONS_MOST * SELECTS)
    for start in range(first, len(results), OPTIONS_MOST):
        numbers = range(start, min(start + OPTIONS_MOST, len(results)))
        options = [_option(model, number) for number in numbers]
        press = PressId("deal-pick", on_table(model.facts.id), values=(str(start),))
        yield select(press, words("record.pick"), options)


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
        told = [telling.picture_text(words, value) for value, _, _ in shown]
        return draw(telling.sheet_text(words, [line, *told]))
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
    already, what it counted for is told only where it did nothing to anybody."""
    own = [f"**{gain_line(words, one)}**" for one in end.gains if one.member == end.own]
    others = [f"-# {gain_line(words, one)}" for one in end.gains if one.member != end.own]
    told = [*own, *others]
    return told if told and is_brief else [*told, f"-# {counts_for(words, end.of)}"]


def standings_button(words: Words, of: TableOfLeague) -> ui.Button[Any]:
    """The standings of the season that the game counts in."""
    press = PressId("league-standings", on_league(of.league.id), values=(str(of.season.id),))
    return button(words("button.standings"), press)


FILE: Final = "podium.png"

Image = tuple[PodiumPicture, bytes]


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
    model: TableViewModel, image: Image, notes: Sequence[str] = (), league: LeagueEnd | None = None
) -> Drawing:
    """The end of the game, to everybody. ``notes`` are what else is to be told of it, ``league`` what it was
    to a league."""
    game = phrases.game_in_text(model.words, model.facts)
    lines = [f"### {model.words('game.over', preset=game)}", _won(model), *_cut_short(model)]
    lines += [*_memorable(model), *notes]
    lines += _in_league(model, league)
    podium = picture(FILE, alt_text(model.words, image[0]), image[1])
    return draw(lines, podium, _buttons(model, league), accent=GOLD)


def hand_over(
    model: TableViewModel,
    image: Image,
    table_url: str | None,
    notes: Sequence[str] = (),
    league: LeagueEnd | None = None,
) -> Drawing:
    """The end of the game in the hand of ``view.seat``, with what it is to them; in text mode without the
    picture, after what has happened since. ``notes`` are what else is to be told, ``league`` what it was to a
    league."""
    words, view = model.words, model.view
    assert view.seat is not None
    value, data = image
    place, *deals = map(in_text, ending.own_lines(model, view.seat))
    lines = [_won(model), f"**{place}**", *(f"-# {line}" for line in deals), *_cut_short(model)]
    lines += [*_memorable(model), *notes]
    lines += _in_league(model, league)
    table = f"-# {words('hand.table', table=model.facts.id)} · {words('state.over')}"
    shown: list[Part]
    if model.reader.preferences.text_mode:
        told = map(in_text, sentences(words, replace(value, title="", subtitle="")))
        since = filter(None, [telling.since_text(model)])
        shown = [telling.sheet_text(words, [*since, *lines, *told, table])]
    else:
        shown = [*lines, table, picture(FILE, alt_text(words, value), data)]
    way = [link(words("button.table"), table_url)] if table_url else []
    return draw(shown, [*_buttons(model, league), *way], accent=GOLD, final=not model.facts.veiled)


def broken_off(model: TableViewModel) -> Drawing:
    """A table that was closed before its game had ended: nobody has won."""
    words, view = model.words, model.view
    lines = [words("table.closed", table=model.facts.id), _so_far(model, "ending.broken-off")]
    if any(result.points is not None for result in view.results):
        lines.append(in_text(phrases.points_line(model, view.points)))
    table = model.facts.id
    reviewing = review(words, table, model.facts.preset) if any(one.points for one in view.results) else []
    row = ui.ActionRow(replay(words, table), *reviewing, way_in(words, table))
    return draw(lines, row, final=True)


def gone(words: Words, facts: TableFacts) -> Drawing:
    """A table that was closed before play began, or parked because its log no longer replays."""
    key = "table.parked" if facts.state is State.PARKED else "table.closed"
    return draw(words(key, table=facts.id), final=True)


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
    points = model.words.points(max(model.view.points))
    return model.words.count("game.won", len(first), names=names, points=points)


def _memorable(model: TableViewModel) -> list[str]:
    trick = ending.trick_line(model)
    return [f"-# {in_text(trick)}"] if trick else []


def _in_league(model: TableViewModel, league: LeagueEnd | None) -> list[str]:
    if league is None:
        return []
    is_hand_with_picture = model.view.seat is not None and not model.reader.preferences.text_mode
    return end_lines(model.words, league, is_brief=is_hand_with_picture)


def _buttons(model: TableViewModel, league: LeagueEnd | None) -> list[ui.Button[Any]]:
    words, table = model.words, on_table(model.facts.id)
    others_play = model.facts.is_daily and model.facts.veiled  # nobody may look at it again yet
    return [
        comfort.daily_result(model) if model.facts.is_daily else comfort.rematch(model),
        button(words("button.last-trick"), PressId("last-trick", table)),
        button(words("button.scores"), PressId("scores", table)),
        *([] if league is None else [standings_button(words, league.of)]),
        *([] if others_play else [replay(words, table.id), *review(words, table.id, model.facts.preset)]),
        way_in(words, table.id),
    ]

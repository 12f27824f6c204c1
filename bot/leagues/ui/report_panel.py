"""A game on paper: the form it is typed into, what is wrong with it, how it looks before it is sent, and the
message in which its players say that it is right.

What was typed stands in a panel as it was typed, or in a file on it where it is long, and is read from there
again: so nothing is lost by a mistake, nor by a restart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.forms import InputForm, field, text_field
from bot.discordkit.interactions import PressId, fit_for_id
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Drawing,
    attached,
    button,
    draw,
    select,
    select_option,
)
from bot.discordkit.ports import on_league
from bot.leagues.bringing import FREE, DatedPaperGame, Stand, StandingChange, Typed
from bot.leagues.correction_words import paper_fault
from bot.leagues.model import League, Report
from bot.leagues.paper.sheet import LONGEST
from bot.leagues.paper.typed import Fault
from bot.leagues.season.model import Holder, Night, SeatKind
from bot.leagues.standings_words import score_text
from bot.telling import phrases
from bot.telling.phrases import fitting
from bot.words.catalogue import Words, in_text

SHOWN_LONGEST: Final = 2000
"""Characters of a sheet with which a panel still has room for what is wrong; a longer one is a file."""
SHEET_FILE: Final = "game-on-paper.txt"
FILE_LARGEST: Final = 4 * LONGEST
"""Bytes: as many as its characters can take."""
DAY_LETTERS: Final = 60
"""Of a date, as it is typed."""
DAY_KEPT: Final = 26
"""The same of one that was typed wrong, as the id of a button carries it."""
REASON_LONGEST: Final = 300
FAULTS_LONGEST: Final = 1200

_FENCE: Final = "```"


# Typing


def report_form(
    words: Words, league: League, nights: Mapping[str, Night], typed: Typed, today: date
) -> InputForm:
    """Asks for a game."""
    sheet = text_field(
        "text",
        words("report.sheet"),
        words("report.sheet.about"),
        default=typed.text,
        longest=LONGEST,
        paragraph=True,
        placeholder=words("report.example"),
    )
    night = [field(words("report.night"), "", _nights(words, nights, typed.night))] if nights else []
    day = text_field(
        "day",
        words("report.day"),
        words("report.day.about"),
        default=typed.day or today.isoformat(),
        longest=DAY_LETTERS,
        required=False,
    )
    return InputForm(words("report.title"), PressId("report-typed", on_league(league.id)), sheet, *night, day)


def _nights(words: Words, nights: Mapping[str, Night], chosen: str) -> ui.Select[Any]:
    named = {FREE: words("report.free"), **{key: _night(words, key, one) for key, one in nights.items()}}
    return ui.Select(
        custom_id="night",
        options=[select_option(name, key, default=key == chosen) for key, name in named.items()],
    )


def _night(words: Words, key: str, night: Night) -> str:
    """«Night of 8 September 2026 (2)»."""
    name, number = words("standings.night", date=words.date(night.date)), int(key.rpartition(".")[2])
    return f"{name} ({words.number(number + 1)})" if number else name


def reason_form(words: Words, press: PressId) -> InputForm:
    """Asks what is wrong with a game."""
    reason = text_field("reason", words("report.wrong.what"), longest=REASON_LONGEST, paragraph=True)
    to = PressId("report-reason", press.subject, values=press.values)
    return InputForm(words("report.wrong.title"), to, reason)


# Before it is sent


def as_typed(text: str) -> str:
    """A sheet as it can stand in a block of code."""
    return "\n".join(line.rstrip() for line in text.replace("`", "'").strip().splitlines())


@dataclass(frozen=True, slots=True)
class SheetFile:
    """Where a sheet is that is too long for its panel."""

    url: str


def typed_on(message: discord.Message | None) -> str | SheetFile | None:
    """The sheet, as the panel that was pressed shows it, or the file that it is; None where it shows none."""
    for one in _parts(message.components if message is not None else ()):
        if isinstance(one, discord.FileComponent) and one.name == SHEET_FILE:
            return SheetFile(one.media.url) if (one.size or 0) <= FILE_LARGEST else None
        text = one.content if isinstance(one, discord.TextDisplay) else ""
        if text.startswith(f"{_FENCE}\n") and text.endswith(f"\n{_FENCE}"):
            return text[len(_FENCE) + 1 : -len(_FENCE) - 1]
    return None


def _parts(components: Sequence[Any]) -> Iterator[Any]:
    for one in components:
        yield one
        yield from _parts(getattr(one, "children", ()))


def wrong(words: Words, league: League, typed: Typed, faults: Sequence[Fault]) -> Drawing:
    """All that is wrong with what was typed."""
    lines = [f"- {paper_fault(words, one)}" for one in faults]
    listed = fitting(lines, FAULTS_LONGEST, words("report.more-faults"), between="\n")
    heading = f"### {words('report.wrong-heading', league=in_text(league.name))}\n{listed}"
    return _panel(words, league, typed, heading, words("report.nothing-lost"))


def preview(
    words: Words, league: League, typed: Typed, dated: DatedPaperGame, moved: Sequence[StandingChange]
) -> Drawing:
    """A game as it would be sent. A date is kept as what it means today."""
    typed = typed._replace(day=dated.day.isoformat()) if dated.night is None else typed
    paper = dated.paper
    names = dict(zip((one.id for one in paper.holders), paper.names, strict=True))
    lines = [
        f"### {words('report.heading', league=in_text(league.name))}",
        when(words, dated.night, dated.day),
        seats(words, paper.holders, paper.points, names),
        _checked(words, dated),
    ]
    if paper.guests:
        new = words.both(in_text(one.name) for one in paper.guests)
        lines.append(f"-# {words('report.new-guests', names=new)}")
    lines.append(changes(words, moved, names))
    text = "\n".join(lines)
    send = button(words("button.send"), _draft("report-send", league, typed), GREEN)
    return _panel(words, league, typed, text, words("report.as-typed"), send)


def _checked(words: Words, dated: DatedPaperGame) -> str:
    paper = dated.paper
    if paper.deals:
        return f"-# {words.count('report.deals-add-up', len(paper.deals))}"
    if paper.sum is None:
        return f"-# {words('report.totals')}"
    return f"-# {words('report.totals-add-up', sum=words.points(paper.sum))}"


def _panel(
    words: Words, league: League, typed: Typed, text: str, note: str, *first: ui.Button[Any]
) -> Drawing:
    edit = button(words("button.edit"), _draft("report-edit", league, typed), GREY if first else BLUE)
    drop = button(words("button.not"), _draft("report-not", league, typed))
    sheet = as_typed(typed.text)
    kept = f"{_FENCE}\n{sheet}\n{_FENCE}"
    shown = kept if len(sheet) <= SHOWN_LONGEST else attached(SHEET_FILE, sheet.encode())
    return draw(text, f"-# {note}", shown, [*first, edit, drop])


def _draft(verb: str, league: League, typed: Typed) -> PressId:
    return PressId(verb, on_league(league.id), values=(typed.night, fit_for_id(typed.day, DAY_KEPT)))


def when(words: Words, night: Night | None, day: date) -> str:
    """«Night of 8 September 2026», «A free game of 8 September 2026»."""
    return words("report.free-game" if night is None else "standings.night", date=words.date(day))


def seats(words: Words, holders: Sequence[Holder], points: Sequence[int], names: Mapping[str, str]) -> str:
    """A line a seat, the most points first: «1. **Ann** +5»."""
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    lines: list[str] = []
    for seat in order:
        place = 1 + sum(other > points[seat] for other in points)
        name = in_text(holder_name(words, holders[seat], names))
        lines.append(words("report.seat", place=place, name=name, points=words.points(points[seat])))
    return "\n".join(lines)


def holder_name(words: Words, holder: Holder, names: Mapping[str, str]) -> str:
    """What who has a seat is called."""
    return (
        phrases.robot_alone(words, holder.id)
        if holder.kind is SeatKind.ROBOT
        else names.get(holder.id, holder.id)
    )


def changes(words: Words, moved: Sequence[StandingChange], names: Mapping[str, str]) -> str:
    """What a game does in the standings."""
    moves = [_moved(words, one, in_text(names.get(one.member, one.member))) for one in moved]
    if not moves:
        return words("report.no-members")
    return words("report.standings", moves=" · ".join(moves))


def _moved(words: Words, move: StandingChange, name: str) -> str:
    """«Ann 3 → 1 (12.5)»."""
    before, after = (_stand(words, one) for one in (move.before, move.after))
    value = "–" if move.after is None else score_text(words, move.after.value)
    if move.before is None:
        return words("report.enters", name=name, after=after, value=value)
    if before == after:
        return words("report.stays", name=name, place=after, value=value)
    return words("report.moves", name=name, before=before, after=after, value=value)


def _stand(words: Words, stand: Stand | None) -> str:
    return "–" if stand is None or stand.place is None else words.number(stand.place)


# Once it is sent


class ReportStage(StrEnum):
    """What has become of a game on paper."""

    WAITING = "waiting"
    COUNTS = "counts"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Posted:
    """A game on paper as everybody sees it. ``said`` are the accounts of those who say that it is right,
    ``gone`` of those awaited who have left the league. ``moved`` is what it did in the standings, None where
    that is not known any more; ``decided_by`` who has confirmed it for all, or withdrawn it."""

    league: League
    report: Report
    night: Night | None
    day: date
    names: Mapping[str, str]
    said: Sequence[int] = ()
    gone: Sequence[int] = ()
    stage: ReportStage = ReportStage.WAITING
    moved: Sequence[StandingChange] | None = None
    decided_by: int | None = None

    @property
    def press(self) -> tuple[str, str]:
        """What presses carry: the report and its season."""
        return str(self.report.id), str(self.report.season_id)


def posted(words: Words, shown: Posted) -> Drawing:
    """The message in which a game on paper waits for its players' word, and what became of it."""
    report, game = shown.report, shown.report.game
    stage, played = f"report.stage.{shown.stage.value}", when(words, shown.night, shown.day)
    teller = words("report.by", name=mention(report.by)) if report.by else ""
    lines = [
        f"### {words(stage, league=in_text(shown.league.name))}",
        " · ".join(filter(None, (played, teller))),
        seats(words, game.holders, game.points, shown.names),
    ]
    waits = shown.stage is ReportStage.WAITING
    return draw(lines, _state(words, shown), _answers(words, shown) if waits else None, final=not waits)


def mention(user_id: int) -> str:
    """Somebody as Discord shows them."""
    return f"<@{user_id}>"


def _state(words: Words, shown: Posted) -> str:
    if shown.stage is ReportStage.WITHDRAWN:
        return words("report.withdrawn", name=mention(shown.decided_by or shown.report.by))
    if shown.stage is ReportStage.COUNTS:
        return "\n".join(_counts(words, shown))
    lines = [words("report.awaited", names=words.both(map(mention, shown.report.awaited)))]
    if not shown.report.awaited:
        lines = [words("report.awaits-organiser")]
    if shown.said:
        lines.append(words("report.said", names=words.both(map(mention, shown.said))))
    if shown.gone:
        lines.append(f"-# {words('report.gone', names=words.both(map(mention, shown.gone)))}")
    return "\n".join(lines)


def _counts(words: Words, shown: Posted) -> Iterator[str]:
    if shown.decided_by is not None:
        yield words("report.confirmed-by", name=mention(shown.decided_by))
    if shown.moved is not None:
        yield changes(words, shown.moved, shown.names)


def _answers(words: Words, shown: Posted) -> list[ui.Button[Any]]:
    def one(verb: str, label: str, style: discord.ButtonStyle = GREY) -> ui.Button[Any]:
        return button(label, PressId(verb, on_league(shown.league.id), values=shown.press), style)

    return [
        one("report-right", words("button.it-is-right"), GREEN),
        one("report-wrong", words("button.something-wrong")),
        one("report-all", words("button.confirm-for-all")),
        one("report-withdraw", words("button.withdraw"), RED),
    ]


def objection(words: Words, shown: Posted, by: int, reason: str, called: Sequence[str]) -> Drawing:
    """Somebody says that a game is wrong, to its reporter and to organisers."""
    text = words(
        "report.objection",
        name=mention(by),
        league=in_text(shown.league.name),
        when=when(words, shown.night, shown.day),
        reason=in_text(reason),
    )
    game = shown.report.game
    points = seats(words, game.holders, game.points, shown.names)
    return draw([text, points, f"-# {' '.join(called)}"])


def withdrawn(words: Words, shown: Posted) -> Drawing:
    """What was typed, for whoever has withdrawn it: to correct it and send it anew."""
    typed = Typed(shown.report.text, FREE, shown.day.isoformat())
    return _panel(words, shown.league, typed, words("report.is-withdrawn"), words("report.as-typed"))


def waiting(words: Words, league: League, each: Sequence[Posted], reader: int) -> Drawing:
    """Games on paper that wait, the reader's own word first; and the way to report another."""
    lines = [f"### {words('report.waiting.heading', league=in_text(league.name))}"]
    options: list[discord.SelectOption] = []
    for one in each:
        game = one.report.game
        names = ", ".join(
            f"{holder_name(words, holder, one.names)} {words.points(points)}"
            for holder, points in zip(game.holders, game.points, strict=True)
        )
        mine = words("report.waiting.you" if reader in one.report.awaited else "report.waiting.others")
        options.append(select_option(names, one.press[0], f"{when(words, one.night, one.day)} · {mine}"))
    lines.append(words.count("report.waiting.count", len(each)))
    choose = select(PressId("report-look", on_league(league.id)), words("report.waiting.choose"), options)
    report = button(words("button.report-game"), PressId("report-form", on_league(league.id)), BLUE)
    return draw(lines, choose, report)

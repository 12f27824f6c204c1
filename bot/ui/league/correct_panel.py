"""Corrections: what can be corrected, what one would move before it is made, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from discord import ui

from bot.clubs.model import SeasonResult
from bot.telling.fitting import TEXT_LONGEST, fitting
from bot.telling.league.people import LeagueNames as Told
from bot.ui.discord.panel import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Drawing,
    Panel,
    button,
    even_rows,
    select,
    select_option,
)
from bot.ui.discord.press_ids import PressId
from bot.ui.league.drafts import CorrectionDraft, CorrectionKind, CorrectionTarget
from bot.ui.league.refs import ref_of
from bot.ui.league.results_panel import seat_line
from bot.ui.league.visits import Visit
from bot.words.names import in_text

MOVES: Final = 1200
"""Characters for what moves."""


def fix(visit: Visit, verb: str, asked: CorrectionTarget) -> PressId:
    """A press that asks for a correction, or brings what was typed for it."""
    seen = 0 if asked.seen is None else asked.seen + 1
    return visit.press(verb, asked.doing.value, asked.about, str(asked.seat), seq=seen)


def menu(visit: Visit) -> Drawing:
    """What an organiser can correct."""
    words = visit.words
    text = f"### {words('correct.title', league=in_text(visit.league.name))}\n{words('correct.about')}"
    buttons = [
        button(words("correct.games"), visit.press("league-results-of", "", "0"), BLUE),
        *(
            button(words(f"correct.do.{doing.value}"), fix(visit, "league-fix", CorrectionTarget(doing)))
            for doing in (CorrectionKind.INSERT, CorrectionKind.ADJUST, CorrectionKind.EXCUSE)
        ),
        button(words("correct.log"), visit.press("league-log-of")),
    ]
    return _panel(visit, text, buttons)


def game(visit: Visit, found: SeasonResult) -> Drawing:
    """What can be corrected of a game."""
    words, ref = visit.words, ref_of(found.game.id)
    lines = [f"### {words('correct.game', game=in_text(found.game.id))}", *_seats(visit, found)]
    if found.void:
        lines.append(words("correct.is-void"))
        return _panel(visit, "\n".join(lines), ())
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(lines)))
    plain = Told(words, found.names, str)
    seats = [
        select_option(
            words("correct.seat", number=words.number(seat + 1), name=plain.holder(holder)), str(seat)
        )
        for seat, holder in enumerate(found.game.holders)
    ]
    press = visit.press("league-fix-seat", ref, seq=found.events + 1)
    container.add_item(select(press, words("correct.which-seat"), seats))
    buttons = [
        button(
            words(f"correct.do.{doing.value}"),
            fix(visit, "league-fix", CorrectionTarget(doing, ref, seen=found.events)),
            RED if doing is CorrectionKind.VOID else GREY,
        )
        for doing in (CorrectionKind.POINTS, CorrectionKind.VOID)
    ]
    for row in even_rows(buttons):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)


def preview(
    visit: Visit,
    draft: CorrectionDraft,
    what: str,
    found: SeasonResult | None,
    moved: Sequence[str],
    said: str = "",
) -> Drawing:
    """A correction as it would be made: what it does, the game as it is now, and what moves."""
    words = visit.words
    lines = [*([said] if said else []), f"### {words('correct.preview')}", what]
    if found is not None:
        lines += [words("correct.now"), *_seats(visit, found)]
    moving = fitting([f"- {one}" for one in moved], MOVES, f"- {words('correct.more-moves')}", "\n")
    text = fitting([*lines, words("correct.moves"), moving], TEXT_LONGEST, "…", "\n")
    make = button(words("correct.make"), visit.press("league-make", str(draft.number)), GREEN)
    return _panel(visit, text, [make, *_otherwise(visit, draft)])


def problem(visit: Visit, draft: CorrectionDraft, sentences: Iterable[str]) -> Drawing:
    """Why a correction cannot be made; what was typed is there again."""
    words = visit.words
    lines = [f"### {words('correct.cannot')}", *sentences, f"-# {words('correct.nothing-lost')}"]
    return _panel(visit, fitting(lines, TEXT_LONGEST, "…", "\n"), [*_otherwise(visit, draft)])


def _otherwise(visit: Visit, draft: CorrectionDraft) -> Iterator[ui.Button[Any]]:
    words, number = visit.words, str(draft.number)
    yield button(words("correct.change"), visit.press("league-retype", number))
    yield button(words("correct.not"), visit.press("league-drop", number))


def _seats(visit: Visit, found: SeasonResult) -> list[str]:
    return [seat_line(visit, found, seat) for seat in range(len(found.game.points))]


def _panel(visit: Visit, text: str, buttons: Iterable[ui.Button[Any]]) -> Drawing:
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    for row in even_rows(buttons):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)

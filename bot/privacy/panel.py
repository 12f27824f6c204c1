"""What is kept of a person, in words, and what is asked before all of it is deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import BLUE, RED, Drawing, attached, button, draw
from bot.discordkit.press_ids import PressId
from bot.people.ports import DataKind, DeletionNotice, DeletionObstacle, Waits
from bot.words.catalogue import Words
from bot.words.names import in_text

FILE: Final = "hartenheer.json"
PACKED: Final = "hartenheer.zip"
NAMED_MOST: Final = 5
"""Of what has to be over first, and of leagues that somebody has founded."""


@dataclass(frozen=True, slots=True)
class RetentionTerms:
    """For how long something is kept: of a server that has removed the bot so many ``days``, 0 for always;
    ``backups`` is the day from which no copy of today's database is there any longer, None where whoever
    hosts the bot has not said; ``are_all`` is False where that is said of the bot's own copies alone."""

    days: int
    backups: date | None = None
    are_all: bool = True


def shown(words: Words, counts: Mapping[DataKind, int], terms: RetentionTerms) -> Drawing:
    """How much is kept of its reader, why, who sees it and for how long."""
    there = [kept for kept in DataKind if counts.get(kept)]
    if not there:
        return draw([f"### {words('privacy.title')}", words("privacy.nothing")])
    lines = [
        words("privacy.line", what=words(f"privacy.kept.{kept}"), count=words.number(counts[kept]))
        + f"\n-# {words(f'privacy.why.{kept}')}"
        for kept in there
    ]
    how_long = words.count("privacy.how-long", terms.days) if terms.days else words("privacy.for-ever")
    return draw(
        [f"### {words('privacy.title')}", *lines, how_long],
        [
            button(words("privacy.button.export"), PressId("privacy-export"), BLUE),
            button(words("privacy.button.delete"), PressId("privacy-delete")),
        ],
    )


def exported(words: Words, name: str, data: bytes) -> Drawing:
    """All of it in a file of that name."""
    return draw(words("privacy.export"), attached(name, data))


def first_question(words: Words, asked: DeletionNotice, called: str) -> Drawing:
    """Whether all of it is to be deleted; ``called`` is what results are kept under."""
    lines = [f"### {words('privacy.sure.title')}", words("privacy.sure", name=called)]
    if asked.founded:
        named = words.both(in_text(one) for one in asked.founded[:NAMED_MOST])
        lines.append(words("privacy.sure.founded", leagues=named))
    go_on = button(words("privacy.button.go-on"), PressId("privacy-sure"))
    return draw(lines, [go_on, _not(words)])


def second_question(words: Words, terms: RetentionTerms, token: str) -> Drawing:
    """The same once more: what cannot be undone, and where copies are."""
    lines = [f"### {words('privacy.really.title')}", words("privacy.really"), _copies(words, terms)]
    yes = button(words("privacy.button.for-good"), PressId("privacy-yes", values=(token,)), RED)
    return draw(lines, [yes, _not(words)])


def _not(words: Words) -> ui.Button[Any]:
    return button(words("button.no"), PressId("privacy-no"), BLUE)


def waiting(words: Words, first: Iterable[DeletionObstacle], *, is_ordered: bool) -> Drawing:
    """What has to be over before anything is deleted. Where that is nothing but tables that they have left,
    it can be ordered to be done then, and taken back where it was."""
    every = list(first)
    lines = [_waits(words, one) for one in every[:NAMED_MOST]]
    if len(every) > NAMED_MOST:
        lines.append(words.count("privacy.waits.more", len(every) - NAMED_MOST))
    text = [f"### {words('privacy.waits.title')}", words("privacy.waits"), *(f"- {one}" for one in lines)]
    if is_ordered:
        take_back = button(words("privacy.button.take-back"), PressId("privacy-take-back"), BLUE)
        return draw([*text, words("privacy.ordered")], take_back)
    later = button(words("privacy.button.later"), PressId("privacy-later"), RED)
    return draw(text, later if can_be_ordered(every) else None)


def can_be_ordered(first: Iterable[DeletionObstacle]) -> bool:
    """Whether their person can do nothing but wait."""
    return all(one.what is Waits.LEFT for one in first)


def said(words: Words, key: str) -> Drawing:
    """The end of it."""
    return draw(words(key))


def _copies(words: Words, terms: RetentionTerms) -> str:
    if terms.backups is None:
        return words("privacy.backups.unknown")
    date = words.date(terms.backups)
    if terms.are_all:
        return words("privacy.backups.until", date=date)
    return words("privacy.backups.own", date=date)


def _waits(words: Words, one: DeletionObstacle) -> str:
    channel = f"<#{one.channel_id}>"
    match one.what:
        case Waits.TABLE if one.channel_id is None:
            return words("privacy.waits.private", table=one.id)
        case Waits.TABLE:
            return words("privacy.waits.table", table=one.id, channel=channel)
        case Waits.LEFT:
            return words("privacy.waits.left", table=one.id, channel=channel)
        case Waits.NIGHT:
            return words("privacy.waits.night", league=in_text(one.name), channel=channel)
        case Waits.REPORT:
            return words("privacy.waits.report", league=in_text(one.name))

"""The deal of the day, as one person sees it: what it is, how far they are, what it came to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from discord import ui

from bot.daily import words as telling
from bot.daily.dailies import DailyResult
from bot.daily.deal import GAME, contract_of, ends, told
from bot.daily.model import DailyState
from bot.discordkit.panel import GOLD, GREEN, Drawing, button, draw, link
from bot.discordkit.press_ids import PressId
from bot.telling import phrases
from bot.telling.phrases import clock_time, in_full, relative
from bot.words.catalogue import Words
from bot.words.names import in_text

PLAY: Final = "daily-play"
RESULT: Final = "daily-result"
SHARE: Final = "daily-share"
COMMAND: Final = "python -m bot daily"


@dataclass(frozen=True, slots=True)
class ShownDaily:
    """A deal as somebody sees it. ``result`` is there once they have played it; ``refused``: they have asked
    for it once more; ``hand_url`` leads to their cards while they play. ``yesterday_url`` leads to those of
    the day before, where that deal can still be played to its end. ``secret`` is the deal's own, once it is
    told; ``told_last`` is the latest that is told, with its day."""

    day: date
    seal: str
    standing: DailyState
    result: DailyResult | None = None
    refused: bool = False
    streak: int = 0
    hand_url: str | None = None
    yesterday_url: str | None = None
    secret: str | None = None
    told_last: tuple[date, str] | None = None
    on_server: bool = False


def daily(words: Words, shown: ShownDaily) -> Drawing:
    """The panel, for one person's eyes."""
    lines = [f"### {words('daily.heading', day=words.weekday(shown.day))}", *_standing(words, shown)]
    small = [f"-# {line}" for line in _proof(words, shown)]
    return draw([*lines, *small], _buttons(words, shown), accent=GOLD)


def shared(words: Words, name: str, result: DailyResult) -> Drawing:
    """What somebody has made of it, for everybody."""
    title, *lines = telling.share_lines(words, result)
    head = words("daily.shared", name=in_text(name), title=title)
    return draw([f"**{head}**", *map(in_text, lines), f"-# {words('daily.shared.how')}"], accent=GOLD)


def _standing(words: Words, shown: ShownDaily) -> Iterator[str]:
    upcoming = words("daily.next", when=relative(ends(shown.day)))
    if shown.result is not None:
        if shown.refused:
            yield words("daily.once")
        yield f"**{in_text(telling.points_line(words, shown.result))}**"
        yield from map(in_text, telling.comparisons(words, shown.result))
        if shown.secret is None:
            yield upcoming
        yield words("daily.to-share")
        yield "\n".join(["```", *telling.share_lines(words, shown.result), "```"])
        return
    if shown.standing is DailyState.GIVEN_UP:
        yield words("daily.given-up")
        yield upcoming
        return
    contract = phrases.contract_name(words, contract_of(shown.day))
    yield f"**{contract}**"
    if shown.standing is DailyState.PLAYING:
        yield words("daily.playing", until=in_full(told(shown.day)))
    else:
        yield words("daily.about")
        yield words("daily.until", until=in_full(ends(shown.day)), next=relative(ends(shown.day)))
        if shown.streak:
            yield words.count("daily.streak", shown.streak)
    if shown.yesterday_url:
        yield words("daily.yesterday", until=clock_time(told(shown.day) - 86400))


def _proof(words: Words, shown: ShownDaily) -> Iterator[str]:
    """What shows, now and later, that nobody chose the cards for anybody."""
    yield words("daily.seal", seal=shown.seal)
    if shown.secret is not None:
        yield words("daily.check", secret=shown.secret, command=f"{COMMAND} {shown.day} …")
    else:
        yield words("daily.secret-comes", when=in_full(told(shown.day)))
    if shown.told_last is not None and shown.result is None:
        day, secret = shown.told_last
        yield words("daily.last-secret", day=words.day(day), secret=secret)


def _buttons(words: Words, shown: ShownDaily) -> Iterator[ui.Button[Any]]:
    if shown.result is not None:
        if shown.on_server:
            yield button(words("daily.show"), PressId(SHARE, values=(shown.day.isoformat(),)))
    elif shown.standing is DailyState.OPEN:
        yield button(words("daily.play"), PressId(PLAY, values=(shown.day.isoformat(),)), GREEN)
        yield button(words("button.how-to-play"), PressId("learn", values=(GAME,)))
    elif shown.standing is DailyState.PLAYING and shown.hand_url is None:
        yield button(words("button.hand"), PressId(PLAY, values=(shown.day.isoformat(),)))
    if shown.hand_url:
        yield link(words("button.hand"), shown.hand_url)
    if shown.yesterday_url:
        yield link(words("daily.to-yesterday"), shown.yesterday_url)

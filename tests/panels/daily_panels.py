"""The panels of the deal of the day, as long as they get, in somebody's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Final

from bot.daily.dailies import DailyResult
from bot.daily.model import Daily, DailyGame, DailyState, OwnDaily, compared
from bot.daily.ui import presses
from bot.daily.ui.presses import ShownDaily
from bot.discordkit.panel import Drawing
from bot.words.catalogue import Words

Case = Callable[[Words], Iterable[Drawing]]

DAY: Final = date(2026, 9, 23)
HEX: Final = "0123456789abcdef" * 4
URL: Final = "https://discord.com/channels/@me/123456789012345678/123456789012345678"
OWN: Final = OwnDaily(Daily(1, DAY, 1, HEX, -7, 1.0), 12, points=-5)
MANY: Final = {0: 123, -5: 4567, -13: 89}
WHIST: Final = OwnDaily(Daily(2, DAY, 1, HEX, -7, 1.0, DailyGame.WHIST), 13, points=-5)
RESULTS: Final = (
    DailyResult(WHIST, compared(-5, MANY), compared(-5, MANY), 365),
    DailyResult(OWN, compared(-5, MANY), compared(-5, MANY), 365),
    DailyResult(OWN, compared(-5, MANY), None, 1),
    DailyResult(OWN, compared(-5, {-5: 1}), compared(-5, {-5: 1}), 1),
)
LAST: Final = date(2026, 9, 21), HEX

DAILY_DRAWINGS: Final[Mapping[str, Case]] = {
    "bot.daily.ui.presses.daily": lambda words: [
        presses.daily(words, shown)
        for shown in (
            *(
                ShownDaily(
                    *(DAY, game, HEX, DailyState.OPEN),
                    streak=365,
                    yesterday_url=URL,
                    last_secret=LAST,
                    on_server=True,
                )
                for game in DailyGame
            ),
            ShownDaily(DAY, DailyGame.KING, HEX, DailyState.OPEN),
            ShownDaily(
                DAY,
                DailyGame.KING,
                HEX,
                DailyState.PLAYING,
                hand_url=URL,
                yesterday_url=URL,
                last_secret=LAST,
            ),
            ShownDaily(DAY, DailyGame.KING, HEX, DailyState.GIVEN_UP, last_secret=LAST),
            *(
                ShownDaily(DAY, one.own.daily.game, HEX, DailyState.PLAYED, one, refused=True, on_server=True)
                for one in RESULTS
            ),
            *(
                ShownDaily(
                    DAY, one.own.daily.game, HEX, DailyState.PLAYED, one, secret=HEX, on_server=True, page=URL
                )
                for one in RESULTS
            ),
        )
    ],
    "bot.daily.ui.presses.proof": lambda words: [
        presses.proof(words, shown)
        for shown in (
            ShownDaily(DAY, DailyGame.KING, HEX, DailyState.OPEN, last_secret=LAST),
            ShownDaily(
                DAY,
                DailyGame.KING,
                HEX,
                DailyState.PLAYED,
                RESULTS[0],
                secret=HEX,
                last_secret=LAST,
                page=URL,
            ),
        )
    ],
    "bot.daily.ui.presses.shared": lambda words: [
        presses.shared(words, "Somebody with a name of some length", one) for one in RESULTS
    ],
}
"""By the path of what makes them."""

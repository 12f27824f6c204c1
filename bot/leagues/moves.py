"""What other settings would do to standings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.leagues.corrections import corrected
from bot.leagues.course import SeasonCourse
from bot.leagues.model import Season
from bot.leagues.settings import SeasonSettings
from bot.leagues.standings import standings


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A member whose place would be another; None stands for no place (L13), and for not being listed."""

    member: str
    before: int | None
    after: int | None


def moves(season: Season, settings: SeasonSettings) -> list[PlaceChange]:
    """Whose place would be another with these settings, the longest way first; equal ones by their place
    then."""
    now, then = places(season), places(replace(season, settings=settings))
    last = len({*now, *then}) + 1
    found = [
        PlaceChange(member, now.get(member), then.get(member))
        for member in {**then, **now}
        if now.get(member) != then.get(member)
    ]
    return sorted(
        found,
        key=lambda one: (-abs((one.before or last) - (one.after or last)), one.after or last, one.member),
    )


def places(season: Season) -> dict[str, int | None]:
    """Each listed member's place (L14)."""
    return {one.player: one.place for one in standings(SeasonCourse(season, corrected(season)))}

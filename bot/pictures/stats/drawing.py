"""Which module draws which picture of statistics."""

from __future__ import annotations

from bot.pictures.stat_values import (
    CardsPicture,
    ComparePicture,
    ContractsPicture,
    CoursePicture,
    PersonCard,
    ServerPicture,
    StatPicture,
)
from bot.pictures.stats import cards, compare, contracts, course, person, server
from bot.pictures.stats.parts import Section


def sections_of(value: StatPicture) -> list[Section]:
    """All that stands in a picture, from top to bottom."""
    match value:
        case PersonCard():
            return person.sections(value)
        case ContractsPicture():
            return contracts.sections(value)
        case CoursePicture():
            return course.sections(value)
        case ComparePicture():
            return compare.sections(value)
        case ServerPicture():
            return server.sections(value)
        case CardsPicture():
            return cards.sections(value)

"""Each language with each kind of indices, and these with colours, seats and games, so that any two meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.people.settings import Preferences
from bot.pictures.style import Back, CardStyle, Colours, Index
from bot.pictures.values import Picture
from bot.telling.moments import moment, own_model, table_model
from bot.telling.scenes import hand_picture, table_picture
from tools.samples.wanted import at

NAMES = {
    "en": ("Alice", "Bob", "Carol", "Dave", "Eve"),
    "nl": ("Lieve", "Jeroen", "Annelies", "Wim", "Griet"),
    "fr": ("Geneviève", "Loïc", "Anne-Sophie", "Benoît", "Zoé"),
    "ru": ("Александра", "Юрий", "Щукина", "Фёдор", "Ия"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """What comes together in one picture."""

    language: str
    style: CardStyle
    seats: int
    whist: bool


def cases() -> Iterator[Case]:
    """Sixteen, so chosen that every two values meet; but Colour Whist has four seats only."""
    for row, language in enumerate(NAMES):
        for column, index in enumerate(Index):
            apart = (column - row) % 4
            four_colours = bool(row >> 1 ^ apart & 1)
            style = CardStyle(
                index, Colours.FOUR if four_colours else Colours.TWO, large=bool(row & 1 ^ apart >> 1),
                back=tuple(Back)[(row + column) % 3],
            )  # fmt: skip
            yield Case(language, style, (4, 3, 5, 4)[apart], whist=apart == 0)


def everywhere() -> Iterator[tuple[str, Picture]]:
    """Names and values: a hand or a table of each case."""
    for number, case in enumerate(cases()):
        name = f"{case.language}-{case.style.index}"
        hand = (number // 4 + number % 4 // 2) % 2 == 0
        yield f"{name}-{'hand' if hand else 'table'}", _picture(case, hand=hand)


def _picture(case: Case, *, hand: bool) -> Picture:
    """A moment in the third deal of King, or in a contract of partners, in the reader's words and cards."""
    preset, contract = ("whist-flemish", "pair") if case.whist else ("kingen", "kings-jacks")
    game = moment(preset, case.seats, at(contract, case.seats - 1, 1, obliged=True))
    chosen = Preferences(
        index=case.style.index.value, colours=case.style.colours.value, large=case.style.large,
        back=case.style.back.value,
    )  # fmt: skip
    names = NAMES[case.language]
    if hand:
        return hand_picture(own_model(game, game.turn, names, case.language, chosen))
    return table_picture(table_model(game, names, case.language, chosen))

"""Each language with each kind of indices, and these with colours, seats and games, so that any two meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.pictures.samples.pieces import around, cards, mask, plates, played
from bot.pictures.style import Back, CardStyle, Colours, Index
from bot.pictures.values import HandPicture, Picture, TableLabels, TablePicture


@dataclass(frozen=True, slots=True)
class Speech:
    """What is said in the samples, in one language."""

    language: str
    names: tuple[str, str, str, str, str]
    king: str  # a contract of King
    whist: str  # a contract of Colour Whist
    deal: str
    trumps: str
    lying: str
    yours: str
    waiting: str
    still_out: str
    aim: str
    labels: TableLabels


SPEECHES = (
    Speech(
        "en", ("Alice", "Bob", "Carol", "Dave", "Eve"), "No kings & jacks", "9 together", "Deal 3 of 16",
        "Trumps", "On the table", "Your turn: follow suit", "Bob is to play", "Still out", "4 of 9 tricks",
        TableLabels("tricks", "deal", "total"),
    ),
    Speech(
        "nl", ("Lieve", "Jeroen", "Annelies", "Wim", "Griet"), "Heer & zot", "Samen 9", "Gift 3 van 16",
        "Troef", "Op tafel", "Jouw beurt: kleur bekennen", "Jeroen is aan de beurt", "Nog niet gehaald",
        "4 van 9 slagen", TableLabels("slagen", "gift", "totaal"),
    ),
    Speech(
        "fr", ("Geneviève", "Loïc", "Anne-Sophie", "Benoît", "Zoé"), "Pas de rois ni de valets",
        "Emballage 9", "Donne 3 sur 16", "Atout", "Sur la table", "À toi de jouer : fournis à la couleur",
        "À Loïc de jouer", "Encore en jeu", "4 plis sur 9", TableLabels("plis", "donne", "total"),
    ),
    Speech(
        "ru", ("Александра", "Юрий", "Щукина", "Фёдор", "Ия"), "Не брать мальчиков", "Вдвоём 9",
        "Сдача 3 из 16", "Козыри", "На столе", "Ваш ход: положите в масть", "Ходит Юрий",
        "Ещё не взяты", "4 взятки из 9", TableLabels("взятки", "сдача", "всего"),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """What comes together in one picture."""

    speech: Speech
    style: CardStyle
    seats: int
    whist: bool


def cases() -> Iterator[Case]:
    """Sixteen, so chosen that every two values meet; but Colour Whist has four seats only."""
    for row, speech in enumerate(SPEECHES):
        for column, index in enumerate(Index):
            apart = (column - row) % 4
            four_colours = bool(row >> 1 ^ apart & 1)
            style = CardStyle(
                index, Colours.FOUR if four_colours else Colours.TWO, large=bool(row & 1 ^ apart >> 1),
                back=tuple(Back)[(row + column) % 3],
            )  # fmt: skip
            yield Case(speech, style, (4, 3, 5, 4)[apart], whist=apart == 0)


def everywhere() -> Iterator[tuple[str, Picture]]:
    """Names and values: a hand or a table of each case."""
    for number, case in enumerate(cases()):
        name = f"{case.speech.language}-{case.style.index}"
        hand = (number // 4 + number % 4 // 2) % 2 == 0
        yield f"{name}-{'hand' if hand else 'table'}", _hand(case) if hand else _table(case)


def _title(case: Case) -> tuple[str, str]:
    """The contract and its sign."""
    return (case.speech.whist, "pair-9") if case.whist else (case.speech.king, "kings-jacks")


def _hand(case: Case) -> HandPicture:
    speech, (title, sign) = case.speech, _title(case)
    return HandPicture(
        title=f"{title} · {speech.deal}", cards=cards("AS QS TS KH JH 7H 2H AC QC TC KD JD 3D"),
        legal=mask("KH JH 7H 2H"), choosing=True, to_move=True, trick_word=speech.lying,
        seats=around(speech.names[: case.seats], 0, 2, (0, 2) if case.whist else ()),
        trick=played(1, case.seats, "9H QH AH TH"[: 3 * case.seats - 4]), winning=1 + (case.seats > 3),
        caption=speech.yours,
        trump=2 if case.whist else None, trump_word=speech.trumps if case.whist else "", contract_sign=sign,
        still_out=() if case.whist else cards("KS JS KH JH JC KD JD"),
        still_out_word=speech.aim if case.whist else speech.still_out, style=case.style,
    )  # fmt: skip


def _table(case: Case) -> TablePicture:
    speech, (title, sign) = case.speech, _title(case)
    sitting = plates(speech.names[: case.seats], 1, 2, 9)
    if case.whist:
        sitting = tuple(
            replace(plate, points="", bidder=seat in (0, 2)) for seat, plate in enumerate(sitting)
        )
    return TablePicture(
        title=title, subtitle=speech.deal, plates=sitting, labels=speech.labels,
        trick=played(2, case.seats, "QC KC JC AC"[: 3 * case.seats - 4]), winning=1 + 2 * (case.seats > 4),
        caption=speech.waiting,
        trump=1 if case.whist else None, trump_word=speech.trumps if case.whist else "", contract_sign=sign,
        still_out=() if case.whist else cards("KS JS KH JH JC KD JD"),
        still_out_word=speech.aim if case.whist else speech.still_out, style=case.style,
    )  # fmt: skip

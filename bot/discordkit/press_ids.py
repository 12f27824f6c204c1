"""The custom ids of our buttons, selects and modals: ``hh:verb:subject:seq:value:value…``.

An id carries all a press means, so that a button works after a restart, and nothing that would not be checked
again when it comes back: anybody can send any id. A table is written as its number alone, as ids always did;
other subjects have a letter before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Self
from urllib.parse import unquote

from bot.discordkit.ports import NOTHING, Subject, SubjectKind
from bot.words.names import tidy

PREFIX: Final = "hh"
LONGEST: Final = 100  # https://discord.com/developers/docs/components/reference


_LETTERS: Final = MappingProxyType(
    {SubjectKind.TABLE: "", SubjectKind.SERVER: "s", SubjectKind.LEAGUE: "l", SubjectKind.NIGHT: "n"}
)
_KINDS: Final = MappingProxyType({letter: kind for kind, letter in _LETTERS.items()})


class AboutSomethingElse(Exception):
    """A press is not about what its verb is for: nobody was shown such a button."""


@dataclass(frozen=True, slots=True)
class PressId:
    """What a button, select or modal stands for. ``seq`` is the table's number of log entries it was made
    at; ``values`` are what its verb takes besides."""

    verb: str
    subject: Subject = NOTHING
    seq: int = 0
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        values = ":".join(map(_quoted, self.values))
        subject = f"{_LETTERS[self.subject.kind]}{self.subject.id}"
        text = f"{PREFIX}:{self.verb}:{subject}:{self.seq}:{values}"
        assert len(text) <= LONGEST, self.verb
        return text

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The meaning of an id, or None when it is not one of ours."""
        parts = text.split(":", 4)
        if len(parts) != 5 or parts[0] != PREFIX or not _is_number(parts[3]):
            return None
        subject = _subject(parts[2])
        if subject is None:
            return None
        values = tuple(unquote(value) for value in parts[4].split(":")) if parts[4] else ()
        return cls(parts[1], subject, int(parts[3]), values)

    @property
    def value(self) -> str:
        """The first value, of a verb that takes one: its route has seen to that."""
        return self.values[0]


def fit_for_id(typed: str, room: int) -> str:
    """What was typed, as a value that takes so many characters of an id at most."""
    text = tidy(typed)
    while len(_quoted(text)) > room:
        text = text[:-1].rstrip()
    return text


def _quoted(value: str) -> str:
    return value.replace("%", "%25").replace(":", "%3A")


def _subject(text: str) -> Subject | None:
    kind = _KINDS.get(text[:1], SubjectKind.TABLE)
    number = text.removeprefix(_LETTERS[kind])
    return Subject(kind, int(number)) if _is_number(number) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18

"""What can be done for an evening, one thing each, and what that is decided by: values without behaviour."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.nights.model import Evening, EveningDetails, NightPerson, NightPlace, NightStep, Round, StepKey
from bot.tables.model import TableFacts


@dataclass(frozen=True, slots=True)
class Take:
    """A step is done."""

    step: NightStep


@dataclass(frozen=True, slots=True)
class Become:
    """The evening is another from now on; ``byes`` begin with it."""

    evening: Evening
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """Who sits with whom is drawn for these people, ``played`` being the rounds so far as they were seated in
    the end."""

    people: tuple[int, ...]
    played: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Replace:
    """Somebody has not appeared (``is_missing``), or has said before their game has begun that they do not
    play it: their seat goes to the first of those ``by`` whom it may be given to, or else to a robot."""

    place: NightPlace
    seat: int
    gone: NightPerson
    by: Sequence[NightPerson] = ()
    is_missing: bool = False


class TableAction(StrEnum):
    """What happens at a table."""

    BEGIN = "begin"
    CALL_OFF = "call-off"  # nobody is there for the game, or its time was up before it had begun
    TIME_IS_UP = "time-is-up"  # it comes to its end as the night's settings say
    PAUSE = "pause"
    GO_ON = "go-on"
    UNVEIL = "unveil"  # no table has a round's cards still to play: they may be seen


@dataclass(frozen=True, slots=True)
class TableChange:
    """Something happens at the table of a game."""

    place: NightPlace
    action: TableAction


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody does not come after all, as they may not any longer."""

    person: NightPerson


@dataclass(frozen=True, slots=True)
class Lose:
    """A message of a step is gone: it is to be posted again."""

    step: NightStep


@dataclass(frozen=True, slots=True)
class Drop:
    """A step that could not be done is not wanted any longer."""

    step: NightStep


Act = Take | Drop | Become | Draw | Replace | TableChange | Leave | Lose


@dataclass(frozen=True, slots=True)
class EveningSnapshot:
    """An evening, the games at its tables, and whom it concerns: the accounts of the league's ``members``
    and ``curious``, who wish to be told of nights that they miss. ``strangers`` are those who have come and
    may not, as their league is for members alone. ``awake_since`` is when the bot came up. The season
    ``is_open``. ``lost`` are the steps whose messages are not there any more. A round is expected to take
    ``round_length`` seconds."""

    details: EveningDetails
    games: Mapping[NightPlace, TableFacts] = field(default_factory=dict[NightPlace, TableFacts])
    members: Sequence[int] = ()
    curious: Collection[int] = ()
    awake_since: float = 0.0
    strangers: Collection[int] = ()
    is_open: bool = True
    lost: Collection[StepKey] = ()
    round_length: float = 0.0

    @property
    def evening(self) -> Evening:
        """The evening."""
        return self.details.evening

    def games_of(self, place: NightPlace) -> list[TableFacts]:
        """Those of a table of a round, in order."""
        here = [(one.game, facts) for one, facts in self.games.items() if place == replace(one, game=0)]
        return [facts for _, facts in sorted(here, key=lambda one: one[0])]

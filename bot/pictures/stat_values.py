"""What pictures of leagues and of statistics show, as values: of the same kind as those of ``values``.

Every word and every number that is read is a string, chosen by who makes the value; beside it stands the
number itself (``float``) where a length, a height or a colour is drawn from it. What there is nothing of
is "", ``()`` or ``None`` and leaves its part of the picture out; where all would be bare, ``empty`` is
drawn and said. A leaderboard is a ``StandingsPicture``: place, name, figures, the reader's own line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.pictures.style import STANDARD, CardStyle


class Figure(NamedTuple):
    """A number in a column: as it is drawn there, and as it is said without the column's head."""

    drawn: str  # "8"
    said: str  # "8 nights"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A member's line."""

    name: str  # as the member is called; cut with an ellipsis where it is too long
    figures: tuple[Figure, ...]  # one a head
    place: str = ""  # "3"; "" for who has none
    shared: bool = False  # others have the place too, "3="
    medal: int = 0  # 1 golden, 2 silver, 3 bronze: the disc around the place; 0 draws none
    moved: int | None = None  # by how many places up, below 0 down; None where nothing is to be said
    form: tuple[int | None, ...] = ()  # places in up to five games, the latest last; None for a seat given up
    own: bool = False  # the reader's: marked


@dataclass(frozen=True, slots=True)
class StandingsPicture:
    """A table of a league's members, the best first."""

    title: str  # "Tuesday club"
    subtitle: str  # "Season 3 · after 8 of 12 nights"
    heads: tuple[str, ...]  # of the columns of figures; the last one is what is ranked by
    rows: tuple[StandingsRow | None, ...]  # None where some are left out
    form_word: str = ""  # above the form, "Form"; "" leaves that column out
    unplaced_word: str = ""  # above the first row without a place, "At least 4 nights for a place"
    caption: str = ""  # the line below, "21–40 of 300"

    def lines(self) -> Iterator[StandingsRow | str | None]:
        """All that stands below the heads, in its order: rows, ``unplaced_word``, None for those left out."""
        said = not self.unplaced_word
        for row in self.rows:
            if row is not None and not row.place and not said:
                said = True
                yield self.unplaced_word
            yield row


STEPS: Final = 3  # of a podium
ON_STEP: Final = 3  # names on one step


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A place in a tournament, and all who share it."""

    place: int  # 1 to ``STEPS``
    names: tuple[str, ...]  # up to ``ON_STEP``
    points: str  # of each of them, "182 points"
    more: str = ""  # for those who have no room, "and 4 others"


@dataclass(frozen=True, slots=True)
class TournamentPodium:
    """Who has won a tournament, and the places after."""

    title: str  # "Autumn Cup"
    subtitle: str  # "Saturday 21 November 2026 · 64 people"
    steps: tuple[PodiumStep, ...]  # one to ``STEPS``, each of another place, in any order
    team_word: str = ""  # above the team, "Winning team, 512 points"
    team: str = ""  # "The Aces"; "" leaves the line out


@dataclass(frozen=True, slots=True)
class Certificate:
    """What somebody keeps of a tournament: a page to be printed."""

    heading: str  # "Certificate"
    title: str  # "Autumn Cup"
    name_word: str  # above the name, "awarded to"
    name: str
    place: str  # "2nd of 64"
    tiles: tuple[Tile, ...] = ()  # points, rounds: up to three
    team_word: str = ""  # "Team"
    team: str = ""  # "" leaves the line out
    date: str = ""  # along the bottom, "Saturday 21 November 2026"
    medal: int = 0  # 1 golden, 2 silver, 3 bronze: the ribbon; 0 is the colour of the table
    style: CardStyle = STANDARD  # of its suits


FORM: Final = 10  # games in a person's form
EDGES: Final = 3  # contracts that somebody is best at, and weakest at
CONTRACTS: Final = 12  # rows of contracts
POINTS: Final = 60  # of a course
COMPARED: Final = 6  # contracts of two people side by side
WEEKS: Final = 12
FAVOURITES: Final = 6  # games of a server
GRIDS: Final = 5  # seats
HOURS: Final = 24
PACK: Final = 52


@dataclass(frozen=True, slots=True)
class Tile:
    """A number and, below it, what it is of."""

    number: str  # "128", "27 %", "−1.4"
    word: str  # "games", in the number's own plural form


@dataclass(frozen=True, slots=True)
class Tick:
    """What stands at a place of an axis."""

    at: float  # in the axis' unit
    word: str  # "+2"; "March"


# A person


@dataclass(frozen=True, slots=True)
class RatingShown:
    """A rating as it stands on a card (L20)."""

    word: str  # "Rating"
    number: str  # "27.4", what the ladder goes by
    place: str = ""  # in the ladder, "3rd of 48"


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """How often somebody came to one place (S2)."""

    place: str  # "1st"
    games: int  # how many, which the bar is drawn from
    number: str  # the same, "34"
    share: str  # of all games, "27 %"


@dataclass(frozen=True, slots=True)
class Edge:
    """A contract at which somebody does better, or worse, than the table."""

    contract_sign: str  # the engine's name of the contract, whose sign is drawn; "" draws none
    contract: str  # "Queens"
    edge: str  # points a deal above the table's average, "+2.1", "−0.8"
    deals: str  # in how many, "24 deals"


@dataclass(frozen=True, slots=True)
class PersonCard:
    """Who somebody is and what they are good at."""

    name: str  # cut with an ellipsis where it is too long
    subtitle: str  # what was counted: "Kaartclub · Kingen · since March"
    avatar: bytes | None = None  # a small square PNG; without one, or with a broken one, the name's initial
    rating: RatingShown | None = None
    unrated: str = ""  # in place of a rating, "Not rated yet"
    tiles: tuple[Tile, ...] = ()  # games, wins, average points a game: up to three beside a rating
    places_word: str = ""  # "Places"
    places: tuple[PlaceShare, ...] = ()  # from the first to the last there is (3, 4 or 5), also those of none
    form_word: str = ""  # "Last 10 games"
    form: tuple[int | None, ...] = ()  # places in up to ``FORM`` games, the latest last; None: given up
    streak: str = ""  # "Three wins in a row"
    best_word: str = ""  # "Best at"
    best: tuple[Edge, ...] = ()  # up to ``EDGES``, the best first
    weakest_word: str = ""  # "Weakest at"
    weakest: tuple[Edge, ...] = ()  # up to ``EDGES``, the weakest first
    caption: str = ""  # the line below: "Points a deal, against the average of the table"
    empty: str = ""  # "No game finished yet"; drawn and said where there are no tiles


# Per contract


@dataclass(frozen=True, slots=True)
class ContractHeads:
    """What stands above the columns."""

    average: str  # "average", own points a deal
    edge: str  # "against the table"; above the bars, whose middle is the table's average
    tricks: str  # "tricks", a deal
    best: str  # "best"
    worst: str  # "worst"


@dataclass(frozen=True, slots=True)
class ContractRow:
    """What somebody did in one contract (S3, S8, S9)."""

    contract_sign: str  # the engine's name of the contract, whose sign is drawn; "" draws none
    contract: str  # "Queens"
    deals: str  # "24 deals"
    average: str  # own points a deal, "−3.2"
    edge: float | None  # points a deal above the table's average; None where there is none to compare with
    edge_word: str  # the same, "+0.9"; "" where there is none
    tricks: str  # a deal, "2.4"; "" leaves it out
    best: str  # points of the best deal, "0"
    worst: str  # "−9"
    made: str = ""  # Colour Whist: "bid 12, made 58 %"
    few: bool = False  # too few deals to tell: the bar is hollow


@dataclass(frozen=True, slots=True)
class ContractsPicture:
    """Contract by contract, against the average of the table."""

    title: str  # "Lena"
    subtitle: str  # "Contracts · Kingen"
    heads: ContractHeads
    rows: tuple[ContractRow, ...]  # up to ``CONTRACTS``
    caption: str = ""  # the line below: "Hollow: fewer than 10 deals"
    empty: str = ""  # in place of rows, where there are none


# The course over time


@dataclass(frozen=True, slots=True)
class CourseMark:
    """A point of the line that has its number beside it: the latest, the highest, the lowest."""

    at: int  # index in ``values``
    number: str  # drawn, "+1.8"
    said: str  # "highest +1.8 on 3 March"; the number is in it


@dataclass(frozen=True, slots=True)
class CoursePanel:
    """One line with a scale of its own."""

    word: str  # above it, what it is: "Points a game above the table, mean of 10 games"
    values: tuple[float | None, ...]  # the line, the oldest first, up to ``POINTS``; None: a gap
    ticks: tuple[Tick, ...]  # at heights: ``stats.scale.ticks`` of ``values``, ``each`` and ``zero``
    marks: tuple[CourseMark, ...] = ()  # up to three
    zero: float | None = None  # the height that divides good from bad, drawn as a heavier line
    each: tuple[float | None, ...] = ()  # what each single game came to, as dots behind the line


@dataclass(frozen=True, slots=True)
class CoursePicture:
    """How somebody's figures went, from left to right: one panel, or two below each other."""

    title: str  # "Lena"
    subtitle: str  # "The course · Kingen"
    panels: tuple[CoursePanel, ...]  # of equally many values
    along: tuple[Tick, ...] = ()  # up to six, at indices of ``values``: "March", "game 20"
    along_word: str = ""  # below them: "games, the oldest first"
    caption: str = ""
    empty: str = ""  # where there is no value at all


# Two people


@dataclass(frozen=True, slots=True)
class ComparedPerson:
    """One of two."""

    name: str
    avatar: bytes | None = None
    remark: str = ""  # below the name, "27.4 ± 3.1"


@dataclass(frozen=True, slots=True)
class CompareRow:
    """One figure of both. Bars are as long as the numbers are far from 0, hollow below it."""

    word: str  # "wins", or the contract's
    left: float | None  # None: there is nothing to draw
    right: float | None
    left_word: str  # "27 %"; "–" where there is none
    right_word: str
    better: int = 0  # -1 the left one, 1 the right one: marked; 0 neither
    contract_sign: str = ""  # the engine's name of the contract, whose sign is drawn; "" draws none


@dataclass(frozen=True, slots=True)
class ComparePicture:
    """Two people side by side."""

    title: str  # "Side by side"
    subtitle: str  # "34 games together · Kingen"
    left: ComparedPerson
    right: ComparedPerson
    rows: tuple[CompareRow, ...]  # each with a scale of its own
    contracts_word: str = ""  # above the contracts: "Points a deal against the table"
    contracts: tuple[CompareRow, ...] = ()  # up to ``COMPARED``, all with one scale
    caption: str = ""
    empty: str = ""  # in place of rows, where there are none


# A server


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart."""

    count: float  # its length
    number: str  # the same, "14"
    word: str  # "2 Nov"; "Kingen"


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A day of the week, or all days together, by the hour."""

    word: str  # "Mon"
    hours: tuple[float, ...]  # games begun in each of ``HOURS`` hours, from midnight on
    number: str = ""  # all together, "31", at the right


@dataclass(frozen=True, slots=True)
class ServerPicture:
    """What is played on a server, and when."""

    title: str  # the server's name
    subtitle: str  # "since March 2026"
    tiles: tuple[Tile, ...] = ()  # games, deals, hours, people: up to four
    weeks_word: str = ""  # "Games a week"
    weeks: tuple[Bar, ...] = ()  # up to ``WEEKS``, the oldest first; words may be ""
    heat_word: str = ""  # "When people play"
    heat: tuple[HeatRow, ...] = ()  # one row, or one a day
    hours: tuple[Tick, ...] = ()  # below the heat, at hours 0..24: "20:00"
    busiest: str = ""  # below them, what the heat shows: "Most of all on Thursdays from 20:00 to 22:00"
    favourites_word: str = ""  # "Favourite games"
    favourites: tuple[Bar, ...] = ()  # up to ``FAVOURITES``, the most played first
    caption: str = ""
    empty: str = ""  # drawn and said where there are no tiles


# The cards


@dataclass(frozen=True, slots=True)
class CardGrid:
    """How often each card came to one seat, or to one player (S10): for each, by its number, by how many
    standard deviations more often (above 0) or less than was to be expected; None: not in the pack.
    """

    word: str  # "Seat 1", "Lena"
    apart: tuple[float | None, ...]  # of each of ``PACK`` cards, see above
    note: str  # below: "312 deals · X² 48.2 on 51 degrees of freedom, p 0.58"


@dataclass(frozen=True, slots=True)
class CardsPicture:
    """How often each card came, beside what chance would have."""

    title: str  # "The cards of Lena"
    subtitle: str  # "52 cards · shuffled"
    grids: tuple[CardGrid, ...]  # up to ``GRIDS``
    rarer: str = ""  # at the left end of the key, "rarer"
    oftener: str = ""  # at its right end, "more often"
    verdict: str = ""  # "Nothing out of the ordinary: …", in at most three lines
    caption: str = ""
    empty: str = ""  # in place of grids, where there are none
    style: CardStyle = STANDARD  # of its indices and suits


StatPicture = PersonCard | ContractsPicture | CoursePicture | ComparePicture | ServerPicture | CardsPicture

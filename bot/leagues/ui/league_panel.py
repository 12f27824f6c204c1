"""A league's own panel, and how lists of it are leafed through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import BLUE, GREEN, GREY, RED, Drawing, Mentions, Panel, button, even_rows
from bot.discordkit.ports import on_league
from bot.discordkit.press_ids import PressId
from bot.engine.registry import preset_named
from bot.leagues.model import ClubMember, Entry, League, SeasonFacts
from bot.rules.ui.leaves import AROUND, BUTTONS, LINE, ROOM, SPARE, WIDTH, rows
from bot.tables.model import Pace
from bot.telling import phrases
from bot.words.catalogue import Words
from bot.words.names import in_text


def game_text(words: Words, league: League) -> str:
    """«Kingen · 4 players · without a clock»: what is played."""
    game = phrases.preset_name(words, preset_named(league.preset).name)
    pace = phrases.pace_name(words, Pace(league.pace))
    return f"{game} · {words.count('count.players', league.players)} · {pace}"


def announced(words: Words, league: League, season: SeasonFacts, members: int) -> Drawing:
    """A league, for everybody: what is played, who may come in, how many have."""
    made = words("league.made-by", name=f"<@{league.creator}>")
    text = (
        f"### {in_text(league.name)}\n{game_text(words, league)}\n"
        f"{words(f'league.entry.{league.entry.value}')}\n-# {words.count('league.members', members)} · {made}"
    )
    return Drawing(Panel(ui.Container(ui.TextDisplay(text), *even_rows(ways_in(words, league, season)))))


def ways_in(words: Words, league: League, season: SeasonFacts) -> Iterator[ui.Button[Any]]:
    """*Join* as far as it is open, and *Standings*."""
    about = on_league(league.id)
    if league.entry is not Entry.INVITED:
        label = words("button.join" if league.entry is Entry.OPEN else "button.ask-to-join")
        yield button(label, PressId("league-join", about), GREEN)
    yield standings_button(words, league, season)


def standings_button(words: Words, league: League, season: SeasonFacts) -> ui.Button[Any]:
    """The standings of a season."""
    press = PressId("league-standings", on_league(league.id), values=(str(season.id),))
    return button(words("button.standings"), press)


def requested(words: Words, league: League, user_id: int) -> Drawing:
    """Somebody wishes to come in: for organisers, where everybody reads it."""
    text = words("league.asks", name=f"<@{user_id}>", league=in_text(league.name))
    return Drawing(Panel(ui.Container(ui.TextDisplay(text), *even_rows(decisions(words, league, user_id)))))


def decisions(words: Words, league: League, user_id: int) -> Iterator[ui.Button[Any]]:
    """*Let in* and *Refuse*."""
    about, who = on_league(league.id), (str(user_id),)
    yield button(words("button.let-in"), PressId("league-let-in", about, values=who), GREEN)
    yield button(words("button.refuse"), PressId("league-refuse", about, values=who))


def invited(words: Words, league: League, season: SeasonFacts, user_id: int) -> Drawing:
    """Somebody may come in, and is called to read it."""
    text = words("league.invited", name=f"<@{user_id}>", league=in_text(league.name))
    join = PressId("league-join", on_league(league.id), values=(str(user_id),))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"{text}\n-# {game_text(words, league)}"),
        *even_rows(
            [
                button(words("button.join"), join, GREEN),
                standings_button(words, league, season),
            ]
        ),
    )
    return Drawing(Panel(container), calls=Mentions((user_id,)))


def asked_to_leave(words: Words, league: League, yes: PressId, member: ClubMember | None = None) -> Drawing:
    """Whether to leave a league, or to take a ``member`` out of it: what stays is told."""
    name = in_text(league.name)
    if member is None:
        return question(words, words("league.sure.leave", league=name), yes)
    return question(words, words("league.sure.remove", name=in_text(member.name), league=name), yes)


def question(words: Words, asked: str, yes: PressId, *, for_good: bool = True) -> Drawing:
    """Something is asked of one person before it is done."""
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(asked),
        ui.ActionRow(
            button(words("button.yes"), yes, RED if for_good else BLUE),
            button(words("button.no"), PressId("no", yes.subject), GREY),
        ),
    )
    return Drawing(Panel(container))


LONGEST: Final = 3600
"""Characters of a leaf, so that there is room for a heading and a note (``fitting.TEXT_LONGEST``)."""

BEFORE: Final = "‹"
AFTER: Final = "›"


def leaves(lines: Iterable[str], besides: int = 0) -> list[list[str]]:
    """The lines, as many to a leaf as fit beside a row of buttons and ``besides`` more points of height; at
    least one leaf, and at least one line on each."""
    room = ROOM - SPARE - AROUND - BUTTONS - besides
    found: list[list[str]] = [[]]
    left, letters = room, LONGEST
    for line in lines:
        height = height_of(line)
        if found[-1] and (height > left or len(line) >= letters):
            found.append([])
            left, letters = room, LONGEST
        found[-1].append(line)
        left, letters = left - height, letters - len(line) - 1
    return found


def shelves(parts: Sequence[str], besides: float) -> list[range]:
    """Which of these texts, of some lines each, stand on which leaf: as many as fit beside ``besides`` points
    of height, and one at least."""
    room, longest = ROOM - SPARE - AROUND - besides, LONGEST
    found: list[range] = []
    begin, height, letters = 0, 0, 0
    for number, part in enumerate(parts):
        needed = height_of(part)
        if number > begin and (height + needed > room or letters + len(part) >= longest):
            found.append(range(begin, number))
            begin, height, letters = number, 0, 0
        height, letters = height + needed, letters + len(part) + 1
    return [*found, range(begin, len(parts))]


def height_of(text: str) -> int:
    """How high a text is on a phone, in points."""
    return sum(rows(line, 16, WIDTH) * LINE for line in text.split("\n"))


def turning(press: Callable[[int], PressId], leaf: int, count: int) -> list[ui.Button[Any]]:
    """Buttons to the leaf before and to the one after; none where there is one leaf only."""
    if count < 2:
        return []
    return [
        button(f"{BEFORE} {max(leaf, 1)}", press(max(leaf - 1, 0)), disabled=leaf == 0),
        button(f"{min(leaf + 2, count)} {AFTER}", press(min(leaf + 1, count)), disabled=leaf + 1 >= count),
    ]

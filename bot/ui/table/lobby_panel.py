"""The lobby: who sits, what will be played, how long it takes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.engine.options import Rules
from bot.leagues.closing_words import counts_for
from bot.leagues.model import TableOfLeague
from bot.tables.lengths import deals_of, estimate
from bot.tables.model import TableFacts
from bot.telling import phrases, robots
from bot.telling.lengths import about
from bot.telling.lessons.registry import taught
from bot.telling.reader import Reader
from bot.ui.discord.panel import BLUE, GREEN, Drawing, Panel, button, even_rows
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.ui.table import fair_panel
from bot.words.catalogue import Words
from bot.words.names import in_text


@dataclass(frozen=True, slots=True)
class LobbySight:
    """A table that has not begun, as its reader sees it; ``league`` is what its game is for."""

    reader: Reader
    facts: TableFacts
    rules: Rules
    league: TableOfLeague | None = None

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words


def lobby(sight: LobbySight, by_dm: Collection[int]) -> Drawing:
    """The message in the channel while seats fill. ``by_dm`` are the people whose direct messages are
    open."""
    words, facts = sight.words, sight.facts
    heading = words("lobby.title", preset=phrases.game_in_text(words, facts), table=facts.id)
    lines = [f"### {heading}", " · ".join(_played(words, facts, sight.rules))]
    if sight.league is not None:
        lines.append(counts_for(words, sight.league))
    container = ui.Container[Any](
        ui.TextDisplay[Any]("\n".join(lines)),
        ui.TextDisplay[Any](_seats(words, facts, by_dm)),
        accent_colour=discord.Colour(0x2F6B4F),
    )
    changed = _changed(words, sight.rules)
    if changed:
        container.add_item(ui.TextDisplay(changed))
    container.add_item(ui.Separator())
    for row in (*even_rows(_buttons(sight)), *even_rows(_about(words, facts))):
        container.add_item(row)
    return Drawing(Panel(container))


def _played(words: Words, facts: TableFacts, rules: Rules) -> list[str]:
    """What, how long and how fast. Where the program has named the table, or a league, its heading does not
    say what."""
    is_named = facts.seats_given or facts.season_id is not None
    game = [phrases.preset_name(words, facts.preset)] if is_named else []
    return [*game, _length(words, facts, rules), phrases.pace_name(words, facts.pace)]


def _buttons(sight: LobbySight) -> list[ui.Button[Any]]:
    words, facts = sight.words, sight.facts
    leave = button(words("button.leave"), PressId("leave", on_table(facts.id)))
    if facts.place is not None:
        return [button(words("button.here"), PressId("here", on_table(facts.id)), GREEN), leave]
    if facts.seats_given:
        return [leave]  # all seats are taken, and there is no host
    full = len(facts.seats) == facts.players
    buttons = [
        button(words("button.join"), PressId("join", on_table(facts.id)), GREEN, disabled=full),
        leave,
        button(words("button.add-robot"), PressId("add-robot", on_table(facts.id)), disabled=full),
        _options(words, facts),
        start_button(sight),
    ]
    buttons[3:3] = _remove_robot(words, facts)
    return buttons


def _remove_robot(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """Where there is one."""
    if all(seat.user_id is not None for seat in facts.seats):
        return []
    return [button(words("button.remove-robot"), PressId("remove-robot", on_table(facts.id)))]


def _about(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """What is played here, for who does not know it, and that nobody chooses the cards."""
    rules = button(words("button.rules"), PressId("rules", on_table(facts.id)))
    return [rules, *how_to_play(words, facts), fair_panel.way_in(words, facts.id)]


def how_to_play(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """The way to the lesson of what a table plays, where there is one."""
    if facts.preset not in taught():
        return []
    return [button(words("button.how-to-play"), PressId("learn", values=(facts.preset,)))]


def _options(words: Words, facts: TableFacts) -> ui.Button[Any]:
    return button(words("button.options"), PressId("options", on_table(facts.id)))


def start_button(sight: LobbySight, verb: str = "") -> ui.Button[Any]:
    """Starts the game, robots taking the seats that are free; in another place than the lobby under a
    ``verb`` of its own."""
    words, facts = sight.words, sight.facts
    full = len(facts.seats) == facts.players
    own = verb or ("start" if full else "fill-start")
    press = PressId(own, on_table(facts.id), values=("fill",) if verb and not full else ())
    label = words("button.start" if full or facts.is_private else "button.fill-start")
    return button(label, press, BLUE)


def private(sight: LobbySight) -> Drawing:
    """The lobby of a private table, which its one person sees."""
    words, facts = sight.words, sight.facts
    heading = words("lobby.title", preset=phrases.game_in_text(words, facts), table=facts.id)
    against = words.count("private.against", facts.players - 1)
    there = [
        robots.named(words, in_text(seat.name), seat.robot) for seat in facts.seats if seat.user_id is None
    ]
    container = ui.Container[Any](
        ui.TextDisplay[Any](f"### {heading}\n{' · '.join(_played(words, facts, sight.rules))}"),
        ui.TextDisplay[Any]("\n".join([against, *there])),
        accent_colour=discord.Colour(0x2F6B4F),
    )
    changed = _changed(words, sight.rules)
    if changed:
        container.add_item(ui.TextDisplay(changed))
    leave = button(words("button.leave"), PressId("leave", on_table(facts.id)))
    ways = even_rows([start_button(sight), _options(words, facts), *_remove_robot(words, facts), leave])
    for row in (*ways, *even_rows(_about(words, facts))):
        container.add_item(row)
    return Drawing(Panel(container))


def over(words: Words, facts: TableFacts) -> Drawing:
    """What stays of a lobby that was closed."""
    text = words("lobby.closed", preset=phrases.game_in_text(words, facts), table=facts.id)
    return Drawing(Panel(ui.Container(ui.TextDisplay(text))), final=True)


def _length(words: Words, facts: TableFacts, rules: Rules) -> str:
    seated = sum(seat.user_id is None for seat in facts.seats)
    seconds = estimate(rules, facts.players - 1 if facts.is_private else seated)
    return words(
        "lobby.length", deals=words.count("count.deals", deals_of(rules)), length=about(words, seconds)
    )


def _seats(words: Words, facts: TableFacts, by_dm: Collection[int]) -> str:
    lines: list[str] = []
    for number in range(facts.players):
        if number >= len(facts.seats):
            lines.append(words("lobby.seat-free", number=number + 1))
            continue
        seat = facts.seats[number]
        name = in_text(seat.name)
        if seat.user_id is None:
            robot = robots.described(words, seat.robot)
            lines.append(words("lobby.seat-robot", number=number + 1, name=name, robot=robot))
            continue
        notes = [words("seat.host")] if seat.user_id == facts.host_id else []
        if facts.seats_given and seat.ready:
            notes.append(words("lobby.here"))
        notes.append(words("lobby.by-dm" if seat.user_id in by_dm else "lobby.in-channel"))
        lines.append(words("lobby.seat", number=number + 1, name=name, notes=" · ".join(notes)))
    return "\n".join([*lines, _awaited(words, facts)])


def _awaited(words: Words, facts: TableFacts) -> str:
    free = facts.players - len(facts.seats)
    if free:
        return words.count("lobby.waiting", free)
    if facts.place is not None:
        awaited = sum(not (seat.ready or seat.user_id is None) for seat in facts.seats)
        return words.count("lobby.awaited", awaited) if awaited else words("lobby.all-here")
    return words("lobby.given" if facts.seats_given else "lobby.ready")


def _changed(words: Words, rules: Rules) -> str:
    return "\n".join(
        f"- {phrases.option_with_value(words, name, value)}" for name, value in rules.changed.items()
    )

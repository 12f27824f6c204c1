"""A lobby, and the options of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discordkit.forms import InputForm, text_field
from bot.discordkit.interactions import PressId
from bot.discordkit.panel import (
    BLUE,
    FELT,
    GREEN,
    RED,
    Drawing,
    Part,
    Parts,
    button,
    draw,
    select,
    select_option,
)
from bot.discordkit.ports import on_table
from bot.engine.options import Option, Rules
from bot.leagues.model import TableOfLeague
from bot.leagues.season_words import counts_for
from bot.lessons.games import taught
from bot.robots.kinds import offered
from bot.rules.ui.presets import game_options
from bot.tables.clocks import deals_of, estimate
from bot.tables.model import NamedPreset, Pace, RobotPace, TableFacts
from bot.tables.ui import ending_panel
from bot.telling import phrases
from bot.telling.phrases import Reader, about_length
from bot.words.catalogue import Words, in_text


@dataclass(frozen=True, slots=True)
class LobbyViewModel:
    """A table that has not begun, as its reader sees it; ``league`` is what its game is for."""

    reader: Reader
    facts: TableFacts
    rules: Rules
    league: TableOfLeague | None = None

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words


def lobby(model: LobbyViewModel, by_dm: Collection[int]) -> Drawing:
    """The message in the channel while seats fill. ``by_dm`` are the people whose direct messages are
    open."""
    words, facts = model.words, model.facts
    heading = words("lobby.title", preset=phrases.game_in_text(words, facts), table=facts.number)
    lines = [f"### {heading}", " · ".join(_played(words, facts, model.rules))]
    if model.league is not None:
        lines.append(counts_for(words, model.league))
    return draw(
        lines,
        _seats(words, facts, by_dm),
        f"-# {words('lobby.answers', hand=words('button.my-hand'))}" if facts.by_answers else "",
        _changed(words, model.rules),
        ui.Separator(),
        _buttons(model),
        _about(words, facts),
        accent=FELT,
    )


def _played(words: Words, facts: TableFacts, rules: Rules) -> list[str]:
    """What, how long and how fast. Where the program has named the table, or a league, its heading does not
    say what."""
    is_named = facts.seats_given or facts.season_id is not None
    game = [phrases.preset_name(words, facts.preset)] if is_named else []
    return [*game, _length(words, facts, rules), phrases.pace_name(words, facts.pace)]


def _buttons(model: LobbyViewModel) -> list[ui.Button[Any]]:
    words, facts = model.words, model.facts
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
        start_button(model),
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
    return [rules, *how_to_play(words, facts), ending_panel.way_in(words, facts.id)]


def how_to_play(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """The way to the lesson of what a table plays, where there is one."""
    if facts.preset not in taught():
        return []
    return [button(words("button.how-to-play"), PressId("learn", values=(facts.preset,)))]


def _options(words: Words, facts: TableFacts) -> ui.Button[Any]:
    return button(words("button.options"), PressId("options", on_table(facts.id)))


def start_button(model: LobbyViewModel, verb: str = "") -> ui.Button[Any]:
    """Starts the game, robots taking the seats that are free; in another place than the lobby under a
    ``verb`` of its own."""
    words, facts = model.words, model.facts
    full = len(facts.seats) == facts.players
    own = verb or ("start" if full else "fill-start")
    press = PressId(own, on_table(facts.id), values=("fill",) if verb and not full else ())
    label = words("button.start" if full or facts.is_private else "button.fill-start")
    return button(label, press, BLUE)


def private(model: LobbyViewModel) -> Drawing:
    """The lobby of a private table, which its one person sees."""
    words, facts = model.words, model.facts
    heading = words("lobby.title", preset=phrases.game_in_text(words, facts), table=facts.number)
    against = words.count("private.against", facts.players - 1)
    there = [
        phrases.robot_named(words, in_text(seat.name), seat.robot)
        for seat in facts.seats
        if seat.user_id is None
    ]
    leave = button(words("button.leave"), PressId("leave", on_table(facts.id)))
    return draw(
        [f"### {heading}", " · ".join(_played(words, facts, model.rules))],
        [against, *there],
        _changed(words, model.rules),
        [start_button(model), _options(words, facts), *_remove_robot(words, facts), leave],
        _about(words, facts),
        accent=FELT,
    )


def over(words: Words, facts: TableFacts) -> Drawing:
    """What stays of a lobby that was closed."""
    return draw(
        words("lobby.closed", preset=phrases.game_in_text(words, facts), table=facts.number), final=True
    )


def _length(words: Words, facts: TableFacts, rules: Rules) -> str:
    seated = sum(seat.user_id is None for seat in facts.seats)
    seconds = estimate(rules, facts.players - 1 if facts.is_private else seated)
    return words(
        "lobby.length", deals=words.count("count.deals", deals_of(rules)), length=about_length(words, seconds)
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
            robot = phrases.robot_described(words, seat.robot)
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


Control = tuple[str, Parts]
"""Something that can be chosen or pressed on the options panel, after the verb of its press."""


@dataclass(frozen=True, slots=True)
class Warned:
    """A sentence about what was just refused or done, and the verb of the control it is about."""

    at: str
    said: str


def options(
    model: LobbyViewModel, named: Sequence[NamedPreset], chosen: str = "", warned: Warned | None = None
) -> Drawing:
    """The host's panel: game, players, clock, and any one option with its values; and *Start*. ``named`` are
    the presets of the server; ``chosen`` is the option being set; ``warned`` stands below what it is
    about."""
    words, table, is_leagues = model.words, on_table(model.facts.id), model.facts.season_id is not None
    there = () if is_leagues else model.rules.options
    option = next((option for option in there if option.name == chosen), None)
    at = warned.at if warned is not None else ""
    if at == "set-option" and option is None:
        at = "pick-option"  # the option is none of this game any more

    shown: list[Control] = [*_selects(model, named, chosen)]
    if option is not None:
        other = button(words("options.other"), PressId("type-option", table, values=(option.name,)))
        typed = other if option.parse is not None else None
        shown.append(("set-option", [_option_about(model, option), _values(model, option), typed]))
    if (model.rules.changed and not is_leagues) or at == "reset-options":
        reset = button(words("options.reset"), PressId("reset-options", table), RED, disabled=is_leagues)
        shown.append(("reset-options", reset))
    shown.append(("start-here", start_button(model, "start-here")))
    return draw(
        [f"### {words('options.title', table=model.facts.number)}", _hint(model)],
        *(
            part
            for verb, control in shown
            for part in (control, f"⚠️ {warned.said}" if warned is not None and at == verb else None)
        ),
    )


def _hint(model: LobbyViewModel) -> str:
    """Who sees what is chosen here, and what is not to be chosen."""
    words, facts = model.words, model.facts
    if facts.season_id is not None:
        return words("options.hint-league", league=phrases.game_in_text(words, facts))
    return words("options.hint-private" if facts.is_private else "options.hint")


def _select(
    model: LobbyViewModel,
    verb: str,
    label: str,
    offers: Iterable[discord.SelectOption],
    *,
    disabled: bool = False,
) -> Control:
    """What can be chosen in one place; ``disabled`` where it is not this table's to choose."""
    press = PressId(verb, on_table(model.facts.id))
    return verb, select(press, label, offers, disabled=disabled)


def _selects(model: LobbyViewModel, named: Sequence[NamedPreset], chosen: str) -> Iterator[Control]:
    """What can always be chosen, and which option is to be set."""
    words, facts, rules = model.words, model.facts, model.rules
    players = (
        select_option(words.count("count.players", count), str(count), default=count == facts.players)
        for count in rules.preset.players
    )
    paces = (
        select_option(phrases.pace_name(words, pace), pace.value, default=pace == facts.pace) for pace in Pace
    )
    robot_paces = (
        select_option(words(f"robot-pace.{pace.value}"), pace.value, default=pace == facts.robot_pace)
        for pace in RobotPace
    )
    every = (_offered(model, option, chosen) for option in rules.options)
    fixed = facts.season_id is not None
    game = facts.title or words("options.preset")
    games = game_options(words, named, facts.preset if fixed else facts.title or facts.preset)
    yield _select(model, "set-preset", game, games, disabled=fixed)
    yield _select(model, "set-players", words("options.players"), players)
    yield _select(model, "set-pace", words("options.pace"), paces)
    yield from _robots(model, single=not chosen)
    yield _select(model, "set-robot-pace", words("options.robot-pace"), robot_paces)
    yield _select(model, "pick-option", words("options.pick"), every, disabled=fixed)


def _robots(model: LobbyViewModel, *, single: bool) -> Iterator[Control]:
    """How well all robots play, and a ``single`` one, for which there is room while no option is being set;
    one to come is brought by choosing how well."""
    words, facts = model.words, model.facts
    kinds, own = offered(), {number: one for number, one in enumerate(facts.seats) if one.user_id is None}
    mixed = any(seat.robot != facts.robots for seat in own.values())
    every = (
        select_option(
            words(f"robots.{kind}"),
            kind,
            words(f"robots.{kind}.about"),
            default=kind == facts.robots and not mixed,
        )
        for kind in kinds
    )
    yield _select(model, "set-robots", words("options.robots-mixed" if mixed else "options.robots"), every)
    ones = [
        select_option(
            words("options.robot-as", name=seat.name, robot=phrases.robot_level(words, kind)),
            f"{number}-{kind}",
        )
        for number, seat in own.items()
        for kind in kinds
        if kind != seat.robot
    ]
    if len(facts.seats) < facts.players:
        ones += [
            select_option(
                words("options.robot-more", robot=phrases.robot_level(words, kind)),
                f"{len(facts.seats)}-{kind}",
            )
            for kind in kinds
        ]
    if ones and single:
        yield _select(model, "set-robot", words("options.robot"), ones)


def _offered(model: LobbyViewModel, option: Option, chosen: str) -> discord.SelectOption:
    """An option to be set, with its value now."""
    words, rules = model.words, model.rules
    value = phrases.option_value(words, option.name, rules[option.name])
    about = words("options.idle-value", value=value) if option.unmet(rules.values) else value
    label = phrases.option_name(words, option.name)
    return select_option(label, option.name, about, default=option.name == chosen)


def _values(model: LobbyViewModel, option: Option) -> Part:
    """The values of an option, its value now among them also where it is none of those listed."""
    words, current = model.words, model.rules[option.name]
    listed = dict.fromkeys([*model.rules.choices(option), current])
    offers = (
        select_option(phrases.option_value(words, option.name, value), value, default=value == current)
        for value in listed
    )
    press = PressId("set-option", on_table(model.facts.id), values=(option.name,))
    return select(press, phrases.option_name(words, option.name), offers)


def _option_about(model: LobbyViewModel, option: Option) -> str:
    """What an option is about, and why it changes nothing where it does not."""
    words = model.words
    about = words(f"option.{option.name}.about")
    unmet = [
        words.either(phrases.option_with_value(words, name, value) for value in values)
        for name, values in option.unmet(model.rules.values).items()
    ]
    return f"{about}\n-# {words('options.idle', needed=words.both(unmet))}" if unmet else about


def option_form(words: Words, table_id: int, option: str, current: str) -> InputForm:
    """Asks for a value that cannot be listed."""
    name, press = (
        phrases.option_name(words, option),
        PressId("typed-option", on_table(table_id), values=(option,)),
    )
    about = words(f"option.{option}.form")
    return InputForm(name, press, text_field("value", name, about, default=current, longest=40))


def dropped(now: LobbyViewModel, before: TableFacts) -> str:
    """Which choices did not fit any longer when game or number of players changed; empty where all did."""
    gone = [
        phrases.option_with_value(now.words, name, value)
        for name, value in before.options.items()
        if now.rules.values.get(name) != value
    ]
    return now.words("options.dropped", options=now.words.both(gone)) if gone else ""

"""Tables with whatever options, for tests of what holds at every one."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from bot.engine.errors import RuleViolation
from bot.engine.options import Rules
from bot.engine.registry import make_rules


@st.composite
def some_rules(draw: st.DrawFn, tables: Sequence[tuple[str, int]]) -> Rules:
    """The rules of a table of these presets with so many players, some options changed."""
    name, players = draw(st.sampled_from(tables))
    plain = make_rules(name, players, {})
    changed = draw(st.sets(st.sampled_from(plain.options), max_size=6))
    options = {option.name: draw(st.sampled_from(option.choices(plain.size))) for option in changed}
    try:
        return make_rules(name, players, options)
    except RuleViolation:  # options that do not go together
        return plain

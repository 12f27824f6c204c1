"""What a robot would do, and the figures it chose by."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.actions import Action


@dataclass(frozen=True, slots=True)
class Advice:
    """What a robot chooses. ``worlds`` is in how many ways it dealt the unseen cards out to compare what it
    may do, 0 where it did not; ``means`` what each act that it compared brought its seat in them on average,
    in points. What is in there follows from one seat's view, so it is that seat's alone."""

    action: Action = field(repr=False)
    worlds: int = 0
    means: tuple[tuple[Action, float], ...] = field(default=(), repr=False)

    @property
    def next_best(self) -> tuple[Action, float] | None:
        """The best of the others that were compared, and by how many points on average it is worse (below 0:
        better, where the choice had another reason too). None where nothing was compared."""
        means = dict(self.means)
        others = [(mean, -action) for action, mean in self.means if action != self.action]
        if not others or self.action not in means:
            return None
        mean, action = max(others)
        return -action, means[self.action] - mean

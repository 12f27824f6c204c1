"""What is asked of whoever keeps reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.reviews.model import Review


class ReviewStore(Protocol):
    """Where reviews live. Every method raises StoreError when the database fails."""

    async def of_table(self, table_id: int) -> Sequence[Review]:
        """The reviews of a game, by seat, each seat's in order; none where it was not reviewed."""
        ...

    async def keep(self, table_id: int, reviews: Sequence[Review]) -> None:
        """Keep those of a whole game, once; none of a sitting that is by now somebody else's, as it is where
        they had their data deleted meanwhile."""
        ...

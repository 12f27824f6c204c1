"""How many requests the bot may make: globally, per route, and for old messages.

The global limit and the headers are documented (https://discord.com/developers/docs/topics/rate-limits);
the sizes of the buckets are not, and are what bots have found in practice. Windows run by a clock of
their own, real time by default: the library waits real seconds, however fast the world's clock is moved.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from dataclasses import dataclass, field

from playground.clock import Clock
from playground.errors import OLD_EDITS, ApiError, Kind

GLOBAL_LIMIT, GLOBAL_WINDOW = 50, 1.0
OLD_MESSAGE_AGE = 3600.0
OLD_EDIT_LIMIT, OLD_EDIT_WINDOW = 3, 20.0

RATE_LIMITED = Kind(429, 0, "You are being rate limited.")

Bucket = tuple[int, float]
BUCKETS: dict[str, Bucket] = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": (5, 1.0),
    "GET /channels/{channel_id}/messages": (5, 5.0),
    "GET /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "POST /channels/{channel_id}/typing": (5, 5.0),
    "POST /users/@me/channels": (10, 10.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": (5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": (5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": (5, 2.0),
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original": (5, 2.0),
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": (5, 2.0),
    "PUT /applications/{application_id}/commands": (5, 20.0),
    "PUT /applications/{application_id}/guilds/{guild_id}/commands": (5, 20.0),
}
"""Requests and seconds, for each value of the route's major parameters."""

UNCOUNTED = ("/interactions/", "/webhooks/{webhook_id}/{webhook_token}")
"""Routes that the global limit does not count."""

MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")


def is_counted(route: str) -> bool:
    """Whether the global limit counts a route (a path template)."""
    return not route.startswith(UNCOUNTED)


@dataclass
class Window:
    """So many events in so many seconds, counted from the first of them."""

    limit: int
    seconds: float
    began: float = -math.inf
    used: int = 0

    def take(self, now: float) -> float:
        """Use one up; the seconds to wait when there is none left, else 0."""
        if now >= self.began + self.seconds:
            self.began, self.used = now, 0
        if self.used >= self.limit:
            return self.began + self.seconds - now
        self.used += 1
        return 0.0


@dataclass
class RateLimits:
    """Everything that is counted. `pace` above 1 makes all windows so many times shorter."""

    clock: Clock
    pace: float = 1.0
    enabled: bool = True
    _recent: deque[float] = field(default_factory=deque)
    _windows: dict[str, Window] = field(default_factory=dict)
    _old_edits: dict[int, Window] = field(default_factory=dict)

    def check(self, method: str, route: str, params: dict[str, str]) -> dict[str, str]:
        """Count a request and return the headers to answer with. Raises ApiError 429."""
        if not self.enabled:
            return {}
        if is_counted(route):
            self._check_global()
        key = f"{method} {route}"
        if key not in BUCKETS:
            return {}
        limit, seconds = BUCKETS[key]
        major = "/".join(params[name] for name in MAJOR if name in params)
        self._forget_old()
        window = self._windows.setdefault(f"{key} {major}", Window(limit, seconds / self.pace))
        now = self.clock.monotonic()
        wait = window.take(now)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(limit - window.used),
            "X-RateLimit-Reset": f"{self.clock.now() + window.began + window.seconds - now:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, window.began + window.seconds - now):.3f}",
            "X-RateLimit-Bucket": hashlib.md5(key.encode(), usedforsecurity=False).hexdigest(),
        }
        if wait > 0:
            raise too_many(RATE_LIMITED, wait, headers | {"X-RateLimit-Scope": "user"})
        return headers

    def check_old_edit(self, channel_id: int, age: float) -> None:
        """Count an edit of a message so many seconds old. Raises ApiError 429 with 30046."""
        if not self.enabled or age < OLD_MESSAGE_AGE:
            return
        window = self._old_edits.setdefault(channel_id, Window(OLD_EDIT_LIMIT, OLD_EDIT_WINDOW / self.pace))
        wait = window.take(self.clock.monotonic())
        if wait > 0:
            raise too_many(OLD_EDITS, wait, {"X-RateLimit-Scope": "shared"})

    def _check_global(self) -> None:
        now, span = self.clock.monotonic(), GLOBAL_WINDOW / self.pace
        while self._recent and self._recent[0] <= now - span:
            self._recent.popleft()
        if len(self._recent) >= GLOBAL_LIMIT:
            wait = self._recent[0] + span - now
            raise too_many(RATE_LIMITED, wait, {}, everywhere=True)
        self._recent.append(now)

    def _forget_old(self) -> None:
        """Tokens come and go; their windows must not pile up."""
        if len(self._windows) > 2000:
            now = self.clock.monotonic()
            fresh = {key: one for key, one in self._windows.items() if now < one.began + one.seconds}
            self._windows = fresh


def too_many(kind: Kind, wait: float, headers: dict[str, str], *, everywhere: bool = False) -> ApiError:
    """The refusal of a request that may be tried again in so many seconds."""
    if everywhere:
        headers = headers | {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    # Without `Via` a client takes a 429 for a ban of its address at the edge.
    headers = headers | {"Retry-After": str(max(1, round(wait))), "Via": "1.1 google"}
    return ApiError(kind, extra={"retry_after": round(wait, 3), "global": everywhere}, headers=headers)

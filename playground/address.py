"""Where the playground is reached, and by which token."""

from __future__ import annotations

from dataclasses import dataclass, field

API, CDN, GATEWAY = "/api/v10", "/cdn", "/gateway"


@dataclass
class Address:
    """`origin` is known once the server listens; the token may be reset at any time."""

    token: str = field(repr=False)
    origin: str = ""
    shards: int = 1
    """How many shards GET /gateway/bot recommends."""

    @property
    def api_url(self) -> str:
        """REST base, without a slash at the end."""
        return self.origin + API

    @property
    def cdn_url(self) -> str:
        return self.origin + CDN

    @property
    def gateway_url(self) -> str:
        return self.origin.replace("http", "ws", 1) + GATEWAY

    @property
    def page_url(self) -> str:
        return self.origin + "/"

"""The gateway: sessions that survive their connections, events in order, and catching up.

https://discord.com/developers/docs/events/gateway
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Collection
from typing import Any

from aiohttp import WSMsgType, web

from playground.address import Address
from playground.clock import Clock
from playground.gateway.sessions import Connection, Refused, Session
from playground.objects import Json
from playground.world.audience import GUILD_MEMBERS, GUILD_MESSAGES, GUILD_SCHEDULED_EVENTS
from playground.world.places import Guild
from playground.world.world import World

HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 1, 2, 3, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
VOICE_STATE = 4

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQ, RATE_LIMITED, SESSION_TIMED_OUT = 4005, 4007, 4008, 4009
INVALID_SHARD, INVALID_VERSION, INVALID_INTENTS, DISALLOWED_INTENTS = 4010, 4012, 4013, 4014

HEARTBEAT_INTERVAL = 41.25
ACK_AFTER = 0.05
"""Seconds until a heartbeat is answered, as by a network: discord.py notes the time of its sending in another
thread, and would take an answer that is there before for one to the heartbeat before."""
RESUMABLE_FOR = 180.0
"""Seconds a session waits for its client to come back."""

MESSAGE_CONTENT = 1 << 15
PRIVILEGED = 1 << 1 | 1 << 8 | MESSAGE_CONTENT
ALL_INTENTS = (1 << 26) - 1


class Gateway:
    """All sessions and connections."""

    def __init__(self, world: World, address: Address, rate_clock: Clock) -> None:
        self.world = world
        self.address = address
        self.rate_clock = rate_clock
        """By which is counted how much a client sends."""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.allowed_privileged = 0
        """Privileged intents that are switched on for the application."""
        self.refusing = False

    # Telling

    def dispatch(self, name: str, data: Json, *, guild: Guild | None, intents: int) -> None:
        """Tell every session that hears of the guild and asked for one of the intents (0: all of them)."""
        self._forget_lost()
        for session in self.sessions.values():
            if session.hears_of(guild) and (not intents or session.intents & intents):
                session.tell(name, self._fitting(session, name, data, intents))

    def _fitting(self, session: Session, name: str, data: Json, intents: int) -> Json:
        """An event, without what the session has not asked for."""
        if name == "GUILD_CREATE" and not session.intents & GUILD_SCHEDULED_EVENTS:
            return data | {"guild_scheduled_events": []}
        return self._without_content(session, name, data, intents)

    def _without_content(self, session: Session, name: str, data: Json, intents: int) -> Json:
        """Without that intent, others' guild messages come empty unless they name the bot."""
        if not name.startswith("MESSAGE_") or intents != GUILD_MESSAGES or "author" not in data:
            return data
        bot = self.world.bot_user["id"]
        named = data["author"]["id"] == bot or any(user["id"] == bot for user in data["mentions"])
        if named or session.intents & MESSAGE_CONTENT:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    def _forget_lost(self) -> None:
        now = self.world.clock.monotonic()
        for session in list(self.sessions.values()):
            if session.connection is None and now - session.lost > RESUMABLE_FOR:
                del self.sessions[session.id]

    # Faults, for tests

    async def drop(self, code: int = 4000) -> None:
        """Close every connection; the sessions can be resumed."""
        for connection in list(self.connections):
            await connection.close(code)

    def refuse(self) -> None:
        """From now on new connections are answered 503; sessions are resumable for as long as ever."""
        self.refusing = True

    def accept(self) -> None:
        """New connections are let in again."""
        self.refusing = False

    async def expel(self) -> None:
        """Close every connection as one whose token is wrong; no session can be resumed."""
        self.forget_sessions()
        await self.drop(AUTHENTICATION_FAILED)
        self.world.changed()

    def ask_to_reconnect(self) -> None:
        """Send op 7 to every connection."""
        for connection in self.connections:
            connection.send_op(RECONNECT)

    def forget_sessions(self, shards: Collection[int] | None = None) -> None:
        """No session, or none of these shards, can be resumed any more; connections stay, silent."""
        for session in list(self.sessions.values()):
            if shards is None or session.shard[0] in shards:
                session.connection = None
                del self.sessions[session.id]

    @property
    def connected(self) -> bool:
        """Whether a session is being told of events at this moment."""
        return bool(self.connected_shards)

    @property
    def connected_shards(self) -> set[int]:
        """The shards that are."""
        return {one.shard[0] for one in self.sessions.values() if one.connection is not None}

    # Connections

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket for as long as it lasts."""
        if self.refusing:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, timeout=1.0)
        await socket.prepare(request)
        if request.query.get("v", "10") != "10" or request.query.get("encoding", "json") != "json":
            await socket.close(code=INVALID_VERSION)
            return socket
        # Whoever asks for a compression we have not is sent plain text, which every client reads.
        connection = Connection(socket, compress=request.query.get("compress") == "zlib-stream")
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send_op(HELLO, {"heartbeat_interval": int(HEARTBEAT_INTERVAL * 1000), "_trace": []})
        try:
            await self._listen(connection)
        except Refused as refusal:
            await connection.close(refusal.code)
        finally:
            self.connections.discard(connection)
            connection.stop()
            self._lose(connection)
            await writer
        return socket

    async def _listen(self, connection: Connection) -> None:
        while True:
            try:
                message = await connection.socket.receive(timeout=HEARTBEAT_INTERVAL * 1.5)
            except TimeoutError:
                raise Refused(SESSION_TIMED_OUT) from None
            if message.type != WSMsgType.TEXT:
                return
            self._receive(connection, message.data)

    def _receive(self, connection: Connection, text: str) -> None:
        """Raises Refused."""
        if connection.received.take(self.rate_clock.monotonic()) > 0:
            raise Refused(RATE_LIMITED)
        try:
            packet = json.loads(text)
            op, data = packet["op"], packet.get("d")
        except (ValueError, TypeError, KeyError):
            raise Refused(DECODE_ERROR) from None
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_AFTER, connection.send_op, HEARTBEAT_ACK)
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        elif connection.session is None:
            raise Refused(NOT_AUTHENTICATED)
        elif op == REQUEST_MEMBERS:
            self._send_members(connection.session, data)
        elif op not in (PRESENCE, VOICE_STATE):
            raise Refused(UNKNOWN_OPCODE)

    def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            raise Refused(ALREADY_AUTHENTICATED)
        self._check_token(data)
        intents, shard = data.get("intents"), tuple(data.get("shard") or (0, 1))
        if not isinstance(intents, int) or not 0 <= intents <= ALL_INTENTS:
            raise Refused(INVALID_INTENTS)
        if intents & PRIVILEGED & ~self.allowed_privileged:
            raise Refused(DISALLOWED_INTENTS)
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            raise Refused(INVALID_SHARD)
        session = Session(secrets.token_hex(16), (shard[0], shard[1]), intents, connection=connection)
        connection.session = self.sessions[session.id] = session
        mine = [guild for guild in self.world.guilds.values() if session.hears_of(guild)]
        session.tell("READY", self._ready(session, mine))
        if intents & 1:
            for guild in mine:
                whole = guild.to_gateway(all_members=bool(intents & GUILD_MEMBERS))
                session.tell("GUILD_CREATE", self._fitting(session, "GUILD_CREATE", whole, intents))
        self.world.changed()

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        return {
            "v": 10,
            "user": self.world.bot_user | {"mfa_enabled": True, "verified": True, "email": None},
            "user_settings": {},
            "session_type": "normal",
            "session_id": session.id,
            "resume_gateway_url": self.address.gateway_url,
            "shard": list(session.shard),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "geo_ordered_rtc_regions": [],
            "guild_join_requests": [],
            "application": {"id": str(self.world.application_id), "flags": 0},
            "_trace": [],
        }

    def _resume(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            raise Refused(ALREADY_AUTHENTICATED)
        self._check_token(data)
        self._forget_lost()
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int) or self._too_old(session, seq):
            connection.send_op(INVALID_SESSION, False)
            return
        if seq > session.seq:
            raise Refused(INVALID_SEQ)
        if session.connection is not None:
            session.connection.session = None
        session.connection, connection.session = connection, session
        for number, packet in session.events:
            if number > seq:
                connection.send(packet)
        session.tell("RESUMED", {"_trace": []})
        self.world.changed()

    def _too_old(self, session: Session, seq: int) -> bool:
        """Whether events after `seq` are no longer kept."""
        return bool(session.events) and seq < session.events[0][0] - 1

    def _check_token(self, data: Any) -> None:
        if not isinstance(data, dict):
            raise Refused(DECODE_ERROR)
        if str(data.get("token")).removeprefix("Bot ") != self.address.token:
            raise Refused(AUTHENTICATION_FAILED)

    def _send_members(self, session: Session, data: Json) -> None:
        """Members by their ids or the beginning of their name, in one chunk."""
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        users = [self.world.bot_user, *(account.user for account in guild.members.values())]
        wanted = data.get("user_ids")
        ids = {str(id) for id in (wanted if isinstance(wanted, list) else [wanted])}
        if wanted is not None:
            found = [user for user in users if user["id"] in ids]
        else:
            query = str(data.get("query", "")).lower()
            found = [user for user in users if user["username"].startswith(query)]
            found = found[: data.get("limit") or None]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [guild.member(user) for user in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted(ids - {user["id"] for user in found}) if wanted is not None else [],
        }
        if "nonce" in data:
            chunk["nonce"] = data["nonce"]
        session.tell("GUILD_MEMBERS_CHUNK", chunk)

    def _lose(self, connection: Connection) -> None:
        """The connection has ended; the session ends too if the client said 1000 or 1001."""
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection, session.lost = None, self.world.clock.monotonic()
        if connection.socket.close_code in (1000, 1001) and not connection.cut:
            self.sessions.pop(session.id, None)
        self.world.changed()

"""What can happen to threads. https://discord.com/developers/docs/topics/threads"""

from __future__ import annotations

from typing import TypedDict, Unpack

from playground.clock import Timer
from playground.objects import Json
from playground.world.accounts import Account
from playground.world.audience import GUILD_MEMBERS, GUILDS, Audience
from playground.world.places import Channel, Message
from playground.world.threads import DAY, Thread


class Edits(TypedDict, total=False):
    """What of a thread can be changed."""

    name: str
    archived: bool
    locked: bool
    invitable: bool
    archived_after: int
    slowmode: int


class ThreadChanges:
    """Threads begin, rest, are joined and left."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._world = audience.world
        self._timers: dict[int, Timer] = {}
        """Of each active thread, until it has rested for long enough."""

    def begin(
        self,
        parent: Channel,
        name: str,
        *,
        is_private: bool = False,
        invitable: bool = True,
        archived_after: int = DAY,
        slowmode: int = 0,
    ) -> Thread:
        """A new thread of the bot's, which is its only member."""
        assert parent.guild is not None
        world, now = self._world, self._world.clock.now()
        thread = Thread(
            id=world.ids.next(),
            name=name,
            guild=parent.guild,
            parent=parent,
            owner_id=world.application_id,
            is_private=is_private,
            invitable=invitable,
            archived_after=archived_after,
            slowmode=slowmode,
            archive_changed=now,
            members={world.application_id: now},
        )
        thread.guild.channels[thread.id] = world.channels[thread.id] = thread
        self._audience.tell_of_channel("create", thread)
        self.stir(thread)
        return thread

    def edit(self, thread: Thread, **edits: Unpack[Edits]) -> None:
        """Change what is given."""
        for name, value in edits.items():
            setattr(thread, name, value)
        if {"archived", "archived_after"} & edits.keys():
            thread.archive_changed = self._world.clock.now()
        self.stir(thread)
        self._audience.tell_of_channel("update", thread)

    def stir(self, thread: Thread) -> None:
        """Something happens in a thread: its time of rest begins anew, unless it is archived."""
        self.forget(thread)
        if thread.is_active:
            when = self._world.clock.now() + thread.archived_after * 60
            rest = self._world.clock.call_at(when, lambda: self.edit(thread, archived=True))
            self._timers[thread.id] = rest

    def forget(self, thread: Thread) -> None:
        """Nothing more is to happen to a thread by itself."""
        timer = self._timers.pop(thread.id, None)
        if timer is not None:
            timer.cancel()

    def hear(self, thread: Thread, message: Message) -> None:
        """A message is about to appear that everybody in the thread sees: the thread comes back from the
        archive, and who writes or is called joins."""
        thread.sent += 1
        if thread.archived:
            self.edit(thread, archived=False)
        else:
            self.stir(thread)
        self.join(thread, message.author_id)
        for user in message.data["mentions"]:
            if int(user["id"]) in message.pings and self._may_bring(thread, message.author_id):
                self.join(thread, int(user["id"]))

    def _may_bring(self, thread: Thread, id: int) -> bool:
        account = self._world.accounts.get(id)
        allowed = thread.bot_permissions if account is None else thread.permissions_of(account)
        return thread.may_bring(id, allowed)

    def join(self, thread: Thread, id: int) -> bool:
        """A member of the guild who sees the parent channel joins a thread; whether they were not in it."""
        account = self._world.accounts.get(id)
        if id in thread.members or not self._admits(thread, account):
            return False
        saw = account is not None and thread.seen_by(account)
        thread.members[id] = self._world.clock.now()
        if account is None:
            self._audience.dispatch("THREAD_CREATE", thread.to_json(), guild=thread.guild, intents=GUILDS)
        elif not saw:
            account.tell("channel_create", channel=thread.to_json())
        self._tell_members(thread, id, {"added_members": [self._added(thread, id)]})
        return True

    def _admits(self, thread: Thread, account: Account | None) -> bool:
        return thread.parent.seen_by_bot if account is None else thread.parent.seen_by(account)

    def leave(self, thread: Thread, id: int) -> bool:
        """Somebody is no longer in a thread; whether they were."""
        if thread.members.pop(id, None) is None:
            return False
        account = self._world.accounts.get(id)
        if account is not None and not thread.seen_by(account):
            account.read(thread.id)
            account.tell("channel_delete", channel=thread.to_json())
        self._tell_members(thread, id, {"removed_member_ids": [str(id)]})
        return True

    def _added(self, thread: Thread, id: int) -> Json:
        member = thread.guild.member(self._world.users()[id])
        return thread.member(id) | {"member": member, "presence": None}

    def _tell_members(self, thread: Thread, id: int, what: Json) -> None:
        """Of others' membership the bot hears by the intent of members alone."""
        intents = GUILDS if id == self._world.application_id else GUILD_MEMBERS
        data: Json = {
            "id": str(thread.id),
            "guild_id": str(thread.guild.id),
            "member_count": min(len(thread.members), 50),
            **what,
        }
        self._audience.dispatch("THREAD_MEMBERS_UPDATE", data, guild=thread.guild, intents=intents)
        self._world.changed()

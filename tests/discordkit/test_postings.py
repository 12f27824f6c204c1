"""What is known of messages outlasts a store that fails for a while."""

from __future__ import annotations

from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.discordkit.postings import Postings
from bot.ports import StoreError
from tests.discordkit.conftest import Kept, Stage


class Failing(Kept):
    """A store that may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = True

    async def keep(self, posting: Posting) -> None:
        if self.fails:
            raise StoreError
        await super().keep(posting)

    async def forget(self, nonce: int) -> None:
        if self.fails:
            raise StoreError
        await super().forget(nonce)


def failing(stage: Stage) -> tuple[Failing, Postings]:
    """Postings on such a store."""
    store = Failing()
    return store, Postings(stage.client, store, stage.outlet.budget, stage.clock)


async def test_what_the_store_failed_to_keep_it_keeps_when_it_can(stage: Stage) -> None:
    store, postings = failing(stage)
    one = postings.make(on_table(1), MessageKind.TABLE, 0, stage.channel)
    await postings.keep(one)
    await stage.pass_time(10)
    assert not store.all
    store.fails = False
    await stage.pass_time(60)
    assert store.all == {one.nonce: one}
    await postings.close()


async def test_what_the_store_failed_to_forget_it_forgets_when_it_can(stage: Stage) -> None:
    store, postings = failing(stage)
    store.fails = False
    one = postings.make(on_table(1), MessageKind.TABLE, 0, stage.channel)
    await postings.keep(one)
    store.fails = True
    await postings.forget(one.nonce)
    await stage.pass_time(0)
    assert store.all
    store.fails = False
    await stage.pass_time(60)
    assert not store.all
    await postings.close()


async def test_what_is_known_since_stands_in_its_place(stage: Stage) -> None:
    """Of what was kept and of what was forgotten meanwhile nothing older comes back."""
    store, postings = failing(stage)
    kept = postings.make(on_table(1), MessageKind.TABLE, 0, stage.channel)
    gone = postings.make(on_table(2), MessageKind.TABLE, 0, stage.channel)
    await postings.keep(kept)
    await postings.keep(gone)
    store.fails = False
    newer = Posting(kept.nonce, kept.subject, kept.kind, 0, stage.channel, kept.begun_at, message_id=7)
    await postings.keep(newer)
    await postings.forget(gone.nonce)
    await stage.pass_time(60)
    assert store.all == {kept.nonce: newer}
    await postings.close()


async def test_closing_waits_for_no_store(stage: Stage) -> None:
    store, postings = failing(stage)
    await postings.keep(postings.make(on_table(1), MessageKind.TABLE, 0, stage.channel))
    await postings.close()
    store.fails = False
    await stage.pass_time(60)
    assert not store.all


async def test_a_nonce_protects_for_a_while_and_not_where_the_clock_was_set_back(stage: Stage) -> None:
    """It may be hours ago then: the channel is asked."""
    postings = stage.outlet.postings
    one = postings.make(on_table(1), MessageKind.TABLE, 0, stage.channel)
    assert postings.is_fresh(one)
    stage.clock.set(stage.clock.now() - 3600.0)
    assert not postings.is_fresh(one)
    stage.clock.set(stage.clock.now() + 7200.0)
    assert not postings.is_fresh(one)

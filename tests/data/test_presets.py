"""Named presets of servers, through a real file."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given

from bot.tables.model import NamedPreset
from data.store import Store
from tests.data import samples
from tests.properties import tries

many = tries(40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@many
@given(one=samples.named_presets, other=samples.named_presets)
async def test_a_preset_is_kept_replaced_and_removed(store: Store, one: NamedPreset, other: NamedPreset):
    await store.presets.keep_preset(one)
    assert list(await store.presets.presets(one.guild_id)) == [one]
    changed = replace(other, guild_id=one.guild_id, name=one.name)
    await store.presets.keep_preset(changed)
    assert list(await store.presets.presets(one.guild_id)) == [changed]
    await store.presets.remove_preset(one)
    assert list(await store.presets.presets(one.guild_id)) == []
    await store.presets.remove_preset(one)  # gone already: nothing to do


async def test_names_that_people_take_for_the_same_are_one(store: Store):
    for name in ("sunday", "Sunday", "SUNDAY", "Ｓunday"):
        await store.presets.keep_preset(NamedPreset(1, name, "kingen", 4))
    assert [preset.name for preset in await store.presets.presets(1)] == ["Ｓunday"]
    await store.presets.keep_preset(NamedPreset(1, "Straße", "kingen", 4))
    await store.presets.remove_preset(NamedPreset(1, "STRASSE", "", 0))
    assert [preset.name for preset in await store.presets.presets(1)] == ["Ｓunday"]


async def test_each_server_has_its_own_by_name(store: Store):
    for guild_id, name in ((1, "b"), (2, "a"), (1, "C"), (1, "a")):
        await store.presets.keep_preset(NamedPreset(guild_id, name, "kingen", 4))
    assert [preset.name for preset in await store.presets.presets(1)] == ["a", "b", "C"]
    await store.presets.remove_preset(NamedPreset(1, "a", "kingen", 4))
    assert [preset.name for preset in await store.presets.presets(2)] == ["a"]
    assert list(await store.presets.presets(3)) == []

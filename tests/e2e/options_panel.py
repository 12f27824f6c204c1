"""The options panel of a lobby, as its host uses it."""

from __future__ import annotations

from typing import Any

from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House


class Panel:
    """The host's options, which only they see."""

    def __init__(self, house: House, host: Person, table: Table) -> None:
        self.house, self.host, self.table = house, host, table
        self.id = ""

    async def open(self) -> None:
        await self.house.press(self.host, self.house.lobby(self.table), "Options")
        await self.house.settled()
        self.id = self.house.whispers(self.host)[-1]["id"]

    @property
    def message(self) -> dict[str, Any]:
        return self.host.message(self.id)

    @property
    def text(self) -> str:
        return reading.text(self.message)

    async def choose(self, verb: str, value: str) -> None:
        custom_id = next(
            one.custom_id for one in reading.selects(self.message) if f":{verb}:" in one.custom_id
        )
        invocation = await (await self.host.select(self.id, custom_id, [value])).done()
        assert invocation.state == "answered", invocation.error
        await self.house.settled()

    async def set(self, option: str, value: str) -> None:
        await self.choose("pick-option", option)
        await self.choose("set-option", value)

    async def type(self, option: str, value: str) -> None:
        await self.choose("pick-option", option)
        asked = await self.house.press(self.host, self.message, "Another value …")
        assert asked.modal is not None
        submitted = await (await self.host.submit(asked.modal, {"value": value})).done()
        assert submitted.state == "answered", submitted.error
        await self.house.settled()

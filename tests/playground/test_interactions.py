"""Every kind of answer to an interaction, by the real library, and the limits of time."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord import ui
from discord.http import Route

from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.reading import buttons, find_button, pictures, text
from playground.server import Playground
from playground.world.files import KEPT_FOR, Upload
from playground.world.places import EPHEMERAL, LOADING
from tests.clock import FakeClock
from tests.playground.conftest import Bot, Rest, file, picture

Interaction = discord.Interaction


def panel(words: str, *custom_ids: str, shows: str | None = None, disabled: bool = False) -> ui.LayoutView:
    """A Components V2 message: a text, perhaps a picture, and buttons."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(words))
    if shows is not None:
        item = discord.MediaGalleryItem(f"attachment://{shows}", description=f"alt of {shows}")
        view.add_item(ui.MediaGallery(item))
    if custom_ids:
        row = ui.ActionRow()
        for custom_id in custom_ids:
            row.add_item(ui.Button(label=custom_id.title(), custom_id=custom_id, disabled=disabled))
        view.add_item(row)
    return view


async def opened(bot: Bot, person: Person, channel: int | str, view: ui.LayoutView, **more: Any) -> str:
    """A message made by /plain; its id."""

    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message(view=view, **more)

    bot.answer = answer
    invocation = await (await person.command(channel, "plain")).done()
    assert invocation.message is not None, invocation.error
    return invocation.message["id"]


# Kinds of answer


async def test_type_4_replies_with_a_message_everybody_sees(
    bot: Bot, server: Playground, ann: Person, bram: Person, general: int
) -> None:
    id = await opened(bot, ann, general, panel("Hello", "go", shows="a.png"), file=file("a.png"))
    message = bram.message(id)
    assert text(message) == "Hello"
    assert message["type"] == 20
    assert message["interaction_metadata"]["user"]["id"] == str(ann.id)
    assert message["attachments"] == [], "what components show is not in the attachments"
    shown = pictures(server, message)[0]
    assert (shown.alt, shown.width, shown.height, shown.data) == ("alt of a.png", 40, 30, picture())
    assert shown.content_type == "image/png"
    assert all(component["id"] > 0 for component in message["components"])


async def test_the_cdn_serves_what_a_message_shows_and_a_minute_longer(
    bot: Bot, server: Playground, rest: Rest, ann: Person, general: int, clock: FakeClock
) -> None:
    id = await opened(bot, ann, general, panel("Hello", shows="a.png"), file=file("a.png"))
    url = pictures(server, ann.message(id))[0].url
    assert url.startswith(server.cdn_url)
    async with rest.session.get(url) as response:
        assert (response.status, response.content_type) == (200, "image/png")
        assert await response.read() == picture()
    message = await bot.get_channel(general).fetch_message(int(id))  # pyright: ignore
    await message.delete()
    clock.advance(KEPT_FOR)
    async with rest.session.get(url) as response:
        assert response.status == 404


async def test_an_ephemeral_reply_is_for_one_person_and_not_for_the_bot_route(
    bot: Bot, rest: Rest, ann: Person, bram: Person, general: int
) -> None:
    id = await opened(bot, ann, general, panel("For you", "go"), ephemeral=True)
    assert ann.message(id)["flags"] & EPHEMERAL
    assert bram.messages(general) == []
    with pytest.raises(KeyError):
        bram.message(id)
    route = f"/channels/{general}/messages"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        status, answer = await rest(method, f"{route}/{id}", body)
        assert (status, answer["code"]) == (404, 10008)
    assert await rest("GET", route) == (200, [])
    ann.dismiss(id)
    assert ann.messages(general) == []


async def test_the_bot_hears_of_its_ephemeral_message_as_if_it_were_direct(
    bot: Bot, ann: Person, general: int
) -> None:
    await opened(bot, ann, general, panel("For you"), ephemeral=True)
    assert (await bot.next_message()).guild is None


async def test_type_5_thinks_and_is_filled_in_by_an_edit(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    go_on = asyncio.Event()

    async def answer(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await go_on.wait()
        await interaction.edit_original_response(
            view=panel("Done", shows="a.png"), attachments=[file("a.png")]
        )

    bot.answer = answer
    invocation = await (await ann.command(general, "plain")).done()
    assert invocation.state == "thinking"
    assert invocation.message is not None
    assert invocation.message["flags"] == LOADING | EPHEMERAL
    go_on.set()
    await server.world.until(lambda: invocation.state == "answered")
    assert text(invocation.message) == "Done"
    assert not invocation.message["flags"] & LOADING
    assert invocation.message["flags"] & EPHEMERAL


async def test_the_first_follow_up_takes_the_place_of_a_deferred_reply(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    async def answer(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("first")
        await interaction.followup.send("second", ephemeral=True)

    bot.answer = answer
    await ann.command(general, "plain")
    await server.world.until(lambda: len(ann.messages(general)) == 2)
    first, second = ann.messages(general)
    assert (first["content"], second["content"]) == ("first", "second")
    assert second["flags"] & EPHEMERAL


async def test_types_6_and_7_update_the_message_and_files_left_out_are_dropped(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    id = await opened(bot, ann, general, panel("One", "go", shows="a.png"), file=file("a.png"))

    async def update(interaction: Interaction) -> None:
        await interaction.response.edit_message(
            view=panel("Two", "go", shows="b.png"), attachments=[file("b.png")]
        )

    bot.answer = update
    invocation = await (await ann.press(id, "go")).done()
    assert invocation.state == "answered"
    assert text(ann.message(id)) == "Two"
    assert [one.filename for one in pictures(server, ann.message(id))] == ["b.png"]
    assert [one.filename for one in server.world.files.by_id.values()] == ["b.png"]

    async def later(interaction: Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=panel("Three"), attachments=[])

    bot.answer = later
    assert (await (await ann.press(id, "go")).done()).state == "answered"
    await server.world.until(lambda: text(ann.message(id)) == "Three")
    assert server.world.files.by_id == {}
    assert ann.message(id)["edited_timestamp"] is not None


async def test_type_9_opens_a_modal_and_its_submission_may_update_the_message(
    bot: Bot, ann: Person, general: int
) -> None:
    id = await opened(bot, ann, general, panel("One", "go"))
    seen: list[Any] = []

    class Form(ui.Modal, title="Name"):
        name = ui.Label(text="Your name", component=ui.TextInput(custom_id="name", max_length=5))
        suit = ui.Label(
            text="Suit",
            component=ui.Select(
                custom_id="suit",
                options=[
                    discord.SelectOption(label="Hearts", value="h"),
                    discord.SelectOption(label="Spades", value="s"),
                ],
            ),
        )

        async def on_submit(self, interaction: Interaction) -> None:
            seen.extend((self.name.component.value, self.suit.component.values))  # pyright: ignore
            await interaction.response.edit_message(view=panel("Two"))

    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(Form())

    bot.answer = answer
    modal = (await (await ann.press(id, "go")).done()).modal
    assert modal is not None and modal.title == "Name"
    for values, words in (
        ({"name": "", "suit": "h"}, "1 to 5"),
        ({"name": "far too long", "suit": "h"}, "1 to 5"),
        ({"name": "Ann", "suit": "clubs"}, "does not offer"),
        ({"name": "Ann", "suit": []}, "choose"),
        ({"other": "x"}, "no other"),
    ):
        with pytest.raises(InvalidAct, match=words):
            await ann.submit(modal, values)  # pyright: ignore[reportArgumentType]
    invocation = await (await ann.submit(modal, {"name": "Ann", "suit": "s"})).done()
    assert invocation.state == "answered"
    assert seen == ["Ann", ["s"]]
    assert text(ann.message(id)) == "Two"
    with pytest.raises(InvalidAct, match="not open"):
        await ann.submit(modal, {})


async def test_a_modal_whose_submission_fails_stays_open(
    bot: Bot, ann: Person, general: int, clock: FakeClock
) -> None:
    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.application_command:
            modal = ui.Modal(title="Name", custom_id="form")
            modal.add_item(ui.TextInput(label="Words", custom_id="words", default="preset"))
            await interaction.response.send_modal(modal)

    bot.answer = answer
    modal = (await (await ann.command(general, "plain")).done()).modal
    assert modal is not None
    invocation = await ann.submit(modal, {})
    clock.advance(3)
    assert (await invocation.done()).error == "Something went wrong. Try again."
    assert ann.open_modal(modal.id) is modal
    ann.close_modal(modal)
    with pytest.raises(KeyError):
        ann.open_modal(modal.id)


async def test_type_8_offers_choices(bot: Bot, ann: Person, general: int, clock: FakeClock) -> None:
    async def answer(interaction: Interaction) -> None:
        options = interaction.data["options"][0]["options"]  # pyright: ignore
        assert options == [{"type": 3, "name": "note", "value": "h", "focused": True}]
        await interaction.response.autocomplete([discord.app_commands.Choice(name="Hi", value="hi")])

    bot.answer = answer
    assert await ann.autocomplete(general, "table bid", {"note": "h"}, "note") == [
        {"name": "Hi", "value": "hi"}
    ]

    async def no_answer(interaction: Interaction) -> None:
        clock.advance(3)

    bot.answer = no_answer
    assert await ann.autocomplete(general, "table bid", {"note": "h"}, "note") == []


async def test_selects_carry_what_was_chosen(
    bot: Bot, server: Playground, ann: Person, bram: Person, general: int
) -> None:
    view = ui.LayoutView(timeout=None)
    for menu in (
        ui.Select(
            custom_id="suit", max_values=2, options=[discord.SelectOption(label=one) for one in "hsdc"]
        ),
        ui.UserSelect(custom_id="who"),
        ui.ChannelSelect(custom_id="where"),
        ui.RoleSelect(custom_id="role"),
    ):
        view.add_item(ui.ActionRow(menu))
    id = await opened(bot, ann, general, view)
    seen: list[Any] = []

    async def answer(interaction: Interaction) -> None:
        seen.append(interaction.data)
        await interaction.response.defer()

    bot.answer = answer
    guild = next(iter(server.world.guilds))
    await (await ann.select(id, "suit", ["h", "c"])).done()
    await (await ann.select(id, "who", [str(bram.id)])).done()
    await (await ann.select(id, "where", [str(general)])).done()
    await (await ann.select(id, "role", [str(guild)])).done()
    assert seen[0]["values"] == ["h", "c"]
    assert seen[1]["resolved"]["users"][str(bram.id)]["global_name"] == "Bram"
    assert str(bram.id) in seen[1]["resolved"]["members"]
    assert seen[2]["resolved"]["channels"][str(general)]["name"] == "general"
    assert seen[3]["resolved"]["roles"][str(guild)]["name"] == "@everyone"
    for custom_id, values in (("suit", ["x"]), ("suit", []), ("suit", ["h", "h"]), ("who", ["1"])):
        with pytest.raises(InvalidAct):
            await ann.select(id, custom_id, values)


async def test_dynamic_items_are_found_by_their_custom_id(bot: Bot, ann: Person, general: int) -> None:
    class Card(ui.DynamicItem[ui.Button[Any]], template=r"card:(?P<card>\w+)"):
        def __init__(self, card: str) -> None:
            super().__init__(ui.Button(label=card, custom_id=f"card:{card}"))
            self.card = card

        @classmethod
        async def from_custom_id(cls, interaction: Interaction, item: Any, match: Any, /) -> Card:
            return cls(match["card"])

        async def callback(self, interaction: Interaction) -> None:
            await interaction.response.send_message(f"You played {self.card}", ephemeral=True)

    bot.add_dynamic_items(Card)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.ActionRow(Card("QH")))  # pyright: ignore[reportArgumentType]
    id = await opened(bot, ann, general, view)

    async def leave_it(interaction: Interaction) -> None:
        """The item answers."""

    bot.answer = leave_it
    invocation = await (await ann.press(id, "card:QH")).done()
    assert invocation.message is not None
    assert invocation.message["content"] == "You played QH"


async def test_a_custom_id_made_up_by_hand_reaches_the_bot(bot: Bot, ann: Person, general: int) -> None:
    id = await opened(bot, ann, general, panel("One", "go"))

    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message(interaction.data["custom_id"])  # pyright: ignore

    bot.answer = answer
    forged = await (await ann.forge_press(id, "card:KH")).done()
    assert forged.message is not None
    assert forged.message["content"] == "card:KH"


# What a client lets people do


async def test_only_what_is_on_the_message_and_enabled_can_be_pressed(
    bot: Bot, ann: Person, general: int
) -> None:
    id = await opened(bot, ann, general, panel("One", "go", disabled=True))
    assert find_button(ann.message(id), "Go").disabled
    assert buttons(ann.message(id), enabled_only=True) == []
    with pytest.raises(InvalidAct, match="disabled"):
        await ann.press(id, "go")
    with pytest.raises(InvalidAct, match="no other"):
        await ann.press(id, "other")


@pytest.mark.parametrize(
    ("path", "options", "words"),
    [
        ("table", {}, "no command"),
        ("table shut", {}, "no command"),
        ("table bid", {}, "tricks: this option is required"),
        ("table bid", {"tricks": 0}, "at least 1"),
        ("table bid", {"tricks": 14}, "at most 13"),
        ("table bid", {"tricks": "many"}, "right kind"),
        ("table bid", {"tricks": 1, "suit": "x"}, "listed values"),
        ("table bid", {"tricks": 1, "note": "x"}, "at least 2"),
        ("table bid", {"tricks": 1, "note": "xxxxxx"}, "at most 5"),
        ("table bid", {"tricks": 1, "partner": 12}, "no such"),
        ("table bid", {"tricks": 1, "aloud": "yes"}, "right kind"),
        ("table bid", {"tricks": 1, "what": 1}, "no option"),
        ("table bid", {"tricks": 1, "record": "x"}, "choose a file"),
    ],
)
async def test_the_client_refuses_wrong_option_values(
    bot: Bot, ann: Person, general: int, path: str, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidAct, match=words):
        await ann.command(general, path, options)


async def test_option_values_arrive_as_the_library_reads_them(
    bot: Bot, server: Playground, ann: Person, bram: Person, general: int
) -> None:
    seen: list[Any] = []

    async def answer(interaction: Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("yes")

    bot.answer = answer
    values = {"tricks": 5, "suit": "h", "partner": bram.id, "where": general, "aloud": True, "stake": 0.5}
    record = Upload("game.txt", b"deck")
    await (await ann.command(general, "table bid", {**values, "record": record})).done()
    interaction = seen[0]
    sent = {one["name"]: one["value"] for one in interaction.data["options"][0]["options"]}
    assert sent["tricks"] == 5 and sent["partner"] == str(bram.id)
    resolved = interaction.data["resolved"]
    assert resolved["attachments"][sent["record"]]["filename"] == "game.txt"
    assert interaction.guild_id == next(iter(server.world.guilds))
    assert interaction.user.id == ann.id
    assert interaction.permissions.administrator
    assert interaction.app_permissions.attach_files
    assert (str(interaction.locale), str(interaction.guild_locale)) == ("en-GB", "en-GB")
    assert interaction.context.guild
    assert interaction.filesize_limit == 10 * 1024 * 1024


async def test_in_direct_messages_there_is_a_user_and_no_member(bot: Bot, ann: Person) -> None:
    seen: list[Interaction] = []

    async def answer(interaction: Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("yes")

    bot.answer = answer
    await (await ann.command(ann.open_direct_messages()["id"], "plain")).done()
    assert seen[0].guild_id is None
    assert seen[0].user.id == ann.id
    assert isinstance(seen[0].channel, discord.DMChannel)
    assert seen[0].context.dm_channel  # pyright: ignore


# Time and order


async def test_three_seconds_to_answer(bot: Bot, ann: Person, general: int, clock: FakeClock) -> None:
    async def too_late(interaction: Interaction) -> None:
        clock.advance(3)
        await interaction.response.send_message("too late")

    bot.answer = too_late
    invocation = await (await ann.command(general, "plain")).done()
    assert (invocation.state, invocation.error) == ("failed", "The application did not respond")
    problem = await bot.problem()
    assert isinstance(problem, discord.NotFound) and problem.code == 10062
    assert ann.messages(general) == []


async def test_a_button_nobody_answers_says_so(bot: Bot, ann: Person, general: int, clock: FakeClock) -> None:
    id = await opened(bot, ann, general, panel("One", "go"))
    bot.answer = lambda interaction: asyncio.sleep(0)
    invocation = await ann.press(id, "go")
    clock.advance(2.9)
    assert invocation.state == "sent"
    clock.advance(0.2)
    assert (await invocation.done()).error == "This interaction failed"


async def test_one_answer_only(bot: Bot, ann: Person, general: int) -> None:
    async def twice(interaction: Interaction) -> None:
        await interaction.response.send_message("one")
        await interaction.client.http.request(
            Route(
                "POST",
                "/interactions/{webhook_id}/{webhook_token}/callback",
                webhook_id=interaction.id,
                webhook_token=interaction.token,
            ),
            json={"type": 4, "data": {"content": "two"}},
        )

    bot.answer = twice
    await (await ann.command(general, "plain")).done()
    problem = await bot.problem()
    assert isinstance(problem, discord.HTTPException)
    assert (problem.status, problem.code) == (400, 40060)
    assert [message["content"] for message in ann.messages(general)] == ["one"]


async def test_an_answer_lost_on_the_way_comes_back_as_40060(
    bot: Bot, server: Playground, ann: Person, general: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.faults.lose("POST /interactions/*", 502)
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: sleep(0))

    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message("one")

    bot.answer = answer
    invocation = await (await ann.command(general, "plain")).done()
    problem = await bot.problem()
    assert isinstance(problem, discord.HTTPException) and problem.code == 40060
    assert invocation.state == "answered"


async def test_tokens_live_fifteen_minutes(
    bot: Bot, server: Playground, ann: Person, general: int, clock: FakeClock
) -> None:
    kept: list[Interaction] = []

    async def answer(interaction: Interaction) -> None:
        kept.append(interaction)
        await interaction.response.send_message("one")

    bot.answer = answer
    await (await ann.command(general, "plain")).done()
    clock.advance(14 * 60)
    await kept[0].edit_original_response(content="two")
    assert ann.messages(general)[0]["content"] == "two"
    clock.advance(61)
    with pytest.raises(discord.HTTPException) as raised:
        await kept[0].edit_original_response(content="three")
    assert (raised.value.status, raised.value.code) == (401, 50027)
    assert server.desk.by_token == {}, "nothing is kept of interactions that are over"


async def test_a_deferred_reply_that_never_comes_fails_with_its_token(
    bot: Bot, ann: Person, general: int, clock: FakeClock
) -> None:
    async def answer(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)

    bot.answer = answer
    invocation = await (await ann.command(general, "plain")).done()
    clock.advance(15 * 60)
    assert (invocation.state, invocation.error) == ("failed", "The application did not respond")


async def callback(rest: Rest, invocation: Any, body: Any) -> tuple[int, Any]:
    return await rest("POST", f"/interactions/{invocation.id}/{invocation.token}/callback", body)


async def test_a_token_reaches_only_its_own_messages(bot: Bot, rest: Rest, ann: Person, general: int) -> None:
    other = await opened(bot, ann, general, panel("Other", "go"))
    bot.answer = lambda interaction: asyncio.sleep(0)
    invocation = await ann.command(general, "plain")
    webhook = f"/webhooks/{bot.application_id}/{invocation.token}"
    status, answer = await rest("POST", webhook, {"content": "before any answer"})
    assert (status, answer["code"]) == (404, 10015)
    assert (await callback(rest, invocation, {"type": 4, "data": {"content": "mine"}})) == (204, None)
    for id, expected in ((other, (404, 10008)), ("@original", (200, None))):
        status, answer = await rest("PATCH", f"{webhook}/messages/{id}", {"components": None, "content": "x"})
        assert (status, answer.get("code")) == expected
    pressed = await ann.press(other, "go")
    await callback(rest, pressed, {"type": 6})
    webhook = f"/webhooks/{bot.application_id}/{pressed.token}"
    body = {"components": [{"type": 10, "content": "by the press's token"}]}
    assert (await rest("PATCH", f"{webhook}/messages/{other}", body))[0] == 200
    assert (await rest("PATCH", f"/webhooks/1/{pressed.token}/messages/@original", body))[1]["code"] == 10015
    assert (await rest("DELETE", f"{webhook}/messages/@original"))[0] == 204
    assert (await rest("GET", f"{webhook}/messages/@original"))[1]["code"] == 10008


async def test_a_message_that_went_cannot_be_updated(bot: Bot, rest: Rest, ann: Person, general: int) -> None:
    id = await opened(bot, ann, general, panel("One", "go"))
    bot.answer = lambda interaction: asyncio.sleep(0)
    pressed = await ann.press(id, "go")
    assert (await rest("DELETE", f"/channels/{general}/messages/{id}"))[0] == 204
    body = {"type": 7, "data": {"components": [{"type": 10, "content": "x"}]}}
    status, answer = await callback(rest, pressed, body)
    assert (status, answer["code"]) == (404, 10008)

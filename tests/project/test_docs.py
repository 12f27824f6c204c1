"""The documents say what is so: commands, links, paragraphs, options, settings, permissions, pictures."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot import __main__, __version__
from bot.engine.cards import ACTION_OF_TEXT, CARD_NAMES, CONTRACT_NAMES, SUIT_LETTERS
from bot.engine.errors import ERROR_KINDS
from bot.engine.registry import presets
from bot.nights.ui import steps
from bot.pictures.painter import render
from tests.pictures.compare import difference, rgb
from tests.project.readme_pictures import DRAWN, EVERY, FOLDER, MANIFEST, PLAYED, digest, played
from tests.project.requirements import ROOT
from tests.project.test_setup import asked_for, makefile_targets
from tools.samples import samples

HOUSE: Final = sorted(
    [
        ROOT / "docs" / "architecture.md",
        *(page for folder in ("bot", "data", "tests") for page in (ROOT / folder).rglob("README.md")),
    ]
)
"""The pages that say where in the program something is."""
PAGES: Final = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *HOUSE})
RULES: Final = sorted((ROOT / "docs" / "rules").glob("*.md"))
README: Final = ROOT / "README.md"
OPERATING: Final = ROOT / "docs" / "operating.md"


@cache
def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)}


def subcommands() -> set[str]:
    parser = __main__._parser()
    return {name for action in parser._actions for name in getattr(action, "choices", None) or ()}


# Commands


def test_the_readme_opens_with_the_two_commands() -> None:
    first = re.search(r"```sh\n(.*?)```", text_of(README), re.DOTALL)
    assert first is not None
    assert re.findall(r"^make (\w+)", first[1], re.MULTILINE) == ["play", "test"]
    assert len(text_of(README)[: first.start()].split(". ")) <= 3


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_command_of_make_is_there(page: Path) -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", text_of(page), re.MULTILINE))
    assert named <= set(makefile_targets())


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_command_of_the_program_is_there(page: Path) -> None:
    named = set(re.findall(r"python -m bot ([a-z]+)", text_of(page)))
    assert named <= subcommands()
    modules = set(re.findall(r"python -m (tests[\w.]+|bot\.[\w.]+)", text_of(page)))
    for module in modules:
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


def test_the_architecture_names_every_command() -> None:
    listed = re.search(r"the commands: (.+)", text_of(ROOT / "docs" / "architecture.md"))
    assert listed is not None and set(listed[1].split(", ")) == subcommands()


# Links and paragraphs


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", text_of(page)) + re.findall(r'src="([^"]+)"', text_of(page))
    for link in links:
        if link.startswith("http"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", HOUSE, ids=page_name)
def test_every_module_that_is_named_is_there(page: Path) -> None:
    for name in re.findall(r"`([\w/]+\.py)\b", text_of(page)):
        assert any((folder / name).is_file() for folder in (page.parent, ROOT, ROOT / "bot")), name


def paragraphs() -> set[str]:
    found = [re.findall(r"^### ([A-Z]+\d+)$", text_of(page), re.MULTILINE) for page in RULES]
    return {number for page in found for number in page}


def test_every_paragraph_the_engine_names_is_written() -> None:
    named: set[str] = set()
    for file in (ROOT / "bot" / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named |= set(re.findall(r"\b((?:DK|[GKDWRC])\d+)\b", node.value))
    assert named and named <= paragraphs()


def test_every_paragraph_of_the_games_is_named_by_a_test() -> None:
    tests = "\n".join(file.read_text("utf-8") for file in sorted((ROOT / "tests" / "engine").glob("*.py")))
    named = set(re.findall(r"(?:\b|_)(DK|[GKDWRC])0?(\d+)(?!\d)", tests))
    assert {number for number in paragraphs() if number[0] in "GKDWRC"} <= {"".join(pair) for pair in named}


# What the rules offer


def rows(page: Path, columns: int) -> list[list[str]]:
    """The rows of the page's tables of so many columns, their headings left out."""
    lines = [
        line.strip().strip("|").split(" | ") for line in text_of(page).splitlines() if line.startswith("|")
    ]
    cells = [[cell.strip() for cell in line] for line in lines]
    return [row for row in cells if len(row) == columns and row[0].startswith("`")]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_presets_are_as_described() -> None:
    table = {
        code(name)[0]: (players, code(values))
        for name, players, values in rows(RULES_PRESETS, 3)
        if "=" in values
    }
    assert set(table) == {preset.name for preset in presets()}
    for preset in presets():
        players, values = table[preset.name]
        assert tuple(map(int, players.split(", "))) == preset.players
        assert dict(value.split("=") for value in values) == dict(preset.values)


def test_the_options_are_as_described() -> None:
    described = {
        code(name)[0]: (code(values), rule)
        for name, values, rule in rows(RULES_PRESETS, 3)
        if rule.startswith("[")
    }
    every = [option for preset in presets() for option in preset.options]
    options = {option.name: option for option in sorted(every, key=lambda option: len(option.values))}
    assert set(described) == set(options)
    assert all(set(option.values) <= set(options[option.name].values) for option in every)
    for name, option in options.items():
        values, rule = described[name]
        assert option.source in code_free(rule)
        if option.parse is None:
            assert tuple(values) == option.values


def test_the_options_that_a_preset_fixes_are_described() -> None:
    said = " ".join(text_of(RULES_PRESETS).split())
    for preset in presets():
        fixed = [f"`{one.name}={one.values[0]}`" for one in preset.options if len(one.values) == 1]
        assert (f"`{preset.name}` fixes {' and '.join(fixed)}" in said) == bool(fixed)


RULES_PRESETS: Final = ROOT / "docs" / "rules" / "presets.md"


def code_free(cell: str) -> str:
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", cell)


def test_the_notation_names_what_can_happen() -> None:
    page = text_of(ROOT / "docs" / "notation.md")
    assert set(ERROR_KINDS) == {
        code(row[0])[0] for row in rows(ROOT / "docs" / "notation.md", 2) if code(row[0])[0] in ERROR_KINDS
    }
    table = page.partition("## Actions")[2].partition("\n## ")[0]
    said = re.findall(r"`([^`]+)`", table)
    meant = [{text for text in ACTION_OF_TEXT if form(said_so).fullmatch(text)} for said_so in said]
    assert all(meant)
    assert set().union(*meant) == set(ACTION_OF_TEXT)


def form(text: str) -> re.Pattern[str]:
    """What a described action can be, its words in capitals standing for any value."""
    parts = {"CARD": CARD_NAMES, "SUIT": SUIT_LETTERS, "NAME": CONTRACT_NAMES, "N": map(str, range(100))}
    for word, values in parts.items():
        text = re.sub(rf"\b{word}\b", f"({'|'.join(values)})", text)
    return re.compile(text)


# What an operator reads


def test_every_setting_is_described() -> None:
    described = {code(row[0])[0] for row in rows(OPERATING, 3)}
    assert described == asked_for()


def test_the_permissions_are_those_the_code_asks_for() -> None:
    needed = {*steps.FOR_NIGHTS, steps.FOR_DUPLICATE, steps.FOR_EVENTS}
    table = re.findall(r"^   \| ([A-Z][\w ]+) \| (\d+) \|", text_of(README), re.MULTILINE)
    flags = {name: discord.Permissions(**{name: True}).value for name in needed}
    assert {number for _, number in table} == {str(number) for number in flags.values()}
    for name, number in table:
        assert discord.Permissions(int(number)) == discord.Permissions(**{permission(name): True})
    invite = next(link for link in re.findall(r"https://\S+", text_of(README)) if "oauth2" in link)
    query = parse_qs(urlsplit(invite).query)
    assert int(query["permissions"][0]) == sum(flags.values())
    assert set(query["scope"][0].split()) == {"bot", "applications.commands"}


def permission(name: str) -> str:
    return name.lower().replace(" ", "_").replace("view_channels", "view_channel")


# Pictures


def test_the_pictures_are_of_this_version() -> None:
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    assert manifest["version"] == __version__, "make pictures"
    assert manifest["sha256"] == {name: digest(name) for name in EVERY}


@pytest.mark.parametrize("name", DRAWN)
def test_the_drawn_pictures_are_what_is_drawn_now(name: str) -> None:
    now = rgb(render(dict(samples())[DRAWN[name]]))
    assert difference(rgb((FOLDER / name).read_bytes()), now).share < 0.01, "make pictures"


def test_the_readme_begins_with_what_one_does_and_shows_a_deal_being_played() -> None:
    """Under a megabyte, drawn as the program draws it now, before anything is said of what all of it is."""
    gif = (FOLDER / PLAYED).read_bytes()
    assert len(gif) < 1_000_000 and gif == played(), "make pictures"
    text = text_of(README)
    assert text.index("make play") < text.index(PLAYED) < text.index("## What it is")


def test_every_picture_is_shown() -> None:
    shown = set(re.findall(r"docs/pictures/([\w-]+\.(?:png|gif))", text_of(README)))
    assert shown == {*EVERY} == {path.name for path in FOLDER.iterdir()} - {MANIFEST.name}


def test_every_dependency_is_explained() -> None:
    page = text_of(ROOT / "docs" / "architecture.md")
    project = re.findall(
        r'^    "([a-z-]+)', (ROOT / "pyproject.toml").read_text("utf-8").partition("[tool")[0], re.MULTILINE
    )
    explained = {
        name.replace(".", "-")
        for row in re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
        for name in re.split(r"[ ,()]+", row)
    }
    assert set(project) | {"open-spiel"} <= explained

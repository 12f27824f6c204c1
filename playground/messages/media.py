"""The files a message shows: finding references to them in components, and unfurling them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from playground.checks.components import Type, walk
from playground.errors import FormErrors
from playground.objects import Json
from playground.world.files import StoredFile
from playground.world.snowflakes import Snowflakes


@dataclass
class Shown:
    """Turns references to files into what Discord shows, and remembers which files are shown."""

    ids: Snowflakes
    files: dict[int, StoredFile]
    used: set[int] = field(default_factory=set)

    def components(self, components: list[Json]) -> list[Json]:
        shown = [self._component(component) for component in components]
        taken = {one["id"] for one in walk(shown) if one.get("id")}
        fresh = (number for number in range(1, 2**31) if number not in taken)
        for one in walk(shown):
            if not one.get("id"):
                one["id"] = next(fresh)
        return shown

    def _component(self, component: Json) -> Json:
        body = {name: value for name, value in component.items() if value is not None}
        kind = body["type"]
        for name in ("components", "items"):
            if name in body:
                body[name] = [
                    self._component(one) if name == "components" else self._item(one) for one in body[name]
                ]
        for name in ("accessory", "component"):
            if name in body:
                body[name] = self._component(body[name])
        if "default_values" in body:
            body["default_values"] = [one | {"id": str(one["id"])} for one in body["default_values"]]
        if "emoji" in body:
            body["emoji"] = _emoji(body["emoji"])
        if "options" in body:
            body["options"] = [
                one | {"emoji": _emoji(one["emoji"])} if one.get("emoji") else one for one in body["options"]
            ]
        if kind == Type.THUMBNAIL:
            body |= self._item(body)
        elif kind == Type.FILE:
            body["file"] = self._unfurl(body["file"]["url"])
            file = self.files[int(body["file"]["attachment_id"])]
            body |= {"name": file.filename, "size": len(file.data)}
        return body

    def _item(self, item: Json) -> Json:
        return {
            **item,
            "media": self._unfurl(item["media"]["url"]),
            "description": item.get("description"),
            "spoiler": bool(item.get("spoiler")),
        }

    def embed(self, embed: Json) -> Json:
        body = {"type": "rich", **embed}
        for name in ("image", "thumbnail"):
            if body.get(name):
                body[name] = self._unfurl(body[name]["url"])
        return body

    def _find(self, url: str) -> StoredFile | None:
        name = attachment_name(url)
        for file in reversed(self.files.values()):
            if file.filename == name or file.url.partition("?")[0] == url.partition("?")[0]:
                return file
        return None

    def _unfurl(self, url: str) -> Json:
        file = self._find(url)
        if file is None:
            return {"id": str(self.ids.next()), "url": url, "proxy_url": url}
        self.used.add(file.id)
        return file.unfurled()


def _emoji(emoji: Json) -> Json:
    """With its id as Discord writes ids, however it was given."""
    return emoji | {"id": str(emoji["id"])} if emoji.get("id") else emoji


def attachment_name(url: str) -> str | None:
    return url.removeprefix("attachment://") if url.startswith("attachment://") else None


def media_of(components: list[Json], errors: FormErrors) -> list[tuple[Json, FormErrors]]:
    """Every media item of the components, with its place in the form."""
    found: list[tuple[Json, FormErrors]] = []
    for index, component in enumerate(components):
        here = errors.at(index)
        for name in ("media", "file"):
            if component.get(name):
                found.append((component[name], here.at(name)))
        for n, item in enumerate(component.get("items") or ()):
            found.append((item["media"], here.at("items", n, "media")))
        found += media_of(component.get("components") or [], here.at("components"))
        if component.get("accessory"):
            found += media_of([component["accessory"]], errors.at(index, "accessory"))
    return found


def media_ids(components: list[Json]) -> Iterator[int]:
    for media, _ in media_of(components, FormErrors()):
        if "attachment_id" in media:
            yield int(media["attachment_id"])


def texts_of(components: list[Json]) -> list[str]:
    """What the text displays say."""
    return [one["content"] for one in walk(components) if one["type"] == Type.TEXT_DISPLAY]

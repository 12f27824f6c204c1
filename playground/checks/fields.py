"""Kinds of form fields, and checking a JSON object against a table of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import urlsplit

from playground.errors import FormErrors
from playground.objects import Json


class Field(Protocol):
    """How one field must look. Fields that are not required may also be null."""

    @property
    def required(self) -> bool: ...

    def check(self, value: Any, errors: FormErrors) -> None: ...


def check_fields(data: Json, fields: Mapping[str, Field], errors: FormErrors) -> bool:
    """Check each known field of `data`; unknown ones are ignored, as Discord does. True when all is well."""
    before = len(errors)
    for name, field in fields.items():
        value = data.get(name)
        if value is not None:
            field.check(value, errors.at(name))
        elif field.required:
            errors.at(name).add("BASE_TYPE_REQUIRED", "This field is required")
    return len(errors) == before


def check_length(size: int, least: int, most: int, errors: FormErrors) -> None:
    if least <= size <= most:
        return
    if least == 0:
        errors.add("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    else:
        errors.add("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


@dataclass(frozen=True)
class Text:
    least: int = 0
    most: int = 2**31
    required: bool = False
    pattern: str | None = None

    def check(self, value: Any, errors: FormErrors) -> None:
        if not isinstance(value, str):
            errors.add("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return
        check_length(len(value), self.least, self.most, errors)
        if self.pattern is not None and not re.fullmatch(self.pattern, value):
            errors.add("STRING_TYPE_REGEX", "String value did not match validation regex.")


@dataclass(frozen=True)
class Url:
    most: int = 2048
    required: bool = False
    schemes: tuple[str, ...] = ("http", "https")

    def check(self, value: Any, errors: FormErrors) -> None:
        Text(1, self.most).check(value, errors)
        if isinstance(value, str):
            parts = urlsplit(value)
            if parts.scheme not in self.schemes:
                wanted = ", ".join(f'"{scheme}"' for scheme in self.schemes)
                errors.add(
                    "URL_TYPE_INVALID_SCHEME",
                    f'Scheme "{parts.scheme}" is not supported. Scheme must be one of ({wanted}).',
                )
            elif not parts.netloc:
                errors.add("URL_TYPE_INVALID_URL", "Not a well formed URL.")


@dataclass(frozen=True)
class Number:
    least: float = -(2**53)
    most: float = 2**53
    required: bool = False
    whole: bool = True

    def check(self, value: Any, errors: FormErrors) -> None:
        if isinstance(value, bool) or not isinstance(value, int if self.whole else (int, float)):
            kind = "int" if self.whole else "float"
            errors.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not {kind}.')
        elif value < self.least:
            errors.add("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {self.least}.")
        elif value > self.most:
            errors.add("NUMBER_TYPE_MAX", f"int value should be less than or equal to {self.most}.")


@dataclass(frozen=True)
class Truth:
    required: bool = False

    def check(self, value: Any, errors: FormErrors) -> None:
        if not isinstance(value, bool):
            errors.add("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


@dataclass(frozen=True)
class Moment:
    """A time as ISO 8601 writes it."""

    required: bool = False

    def check(self, value: Any, errors: FormErrors) -> None:
        try:
            moment(value)
        except (TypeError, ValueError):
            errors.add("DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")


def moment(text: str) -> float:
    """Unix seconds of a time as ISO 8601 writes it; one without a zone is in UTC. Raises TypeError,
    ValueError."""
    read = datetime.fromisoformat(text)
    return (read if read.tzinfo is not None else read.replace(tzinfo=UTC)).timestamp()


@dataclass(frozen=True)
class Snowflake:
    required: bool = False

    def check(self, value: Any, errors: FormErrors) -> None:
        if isinstance(value, bool) or not str(value).isdecimal() or int(value) >= 2**64:
            errors.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@dataclass(frozen=True)
class Choice:
    values: tuple[Any, ...] = ()
    required: bool = False

    def check(self, value: Any, errors: FormErrors) -> None:
        if value not in self.values or isinstance(value, bool):
            listed = ", ".join(repr(allowed) for allowed in self.values)
            errors.add("BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")


@dataclass(frozen=True)
class Object:
    fields: Mapping[str, Field]
    required: bool = False

    def check(self, value: Any, errors: FormErrors) -> None:
        if not isinstance(value, dict):
            errors.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        else:
            check_fields(value, self.fields, errors)


@dataclass(frozen=True)
class Many:
    """A list; the check of its items stops at a list that is too long or too short."""

    item: Field | None = None
    least: int = 0
    most: int = 2**31
    required: bool = False

    def check(self, value: Any, errors: FormErrors) -> None:
        if not isinstance(value, list):
            errors.add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        check_length(len(value), self.least, self.most, errors)
        for index, item in enumerate(value):
            if self.item is not None:
                self.item.check(item, errors.at(index))

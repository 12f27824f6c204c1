"""The dashboard and the alerts: made of exactly the metrics that there are."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import pytest

from bot.watch.declared import ALL, OF_THE_PROCESS, Metric
from tests.project.requirements import ROOT

FOLDER = ROOT / "docs" / "grafana"
OPERATING = ROOT / "docs" / "operating.md"

NOT_SHOWN = {
    "hartenheer_backup_timestamp_seconds": "the age says it",
    "process_virtual_memory_bytes": "says little of a process with threads",
}
"""What is on no panel, and why."""

DECLARED = {one.name: one for one in ALL}
EXPRESSION = re.compile(r"^\s+expr: (.+)$", re.MULTILINE)
SELECTED = re.compile(r"\b((?:hartenheer|process)_[a-z_]+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r'([a-z_]+)(=~|!~|!=|=)"([^"]*)"')
GROUPED = re.compile(r"\bby \(([^)]*)\)")
OF_SCRAPING = {"job", "le"}


def dashboard() -> dict[str, Any]:
    return json.loads((FOLDER / "hartenheer.json").read_text("utf-8"))


def alerts() -> list[str]:
    return EXPRESSION.findall((FOLDER / "alerts.yaml").read_text("utf-8"))


def shown() -> list[str]:
    panels = dashboard()["panels"]
    return [target["expr"] for panel in panels for target in panel.get("targets", [])]


def metric_named(name: str) -> Metric | None:
    """The metric of a sample's name; None where it is none of ours, but of the process."""
    if name in OF_THE_PROCESS:
        return None
    for part in ("_bucket", "_sum", "_count"):
        own = DECLARED.get(name.removesuffix(part))
        if name.endswith(part) and own is not None and own.buckets:
            return own
    metric = DECLARED[name]
    assert not metric.buckets, f"{name} is a histogram"
    return metric


@pytest.mark.parametrize("expression", [*shown(), *alerts()])
def test_an_expression_is_made_of_what_there_is(expression: str) -> None:
    selected = SELECTED.findall(expression)
    assert selected or "up{" in expression
    labels = OF_SCRAPING.copy()
    for name, matchers in selected:
        metric = metric_named(name)
        known = dict(metric.labels) if metric is not None else {}
        labels |= set(known)
        for label, operator, value in MATCHER.findall(matchers):
            assert label in known or label in OF_SCRAPING, f"{name} has no label {label}"
            if label in known and operator in ("=", "!="):
                assert value in known[label], f"{label} is never {value}"
    for group in GROUPED.findall(expression):
        assert {one.strip() for one in group.split(",")} <= labels


def test_every_metric_is_shown_or_said_not_to_be() -> None:
    on_it = {name for one in shown() for name, _ in SELECTED.findall(one)}
    names = {own.name if (own := metric_named(name)) else name for name in on_it}
    assert names | set(NOT_SHOWN) == set(DECLARED) | set(OF_THE_PROCESS)
    assert not names & set(NOT_SHOWN)


def test_legends_name_labels_that_there_are() -> None:
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", []):
            for label in re.findall(r"\{\{([a-z]+)\}\}", target["legendFormat"]):
                found = [metric_named(name) for name, _ in SELECTED.findall(target["expr"])]
                assert any(metric is not None and label in dict(metric.labels) for metric in found), target


def test_panels_lie_beside_each_other() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for one, other in combinations((panel["gridPos"] for panel in panels), 2):
        apart = (
            one["x"] + one["w"] <= other["x"]
            or other["x"] + other["w"] <= one["x"]
            or one["y"] + one["h"] <= other["y"]
            or other["y"] + other["h"] <= one["y"]
        )
        assert apart, (one, other)
        assert one["x"] + one["w"] <= 24


def test_what_is_alerted_has_its_line_in_the_document() -> None:
    named = re.findall(r"alert: (\w+)", (FOLDER / "alerts.yaml").read_text("utf-8"))
    assert len(named) == len(set(named)) == len(alerts())
    assert re.findall(r"^\| `(Hartenheer\w+)` \|", OPERATING.read_text("utf-8"), re.MULTILINE) == named

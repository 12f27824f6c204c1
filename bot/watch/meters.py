"""The declared metrics, as Prometheus' client library keeps and writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from bot.errors import tell
from bot.watch.declared import ALL, OTHER, Metric, MetricKind

disable_created_metrics()  # a second figure for each, which says when it began

FREE: Final = ("version",)
"""Labels whose values are the program's own, one at a time."""


class MetricReading(NamedTuple):
    """A figure that was read; ``labels`` in the order in which they are declared."""

    metric: Metric
    value: float
    labels: tuple[str, ...] = ()


Read = Callable[[], Iterable[MetricReading]]


class Meters:
    """Counts and measures what it is given, and reads the rest when it is asked for."""

    def __init__(self) -> None:
        self._read: Read = tuple
        self._registry = CollectorRegistry()
        self._counted = {
            one: Counter(one.name, one.help, _names(one), registry=self._registry)
            for one in ALL
            if one.kind is MetricKind.COUNTED
        }
        self._measured = {
            one: Histogram(one.name, one.help, _names(one), registry=self._registry, buckets=one.buckets)
            for one in ALL
            if one.kind is MetricKind.MEASURED
        }
        for one, meter in (*self._counted.items(), *self._measured.items()):
            # At 0 from the beginning: of what appears with its first event no alert sees an increase.
            for labels in product(*((*allowed, OTHER) for _, allowed in one.labels)):
                if labels:
                    meter.labels(*labels)
        self._registry.register(_Readings(self._readings))
        ProcessCollector(registry=self._registry)

    def reads(self, read: Read) -> None:
        """What is read comes from here."""
        self._read = read

    def _readings(self) -> Iterable[MetricReading]:
        return self._read()

    def count(self, metric: Metric, *labels: str) -> None:
        """One more of it."""
        tell(self._count, metric, labels)

    def _count(self, metric: Metric, labels: tuple[str, ...]) -> None:
        counter = self._counted[metric]
        (counter.labels(*bounded(metric, labels)) if labels else counter).inc()

    def measure(self, metric: Metric, value: float, *labels: str) -> None:
        """It was so much this time."""
        tell(self._measure, metric, value, labels)

    def _measure(self, metric: Metric, value: float, labels: tuple[str, ...]) -> None:
        histogram = self._measured[metric]
        (histogram.labels(*bounded(metric, labels)) if labels else histogram).observe(value)

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self._registry)


class _Readings(Collector):
    """Makes figures that are read into what the library writes."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def collect(self) -> Iterator[Family]:
        """Called by the library."""
        families: dict[Metric, CounterMetricFamily | GaugeMetricFamily] = {}
        for metric, value, labels in self._read():
            family = families.get(metric)
            if family is None:
                made = GaugeMetricFamily if metric.kind is MetricKind.READ else CounterMetricFamily
                family = families[metric] = made(metric.name, metric.help, labels=_names(metric))
            family.add_metric(bounded(metric, labels), value)
        yield from families.values()

    def describe(self) -> list[Family]:
        """Called by the library, which would read them all otherwise."""
        return []


@lru_cache(maxsize=1024)
def bounded(metric: Metric, labels: tuple[str, ...]) -> tuple[str, ...]:
    """Labels, with ``other`` in the place of each that is not declared."""
    return tuple(
        value if value in allowed or name in FREE else OTHER
        for (name, allowed), value in zip(metric.labels, labels, strict=True)
    )


def _names(metric: Metric) -> tuple[str, ...]:
    return tuple(name for name, _ in metric.labels)

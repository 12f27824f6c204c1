"""A teacher speaks of what was clearly given away and of what was well found, and of nothing else."""

from __future__ import annotations

from bot.engine.cards import members
from bot.robots.reasons.model import CardVerdict
from bot.robots.registry import PLAY_MODELS, STUDIES, robot_of
from bot.robots.why import gains, mean_and_error, taught
from tests.robots.test_reasons import moments


def test_only_what_was_clear_is_said() -> None:
    said = dict.fromkeys(CardVerdict, 0)
    for preset in ("russian-king", "dubbelkingen"):
        for at in moments(preset, 6, 5, 0.2):
            study = STUDIES.of("king")(at.view)
            usual = robot_of(at.view.rules, "easy")(at.view)
            unit = PLAY_MODELS.of("king").context(at.view).unit
            for card in members(at.view.legal):
                told = taught(at.view, card)
                if told is None:
                    continue
                said[told.verdict] += 1
                assert told.other is not None
                differences = gains(study, told.card, told.other)
                mean, error = mean_and_error(differences)
                if told.verdict is CardVerdict.WORSE:
                    assert mean <= -0.5 * unit and -mean >= 2 * error
                else:
                    assert (told.verdict, told.other) == (CardVerdict.BEST, usual) and study.cost(card) == 0
                    assert mean >= unit and mean >= 3 * error
    assert said[CardVerdict.WORSE] > 10 and said[CardVerdict.BEST] > 0
    assert not said[CardVerdict.EQUAL] + said[CardVerdict.ONLY] + said[CardVerdict.FOLLOWS]


def test_a_card_that_rules_of_thumb_name_is_never_praised() -> None:
    for at in moments("russian-king", 8, 4, 0.3):
        told = taught(at.view, robot_of(at.view.rules, "easy")(at.view))
        assert told is None or told.verdict is CardVerdict.WORSE

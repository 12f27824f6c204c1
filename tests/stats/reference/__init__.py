"""A second calculation of statistics, ratings and cards, written from the paragraphs alone (L20, S1 to S10).

It knows nothing of how the bot counts: it takes from the engine what happened in a deal, and the rest from
the texts. Plain on purpose, however slow.
"""

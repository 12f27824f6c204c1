"""Running tables: one actor a table, all of them together, clocks and recovery.

Where to find what: ``tables.Tables`` opens and finds tables, ``table.Table`` says what may be asked of one,
``actor`` how it works: one thing after another, and what it does by itself; ``live`` that it is stored before
it is seen, ``robot_threads`` how robots think. ``house`` is what all tables share, ``clocks`` when something
is due. What a request changes is pure: ``lobby``, ``play``, ``seats`` and ``wishes``, on a ``drafts.Draft``.
``model`` is what is stored and shown, ``ports`` what is needed from outside, ``recovery`` what a log gives,
``errors`` what is refused.
"""

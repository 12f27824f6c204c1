"""Running tables: one actor a table, all of them together, clocks and recovery.

Where to find what: ``tables.Tables`` opens and finds tables, ``table.Table`` says what may be asked of one,
``actor`` how it works: one thing after another, stored before it is seen, and what it does by itself;
``robot_threads`` how robots think, ``clocks`` when something is due. What a request changes is pure:
``lobby``, ``play`` and ``seats``, on a ``drafts.Draft``. ``model`` is what is stored and shown, ``ports``
what is needed from outside, ``recovery`` what a log gives, ``errors`` what is refused.
"""

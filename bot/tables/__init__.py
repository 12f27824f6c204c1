"""Running tables: one actor a table, the registry of them all, clocks and recovery.

Where to find what: ``registry.Tables`` opens and finds tables, ``table.Table`` says what may be asked of
one, ``actor`` how it works, ``mailbox`` and ``clocks`` what it works with. What a request changes is pure:
``lobby``, ``play``, ``seats``, ``wishes`` and ``signals``, on a ``drafts.Draft``. ``model`` is what is stored
and shown, ``ports`` what is needed from outside, ``recovery`` what a log gives, ``errors`` what is refused.
"""

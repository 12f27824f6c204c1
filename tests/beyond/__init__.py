"""Beyond one process: what several cost, measured and calculated.

``python -m tests.beyond.cells`` calculates what 1 to 64 cells carry. ``python -m tests.beyond`` is the
experiment that was made before there were any, of processes any of which may own a table: it starts servers
of its own (PostgreSQL, NATS, Redis: Debian's packages) in a folder that it throws away, and prints some of
what docs/adr/0013 tells. Nothing of the program depends on either.
"""

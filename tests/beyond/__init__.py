"""An experiment: a press that crosses from the process with Discord's connection to the table's owner.

``python -m tests.beyond`` starts servers of its own (PostgreSQL, NATS, Redis: Debian's packages) in a folder
that it throws away, and prints what docs/adr/0013 tells. Nothing of the program depends on it.
"""

"""The courts, backs and sheets of the cards: what only `make art` runs."""

"""The games that a server can choose from."""

"""The rules as they are told."""

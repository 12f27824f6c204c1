"""The rules, told page by page."""

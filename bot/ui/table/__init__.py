"""A table: its lobby, hands, what is played and said there; presses beside the panels they belong to."""

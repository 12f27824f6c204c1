"""What is kept of a person: looked at, taken along, deleted."""

"""What is kept of a person: shown, taken along, deleted; and what becomes of it when somebody leaves."""

"""Statistics, as people see them and press on them."""

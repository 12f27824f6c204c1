"""League nights in words."""

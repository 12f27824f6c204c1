"""Statistics in words and values of pictures."""

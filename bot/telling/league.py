"""A league in words and values of pictures."""

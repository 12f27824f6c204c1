"""Games that are over, looked at again."""

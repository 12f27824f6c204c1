"""Games that are over, looked at again: any moment of them, of its inputs alone. Pure."""

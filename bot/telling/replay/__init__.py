"""Games that are over, looked at again: told and pictured."""

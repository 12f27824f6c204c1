"""Games that were reviewed, in words."""

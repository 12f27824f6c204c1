"""The rules: deterministic, standard library only, no input or output, no clock, no randomness."""

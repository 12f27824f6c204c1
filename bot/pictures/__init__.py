"""Pictures: a value with its words already chosen goes in, the bytes of a PNG come out."""

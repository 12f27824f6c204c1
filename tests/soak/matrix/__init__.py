"""Each mishap in each scene, and one set of checks after each: see ``tests/soak/test_matrix.py``."""

"""Lessons: opened, pressed through, left."""

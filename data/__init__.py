"""What is kept: one SQLite database, its migrations, and the stores that the other packages ask for in their
``ports.py``. Imported by ``bot.app`` alone."""

"""Things going wrong on purpose."""

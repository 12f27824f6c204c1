"""The rules of a game: in sentences, with examples, page by page; and the presets that servers name."""

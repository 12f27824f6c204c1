"""The rules of a game: in sentences, with worked examples, page by page; and those that servers name themselves."""

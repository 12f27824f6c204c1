"""The rules of a game in sentences and worked examples, made from the engine."""

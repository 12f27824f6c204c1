"""The rules of every game in sentences and worked examples, made from what the engine does."""

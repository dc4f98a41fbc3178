"""Laws of the words of the rule language, tried on random values."""

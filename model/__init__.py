"""The games of this project: their states, their moves, and what each move does."""

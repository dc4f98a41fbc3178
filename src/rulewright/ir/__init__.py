"""The typed intermediate representation: types, operators, and a game as a program."""

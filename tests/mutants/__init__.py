"""Single wrong changes to the rules and moves of this project, each of which check must notice."""

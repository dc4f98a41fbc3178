"""The rulebooks of this project: every rule a predicate with its citation and its force."""

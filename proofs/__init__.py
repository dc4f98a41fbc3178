"""What is claimed of the rulebooks, with the verdict each claim is expected to get."""

"""Small games whose solutions are known, to try the engines on."""

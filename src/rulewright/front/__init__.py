"""The front end: from the syntax trees of rules to typed IR."""

from .book import compile_book

__all__ = ["compile_book"]

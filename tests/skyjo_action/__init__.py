"""Tests of the Skyjo Action rulebook."""

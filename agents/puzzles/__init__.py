"""Puzzles made from bouts, with the search as judge."""

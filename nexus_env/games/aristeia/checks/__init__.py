"""The invariants of Aristeia!, the bouts to test them with, and the counts for reports."""

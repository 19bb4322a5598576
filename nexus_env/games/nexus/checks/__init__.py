"""The invariants of NEXUS, bouts of every kind to test them with, and the counts for reports."""

"""Aristeia!: its rules, a file a chapter, in a player's words."""

"""Files that are never half written, processes and signals; nothing here knows a game."""

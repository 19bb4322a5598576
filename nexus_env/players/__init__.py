"""The agent protocol, and agents by name."""

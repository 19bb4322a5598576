"""What an agent is, and agents by their names."""

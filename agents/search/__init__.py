"""The searching agent and the networks inside it."""

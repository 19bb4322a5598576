"""The agent that looks ahead, and the networks inside it."""

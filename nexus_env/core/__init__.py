"""Compiled stepping of any game, below all interfaces: slots, rewards, snapshots, and who may know what."""

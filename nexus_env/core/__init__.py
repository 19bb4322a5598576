"""Compiled stepping of any game without an interface: slots, rewards, snapshots, and who may know what."""

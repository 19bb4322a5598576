"""Small working front ends."""

"""Small front ends that work."""

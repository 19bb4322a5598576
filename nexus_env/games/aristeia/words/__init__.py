"""Aristeia! in words and pictures for front ends."""

"""Bouts as tools of the Model Context Protocol, for language models."""

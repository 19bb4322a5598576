"""Agents: whoever chooses actions. Scripted and trained ones, the pool they learn against, and their rating."""

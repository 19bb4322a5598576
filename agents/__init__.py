"""Agents: scripted and trained players, the league they learn against, and their rating."""

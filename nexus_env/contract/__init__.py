"""The contract: what a game supplies to the rest of the package."""

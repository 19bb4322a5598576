"""What is printed on the cards of Aristeia!, and what it does."""

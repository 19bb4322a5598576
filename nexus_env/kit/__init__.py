"""What lies on any game table: the tape of dice and answers, the dice themselves, squares, and what happened."""

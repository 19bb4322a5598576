"""What games are built from: the tape, dice, boards, sets, decks, observations and logs; see docs/kit.md."""

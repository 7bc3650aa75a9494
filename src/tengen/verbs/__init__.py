"""The questions, one file each. A verb reaches the core through its position's game and knows no game by name."""

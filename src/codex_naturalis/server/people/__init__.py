"""People: accounts, passwords, recovery, deletion, and each guest's games and ratings."""

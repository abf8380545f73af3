"""People: accounts, passwords, recovery, and each guest's games and ratings."""

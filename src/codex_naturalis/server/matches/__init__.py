"""One deal at several tables: games played again with the same cards, and their results side by side."""

"""Search: the bot that samples hidden information and searches the games that follow, on the compiled kernel."""

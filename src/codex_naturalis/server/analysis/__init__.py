"""Analysis: any position, by its code, from a game or set up by hand."""

"""What analysis says, as values: hints and reviews, puzzles and their answers, changes of a position set up by hand."""

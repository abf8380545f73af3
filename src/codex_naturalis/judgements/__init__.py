"""Results of analysis as values: hints and reviews, puzzles and their answers, changes of a position set up by hand."""

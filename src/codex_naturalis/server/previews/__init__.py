"""Link previews and prints: what a link shows of itself elsewhere, drawn with the web client's own cards."""

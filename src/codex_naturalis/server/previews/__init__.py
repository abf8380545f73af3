"""Link previews and prints: how a link appears elsewhere, drawn with the web client's own cards."""

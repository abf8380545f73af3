"""Position codes: one line of text for a whole position, or for what one viewer knows of it (`notation.md`)."""

"""Commands for bots: playing them against each other, and developing one, from a template to a server."""

"""Commands about bots: playing them against each other, and a bot of one's own, from its template to a server."""

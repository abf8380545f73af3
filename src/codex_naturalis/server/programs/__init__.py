"""Programs that play: bot accounts, who is connected, invitations, and the socket that carries all games of one."""

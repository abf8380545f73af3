"""Programs that play: bot accounts, presence, invitations, and the socket that carries all games of one."""

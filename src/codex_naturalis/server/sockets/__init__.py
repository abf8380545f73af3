"""Sockets: the gate, admission, WebSocket connections, message channels, and the session of one viewer at one table."""

"""Sockets: the gate, admission, WebSocket connections, message channels, and viewer sessions."""

"""Connections: what HTTP requests may cost, and the WebSocket protocol, guarded."""

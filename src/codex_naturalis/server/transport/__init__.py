"""Connections: HTTP and WebSocket protocols with limits on cost."""

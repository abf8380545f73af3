"""Sockets: admission, message channels, and viewer sessions."""

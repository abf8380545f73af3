"""Limits: token buckets and slots, for addresses, guests and sockets."""

"""Bans of guests and of addresses, blocks among guests, what moderators take for a time, and pardons."""

"""Moderation: bans, of guests and of addresses, and pardons."""

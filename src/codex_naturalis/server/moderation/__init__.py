"""Moderation: what people complain of, and what moderators do about it."""

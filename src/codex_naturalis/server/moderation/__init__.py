"""Moderation: people's reports, and moderators' measures."""

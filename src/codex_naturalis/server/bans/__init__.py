"""Bans of guests and addresses, blocks among guests, moderators' temporary restraints, and pardons."""

"""Limits: token buckets, and how much one address, one guest and one socket may ask."""

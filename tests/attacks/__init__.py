"""Attacks on the availability of a server of one's own, and what bystanders notice of them."""

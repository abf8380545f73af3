"""Clubs: groups of people with members, admins and a link to join."""

"""Explore: how cards, objectives, starters, openings and seats fare, among bots and, if the host agrees, people."""

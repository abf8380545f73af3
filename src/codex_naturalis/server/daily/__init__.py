"""Daily deals: one deal for everyone each day, its comparisons, and streaks of days played."""

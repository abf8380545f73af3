"""Daily deals: one deal for everyone each day, what it is compared with, and for how many days one has played."""

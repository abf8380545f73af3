"""Results: how finished games count for their guests, and the ratings that follow."""

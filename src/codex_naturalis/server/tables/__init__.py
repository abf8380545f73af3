"""Tables: the life of a table, its people, its game, its clocks, and how each change is stored and then told."""

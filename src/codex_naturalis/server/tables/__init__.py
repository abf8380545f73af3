"""Tables: their people, game and clocks, and how each change is stored first and published afterwards."""

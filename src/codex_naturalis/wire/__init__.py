"""Wire: messages shared by several rooms, and the deltas sent in place of whole views."""

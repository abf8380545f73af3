"""Wire: the messages that several rooms share, and the deltas sent in place of whole views."""

"""Wire: the messages that several rooms share, and the deltas that are sent in the place of whole views."""

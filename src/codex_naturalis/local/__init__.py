"""A table without a server: it takes and gives the wire's messages, in one process, for the people of one device."""

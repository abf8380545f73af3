"""Tables without a server: they exchange the wire's messages in one process, for the people of one device."""

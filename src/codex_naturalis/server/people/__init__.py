"""People: accounts, passwords, recovery and deletion, and what people look back on."""

"""What developers run: installing, building the client, generating files, testing. Never part of the package."""

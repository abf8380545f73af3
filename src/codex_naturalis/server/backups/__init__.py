"""Backups: copies of the SQLite file at intervals, restoring one, and the daily check that the file is whole."""

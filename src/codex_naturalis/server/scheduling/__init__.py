"""Scheduling: fair queues and lanes for everything computed beside the event loop."""

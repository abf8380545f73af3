"""Scheduling: fair queues and lanes for all that is computed beside the event loop."""

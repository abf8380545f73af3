"""Cluster: several processes on one database, the transports of their bus, presence, bot jobs and the worker."""

"""Cluster: several processes on one database, their bus transports, presence, bot jobs and the worker."""

"""Monitoring: metrics in Prometheus' text format, readiness for load balancers, and a watchdog of the event loop."""

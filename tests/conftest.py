"""How hypothesis searches: the same examples every time under CI, new ones at each run elsewhere."""

import os

from hypothesis import HealthCheck, settings

_CALM = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile("ci", derandomize=True, max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.register_profile("here", max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.load_profile("ci" if os.environ.get("CI") else "here")

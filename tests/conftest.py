"""How hypothesis searches, and what the programs that tests start inherit.

The same examples every time under CI, new ones at each run elsewhere, and more of them in `make deep`, which prints
its seed.
"""

import os
import signal

from hypothesis import HealthCheck, settings

_CALM = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile("ci", derandomize=True, max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.register_profile("here", max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.register_profile("deep", max_examples=400, deadline=None, suppress_health_check=_CALM)
settings.load_profile("ci" if os.environ.get("CI") else "here")

os.environ.setdefault("CODEX_DAILY_GAMES", "0")  # no par of the daily deal beside other tests: minutes of computing

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what is to run in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)

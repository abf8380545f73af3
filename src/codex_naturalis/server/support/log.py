"""Structured logs: one event per line, JSON unless standard error is a terminal; never a token, a name or a card."""

import logging
import sys

import structlog
from structlog import get_logger

__all__ = ["get_logger", "set_up_logging"]


def set_up_logging() -> None:
    """Send our events, and the libraries' warnings, to standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks show code and no values, which may be secret.
    drawn: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if sys.stderr.isatty():
        drawn = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    else:
        shared.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*shared, drawn],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=drawn, foreign_pre_chain=shared))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)

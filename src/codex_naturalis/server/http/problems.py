"""Problem documents (`application/problem+json`, RFC 9457): errors with a stable code, never a stack trace."""

from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from codex_naturalis.wire.errors import Code, ProblemError, to_response

from ..support.log import get_logger
from .request_ids import request_id

__all__ = ["HANDLERS"]

_log = get_logger(__name__)
_MEDIA: Final = "application/problem+json"
_CODES: Final = {404: Code.REQUEST_UNKNOWN, 405: Code.REQUEST_METHOD, 413: Code.REQUEST_TOO_LARGE}


def _respond(problem: ProblemError) -> Response[bytes]:
    message = to_response(problem)
    headers = {"Retry-After": str(problem.facts["seconds"])} if problem.code is Code.LIMIT_REQUESTS else {}
    return Response(msgspec.json.encode(message), status_code=message.status, media_type=_MEDIA, headers=headers)


def _respond_refused(_: Request[Any, Any, Any], problem: ProblemError) -> Response[bytes]:
    return _respond(problem)


def _misread(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Translate errors of the framework itself."""
    if error.status_code >= 500:  # noqa: PLR2004 - a server error
        _log.error("request failed", request=request_id(request.scope), exc_info=error)
        return _respond(ProblemError(Code.SERVER_FAILED))
    facts: dict[str, Any] = {}
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        facts = {"at": ", ".join(str(fault.get("key", "")) for fault in error.extra)}
    answer = _respond(ProblemError(_CODES.get(error.status_code, Code.REQUEST_MALFORMED), **facts))
    if allowed := (error.headers or {}).get("allow"):
        answer.headers["Allow"] = allowed
    return answer


def _unreadable(_: Request[Any, Any, Any], __: Exception) -> Response[bytes]:
    """Answer a body that is not text, or nested too deeply."""
    return _respond(ProblemError(Code.REQUEST_MALFORMED))


def _respond_failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    _log.error("request failed", request=request_id(request.scope), exc_info=error)
    return _respond(ProblemError(Code.SERVER_FAILED))


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    ProblemError: _respond_refused,
    HTTPException: _misread,
    RecursionError: _unreadable,
    UnicodeError: _unreadable,
    Exception: _respond_failed,
}
"""Handler of each kind of exception."""

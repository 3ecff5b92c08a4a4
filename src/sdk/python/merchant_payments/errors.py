"""The errors that the client raises."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class PaymentsError(Exception):
    """Every error that the client raises.

    `idempotency_key`, of a write: give it to the same call when you make it again, so that it takes effect once. Known for 24 hours.
    """

    idempotency_key: str | None = None


class NetworkError(PaymentsError):
    """No answer of the service came, after all tries, or a success that it does not give. A write may have taken effect."""


class ApiError(PaymentsError):
    """The service answered with a failure. Decide by `code`."""

    def __init__(self, response: httpx.Response, failure: Mapping[str, Any]) -> None:
        self.status: int = response.status_code
        self.code: str = failure.get("code", f"HTTP_{self.status}")
        self.request_id: str = failure.get("request_id", response.headers.get("x-request-id", ""))
        self.retryable: bool = failure.get("retryable", self.status == 429 or self.status >= 500)
        self.details: Mapping[str, Any] = failure.get("details", {})
        message = failure.get("message", f"The answer was {self.status}.")
        super().__init__(f"{message} ({self.code}, {self.request_id or 'no request id'})")

    def __reduce__(self) -> tuple[Any, ...]:
        """For pools of processes: what is usual would call __init__ with the message alone."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


def with_key(error: PaymentsError, request: httpx.Request) -> PaymentsError:
    error.idempotency_key = request.headers.get("Idempotency-Key")
    return error


class Invalid(ApiError):
    """400: the request is wrong. `errors` names each wrong place."""

    def __init__(self, response: httpx.Response, failure: Mapping[str, Any]) -> None:
        super().__init__(response, failure)
        self.errors: list[dict[str, Any]] = failure.get("errors", [])


class Unauthorized(ApiError):
    """401: the key is missing, wrong or revoked."""


class Refused(ApiError):
    """403, 404, 409 and others: what was asked for cannot be done, or not now. 3xx: the service is at another address."""


class RateLimited(ApiError):
    """429, after all tries. `retry_after` is in seconds; None if the answer did not say."""

    def __init__(self, response: httpx.Response, failure: Mapping[str, Any]) -> None:
        super().__init__(response, failure)
        self.retry_after = seconds_in(response.headers.get("retry-after"))


def error_of(response: httpx.Response) -> ApiError:
    """The body may be anything: a proxy in between answers in its own words."""
    status = response.status_code
    kinds: dict[int, type[ApiError]] = {400: Invalid, 401: Unauthorized, 429: RateLimited}
    kind = kinds.get(status, Refused if status < 500 else ApiError)
    return kind(response, redirect_in(response) or failure_in(response))


def redirect_in(response: httpx.Response) -> Mapping[str, Any]:
    if response.status_code not in (301, 302, 303, 307, 308):
        return {}
    target = response.headers.get("location", "another address")
    return {"message": f"The answer redirects to {target}. Correct `base_url`."}


def failure_in(response: httpx.Response) -> Mapping[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def seconds_in(header: str | None) -> float | None:
    """Seconds to wait, from a header `Retry-After`: a number, or a date."""
    if header is None:
        return None
    if header.isascii() and header.isdigit() and len(header) < 10:
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    # A year may have any number of digits.
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())

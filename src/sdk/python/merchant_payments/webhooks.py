"""Checks and makes the signature of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
import time
from collections.abc import Sequence
from typing import Any

LONGEST_HEADER = 1024


class WebhookVerificationError(Exception):
    """`reason`: malformed_header, wrong_signature, timestamp_skew, body_not_raw, invalid_json or not_an_event."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """For pools of processes: what is usual would call __init__ with the message alone."""
        return type(self), (self.reason, *self.args)


def verify_webhook(
    raw_body: bytes | str,
    header: str | None,
    secret: str | Sequence[str],
    tolerance_seconds: int = 300,
    now: int | None = None,
) -> dict[str, Any]:
    """Returns the event. `raw_body` is the body as it came, before any JSON parser."""
    secrets = known_secrets(secret)
    # An infinite tolerance would accept any time.
    if not math.isfinite(tolerance_seconds) or tolerance_seconds < 0:
        raise ValueError("tolerance_seconds must be a number of 0 or more.")
    body = bytes_of(raw_body)
    stamp, signatures = read_header(header or "")
    wanted = [digest(each, stamp, body) for each in secrets]
    matches = [hmac.compare_digest(one, other) for one in wanted for other in signatures]
    if not any(matches):
        raise WebhookVerificationError("wrong_signature", "No signature fits the body and the secret.")
    if abs((int(time.time()) if now is None else now) - int(stamp)) > tolerance_seconds:
        raise WebhookVerificationError("timestamp_skew", "The signature is too old or from the future.")
    return event_in(body)


def sign_webhook(body: bytes | str, secret: str | Sequence[str], now: int | None = None) -> str:
    """The header Service-Signature, for the tests of a receiver."""
    stamp = str(int(time.time()) if now is None else now)
    data = body.encode() if isinstance(body, str) else body
    return ",".join([f"t={stamp}", *(f"v1={digest(each, stamp, data)}" for each in known_secrets(secret))])


def bytes_of(raw_body: object) -> bytes:
    if isinstance(raw_body, str):
        return raw_body.encode()
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    message = "The body is not raw: pass the bytes as they came, before any JSON parser (in Flask: request.get_data())."
    raise WebhookVerificationError("body_not_raw", message)


def read_header(text: str) -> tuple[str, list[str]]:
    if len(text) > LONGEST_HEADER:
        raise malformed(f"Service-Signature is longer than {LONGEST_HEADER}.")
    parts = text.split(",")
    times = [part[2:] for part in parts if part.startswith("t=")]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,15}", times[0]):
        raise malformed("Service-Signature has not one t of Unix seconds.")
    signatures = [part[3:] for part in parts if re.fullmatch(r"v1=[0-9a-f]{64}", part)]
    if not signatures:
        raise malformed("Service-Signature has no v1 of 64 hexadecimal digits.")
    return times[0], signatures


def malformed(message: str) -> WebhookVerificationError:
    return WebhookVerificationError("malformed_header", message)


def digest(secret: str, stamp: str, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()


def known_secrets(secret: str | Sequence[str]) -> list[str]:
    """Anyone can sign with an empty secret, so a missing setting must not go unnoticed."""
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    if not secrets or not all(secrets):
        raise ValueError("There is no webhook secret.")
    if any(re.search(r"\s", each) for each in secrets):
        raise ValueError("The webhook secret contains a space or a line break.")
    return secrets


def event_in(body: bytes) -> dict[str, Any]:
    try:
        event = json.loads(body.decode())
    except ValueError as error:
        raise WebhookVerificationError("invalid_json", "The body is not JSON in UTF-8.") from error
    fits = isinstance(event, dict) and event.get("object") == "event" and isinstance(event.get("data"), dict)
    if not fits or not all(isinstance(event.get(name), str) for name in ("id", "type")):
        raise WebhookVerificationError("not_an_event", "The signature is valid, but the body is no event.")
    return dict(event)

"""Sends requests, and sends them again where that is safe and may help."""

from __future__ import annotations

import math
import random
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Generic, TypeVar

import httpx

from .api_version import API_VERSION
from .errors import NetworkError, PaymentsError, error_of, failure_in, seconds_in, with_key

Item = TypeVar("Item")

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
LONGEST_WAIT = 60.0
LONGEST_TIMEOUT = 2_147_483


class Transport:
    def __init__(
        self,
        key: str | None,
        *,
        base_url: str,
        version: str | None = None,
        max_retries: int = 2,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        bearer = plain_key(key)
        # Zero does not wait at all, and the operating system counts milliseconds in 31 bits.
        if not (0 < timeout <= LONGEST_TIMEOUT or timeout == math.inf):
            raise PaymentsError(f"timeout is {timeout}: give a number above 0 and at most {LONGEST_TIMEOUT}, or math.inf.")
        # No number is above or below NaN, so calls would be tried again without end.
        if not max_retries >= 0:
            raise PaymentsError(f"max_retries is {max_retries}: give a number of 0 or more.")
        self._max_retries = max_retries
        headers = {"Authorization": f"Bearer {bearer}", "Service-Version": version or API_VERSION}
        self._timeout = timeout
        each = None if timeout == math.inf else timeout
        self._http = httpx.Client(base_url=base_url.rstrip("/"), headers=headers, timeout=each, transport=transport)

    def close(self) -> None:
        self._http.close()

    def _send(self, request: Mapping[str, Any]) -> httpx.Response:
        """One Idempotency-Key over all tries of a write, so that it takes effect once."""
        headers = dict(request.get("headers", {}))
        if request["method"] != "get":
            headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        prepared = self._http.build_request(**{**request, "headers": headers})
        tried = 0
        while True:
            is_last = tried >= self._max_retries
            try:
                answer = self._try_once(prepared)
            except (httpx.TransportError, httpx.DecodingError, TimeoutError) as error:
                if is_last:
                    failure = NetworkError(f"{prepared.method} {prepared.url}: {error}")
                    raise with_key(failure, prepared) from error
                wait: float | None = pause_of(tried)
            else:
                wait = None if is_last else wait_of(answer, tried)
                if wait is None:
                    if answer.is_success:
                        return answer
                    raise with_key(error_of(answer), prepared)
            time.sleep(wait or 0.0)
            tried += 1

    def _try_once(self, request: httpx.Request) -> httpx.Response:
        """The limit of httpx is for each read; ours is for the whole answer."""
        until = time.monotonic() + self._timeout
        answer = self._http.send(request, stream=True)
        # A transport of tests may answer at once.
        if answer.is_stream_consumed:
            return answer
        try:
            parts = []
            for part in answer.iter_raw():
                parts.append(part)
                if time.monotonic() > until:
                    raise TimeoutError(f"no answer in {self._timeout} s")
        finally:
            answer.close()
        return httpx.Response(
            answer.status_code, headers=answer.headers, content=b"".join(parts), request=request
        )


def plain_key(key: str | None) -> str:
    """Without the line break of its file. A header cannot carry others, and the words of that failure would show the key."""
    plain = (key or "").strip()
    if not plain:
        raise PaymentsError("There is no API key.")
    if not re.fullmatch(r"[\x21-\x7e]+", plain):
        raise PaymentsError("The API key has a space, a line break or a letter that no key has.")
    return plain


def wait_of(answer: httpx.Response, tried: int) -> float | None:
    """Seconds before the next try; None: the answer stands."""
    if answer.is_success or not may_help(answer):
        return None
    asked = seconds_in(answer.headers.get("retry-after"))
    if asked is None:
        return pause_of(tried)
    return None if asked > LONGEST_WAIT else asked + apart(asked)


def apart(seconds: float) -> float:
    """Up to half as long again, and at most five seconds: all that were refused together would else come back together."""
    return random.random() * min(seconds / 2, 5.0)


def may_help(answer: httpx.Response) -> bool:
    if answer.status_code == 429 or answer.status_code >= 500:
        return True
    failure = failure_in(answer)
    return failure.get("retryable") is True and failure.get("code") != "DUPLICATE_REQUEST"


def pause_of(tried: int) -> float:
    """Twice as long each time, with a random half, so that many clients do not come back together."""
    longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**tried)
    return longest * (0.5 + random.random() / 2)


class Body:
    """A body in the form that the generated code asks for. An amount is a str or a Decimal, never a float."""

    def __init__(self, body: Any) -> None:
        self._body = body if isinstance(body, Mapping) else body.to_dict()

    def to_dict(self) -> Any:
        return plain(self._body)


def plain(value: Any) -> Any:
    if isinstance(value, float):
        raise TypeError("A float cannot hold money exactly: use a str or a Decimal.")
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [plain(each) for each in value]
    return value


class Page(Generic[Item]):
    """The first page of a list in `data`. Iterate for every item of every page."""

    def __init__(self, read: Callable[[str | None], Any]) -> None:
        self._read = read
        first = read(None)
        self.data: list[Item] = first.items
        self.next_cursor: str | None = first.next_cursor or None

    def __iter__(self) -> Iterator[Item]:
        yield from self.data
        seen: set[str] = set()
        cursor = self.next_cursor
        while cursor is not None:
            if cursor in seen:
                raise PaymentsError("The list does not end: a page names itself as the next.")
            seen.add(cursor)
            page = self._read(cursor)
            yield from page.items
            cursor = page.next_cursor or None

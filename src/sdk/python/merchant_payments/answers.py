"""Reads successes. What does not come from the service is a NetworkError: its own answer was lost on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from .api.client import Client
from .errors import NetworkError, PaymentsError, with_key

# The generated code asks for one when it reads an answer, and does not use it.
_CLIENT = Client(base_url="")


def data_in(answer: httpx.Response, parse: Callable[..., Any]) -> Any:
    """The data of `{"success": true, "data": …}`."""
    try:
        if answer.json()["success"] is True:
            return parse(client=_CLIENT, response=answer).data
    # In a body of another shape the generated code may meet anything.
    except Exception as error:
        raise unreadable(answer) from error
    raise unreadable(answer)


def file_in(answer: httpx.Response) -> str:
    """The text of a file. No file of the service is HTML: that is the page of a proxy."""
    if answer.headers.get("content-type", "").lower().startswith("text/html"):
        raise unreadable(answer)
    return answer.text


def unreadable(answer: httpx.Response) -> PaymentsError:
    kind = answer.headers.get("content-type", "no content type")
    failure = NetworkError(f"The answer cannot be read. ({answer.status_code}, {kind})")
    return with_key(failure, answer.request)

"""Further checks for Schemathesis: every operation succeeds at least once, and every answer has our headers."""

import itertools
import json
import pathlib
import re

import schemathesis

HERE = pathlib.Path(__file__).parent
PATHS = json.loads((HERE / "openapi.json").read_text())["paths"]
METHODS = ("get", "put", "post", "delete", "patch")
EVERY = {f"{method.upper()} {path}" for path, item in PATHS.items() for method in item if method in METHODS}

PHONES = [json.loads(line) for line in (HERE / "seeds" / "phones.dict").read_text().splitlines()]
PHONE = re.compile(r"(\+263|263|0)[78][0-9]{8}")
WALLET_PHONE = re.compile(r"(\+263|263|0)7[78][0-9]{7}")
REFERENCE = re.compile(r"[^\u0000-\u001F\u007F]{1,64}")
KSN = re.compile(r"[0-9A-Fa-f]{16,24}")
turns = itertools.count()


@schemathesis.check
class EveryOperationSucceeds:
    """An operation that refuses every request was not really tested."""

    def __init__(self):
        self.reached = set()

    def after_response(self, ctx, response, case):
        if 200 <= response.status_code < 300:
            self.reached.add(case.operation.label)

    def after_run(self, ctx):
        if missing := EVERY - self.reached:
            raise AssertionError("never answered 2xx: " + ", ".join(sorted(missing)))


@schemathesis.check
def every_answer_has_our_headers(ctx, response, case):
    """Also a 404 or 405, which no operation declares."""
    for name in ("service-version", "x-request-id"):
        assert name in response.headers, f"{name} is missing"


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Replaces some valid values by others that the sandbox knows or has not seen yet.

    Otherwise nearly every checkout and reader payload would be refused as a duplicate, and nearly every phone as unknown.
    A dictionary cannot do this: a phone must belong to the chosen wallet, and a payload is accepted only once.
    """
    turn = next(turns)
    body = case.body
    if not isinstance(body, dict):
        return
    match case.operation.label:
        case "POST /v1/checkout/create":
            if body.get("walletType") == "wallet_a" and matches(WALLET_PHONE, body.get("customerPhone")):
                body["customerPhone"] = PHONES[turn % len(PHONES)]
        case "POST /v1/merchant/virtual-terminal/sessions/{id}/charge":
            # The schema does not know the session's wallet: most valid phones belong to another one.
            if turn % 8 and matches(PHONE, body.get("customer_phone")):
                body["customer_phone"] = PHONES[turn % len(PHONES)]
        case "POST /v1/terminals/process":
            payload = body.get("emv_payload")
            if turn % 8 and isinstance(payload, dict) and matches(KSN, payload.get("ksn")):
                body["emv_payload"] = {**payload, "ksn": f"{turn:020X}"}
        case _:
            return
    reference = body.get("merchantTransactionId")
    if turn % 8 and matches(REFERENCE, reference):
        body["merchantTransactionId"] = f"{reference[:50]}-{turn}"


def matches(pattern, value):
    return isinstance(value, str) and pattern.fullmatch(value) is not None

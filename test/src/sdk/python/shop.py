"""What the test asks of the installed package: each question by its name, answered by a line of JSON."""

import base64
import json
import math
import os
import pickle
import sys
from collections.abc import Callable
from decimal import Decimal

import httpx
import merchant_payments as mp

OPTIONS = json.loads(os.environ.get("OPTIONS", "{}"))


def client() -> mp.Payments:
    return mp.Payments(os.environ["API_KEY"], base_url=os.environ["BASE"], **OPTIONS)


def order() -> dict[str, object]:
    urls = {"returnUrl": "https://shop.example/thanks", "notificationUrl": "https://shop.example/hook"}
    return {
        "amount": Decimal("10.00"), "currency": "USD", "merchantTransactionId": os.environ["ORDER"], **urls,
    }


def create() -> object:
    opened = client().create_checkout(body=order())
    return [opened.checkout_id, client().get_checkout_status(opened.checkout_id).amount]


def wait() -> object:
    return client().wait_for_result(os.environ["ORDER"], every=0.1).status


def refund() -> object:
    return client().refund_transaction(os.environ["ORDER"], body={"amount": "4.00"}).amount


def walk() -> object:
    shop = client()
    made = [shop.create_customer(body={"name": f"Customer {nth}"}).id for nth in range(5)]
    page = shop.list_customers(limit=2)
    return [len(page.data), sorted(each.id for each in page) == sorted(made)]


def lost() -> object:
    try:
        client().create_checkout(body=order())
    except mp.NetworkError as error:
        key = error.idempotency_key
    made = client().create_checkout(body=order(), idempotency_key=key)
    return [key, client().get_checkout_status(made.checkout_id).amount]


def balance() -> object:
    return client().get_balance() is not None


def reason(attempt: Callable[[], object]) -> str | None:
    try:
        attempt()
    except mp.PaymentsError as error:
        return f"{type(error).__name__}: {error}"
    return None


def seven_times() -> object:
    return [reason(create) for _ in range(7)]


def limits() -> object:
    def ask(**limit: object) -> object:
        return mp.Payments(os.environ["API_KEY"], base_url=os.environ["BASE"], **limit).get_balance()

    times = (math.inf, 2_147_483, 0, -1, 1e10, math.nan, -math.inf)
    return {
        "timeouts": [reason(lambda: ask(timeout=each)) for each in times],
        "retries": [reason(lambda: ask(max_retries=each)) for each in (math.nan, -1)],
    }


def keys() -> object:
    def ask(key: str) -> object:
        return mp.Payments(key, base_url=os.environ["BASE"]).get_balance()

    wrong = ("", " \n", "sk_test_1\nsk_test_2", "sk_test_1 2", "sk_test_1€")
    return [reason(lambda: ask(each)) for each in (f"{os.environ['API_KEY']}\n", *wrong)]


def download() -> object:
    return client().download_report("rpt_1")


def of_float() -> object:
    return client().create_checkout(body={**order(), "amount": 10.0}).checkout_id


def wrong_amount() -> object:
    return client().create_checkout(body={**order(), "amount": "ten"}).checkout_id


def verdict(vector: dict[str, str]) -> str:
    body = base64.b64decode(vector["body_base64"])
    try:
        mp.verify_webhook(body, vector["header"], vector["secret"], now=int(vector["now"]))
    except mp.WebhookVerificationError as error:
        return "ok" if error.reason in ("invalid_json", "not_an_event") else error.reason
    except ValueError:
        return "no_secret"
    return "ok"


def vectors() -> object:
    return [verdict(each) for each in json.load(sys.stdin)]


def sign() -> object:
    header = mp.sign_webhook(b'{"object":"event","id":"evt_1","type":"a","data":{}}', "whsec_1")
    return mp.verify_webhook('{"object":"event","id":"evt_1","type":"a","data":{}}', header, "whsec_1")["id"]


def mocked() -> object:
    page = {"items": [], "next_cursor": None, "has_more": False}
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers["Authorization"])
        return httpx.Response(503 if len(asked) == 1 else 200, json={"success": True, "data": page})

    shop = mp.Payments("sk_test_1", base_url="http://shop.example", transport=httpx.MockTransport(answer))
    return [shop.list_customers().data, asked]


def pooled() -> object:
    """What a pool of processes hands back of each error."""
    errors: list[Exception] = []
    for attempt in (wrong_amount, lambda: mp.verify_webhook(b"", None, "whsec_1")):
        try:
            attempt()
        except (mp.Invalid, mp.WebhookVerificationError) as error:
            errors.append(error)
    same = [pickle.loads(pickle.dumps(each)) for each in errors]
    return [[type(one) is type(two), str(one) == str(two), vars(one) == vars(two)] for one, two in zip(errors, same)]


def tolerances() -> object:
    body = b'{"object":"event","id":"evt_1","type":"a","data":{}}'
    header = mp.sign_webhook(body, "whsec_1", now=1)

    def verify(tolerance: float) -> str:
        try:
            return str(mp.verify_webhook(body, header, "whsec_1", tolerance_seconds=tolerance)["id"])
        except (ValueError, mp.WebhookVerificationError) as error:
            return type(error).__name__

    return [verify(each) for each in (1e10, 300, math.inf, math.nan, -1)]


def bodies() -> object:
    raw = b'{"object":"event","id":"evt_1","type":"a","data":{}}'
    header = mp.sign_webhook(raw, "whsec_1")

    def verify(body: object) -> str:
        try:
            return str(mp.verify_webhook(body, header, "whsec_1")["id"])
        except mp.WebhookVerificationError as error:
            return error.reason

    return [verify(each) for each in (raw, bytearray(raw), memoryview(raw), json.loads(raw), None)]


QUESTIONS = [
    create, wait, refund, walk, lost, balance, seven_times, limits, keys, download, of_float, wrong_amount,
    vectors, sign, mocked, pooled, tolerances, bodies,
]
try:
    print(json.dumps({each.__name__: each for each in QUESTIONS}[sys.argv[1]]()))
except (mp.PaymentsError, TypeError) as error:
    said = {"error": type(error).__name__, "message": str(error)}
    print(json.dumps({**said, **{k: v for k, v in vars(error).items() if k != "details"}}))

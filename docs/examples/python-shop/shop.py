"""A shop with one mug: order, pay on the hosted page, hear of it by a signed webhook, refund. Settings: see README.md."""

import os
import sqlite3
import uuid

from flask import Flask, abort, redirect, request
from merchant_payments import Payments, PaymentsError, WebhookVerificationError, verify_webhook

PORT = int(os.environ.get("PORT", "4000"))
OWN = os.environ.get("SHOP_URL", f"http://localhost:{PORT}")
SECRET = os.environ["WEBHOOK_SECRET"]
payments = Payments(os.environ["API_KEY"], base_url=os.environ.get("PAYMENTS_URL", "http://localhost:3000"))
app = Flask(__name__)


def database():
    return sqlite3.connect(os.environ.get("SHOP_DB", "shop.db"))


with database() as db:
    db.execute("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, status TEXT NOT NULL, payment_id TEXT)")
    db.execute("CREATE TABLE IF NOT EXISTS refunds (payment_id TEXT NOT NULL, cents INTEGER NOT NULL)")
    db.execute("CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY)")


# A refund may be for a part, and may be heard of before its payment: an order is refunded once its refunds add up to the price.
def order_of(order_id):
    query = """
        SELECT CASE WHEN (SELECT sum(cents) FROM refunds WHERE payment_id = orders.payment_id) >= 1000
            THEN 'refunded' ELSE status END, payment_id FROM orders WHERE id = ?"""
    return database().execute(query, [order_id]).fetchone() or abort(404)


def page(title, main):
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<main><h1>{title}</h1>{main}</main>
</html>"""


@app.get("/")
def mug():
    return page("Mug", '<p>US$10.00</p><form method="post" action="/orders"><button>Buy</button></form>')


# The order is stored before the call, and its id makes the call safe to repeat.
@app.post("/orders")
def buy():
    order_id = str(uuid.uuid4())
    with database() as db:
        db.execute("INSERT INTO orders (id, status) VALUES (?, 'new')", [order_id])
    checkout = payments.create_checkout(
        idempotency_key=order_id,
        body={
            "amount": "10.00",
            "currency": "USD",
            "merchantTransactionId": order_id,
            "description": "One mug",
            "returnUrl": f"{OWN}/orders/{order_id}",
            "notificationUrl": f"{OWN}/webhook",
        },
    )
    return redirect(checkout.payment_url, 303)


# Only a webhook whose signature fits changes an order. The body must be the bytes as they came.
@app.post("/webhook")
def webhook():
    try:
        event = verify_webhook(request.get_data(), request.headers.get("Service-Signature"), SECRET)
    except WebhookVerificationError as error:
        app.logger.warning("refused a webhook: %s", error.reason)
        abort(400)
    kind, data = event["type"], event["data"]
    with database() as db:
        # An event may come twice.
        if db.execute("INSERT OR IGNORE INTO events (id) VALUES (?)", [event["id"]]).rowcount == 0:
            return "", 204
        if kind == "payment.capture.completed":
            changed = [data["id"], data["merchantTransactionId"]]
            db.execute("UPDATE orders SET status = 'paid', payment_id = ? WHERE id = ?", changed)
        if kind == "payment.refund.completed":
            back = [data["transaction_id"], data["amount"]]
            db.execute("INSERT INTO refunds (payment_id, cents) VALUES (?, round(? * 100))", back)
    return "", 204


# The customer comes back here. What the address says is a hint, so the order decides what is shown.
@app.get("/orders/<uuid:order_id>")
def show(order_id):
    status, _ = order_of(str(order_id))
    refund = f'<form method="post" action="/orders/{order_id}/refund"><button>Refund</button></form>'
    return page("Your order", f"<p>Status: <strong>{status}</strong></p>{refund if status == 'paid' else ''}")


@app.post("/orders/<uuid:order_id>/refund")
def refund(order_id):
    _, payment_id = order_of(str(order_id))
    if payment_id is None:
        abort(404)
    payments.refund_transaction(payment_id, body={"reason": "returned"}, idempotency_key=f"refund-{order_id}")
    return redirect(f"/orders/{order_id}", 303)


@app.errorhandler(PaymentsError)
def failed(error):
    app.logger.error("%s", error)
    return page("Something went wrong", "<p>Please try again later.</p>"), 502


if __name__ == "__main__":
    app.run(port=PORT)

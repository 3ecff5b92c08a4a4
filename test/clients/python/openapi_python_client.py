import json
import os

from client import AuthenticatedClient
from client.api.checkout import create_checkout, get_checkout_status
from client.api.transactions import list_transactions
from client.models import (
    CheckoutAnswer,
    CheckoutStatusAnswer,
    CreateCheckoutRequest,
    CurrencyInput,
    NotFoundFailure,
    Transaction,
    TransactionListAnswer,
    TransactionType,
)
from client.types import UNSET, Unset

client = AuthenticatedClient(base_url=os.environ["SERVICE_URL"], token=os.environ["SERVICE_KEY"])

opened = create_checkout.sync(
    client=client,
    body=CreateCheckoutRequest(
        amount="25.50",
        currency=CurrencyInput("USD"),
        merchant_transaction_id=os.environ["REFERENCE"],
        return_url="https://shop.example/return",
        notification_url="https://shop.example/hook",
    ),
)
assert isinstance(opened, CheckoutAnswer), opened

read = get_checkout_status.sync(opened.data.checkout_id, client=client)
assert isinstance(read, CheckoutStatusAnswer), read

pages: list[list[Transaction]] = []
cursor: str | Unset | None = UNSET
while cursor is not None:
    page = list_transactions.sync(client=client, limit=int(os.environ["PAGE_SIZE"]), cursor=cursor)
    assert isinstance(page, TransactionListAnswer), page
    pages.append(page.data.items)
    cursor = page.data.next_cursor

transactions = [transaction for page in pages for transaction in page]
payment = next(each for each in transactions if each.type_ == TransactionType("payment"))
payout = next(each for each in transactions if each.type_ == TransactionType("payout"))
no_checkout: str | None = payout.checkout_id

failed = get_checkout_status.sync_detailed("chk_" + "0" * 32, client=client)
assert isinstance(failed.parsed, NotFoundFailure), failed

print(
    json.dumps(
        {
            "created": {
                "checkout_id": opened.data.checkout_id,
                "requires_polling": opened.data.requires_polling,
            },
            "read": {
                "checkout_id": read.data.checkout_id,
                "status": read.data.status,
                "amount": read.data.amount,
                "payment_method": read.data.payment_method,
            },
            "pages": [[transaction.id for transaction in page] for page in pages],
            "payment": {"id": payment.id, "checkout_id": payment.checkout_id},
            "payout": {"id": payout.id, "checkout_id": no_checkout},
            "failure": {"status": failed.status_code, "code": failed.parsed.code},
        }
    )
)

import json
import os

from payments import (
    ApiClient,
    CheckoutApi,
    Configuration,
    CreateCheckoutRequest,
    CurrencyInput,
    NotFoundFailure,
    Transaction,
    TransactionsApi,
    TransactionType,
)
from payments.exceptions import NotFoundException

configuration = Configuration(host=os.environ["SERVICE_URL"], access_token=os.environ["SERVICE_KEY"])
with ApiClient(configuration) as client:
    checkouts = CheckoutApi(client)

    opened = checkouts.create_checkout(
        CreateCheckoutRequest(
            amount="25.50",
            currency=CurrencyInput("USD"),
            merchantTransactionId=os.environ["REFERENCE"],
            returnUrl="https://shop.example/return",
            notificationUrl="https://shop.example/hook",
        )
    )
    read = checkouts.get_checkout_status(opened.data.checkout_id)

    pages: list[list[Transaction]] = []
    cursor: str | None = None
    while cursor is not None or not pages:
        page = TransactionsApi(client).list_transactions(limit=int(os.environ["PAGE_SIZE"]), cursor=cursor)
        pages.append(page.data.items)
        cursor = page.data.next_cursor

    transactions = [transaction for page in pages for transaction in page]
    payment = next(each for each in transactions if each.type is TransactionType("payment"))
    payout = next(each for each in transactions if each.type is TransactionType("payout"))
    no_checkout: str | None = payout.checkout_id

    try:
        checkouts.get_checkout_status("chk_" + "0" * 32)
        raise SystemExit("found what does not exist")
    except NotFoundException as refused:
        status, failure = refused.status, refused.data
    assert isinstance(failure, NotFoundFailure), failure

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
            "failure": {"status": status, "code": failure.code},
        }
    )
)

// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.

/** Registered event → the data of its first example. */
export const eventExamples: Readonly<Record<string, { readonly id: string; readonly [field: string]: unknown }>> = {
  "payment.capture.completed": {
    "id": "txn_019bc0e32db57fdfb762887cd66a0f0d",
    "amount": "25.5000",
    "net": "24.6100",
    "currency": "USD",
    "status": "completed",
    "fee": "0.8900",
    "gateway": "sandbox_card",
    "checkout_id": "chk_019bc0e2147570a1955efadf6e698c85",
    "merchantTransactionId": "ORDER-10042",
    "payment_method": {
      "type": "card",
      "brand": "visa",
      "last4": "4242",
      "phone_masked": null
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc0e2147570a1955efadf6e698c85"
    },
    "failure": null,
    "late": false,
    "metadata": null
  },
  "payment.capture.declined": {
    "id": "txn_019bc11b73fe70209e09d75f038c614e",
    "amount": "25.5000",
    "net": "0.0000",
    "currency": "USD",
    "status": "failed",
    "fee": "0.0000",
    "gateway": "sandbox_card",
    "checkout_id": "chk_019bc11902fe726da9ad1bdb5a339a32",
    "merchantTransactionId": "ORDER-10044",
    "payment_method": {
      "type": "card",
      "brand": "visa",
      "last4": "0002",
      "phone_masked": null
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc11902fe726da9ad1bdb5a339a32"
    },
    "failure": {
      "code": "CARD_DECLINED",
      "message": "The issuer declined the card without a reason.",
      "advice": "use_other_method"
    },
    "late": false,
    "metadata": null
  },
  "payment.capture.pending": {
    "id": "txn_019bc1f4bf277ed8aa83f763904c11de",
    "amount": "40.0000",
    "net": "39.2000",
    "currency": "USD",
    "status": "pending",
    "fee": "0.8000",
    "gateway": "sandbox_wallet_a",
    "checkout_id": "chk_019bc1f4bb3f77be8a234a459571be47",
    "merchantTransactionId": "ORDER-10049",
    "payment_method": {
      "type": "wallet_a",
      "brand": null,
      "last4": null,
      "phone_masked": "+26377*****11"
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc1f4bb3f77be8a234a459571be47"
    },
    "failure": null,
    "late": false,
    "metadata": null
  },
  "payment.capture.refunded": {
    "id": "txn_019bc0fd909f706e9cf7c29fc54eb100",
    "amount": "40.0000",
    "net": "39.2000",
    "currency": "USD",
    "status": "completed",
    "fee": "0.8000",
    "gateway": "sandbox_wallet_a",
    "checkout_id": "chk_019bc0fd8cb7736cb5c3a10b5c613a74",
    "merchantTransactionId": "ORDER-10043",
    "payment_method": {
      "type": "wallet_a",
      "brand": null,
      "last4": null,
      "phone_masked": "+26377*****11"
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc0fd8cb7736cb5c3a10b5c613a74"
    },
    "failure": null,
    "late": false,
    "metadata": null
  },
  "payment.capture.reversed": {
    "id": "txn_019bc0e32db57fdfb762887cd66a0f0d",
    "amount": "25.5000",
    "net": "24.6100",
    "currency": "USD",
    "status": "reversed",
    "fee": "0.8900",
    "gateway": "sandbox_card",
    "checkout_id": "chk_019bc0e2147570a1955efadf6e698c85",
    "merchantTransactionId": "ORDER-10042",
    "payment_method": {
      "type": "card",
      "brand": "visa",
      "last4": "4242",
      "phone_masked": null
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc0e2147570a1955efadf6e698c85"
    },
    "failure": null,
    "late": false,
    "metadata": null
  },
  "payment.capture.expired": {
    "id": "txn_019bc14ff6a27b6e9919f06cff383c85",
    "amount": "18.0000",
    "net": "17.6400",
    "currency": "USD",
    "status": "pending",
    "fee": "0.3600",
    "gateway": "sandbox_wallet_a",
    "checkout_id": "chk_019bc14ff2ba7a44a98c870b98663589",
    "merchantTransactionId": "ORDER-10046",
    "payment_method": {
      "type": "wallet_a",
      "brand": null,
      "last4": null,
      "phone_masked": "+26377*****88"
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc14ff2ba7a44a98c870b98663589"
    },
    "failure": null,
    "late": false,
    "metadata": null
  },
  "payment.capture.authorized": {
    "id": "txn_019bc22bad6d7847b88cb5c9593b6e9a",
    "amount": "25.5000",
    "net": "24.6100",
    "currency": "USD",
    "status": "authorized",
    "fee": "0.8900",
    "gateway": "sandbox_card",
    "checkout_id": "chk_019bc22abf2571e4aba77d5b71bd00de",
    "merchantTransactionId": "ORDER-10050",
    "payment_method": {
      "type": "card",
      "brand": "visa",
      "last4": "4242",
      "phone_masked": null
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc22abf2571e4aba77d5b71bd00de"
    },
    "failure": null,
    "late": false,
    "metadata": null
  },
  "payment.capture.cancelled": {
    "id": "txn_019bc16b6c1b72de81d667f34087cd3a",
    "amount": "9.9000",
    "net": "9.7000",
    "currency": "USD",
    "status": "pending",
    "fee": "0.2000",
    "gateway": "sandbox_wallet_a",
    "checkout_id": "chk_019bc16b68337dedb50760f2d2304779",
    "merchantTransactionId": "ORDER-10047",
    "payment_method": {
      "type": "wallet_a",
      "brand": null,
      "last4": null,
      "phone_masked": "+26377*****22"
    },
    "source": {
      "type": "checkout",
      "id": "chk_019bc16b68337dedb50760f2d2304779"
    },
    "failure": null,
    "late": false,
    "metadata": null
  },
  "payment.authorization.created": {
    "id": "txn_019bc247253f7543a9ecd0fb609ccdb9",
    "checkout_id": "chk_019bc24631a47a1b8c2d3e4f50617283",
    "merchantTransactionId": "ORDER-10051",
    "status": "held",
    "amount": "60.0000",
    "amount_captured": null,
    "currency": "USD",
    "void_reason": null,
    "expires_at": "2026-01-22T15:30:00.000Z"
  },
  "payment.authorization.voided": {
    "id": "txn_019bc247253f7543a9ecd0fb609ccdb9",
    "checkout_id": "chk_019bc24631a47a1b8c2d3e4f50617283",
    "merchantTransactionId": "ORDER-10051",
    "status": "voided",
    "amount": "60.0000",
    "amount_captured": null,
    "currency": "USD",
    "void_reason": "requested",
    "expires_at": "2026-01-22T15:30:00.000Z"
  },
  "payment.refund.completed": {
    "id": "ref_019bc5d180cc7029aa9cc71f2d0cf2a0",
    "transaction_id": "txn_019bc0fd909f706e9cf7c29fc54eb100",
    "amount": "10.0000",
    "currency": "USD",
    "status": "completed",
    "reason": "One of four items was out of stock",
    "failure": null
  },
  "payment.refund.pending": {
    "id": "ref_019bc5ecf7a87bf3b0ab780f4fbe4045",
    "transaction_id": "txn_019bc0fd909f706e9cf7c29fc54eb100",
    "amount": "5.1100",
    "currency": "USD",
    "status": "pending",
    "reason": null,
    "failure": null
  },
  "payment.refund.failed": {
    "id": "ref_019bc5ede2ca7d1c925ece8339d4fec2",
    "transaction_id": "txn_019bc0fd909f706e9cf7c29fc54eb100",
    "amount": "5.1300",
    "currency": "USD",
    "status": "failed",
    "reason": null,
    "failure": {
      "code": "REFUND_REJECTED",
      "message": "The gateway refused the refund; the money is available again.",
      "advice": "try_later"
    }
  },
  "payment.refund.cancelled": {
    "id": "ref_019bc5ff4780782c9e364b4e49ab0abd"
  },
  "payment.refund.created": {
    "id": "ref_019bc5f622d07027962a1df05f8c15bb",
    "transaction_id": "txn_019bc0fd909f706e9cf7c29fc54eb100",
    "amount": "10.0000",
    "currency": "USD",
    "status": "pending",
    "reason": "One of four items was out of stock",
    "failure": null
  },
  "payment.order.created": {
    "id": "chk_019bc0e2147570a1955efadf6e698c85",
    "amount": "25.5000",
    "currency": "USD",
    "status": "pending",
    "merchantTransactionId": "ORDER-10042",
    "failure": null
  },
  "payment.order.cancelled": {
    "id": "chk_019bc16b68337dedb50760f2d2304779",
    "amount": "9.9000",
    "currency": "USD",
    "status": "failed",
    "merchantTransactionId": "ORDER-10047",
    "failure": {
      "code": "CHECKOUT_ABORTED",
      "message": "The merchant stopped waiting.",
      "advice": "none"
    }
  },
  "payment.order.approved": {
    "id": "chk_019bc0e2147570a1955efadf6e698c85",
    "amount": "25.5000",
    "currency": "USD",
    "status": "completed",
    "merchantTransactionId": "ORDER-10042",
    "failure": null
  },
  "payment.order.voided": {
    "id": "chk_019bc14ff2ba7a44a98c870b98663589",
    "amount": "18.0000",
    "currency": "USD",
    "status": "expired",
    "merchantTransactionId": "ORDER-10046",
    "failure": {
      "code": "CHECKOUT_EXPIRED",
      "message": "Nothing was paid in time.",
      "advice": "try_again"
    }
  },
  "payment.payout-item.succeeded": {
    "id": "po_019bcaf7dccc7709a3e33ab0c3fcd4d1",
    "method": "bank_transfer",
    "amount": "100.0000",
    "fee": "1.0000",
    "net": "99.0000",
    "currency": "USD",
    "status": "completed",
    "failure": null
  },
  "payment.payout-item.failed": {
    "id": "po_019bcb0104ea7fcc8f51611335d5664c",
    "method": "bank_transfer",
    "amount": "80.1300",
    "fee": "1.0000",
    "net": "79.1300",
    "currency": "USD",
    "status": "failed",
    "failure": {
      "code": "DESTINATION_REJECTED",
      "message": "The destination does not accept the payout.",
      "advice": "none"
    }
  },
  "payment.payout-item.blocked": {
    "id": "po_019bcb0a2dd170fdb35f0a55c14b2bce",
    "method": "mobile_money",
    "amount": "60.2100",
    "fee": "0.6000",
    "net": "59.6100",
    "currency": "USD",
    "status": "blocked",
    "failure": {
      "code": "COMPLIANCE_BLOCKED",
      "message": "The payout was refused after a review.",
      "advice": "none"
    }
  },
  "payment.payout-item.held": {
    "id": "po_019bcb0a2dd170fdb35f0a55c14b2bce",
    "method": "mobile_money",
    "amount": "60.2100",
    "fee": "0.6000",
    "net": "59.6100",
    "currency": "USD",
    "status": "held",
    "failure": null
  },
  "payment.payout-item.returned": {
    "id": "po_019bcb13540c73eaabc47a6277afef17",
    "method": "bank_transfer",
    "amount": "50.1700",
    "fee": "1.0000",
    "net": "49.1700",
    "currency": "USD",
    "status": "returned",
    "failure": {
      "code": "PAYOUT_RETURNED",
      "message": "The bank sent the payout back.",
      "advice": "none"
    }
  },
  "payment.payout-item.unclaimed": {
    "id": "po_019bcb1c7ecf7ed6b7690549d4f38e84",
    "method": "agent_cash",
    "amount": "50.0000",
    "fee": "0.7500",
    "net": "49.2500",
    "currency": "USD",
    "status": "unclaimed",
    "failure": {
      "code": "PAYOUT_UNCLAIMED",
      "message": "Nobody collected the cash in 72 hours.",
      "advice": "none"
    }
  },
  "payment.payout-batch.success": {
    "id": "pob_019bcb2a380e70f99b2bef9e093b665a",
    "status": "completed",
    "counts": {
      "total": 2,
      "waiting": 0,
      "processing": 0,
      "completed": 2,
      "failed": 0,
      "refused": 0
    }
  },
  "payment.payout-batch.processing": {
    "id": "pob_019bcb2a380e70f99b2bef9e093b665a",
    "status": "processing",
    "counts": {
      "total": 2,
      "waiting": 2,
      "processing": 0,
      "completed": 0,
      "failed": 0,
      "refused": 0
    }
  },
  "payment.payout-batch.denied": {
    "id": "pob_019bcb2b24317c86b906161c6288635c",
    "status": "denied",
    "counts": {
      "total": 2,
      "waiting": 0,
      "processing": 0,
      "completed": 0,
      "failed": 0,
      "refused": 2
    }
  },
  "billing.invoice.created": {
    "id": "inv_019c167fcf4a7a7197e598d665ce8317",
    "number": "PB-000042",
    "status": "open",
    "plan_name": "Standard",
    "lines": [
      {
        "type": "plan",
        "description": "Standard, one month",
        "amount": "10.0000"
      },
      {
        "type": "tax",
        "description": "Tax, 15.00 %",
        "amount": "1.5000"
      }
    ],
    "subtotal": "10.0000",
    "tax_rate": "15.00",
    "tax": "1.5000",
    "amount": "11.5000",
    "currency": "USD",
    "period_start": "2026-01-01T00:00:00.000Z",
    "period_end": "2026-02-01T00:00:00.000Z",
    "due_date": "2026-02-01",
    "failed_tries": 0,
    "created_at": "2026-02-01T00:00:00.000Z",
    "paid_at": null
  },
  "invoicing.invoice.paid": {
    "id": "inv_019bd01e38cc7ce096daefc8e81d3626",
    "status": "paid",
    "number": "INV-000001",
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Rent of the hall",
        "quantity": 1,
        "unit_amount": "100.0000",
        "tax_rate": "15.00",
        "amount": "100.0000",
        "tax": "15.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "100.0000",
    "tax": "15.0000",
    "total": "115.0000",
    "amount_paid": "115.0000",
    "amount_due": "0.0000",
    "due_date": "2026-02-15",
    "overdue": false,
    "reference": null,
    "notes": null,
    "hosted_url": "https://pay.example.com/test/p/7Yh2Kq9dRtVb3xWm5NcPzA",
    "transaction_id": "txn_019bd08c12a17f1e8a7b6c5d4e3f2a10",
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [],
    "reminders_sent": 0,
    "last_reminder_at": null,
    "metadata": null,
    "created_at": "2026-01-18T08:00:00.000Z",
    "sent_at": "2026-01-18T08:01:00.000Z",
    "paid_at": "2026-01-18T10:00:00.000Z",
    "voided_at": null
  },
  "invoicing.invoice.cancelled": {
    "id": "inv_019bd022cdf373f79f43506465017188",
    "status": "void",
    "number": null,
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Deposit",
        "quantity": 2,
        "unit_amount": "10.0000",
        "tax_rate": null,
        "amount": "20.0000",
        "tax": "0.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "20.0000",
    "tax": "0.0000",
    "total": "20.0000",
    "amount_paid": "0.0000",
    "amount_due": "0.0000",
    "due_date": "2026-02-15",
    "overdue": false,
    "reference": null,
    "notes": null,
    "hosted_url": null,
    "transaction_id": null,
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [],
    "reminders_sent": 0,
    "last_reminder_at": null,
    "metadata": null,
    "created_at": "2026-01-18T08:00:00.000Z",
    "sent_at": null,
    "paid_at": null,
    "voided_at": "2026-01-18T09:00:00.000Z"
  },
  "invoicing.invoice.created": {
    "id": "inv_019bd01e38cc7ce096daefc8e81d3626",
    "status": "draft",
    "number": null,
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Rent of the hall",
        "quantity": 1,
        "unit_amount": "100.0000",
        "tax_rate": "15.00",
        "amount": "100.0000",
        "tax": "15.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "100.0000",
    "tax": "15.0000",
    "total": "115.0000",
    "amount_paid": "0.0000",
    "amount_due": "115.0000",
    "due_date": "2026-02-15",
    "overdue": false,
    "reference": null,
    "notes": null,
    "hosted_url": null,
    "transaction_id": null,
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [],
    "reminders_sent": 0,
    "last_reminder_at": null,
    "metadata": null,
    "created_at": "2026-01-18T08:00:00.000Z",
    "sent_at": null,
    "paid_at": null,
    "voided_at": null
  },
  "invoicing.invoice.refunded": {
    "id": "inv_019bd01e38cc7ce096daefc8e81d3626",
    "status": "paid",
    "number": "INV-000001",
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Rent of the hall",
        "quantity": 1,
        "unit_amount": "100.0000",
        "tax_rate": "15.00",
        "amount": "100.0000",
        "tax": "15.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "100.0000",
    "tax": "15.0000",
    "total": "115.0000",
    "amount_paid": "115.0000",
    "amount_due": "0.0000",
    "due_date": "2026-02-15",
    "overdue": false,
    "reference": null,
    "notes": null,
    "hosted_url": "https://pay.example.com/test/p/7Yh2Kq9dRtVb3xWm5NcPzA",
    "transaction_id": "txn_019bd08c12a17f1e8a7b6c5d4e3f2a10",
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [],
    "reminders_sent": 0,
    "last_reminder_at": null,
    "metadata": null,
    "created_at": "2026-01-18T08:00:00.000Z",
    "sent_at": "2026-01-18T08:01:00.000Z",
    "paid_at": "2026-01-18T10:00:00.000Z",
    "voided_at": null
  },
  "invoicing.invoice.sent": {
    "id": "inv_019bd01e38cc7ce096daefc8e81d3626",
    "status": "sent",
    "number": "INV-000001",
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Rent of the hall",
        "quantity": 1,
        "unit_amount": "100.0000",
        "tax_rate": "15.00",
        "amount": "100.0000",
        "tax": "15.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "100.0000",
    "tax": "15.0000",
    "total": "115.0000",
    "amount_paid": "0.0000",
    "amount_due": "115.0000",
    "due_date": "2026-02-15",
    "overdue": false,
    "reference": null,
    "notes": null,
    "hosted_url": "https://pay.example.com/test/p/7Yh2Kq9dRtVb3xWm5NcPzA",
    "transaction_id": null,
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [],
    "reminders_sent": 0,
    "last_reminder_at": null,
    "metadata": null,
    "created_at": "2026-01-18T08:00:00.000Z",
    "sent_at": "2026-01-18T08:01:00.000Z",
    "paid_at": null,
    "voided_at": null
  },
  "invoicing.invoice.unpaid": {
    "id": "inv_019bd027619d78d7ac9aa29b87f7634b",
    "status": "sent",
    "number": "INV-000002",
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Rent of the hall",
        "quantity": 1,
        "unit_amount": "100.0000",
        "tax_rate": "15.00",
        "amount": "100.0000",
        "tax": "15.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "100.0000",
    "tax": "15.0000",
    "total": "115.0000",
    "amount_paid": "0.0000",
    "amount_due": "115.0000",
    "due_date": "2026-02-17",
    "overdue": true,
    "reference": null,
    "notes": null,
    "hosted_url": "https://pay.example.com/test/p/9Zj3Lr8eSuWc4yXn6PdQaB",
    "transaction_id": null,
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [],
    "reminders_sent": 0,
    "last_reminder_at": null,
    "metadata": null,
    "created_at": "2026-01-18T08:10:00.000Z",
    "sent_at": "2026-01-18T08:11:00.000Z",
    "paid_at": null,
    "voided_at": null
  },
  "invoicing.invoice.updated": {
    "id": "inv_019bd01e385779cba66a61207137c487",
    "status": "draft",
    "number": null,
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Rent of the hall",
        "quantity": 1,
        "unit_amount": "100.0000",
        "tax_rate": "15.00",
        "amount": "100.0000",
        "tax": "15.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "100.0000",
    "tax": "15.0000",
    "total": "115.0000",
    "amount_paid": "0.0000",
    "amount_due": "115.0000",
    "due_date": "2026-02-15",
    "overdue": false,
    "reference": null,
    "notes": null,
    "hosted_url": null,
    "transaction_id": null,
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [],
    "reminders_sent": 0,
    "last_reminder_at": null,
    "metadata": null,
    "created_at": "2026-01-18T08:00:00.000Z",
    "sent_at": null,
    "paid_at": null,
    "voided_at": null
  },
  "invoicing.invoice.reminder-sent": {
    "id": "inv_019bd027619d78d7ac9aa29b87f7634b",
    "status": "sent",
    "number": "INV-000002",
    "customer": {
      "id": null,
      "name": "Tariro Moyo",
      "email": "tariro@example.com",
      "phone": "+263771234567"
    },
    "items": [
      {
        "description": "Rent of the hall",
        "quantity": 1,
        "unit_amount": "100.0000",
        "tax_rate": "15.00",
        "amount": "100.0000",
        "tax": "15.0000"
      }
    ],
    "currency": "USD",
    "subtotal": "100.0000",
    "tax": "15.0000",
    "total": "115.0000",
    "amount_paid": "0.0000",
    "amount_due": "115.0000",
    "due_date": "2026-02-17",
    "overdue": true,
    "reference": null,
    "notes": null,
    "hosted_url": "https://pay.example.com/test/p/9Zj3Lr8eSuWc4yXn6PdQaB",
    "transaction_id": null,
    "subscription_id": null,
    "period_start": null,
    "period_end": null,
    "reminder_days": [
      -3,
      7
    ],
    "reminders_sent": 2,
    "last_reminder_at": "2026-02-20T08:00:00.000Z",
    "metadata": null,
    "created_at": "2026-01-18T08:10:00.000Z",
    "sent_at": "2026-01-18T08:11:00.000Z",
    "paid_at": null,
    "voided_at": null
  },
  "billing.invoice.payment-failed": {
    "id": "inv_019c167fcf4a7a7197e598d665ce8317",
    "number": "PB-000042",
    "status": "past_due",
    "plan_name": "Standard",
    "lines": [
      {
        "type": "plan",
        "description": "Standard, one month",
        "amount": "10.0000"
      },
      {
        "type": "tax",
        "description": "Tax, 15.00 %",
        "amount": "1.5000"
      }
    ],
    "subtotal": "10.0000",
    "tax_rate": "15.00",
    "tax": "1.5000",
    "amount": "11.5000",
    "currency": "USD",
    "period_start": "2026-01-01T00:00:00.000Z",
    "period_end": "2026-02-01T00:00:00.000Z",
    "due_date": "2026-02-01",
    "failed_tries": 1,
    "created_at": "2026-02-01T00:00:00.000Z",
    "paid_at": null
  },
  "billing.subscription.activated": {
    "id": "sub_019bd54494cc70eea63e75f484aa4a62",
    "status": "active",
    "entitled": true,
    "collection_state": "ok",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-01-19T08:00:00.000Z",
    "current_period_end": "2026-02-19T08:00:00.000Z",
    "next_billing_at": "2026-02-19T08:00:00.000Z",
    "trial_ends_at": null,
    "cycle_count": 1,
    "latest_invoice_id": "inv_019bd54494d87b6fa1b2c3d4e5f60718",
    "cancel_at_period_end": false,
    "canceled_at": null,
    "cancel_reason": null,
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z"
  },
  "billing.subscription.cancelled": {
    "id": "sub_019bd54494cc70eea63e75f484aa4a62",
    "status": "canceled",
    "entitled": false,
    "collection_state": "ok",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-03-01T08:00:00.000Z",
    "current_period_end": "2026-04-01T08:00:00.000Z",
    "next_billing_at": null,
    "trial_ends_at": null,
    "cycle_count": 3,
    "latest_invoice_id": "inv_019ca869519d7b6fa1b2c3d4e5f6071a",
    "cancel_at_period_end": false,
    "canceled_at": "2026-03-02T08:00:00.000Z",
    "cancel_reason": "Moved away",
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z"
  },
  "billing.subscription.created": {
    "id": "sub_019bd54494cc70eea63e75f484aa4a62",
    "status": "active",
    "entitled": true,
    "collection_state": "ok",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-01-19T08:00:00.000Z",
    "current_period_end": "2026-02-19T08:00:00.000Z",
    "next_billing_at": "2026-02-19T08:00:00.000Z",
    "trial_ends_at": null,
    "cycle_count": 1,
    "latest_invoice_id": "inv_019bd54494d87b6fa1b2c3d4e5f60718",
    "cancel_at_period_end": false,
    "canceled_at": null,
    "cancel_reason": null,
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z"
  },
  "billing.subscription.expired": {
    "id": "sub_019bd544965e73d2be75a3b6732a5e8a",
    "status": "canceled",
    "entitled": false,
    "collection_state": "ok",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-12-19T08:00:00.000Z",
    "current_period_end": "2027-01-19T08:00:00.000Z",
    "next_billing_at": null,
    "trial_ends_at": null,
    "cycle_count": 12,
    "latest_invoice_id": "inv_019bd54494d87b6fa1b2c3d4e5f60718",
    "cancel_at_period_end": false,
    "canceled_at": "2027-01-19T08:00:00.000Z",
    "cancel_reason": "completed",
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z"
  },
  "billing.subscription.payment-failed": {
    "id": "sub_019bd54494cc70eea63e75f484aa4a62",
    "status": "active",
    "entitled": true,
    "collection_state": "retrying",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-02-19T08:00:00.000Z",
    "current_period_end": "2026-03-19T08:00:00.000Z",
    "next_billing_at": "2026-03-19T08:00:00.000Z",
    "trial_ends_at": null,
    "cycle_count": 2,
    "latest_invoice_id": "inv_019c74e9a0d87b6fa1b2c3d4e5f60719",
    "cancel_at_period_end": false,
    "canceled_at": null,
    "cancel_reason": null,
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z",
    "failure": {
      "code": "WALLET_CANCELLED",
      "message": "The customer refused the prompt.",
      "advice": "try_again"
    }
  },
  "billing.subscription.re-activated": {
    "id": "sub_019bd54494cc70eea63e75f484aa4a62",
    "status": "active",
    "entitled": true,
    "collection_state": "ok",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-03-01T08:00:00.000Z",
    "current_period_end": "2026-04-01T08:00:00.000Z",
    "next_billing_at": "2026-04-01T08:00:00.000Z",
    "trial_ends_at": null,
    "cycle_count": 3,
    "latest_invoice_id": "inv_019ca869519d7b6fa1b2c3d4e5f6071a",
    "cancel_at_period_end": false,
    "canceled_at": null,
    "cancel_reason": null,
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z"
  },
  "billing.subscription.suspended": {
    "id": "sub_019bd54494cc70eea63e75f484aa4a62",
    "status": "paused",
    "entitled": false,
    "collection_state": "exhausted",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-02-19T08:00:00.000Z",
    "current_period_end": "2026-03-19T08:00:00.000Z",
    "next_billing_at": null,
    "trial_ends_at": null,
    "cycle_count": 2,
    "latest_invoice_id": "inv_019c74e9a0d87b6fa1b2c3d4e5f60719",
    "cancel_at_period_end": false,
    "canceled_at": null,
    "cancel_reason": null,
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z"
  },
  "billing.subscription.updated": {
    "id": "sub_019bd5600f1071dbb9a2c346a0b880b9",
    "status": "active",
    "entitled": true,
    "collection_state": "ok",
    "plan_id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "customer": {
      "id": null,
      "name": "Rudo Ncube",
      "email": "rudo@example.com",
      "phone": null
    },
    "wallet_type": "wallet_a",
    "phone_masked": "+26377*****11",
    "payment_method_id": null,
    "current_period_start": "2026-01-19T08:00:00.000Z",
    "current_period_end": "2026-02-19T08:00:00.000Z",
    "next_billing_at": "2026-02-19T08:00:00.000Z",
    "trial_ends_at": null,
    "cycle_count": 1,
    "latest_invoice_id": "inv_019bd54494d87b6fa1b2c3d4e5f60718",
    "cancel_at_period_end": false,
    "canceled_at": null,
    "cancel_reason": null,
    "metadata": null,
    "created_at": "2026-01-19T08:00:00.000Z"
  },
  "billing.plan.activated": {
    "id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "status": "active",
    "name": "Tea club",
    "description": null,
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "interval": "month",
    "interval_count": 1,
    "trial_days": 0,
    "max_cycles": null,
    "on_exhausted": "pause",
    "created_at": "2026-01-19T07:00:00.000Z"
  },
  "billing.plan.created": {
    "id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "status": "active",
    "name": "Tea club",
    "description": null,
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "interval": "month",
    "interval_count": 1,
    "trial_days": 0,
    "max_cycles": null,
    "on_exhausted": "pause",
    "created_at": "2026-01-19T07:00:00.000Z"
  },
  "billing.plan.deactivated": {
    "id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "status": "inactive",
    "name": "Tea club",
    "description": null,
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "interval": "month",
    "interval_count": 1,
    "trial_days": 0,
    "max_cycles": null,
    "on_exhausted": "pause",
    "created_at": "2026-01-19T07:00:00.000Z"
  },
  "billing.plan.updated": {
    "id": "plan_019bd50da64c7ec08f1bb86d24aa1d7f",
    "status": "active",
    "name": "Tea and biscuits club",
    "description": null,
    "amount": "12.0000",
    "tax_rate": null,
    "currency": "USD",
    "interval": "month",
    "interval_count": 1,
    "trial_days": 0,
    "max_cycles": null,
    "on_exhausted": "pause",
    "created_at": "2026-01-19T07:00:00.000Z"
  },
  "split.settled": {
    "id": "spl_019bda6af0cc7de69a716412716d8f01",
    "subaccount_id": "sac_019bda4f798c7e90ace116c286a911ec",
    "transaction_id": "txn_019bc0fd909f706e9cf7c29fc54eb100",
    "share": "20.00",
    "amount": "37.2000",
    "net": "7.4400",
    "currency": "USD",
    "status": "settled"
  },
  "customer.dispute.created": {
    "id": "dsp_019bdf914ccc72d3b28e8419a18c5e0e",
    "transaction_id": "txn_019bc0e32db57fdfb762887cd66a0f0d",
    "amount": "25.5000",
    "currency": "USD",
    "reason": "not_received",
    "status": "needs_response",
    "resolution": null,
    "evidence_due_at": "2026-01-28T08:00:00.000Z",
    "created_at": "2026-01-21T08:00:00.000Z",
    "opened_at": "2026-01-21T08:00:00.000Z",
    "submitted_at": null,
    "resolved_at": null,
    "reinstated_at": null
  },
  "customer.dispute.updated": {
    "id": "dsp_019bdf914ccc72d3b28e8419a18c5e0e",
    "transaction_id": "txn_019bc0e32db57fdfb762887cd66a0f0d",
    "amount": "25.5000",
    "currency": "USD",
    "reason": "not_received",
    "status": "under_review",
    "resolution": null,
    "evidence_due_at": "2026-01-28T08:00:00.000Z",
    "created_at": "2026-01-21T08:00:00.000Z",
    "opened_at": "2026-01-21T08:00:00.000Z",
    "submitted_at": "2026-01-22T08:00:00.000Z",
    "resolved_at": null,
    "reinstated_at": null
  },
  "customer.dispute.resolved": {
    "id": "dsp_019bdf914ccc72d3b28e8419a18c5e0e",
    "transaction_id": "txn_019bc0e32db57fdfb762887cd66a0f0d",
    "amount": "25.5000",
    "currency": "USD",
    "reason": "not_received",
    "status": "won",
    "resolution": "decided",
    "evidence_due_at": "2026-01-28T08:00:00.000Z",
    "created_at": "2026-01-21T08:00:00.000Z",
    "opened_at": "2026-01-21T08:00:00.000Z",
    "submitted_at": "2026-01-22T08:00:00.000Z",
    "resolved_at": "2026-01-29T08:00:00.000Z",
    "reinstated_at": null
  },
  "risk.dispute.created": {
    "id": "dsp_019bda6af35a7074bc7656fa563e1c50",
    "transaction_id": "txn_019bc0e32db57fdfb762887cd66a0f0d",
    "amount": "25.5000",
    "currency": "USD",
    "reason": "fraudulent",
    "status": "warning",
    "resolution": null,
    "evidence_due_at": "2026-01-23T08:00:00.000Z",
    "created_at": "2026-01-20T08:00:00.000Z",
    "opened_at": null,
    "submitted_at": null,
    "resolved_at": null,
    "reinstated_at": null
  },
  "customer.dispute.evidence-submitted": {
    "id": "dsp_019bdf914ccc72d3b28e8419a18c5e0e",
    "transaction_id": "txn_019bc0e32db57fdfb762887cd66a0f0d",
    "amount": "25.5000",
    "currency": "USD",
    "reason": "not_received",
    "status": "under_review",
    "resolution": null,
    "evidence_due_at": "2026-01-28T08:00:00.000Z",
    "created_at": "2026-01-21T08:00:00.000Z",
    "opened_at": "2026-01-21T08:00:00.000Z",
    "submitted_at": "2026-01-22T08:00:00.000Z",
    "resolved_at": null,
    "reinstated_at": null
  },
  "customer.payout.completed": {
    "id": "po_019bcaf8c86d7ed7b3267d5e77641968"
  },
  "customer.payout.failed": {
    "id": "po_019bcaf9b0ed7fe2a8a3e9e8ef87dc9c"
  },
  "merchant.onboarding.submitted": {
    "id": "mer_019b8d2b8c407426b546c3fc84023fc6",
    "status": "submitted",
    "tier": 1
  },
  "merchant.onboarding.kyc-approved": {
    "id": "mer_019b8d2b8c407426b546c3fc84023fc6",
    "status": "approved",
    "tier": 1
  },
  "merchant.onboarding.completed": {
    "id": "mer_019b8d2b8c407426b546c3fc84023fc6",
    "status": "approved",
    "tier": 2
  },
  "merchant.onboarding.kyc-rejected": {
    "id": "mer_019b8d2b8cbd7846b666e2a37743c668",
    "status": "rejected",
    "tier": 2
  },
  "merchant.onboarding.document-requested": {
    "id": "mer_019b8d2b8c3c735480212eb05fbec981",
    "status": "document_requested",
    "tier": 2
  },
  "customer.managed-account.created": {
    "id": "mer_019b8d2b8ee67c8caa54174e20a9c6b9"
  },
  "customer.managed-account.status-changed": {
    "id": "mer_019b8d2b8ee67c8caa54174e20a9c6b9"
  },
  "customer.managed-account.risk-assessed": {
    "id": "mer_019b8d2b8ee67c8caa54174e20a9c6b9"
  },
  "customer.managed-account.updated": {
    "id": "mer_019b8d2b8ee67c8caa54174e20a9c6b9"
  },
  "merchant.account.balance-updated": {
    "id": "mer_019b8d2b8c407426b546c3fc84023fc6",
    "available": {
      "USD": "23.3300",
      "ZWG": "0.0000"
    },
    "pending": {
      "USD": "0.0000",
      "ZWG": "0.0000"
    },
    "reserve": {
      "USD": "1.2800",
      "ZWG": "0.0000"
    }
  },
  "merchant.settings.updated": {
    "id": "app_019b8d47040c72d8a523f7b97a030444",
    "changed": [
      "webhook_url"
    ]
  },
  "vault.payment-token.created": {
    "id": "pm_019be4b7a8cc79d68f3c249043ddcdc9",
    "customer_id": "cus_019be4ae810c7e7e85baf1c90ca9c3b0",
    "type": "card",
    "brand": "visa",
    "last4": "4242",
    "exp_month": 8,
    "exp_year": 2029,
    "status": "active",
    "created_at": "2026-01-22T08:00:00.000Z"
  },
  "vault.payment-token.deleted": {
    "id": "pm_019be4b7a8cc79d68f3c249043ddcdc9",
    "customer_id": "cus_019be4ae810c7e7e85baf1c90ca9c3b0",
    "type": "card",
    "brand": "visa",
    "last4": "4242",
    "exp_month": 8,
    "exp_year": 2029,
    "status": "deleted",
    "created_at": "2026-01-22T08:00:00.000Z"
  },
  "vault.payment-token.updated": {
    "id": "pm_019be4b7abd07237971fe7c4a3ad5949",
    "customer_id": "cus_019be4ae810c7e7e85baf1c90ca9c3b0",
    "type": "card",
    "brand": "visa",
    "last4": "4242",
    "exp_month": 8,
    "exp_year": 2032,
    "status": "active",
    "created_at": "2026-01-22T08:00:00.000Z"
  },
  "compliance.process.completed": {
    "id": "mer_019b8d2b8d1f7c1cb5844c8aac8e11e9"
  },
  "compliance.process.failed": {
    "id": "mer_019b8d2b8cbb7e39bc76cf5ca7d22efc"
  },
  "compliance.process.end-user-action-required": {
    "id": "mer_019b8d2b8d1f7c1cb5844c8aac8e11e9"
  },
  "compliance.screening.completed": {
    "id": "mer_019b8d2b8c1f7abba402078e56c45dd2"
  },
  "identity.consent.granted": {
    "id": "cus_019be4ae810c7e7e85baf1c90ca9c3b0"
  },
  "identity.consent.revoked": {
    "id": "cus_019be4ae810c7e7e85baf1c90ca9c3b0"
  },
  "reporting.report.available": {
    "id": "rpt_0199c2b6c3f27d4b8e10a1b2c3d4e5f6",
    "type": "transactions",
    "format": "csv",
    "status": "available",
    "from": "2026-01-01T00:00:00.000Z",
    "before": "2026-02-01T00:00:00.000Z",
    "rows": 1,
    "bytes": 358,
    "created_at": "2026-02-02T08:00:00.000Z",
    "available_at": "2026-02-02T08:00:02.000Z",
    "expires_at": "2026-02-09T08:00:02.000Z"
  },
  "agent.cash-out.completed": {
    "id": "po_019bcb25a380718889a721a537ee1d9f",
    "agent_id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "amount": "49.2500",
    "currency": "USD",
    "status": "completed",
    "failure": null
  },
  "agent.cash-out.failed": {
    "id": "po_019bcb25a380718889a721a537ee1d9f",
    "agent_id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "amount": "49.2500",
    "currency": "USD",
    "status": "processing",
    "failure": null
  },
  "agent.cash-out.held": {
    "id": "po_019bcb37f33e7100a35d7bc7092fe845",
    "agent_id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "amount": "49.2500",
    "currency": "USD",
    "status": "held",
    "failure": null
  },
  "agent.float.topped-up": {
    "id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "currency": "USD",
    "balance": "500.0000",
    "low_threshold": "100.0000"
  },
  "agent.float.low": {
    "id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "currency": "USD",
    "balance": "84.7500",
    "low_threshold": "100.0000"
  },
  "agent.float.depleted": {
    "id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "currency": "USD",
    "balance": "0.0000",
    "low_threshold": "100.0000"
  },
  "agent.suspended": {
    "id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "name": "Corner Shop",
    "phone": "+263772000111",
    "location": "Bulawayo, Main Street 12",
    "status": "suspended",
    "created_at": "2026-01-23T08:00:00.000Z"
  },
  "agent.re-activated": {
    "id": "agt_019be9de04cc7e5bb877cd60215bba26",
    "name": "Corner Shop",
    "phone": "+263772000111",
    "location": "Bulawayo, Main Street 12",
    "status": "active",
    "created_at": "2026-01-23T08:00:00.000Z"
  },
  "capital.offer_created": {
    "id": "cof_019bef0460cc709a8be8e12b8b689396",
    "amount": "500.0000",
    "fee": "50.0000",
    "currency": "USD",
    "holdback_rate": "10.00",
    "status": "available"
  },
  "capital.disbursed": {
    "id": "cap_019bef3b4f4c7b398eff2ffc06d18329",
    "amount": "500.0000",
    "fee": "50.0000",
    "amount_repaid": "0.0000",
    "amount_remaining": "550.0000",
    "currency": "USD",
    "status": "outstanding"
  },
  "capital.repayment": {
    "id": "cap_019bef3b4f4c7b398eff2ffc06d18329",
    "transaction_id": "txn_019bc1883de37cb3bd1b84eb6b90a8bf",
    "amount": "9.3000",
    "amount_remaining": "540.7000",
    "currency": "USD",
    "status": "outstanding"
  },
  "capital.repaid": {
    "id": "cap_019bef3b4f4c7b398eff2ffc06d18329",
    "amount": "500.0000",
    "fee": "50.0000",
    "amount_repaid": "550.0000",
    "amount_remaining": "0.0000",
    "currency": "USD",
    "status": "repaid"
  }
};

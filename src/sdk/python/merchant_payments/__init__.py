"""The client of the Merchant Payments API."""

from .client import Payments
from .errors import ApiError, Invalid, NetworkError, PaymentsError, RateLimited, Refused, Unauthorized
from .transport import Page
from .webhooks import WebhookVerificationError, sign_webhook, verify_webhook

__all__ = [
    "ApiError",
    "Invalid",
    "NetworkError",
    "Page",
    "Payments",
    "PaymentsError",
    "RateLimited",
    "Refused",
    "Unauthorized",
    "WebhookVerificationError",
    "sign_webhook",
    "verify_webhook",
]

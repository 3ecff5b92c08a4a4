"""The API of the service."""

from __future__ import annotations

import time

from ._methods import Methods
from .api.models import CheckoutStatus


class Payments(Methods):
    """One method per operation of the contract.

    payments = Payments(key, base_url="https://pay.example.com")
    """

    def wait_for_result(self, checkout_id: str, every: float = 3.0, tries: int = 40) -> CheckoutStatus:
        """Asks until the checkout is no longer pending. It is still pending after all tries."""
        for _ in range(tries - 1):
            status = self.get_checkout_status(checkout_id)
            if status.status != "pending":
                return status
            time.sleep(every)
        return self.get_checkout_status(checkout_id)

    def __enter__(self) -> Payments:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

-- Runs outside a transaction.

ALTER TABLE checkouts VALIDATE CONSTRAINT checkout_capture;
ALTER TABLE checkouts VALIDATE CONSTRAINT checkout_held;
ALTER TABLE checkouts VALIDATE CONSTRAINT checkout_status;
ALTER TABLE transactions VALIDATE CONSTRAINT transaction_status;
ALTER TABLE invoices VALIDATE CONSTRAINT invoice_reminders;

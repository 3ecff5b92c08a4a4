-- Apart from 0012, which is older than the customers.
ALTER TABLE invoices
  ADD CONSTRAINT invoice_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES customers DEFERRABLE INITIALLY DEFERRED;

-- Advances on later payments: offers, the advances they became, and what was repaid of each.

CREATE TABLE capital_offers (
  merchant_id uuid,
  id uuid,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  currency text NOT NULL,
  holdback_basis_points integer NOT NULL,
  status text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT offer_amount CHECK (amount > 0 AND fee >= 0 AND fee <= amount),
  CONSTRAINT offer_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT offer_holdback CHECK (holdback_basis_points BETWEEN 1 AND 10000),
  CONSTRAINT offer_status CHECK (status IN ('available', 'accepted', 'expired')));
COMMENT ON TABLE capital_offers IS 'Offers of an advance. Only the status ever changes.';

CREATE TABLE capital_advances (
  merchant_id uuid,
  id uuid,
  offer_id uuid NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  amount_repaid bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  holdback_basis_points integer NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  repaid_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT advance_of_offer UNIQUE (merchant_id, offer_id),
  CONSTRAINT advance_amount CHECK (amount > 0 AND fee >= 0),
  CONSTRAINT advance_repaid CHECK (amount_repaid BETWEEN 0 AND amount + fee),
  CONSTRAINT advance_over CHECK (status <> 'repaid' OR amount_repaid = amount + fee AND repaid_at IS NOT NULL),
  CONSTRAINT advance_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT advance_holdback CHECK (holdback_basis_points BETWEEN 1 AND 10000),
  CONSTRAINT advance_status CHECK (status IN ('outstanding', 'repaid')),
  CONSTRAINT advance_offer FOREIGN KEY (merchant_id, offer_id) REFERENCES capital_offers DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX one_outstanding_advance ON capital_advances (merchant_id, currency) WHERE status = 'outstanding';
COMMENT ON TABLE capital_advances IS 'Advances that merchants owe with their fee, or have repaid. Whoever repays one locks its row first, then the ledger.';

CREATE TABLE capital_repayments (
  merchant_id uuid,
  id uuid,
  advance_id uuid NOT NULL,
  transaction_id uuid,
  amount bigint NOT NULL,
  amount_remaining bigint NOT NULL,
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT one_holdback_per_payment UNIQUE (merchant_id, transaction_id),
  CONSTRAINT repayment_amount CHECK (amount > 0 AND amount_remaining >= 0),
  CONSTRAINT repayment_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT repayment_advance FOREIGN KEY (merchant_id, advance_id) REFERENCES capital_advances DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT repayment_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX repayments_of_advance ON capital_repayments (merchant_id, advance_id);
COMMENT ON TABLE capital_repayments IS 'What was repaid of advances; append-only. Its id is the source of the ledger''s journal.';
COMMENT ON COLUMN capital_repayments.transaction_id IS 'The payment of which a part was kept; null: the merchant repaid early.';

CREATE TRIGGER append_only BEFORE UPDATE ON capital_repayments FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON capital_offers, capital_advances TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT SELECT, INSERT ON capital_repayments TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON capital_offers, capital_advances, capital_repayments TO %I', current_setting('mps.role'));
  END IF;
END $$;

-- Partners who get a share of payments: their subaccounts, the splits that name them, and the shares that were settled.

CREATE TABLE subaccounts (
  merchant_id uuid,
  id uuid,
  name text NOT NULL,
  label text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id));
COMMENT ON TABLE subaccounts IS 'Partners of a merchant, each with balances of their own: accounts `subaccount:…` of the ledger.';

CREATE TABLE splits (
  merchant_id uuid,
  id uuid,
  name text NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT split_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT split_status CHECK (status IN ('active', 'inactive')));
COMMENT ON TABLE splits IS 'Who gets which share of a payment that names the split. Only the status ever changes.';

CREATE TABLE split_shares (
  merchant_id uuid,
  split_id uuid,
  place integer,
  subaccount_id uuid NOT NULL,
  basis_points integer NOT NULL,
  PRIMARY KEY (merchant_id, split_id, place),
  CONSTRAINT share_once UNIQUE (merchant_id, split_id, subaccount_id),
  CONSTRAINT share_part CHECK (basis_points BETWEEN 1 AND 10000),
  CONSTRAINT share_place CHECK (place BETWEEN 1 AND 20),
  CONSTRAINT share_split FOREIGN KEY (merchant_id, split_id) REFERENCES splits DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT share_subaccount FOREIGN KEY (merchant_id, subaccount_id) REFERENCES subaccounts DEFERRABLE INITIALLY DEFERRED);
COMMENT ON TABLE split_shares IS 'The shares of a split, in the order in which they were given. They never change.';

CREATE TABLE split_settlements (
  merchant_id uuid,
  id uuid,
  split_id uuid NOT NULL,
  subaccount_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  source_id uuid NOT NULL,
  basis_points integer NOT NULL,
  shared bigint NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT settled_share_once UNIQUE (merchant_id, transaction_id, source_id, subaccount_id),
  CONSTRAINT settlement_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT settlement_amount CHECK (amount > 0 AND amount <= shared),
  CONSTRAINT settlement_split FOREIGN KEY (merchant_id, split_id) REFERENCES splits DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT settlement_subaccount FOREIGN KEY (merchant_id, subaccount_id) REFERENCES subaccounts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT settlement_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX settlements_of_subaccount ON split_settlements (merchant_id, subaccount_id, currency);
COMMENT ON TABLE split_settlements IS 'Shares of payments that were credited to subaccounts; append-only. Its id is the source of the ledger''s journal.';
COMMENT ON COLUMN split_settlements.source_id IS 'What settled: the payment, or a refund that settled a part of it early.';
COMMENT ON COLUMN split_settlements.shared IS 'What was settled and shared out, after fee and reserve.';

CREATE TRIGGER append_only BEFORE UPDATE ON split_settlements FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- No foreign key: adding one would lock these tables while it is checked. The split is looked up in the transaction that writes it.
ALTER TABLE checkouts ADD COLUMN split_id uuid;
COMMENT ON COLUMN checkouts.split_id IS 'Who gets which share of its payment; null: the merchant gets it all.';
ALTER TABLE transactions ADD COLUMN split_id uuid;
COMMENT ON COLUMN transactions.split_id IS 'For a payment, the split of its checkout.';
ALTER TABLE payment_links ADD COLUMN split_id uuid;
COMMENT ON COLUMN payment_links.split_id IS 'The split of its checkouts.';
ALTER TABLE virtual_terminal_sessions ADD COLUMN split_id uuid;
COMMENT ON COLUMN virtual_terminal_sessions.split_id IS 'The split of its checkout.';
ALTER TABLE invoices ADD COLUMN split_id uuid;
COMMENT ON COLUMN invoices.split_id IS 'The split of its checkouts.';
ALTER TABLE payouts ADD COLUMN subaccount_id uuid;
COMMENT ON COLUMN payouts.subaccount_id IS 'The subaccount that is paid out; null: the merchant''s own balance.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON subaccounts, split_shares, split_settlements TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON splits TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON subaccounts, splits, split_shares, split_settlements TO %I', current_setting('mps.role'));
  END IF;
END $$;

-- Paying out to the merchant: saved bank accounts, and payouts.

CREATE TABLE bank_accounts (
  merchant_id uuid,
  id uuid,
  type text NOT NULL,
  bank_name text,
  account_name text,
  account_sealed text,
  account_last4 text,
  branch_code text,
  provider text,
  number_sealed text,
  number_masked text,
  label text,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT bank_account_type CHECK (type IN ('bank', 'mobile_money')),
  CONSTRAINT bank_account_provider CHECK (provider IN ('wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT bank_account_number CHECK ((type = 'bank') = (account_sealed IS NOT NULL) AND (type = 'mobile_money') = (number_sealed IS NOT NULL)));
COMMENT ON TABLE bank_accounts IS 'Where a merchant can be paid out to. The full number is sealed. A deleted account keeps its row for the payouts that went there.';

CREATE TABLE payouts (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  method text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  bank_account_id uuid,
  bank_name text,
  account_name text,
  account_sealed text,
  account_last4 text,
  branch_code text,
  provider text,
  number_sealed text,
  number_masked text,
  otp_hash text,
  otp_expires_at timestamptz,
  failure text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT payout_method CHECK (method IN ('bank_transfer', 'agent_cash', 'mobile_money')),
  CONSTRAINT payout_amount CHECK (amount > 0),
  CONSTRAINT payout_fee CHECK (fee >= 0 AND fee < amount),
  CONSTRAINT payout_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT payout_status CHECK (status IN ('processing', 'completed', 'failed', 'returned')),
  CONSTRAINT payout_provider CHECK (provider IN ('wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT payout_destination CHECK ((method = 'bank_transfer') = (account_sealed IS NOT NULL) AND (method = 'mobile_money') = (number_sealed IS NOT NULL)),
  CONSTRAINT payout_otp CHECK ((method = 'agent_cash') = (otp_hash IS NOT NULL) AND (otp_hash IS NULL) = (otp_expires_at IS NULL)),
  CONSTRAINT payout_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT payout_bank_account FOREIGN KEY (merchant_id, bank_account_id) REFERENCES bank_accounts DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX payout_of_transaction ON payouts (merchant_id, transaction_id);
CREATE INDEX payouts_to_account ON payouts (merchant_id, bank_account_id) WHERE bank_account_id IS NOT NULL;
CREATE INDEX payouts_by_status ON payouts (merchant_id, status, id);
CREATE INDEX payouts_by_method ON payouts (merchant_id, method, id);
CREATE INDEX payouts_by_currency ON payouts (merchant_id, currency, id);
CREATE INDEX payouts_by_time ON payouts (merchant_id, created_at, id);
COMMENT ON TABLE payouts IS 'Money that goes out to the merchant. transaction_id is the payout''s own row in transactions. The destination is a copy, its numbers sealed. Of a one-time code only a keyed hash is kept.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON bank_accounts, payouts TO %I', current_setting('mps.role'));
END $$;

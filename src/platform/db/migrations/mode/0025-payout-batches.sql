-- Payouts that are requested together.

CREATE TABLE payout_batches (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT payout_batch_status CHECK (status IN ('processing', 'completed', 'denied')),
  CONSTRAINT payout_batch_ended CHECK ((status = 'processing') = (completed_at IS NULL)));
COMMENT ON TABLE payout_batches IS 'Payouts that were requested together. A batch has ended when none of its items waits and none of its payouts is under way.';

CREATE TABLE payout_batch_items (
  merchant_id uuid,
  id uuid,
  batch_id uuid NOT NULL,
  position integer NOT NULL,
  method text,
  amount bigint,
  currency text,
  request_sealed text,
  payout_id uuid,
  refusal text,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT batch_item_position CHECK (position BETWEEN 1 AND 1000),
  CONSTRAINT batch_item_method CHECK (method IN ('bank_transfer', 'mobile_money')),
  CONSTRAINT batch_item_amount CHECK (amount > 0),
  CONSTRAINT batch_item_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT batch_item_result CHECK (num_nonnulls(request_sealed, payout_id, refusal) = 1),
  CONSTRAINT batch_item_batch FOREIGN KEY (merchant_id, batch_id) REFERENCES payout_batches DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT batch_item_payout FOREIGN KEY (merchant_id, payout_id) REFERENCES payouts DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX batch_item_at ON payout_batch_items (merchant_id, batch_id, position);
CREATE UNIQUE INDEX batch_item_of_payout ON payout_batch_items (merchant_id, payout_id) WHERE payout_id IS NOT NULL;
COMMENT ON TABLE payout_batch_items IS 'The items of a batch. One that waits has its request, sealed, since it holds account numbers; later it has a payout or the code of its refusal instead.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON payout_batches, payout_batch_items TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT UPDATE (status, completed_at) ON payout_batches TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT UPDATE (request_sealed, payout_id, refusal) ON payout_batch_items TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON payout_batches, payout_batch_items TO %I', current_setting('mps.role'));
  END IF;
END $$;

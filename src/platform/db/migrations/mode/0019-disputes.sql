-- Disputes: what a customer's bank takes back, and the evidence with which a merchant answers.

ALTER TABLE transactions ADD COLUMN disputed bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT transaction_taken CHECK (disputed >= 0 AND refunded + disputed <= amount) NOT VALID;
COMMENT ON COLUMN transactions.disputed IS 'Of a payment: the sum of its disputes that are open or lost. Together with `refunded` never more than the amount.';

CREATE TABLE disputes (
  merchant_id uuid,
  id uuid,
  transaction_id uuid NOT NULL,
  gateway_reference text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  resolution text,
  evidence text,
  evidence_due_at timestamptz NOT NULL,
  fee_share bigint NOT NULL DEFAULT 0,
  reserve_share bigint NOT NULL DEFAULT 0,
  reserve_released bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  opened_at timestamptz,
  submitted_at timestamptz,
  resolved_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT dispute_status CHECK (status IN ('warning', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost')),
  CONSTRAINT dispute_reason CHECK (reason IN ('fraudulent', 'duplicate', 'not_received', 'not_as_described', 'other')),
  CONSTRAINT dispute_resolution CHECK (resolution IN ('decided', 'accepted', 'deadline_missed', 'refunded', 'lapsed')),
  CONSTRAINT dispute_amount CHECK (amount > 0),
  CONSTRAINT dispute_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT dispute_evidence CHECK (char_length(evidence) BETWEEN 1 AND 4000),
  CONSTRAINT dispute_fee_share CHECK (fee_share BETWEEN 0 AND amount),
  CONSTRAINT dispute_reserve_share CHECK (reserve_share BETWEEN 0 AND amount),
  CONSTRAINT dispute_reserve_released CHECK (reserve_released BETWEEN 0 AND reserve_share),
  CONSTRAINT dispute_opened CHECK ((opened_at IS NULL) = (status IN ('warning', 'warning_closed'))),
  CONSTRAINT dispute_submitted CHECK (CASE WHEN status = 'under_review' THEN submitted_at IS NOT NULL
    WHEN status IN ('won', 'lost') THEN true ELSE submitted_at IS NULL END),
  CONSTRAINT dispute_resolved CHECK ((resolved_at IS NULL) = (status IN ('warning', 'needs_response', 'under_review'))
    AND (resolved_at IS NULL) = (resolution IS NULL)),
  CONSTRAINT dispute_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX one_open_dispute ON disputes (merchant_id, transaction_id) WHERE resolved_at IS NULL;
CREATE UNIQUE INDEX dispute_reported_once ON disputes (merchant_id, transaction_id, gateway_reference);
CREATE INDEX disputes_by_status ON disputes (merchant_id, status, id);
CREATE INDEX disputes_by_time ON disputes (merchant_id, currency, created_at) WHERE status NOT IN ('warning', 'warning_closed', 'won');
CREATE INDEX disputes_to_release ON disputes (merchant_id, resolved_at) WHERE status = 'lost' AND reserve_released < reserve_share;
COMMENT ON TABLE disputes IS 'Payments that a customer disputes with their bank. A `warning` moves no money. The shares are the dispute''s parts of the payment''s fee and reserve, as those of a refund.';
COMMENT ON COLUMN disputes.gateway_reference IS 'The gateway''s own id. Everything that the gateway reports of one dispute has the same.';
COMMENT ON COLUMN disputes.evidence_due_at IS 'The last moment to answer: with evidence, or a warning with a refund.';
COMMENT ON COLUMN disputes.opened_at IS 'When the money was taken out of `available`; null: it never was.';

CREATE TABLE dispute_files (
  merchant_id uuid,
  id uuid,
  dispute_id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  size integer NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL,
  stored_at timestamptz,
  dropped_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT dispute_file_name CHECK (char_length(name) BETWEEN 1 AND 120),
  CONSTRAINT dispute_file_type CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  CONSTRAINT dispute_file_size CHECK (size BETWEEN 1 AND 5242880),
  CONSTRAINT dispute_file_hash CHECK (octet_length(sha256) = 32),
  CONSTRAINT dispute_file_dispute FOREIGN KEY (merchant_id, dispute_id) REFERENCES disputes DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX files_of_dispute ON dispute_files (merchant_id, dispute_id, id);
COMMENT ON TABLE dispute_files IS 'What is known about the files that a merchant adds to their evidence. The bytes are kept by the file store.';
COMMENT ON COLUMN dispute_files.stored_at IS 'When the file store confirmed the bytes; null: the upload is under way, or its process died.';
COMMENT ON COLUMN dispute_files.dropped_at IS 'When the merchant deleted the file. A job deletes the bytes, then this row.';

CREATE TABLE file_contents (
  merchant_id uuid,
  file_id uuid,
  content bytea NOT NULL,
  PRIMARY KEY (merchant_id, file_id),
  CONSTRAINT file_content_size CHECK (octet_length(content) BETWEEN 1 AND 5242880));
COMMENT ON TABLE file_contents IS 'The file store in PostgreSQL: the bytes of files, by id. Object storage would replace this table alone.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON disputes TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON dispute_files TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON file_contents TO %I', app);
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON disputes, dispute_files, file_contents TO %I', app);
  END IF;
END $$;

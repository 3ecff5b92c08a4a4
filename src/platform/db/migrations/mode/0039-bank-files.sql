-- Payouts to banks by files: what is to be paid, the files that ask for it, and the files that answer.

CREATE TABLE bank_transfers (
  merchant_id uuid,
  payout_id uuid,
  gateway text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  bank_name text NOT NULL,
  branch_code text,
  account_name text NOT NULL,
  account_sealed text NOT NULL,
  end_to_end_id text NOT NULL,
  state text NOT NULL,
  file_id uuid,
  reason text,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, payout_id),
  CONSTRAINT bank_transfer_amount CHECK (amount > 0),
  CONSTRAINT bank_transfer_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT bank_transfer_end_to_end_id CHECK (end_to_end_id = 'PO' || upper(replace(payout_id::text, '-', ''))),
  CONSTRAINT bank_transfer_state CHECK (state IN ('waiting', 'filed', 'accepted', 'settled', 'rejected', 'returned')),
  CONSTRAINT bank_transfer_in_file CHECK (CASE state WHEN 'waiting' THEN file_id IS NULL WHEN 'rejected' THEN true ELSE file_id IS NOT NULL END));
CREATE INDEX bank_transfers_by_id ON bank_transfers (end_to_end_id);
CREATE INDEX bank_transfers_of_file ON bank_transfers (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX bank_transfers_waiting ON bank_transfers (gateway, currency, created_at) WHERE state = 'waiting';
COMMENT ON TABLE bank_transfers IS 'A payout that a bank is asked to pay by a file. There is one for each payout, however often the gateway is asked.';
COMMENT ON COLUMN bank_transfers.end_to_end_id IS 'The id by which banks name the transfer in all that they say about it. It follows from the payout''s id, so no two transfers ever share one.';

CREATE TABLE bank_files (
  id uuid PRIMARY KEY,
  gateway text NOT NULL,
  message_id text NOT NULL,
  currency text NOT NULL,
  cut_off timestamptz NOT NULL,
  part integer NOT NULL,
  transfers integer NOT NULL,
  total bigint NOT NULL,
  content_sealed text NOT NULL,
  state text NOT NULL DEFAULT 'made',
  lease_until timestamptz,
  lease_token uuid,
  created_at timestamptz NOT NULL,
  handed_over_at timestamptz,
  CONSTRAINT bank_file_message UNIQUE (message_id),
  CONSTRAINT bank_file_part_once UNIQUE (gateway, currency, cut_off, part),
  CONSTRAINT bank_file_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT bank_file_part CHECK (part > 0),
  CONSTRAINT bank_file_transfers CHECK (transfers > 0),
  CONSTRAINT bank_file_total CHECK (total > 0),
  CONSTRAINT bank_file_state CHECK (state IN ('made', 'handed_over')),
  CONSTRAINT bank_file_handed_over CHECK ((state = 'handed_over') = (handed_over_at IS NOT NULL)));
CREATE INDEX bank_files_to_hand_over ON bank_files (gateway, created_at) WHERE state = 'made';
COMMENT ON TABLE bank_files IS 'Files that ask a bank to pay, for many merchants. A file is stored with its bytes before it is handed over, so that it can be handed over again, the same, after a crash.';
COMMENT ON COLUMN bank_files.part IS 'Several files of one cut-off are numbered from 1.';

CREATE TABLE bank_answers (
  gateway text,
  hash text,
  name text NOT NULL,
  message text,
  message_id text,
  state text NOT NULL,
  words text,
  content_sealed text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (gateway, hash),
  CONSTRAINT bank_answer_state CHECK (state IN ('taken', 'set_aside')),
  CONSTRAINT bank_answer_taken CHECK (CASE state WHEN 'taken' THEN message IS NOT NULL AND content_sealed IS NOT NULL ELSE words IS NOT NULL END));
CREATE INDEX bank_answers_in_order ON bank_answers (gateway, created_at);
COMMENT ON TABLE bank_answers IS 'Files that a bank has sent, each once: the hash of its bytes tells. A file that could not be read is set aside, and `words` say why.';

CREATE TABLE bank_unmatched (
  gateway text,
  hash text,
  position integer,
  end_to_end_id text,
  says text NOT NULL,
  why text NOT NULL,
  amount bigint,
  stated_in text,
  reason text,
  bank_reference text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (gateway, hash, position),
  CONSTRAINT bank_unmatched_why CHECK (why IN ('unknown', 'other_amount', 'contradiction')));
COMMENT ON TABLE bank_unmatched IS 'What a bank has said that changed nothing and that somebody must look at: about a transfer that the service does not know, with another amount, or against what the bank said before.';
COMMENT ON COLUMN bank_unmatched.stated_in IS 'The currency of the amount, as the bank states it.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON bank_transfers, bank_files, bank_answers, bank_unmatched TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT UPDATE (state, file_id, reason, changed_at) ON bank_transfers TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT UPDATE (state, lease_until, lease_token, handed_over_at) ON bank_files TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON bank_transfers, bank_files, bank_answers, bank_unmatched TO %I', current_setting('mps.role'));
  END IF;
END $$;

-- Payouts that an operator holds, blocks or releases, cash that nobody collects, and the agents who hand cash out.

CREATE TABLE agents (
  merchant_id uuid,
  id uuid,
  name text NOT NULL,
  phone text NOT NULL,
  location text,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT agent_status CHECK (status IN ('active', 'suspended')));
COMMENT ON TABLE agents IS 'Who hands out the cash of payouts for a merchant. The cash that an agent has is the account `agent_float` of the ledger.';

CREATE TABLE agent_floats (
  merchant_id uuid,
  agent_id uuid,
  currency text,
  low_threshold bigint,
  PRIMARY KEY (merchant_id, agent_id, currency),
  CONSTRAINT agent_float_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT agent_float_threshold CHECK (low_threshold > 0),
  CONSTRAINT agent_float_agent FOREIGN KEY (merchant_id, agent_id) REFERENCES agents DEFERRABLE INITIALLY DEFERRED);
COMMENT ON TABLE agent_floats IS 'Below which float of an agent an event is sent; without a row or a threshold none is. The float itself is in the ledger.';

CREATE TABLE agent_top_ups (
  merchant_id uuid,
  id uuid,
  agent_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT agent_top_up_amount CHECK (amount > 0),
  CONSTRAINT agent_top_up_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT agent_top_up_agent FOREIGN KEY (merchant_id, agent_id) REFERENCES agents DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX agent_top_ups_of_agent ON agent_top_ups (merchant_id, agent_id);
COMMENT ON TABLE agent_top_ups IS 'Cash that was handed to an agent; append-only.';

CREATE TABLE cash_outs (
  merchant_id uuid,
  id uuid,
  payout_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  outcome text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT cash_out_amount CHECK (amount > 0),
  CONSTRAINT cash_out_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT cash_out_outcome CHECK (outcome IN ('completed', 'wrong_code', 'locked')),
  CONSTRAINT cash_out_payout FOREIGN KEY (merchant_id, payout_id) REFERENCES payouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT cash_out_agent FOREIGN KEY (merchant_id, agent_id) REFERENCES agents DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX cash_out_once ON cash_outs (merchant_id, payout_id) WHERE outcome = 'completed';
CREATE INDEX cash_outs_of_payout ON cash_outs (merchant_id, payout_id);
CREATE INDEX cash_outs_of_agent ON cash_outs (merchant_id, agent_id);
COMMENT ON TABLE cash_outs IS 'Every code that was given to an agent for a payout, right or wrong; append-only. `amount` is what the agent hands out, after the fee.';

CREATE TABLE payout_reviews (
  merchant_id uuid,
  id uuid,
  payout_id uuid NOT NULL,
  verdict text NOT NULL,
  operator text NOT NULL,
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT payout_review_verdict CHECK (verdict IN ('held', 'released', 'blocked')),
  CONSTRAINT payout_review_payout FOREIGN KEY (merchant_id, payout_id) REFERENCES payouts DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX payout_reviews_of_payout ON payout_reviews (merchant_id, payout_id);
COMMENT ON TABLE payout_reviews IS 'What an operator decided about a payout, who and why; append-only. `sandbox` is the operator that the sandbox plays.';

ALTER TABLE payouts
  ADD COLUMN otp_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN held_for text,
  DROP CONSTRAINT payout_status,
  ADD CONSTRAINT payout_status CHECK (status IN ('processing', 'held', 'completed', 'failed', 'blocked', 'unclaimed', 'returned')) NOT VALID,
  ADD CONSTRAINT payout_tries CHECK (otp_tries BETWEEN 0 AND 5) NOT VALID,
  ADD CONSTRAINT payout_held_for CHECK (held_for IN ('review', 'wrong_codes')) NOT VALID,
  ADD CONSTRAINT payout_held CHECK ((status = 'held') = (held_for IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN payouts.otp_tries IS 'How many wrong codes were given in a row. The fifth holds the payout; releasing it begins again at 0.';
COMMENT ON COLUMN payouts.held_for IS 'Why a held payout is held: an operator reviews it, or five wrong codes were given.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON agents, agent_floats, agent_top_ups, cash_outs, payout_reviews TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT UPDATE (status) ON agents TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON agents, agent_floats, agent_top_ups, cash_outs, payout_reviews TO %I', current_setting('mps.role'));
  END IF;
END $$;

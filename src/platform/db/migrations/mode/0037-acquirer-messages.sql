-- Messages to acquirers over ISO 8583.

CREATE SEQUENCE acquirer_stans MINVALUE 1 MAXVALUE 999999 CYCLE;

CREATE TABLE acquirer_messages (
  merchant_id uuid,
  id uuid,
  gateway text NOT NULL,
  purpose text NOT NULL,
  reference uuid NOT NULL,
  attempt integer NOT NULL DEFAULT 1,
  original_id uuid,
  mti text NOT NULL,
  processing_code text NOT NULL,
  acquirer_id text,
  terminal text NOT NULL,
  stan integer NOT NULL,
  stan_day date NOT NULL,
  rrn text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  state text NOT NULL DEFAULT 'sent',
  transmitted_at timestamptz NOT NULL,
  deadline timestamptz NOT NULL,
  repeats integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  answered_at timestamptz,
  response_code text,
  auth_code text,
  reported_amount bigint,
  reported_currency text,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT acquirer_purpose CHECK (purpose IN ('charge', 'hold', 'completion', 'refund', 'reversal')),
  CONSTRAINT acquirer_state CHECK (state IN ('sent', 'answered', 'reversing', 'reversed')),
  CONSTRAINT acquirer_original CHECK ((purpose IN ('charge', 'hold')) = (original_id IS NULL)),
  CONSTRAINT acquirer_unreversed CHECK (purpose NOT IN ('completion', 'reversal') OR state IN ('sent', 'answered')),
  CONSTRAINT acquirer_answered CHECK (state <> 'answered' OR (answered_at IS NOT NULL AND response_code IS NOT NULL)),
  CONSTRAINT acquirer_amount CHECK (amount > 0),
  CONSTRAINT acquirer_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT acquirer_attempt CHECK (attempt >= 1 AND (attempt = 1 OR purpose = 'refund')),
  CONSTRAINT acquirer_stan CHECK (stan BETWEEN 1 AND 999999),
  CONSTRAINT acquirer_rrn CHECK (rrn ~ '^[0-9]{12}$'),
  CONSTRAINT acquirer_repeated CHECK (repeats >= 0 AND (due_at IS NOT NULL) = (purpose IN ('completion', 'reversal'))));
COMMENT ON TABLE acquirer_messages IS 'Every message about money to an acquirer, written before it is sent. It moves from sent to answered or to reversing, and from reversing to reversed, each by comparing its state. It has no data of a card.';
COMMENT ON COLUMN acquirer_messages.reference IS 'The payment, or of a refund the refund.';
COMMENT ON COLUMN acquirer_messages.attempt IS 'A refund that was reversed is sent again as the next attempt.';
COMMENT ON COLUMN acquirer_messages.original_id IS 'The message that this one completes, refunds or reverses.';
COMMENT ON COLUMN acquirer_messages.deadline IS 'What is unanswered by then is reversed.';
COMMENT ON COLUMN acquirer_messages.due_at IS 'Of a message that is repeated until it is answered: when next. Whoever repeats it moves this first.';

CREATE UNIQUE INDEX acquirer_payment_once ON acquirer_messages (merchant_id, gateway, reference) WHERE purpose IN ('charge', 'hold');
CREATE UNIQUE INDEX acquirer_completed_once ON acquirer_messages (merchant_id, gateway, reference) WHERE purpose = 'completion';
CREATE UNIQUE INDEX acquirer_refund_attempt ON acquirer_messages (merchant_id, gateway, reference, attempt) WHERE purpose = 'refund';
CREATE UNIQUE INDEX acquirer_reversed_once ON acquirer_messages (merchant_id, original_id) WHERE purpose = 'reversal';
CREATE UNIQUE INDEX acquirer_stan_once ON acquirer_messages (gateway, terminal, stan_day, stan);
CREATE UNIQUE INDEX acquirer_rrn_once ON acquirer_messages (gateway, rrn) WHERE purpose IN ('charge', 'hold', 'refund');
CREATE INDEX acquirer_unanswered ON acquirer_messages (gateway, deadline) WHERE state = 'sent' AND purpose IN ('charge', 'hold', 'refund');
CREATE INDEX acquirer_reversals_due ON acquirer_messages (gateway, due_at) WHERE state = 'sent' AND purpose = 'reversal';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT USAGE ON SEQUENCE acquirer_stans TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT ON acquirer_messages TO %I', app);
  EXECUTE format('GRANT UPDATE (state, repeats, due_at, answered_at, response_code, auth_code, reported_amount, reported_currency) ON acquirer_messages TO %I', app);
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON acquirer_messages TO %I', app);
  END IF;
END $$;

CREATE TABLE slugs (
  slug text PRIMARY KEY,
  merchant_id uuid NOT NULL,
  kind text NOT NULL,
  resource_id uuid NOT NULL,
  CONSTRAINT slug_kind CHECK (kind IN ('payment_link', 'virtual_terminal_session', 'invoice')),
  CONSTRAINT slug_form CHECK (slug ~ '^[1-9A-HJ-NP-Za-km-z]{10,32}$'));
CREATE INDEX slugs_of_merchant ON slugs (merchant_id);
COMMENT ON TABLE slugs IS 'Public payment addresses, in one space. A visitor has no merchant, so the slug alone is the key.';

CREATE TABLE payment_links (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  description text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  max_uses integer,
  uses_completed integer NOT NULL DEFAULT 0,
  uses_reserved integer NOT NULL DEFAULT 0,
  amount_collected bigint NOT NULL DEFAULT 0,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT link_amount CHECK (amount > 0),
  CONSTRAINT link_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT link_status CHECK (status IN ('active', 'paused', 'deactivated')),
  CONSTRAINT link_uses CHECK (uses_completed >= 0 AND uses_reserved >= 0 AND uses_completed + uses_reserved <= max_uses));
CREATE INDEX links_by_status ON payment_links (merchant_id, status, id);
CREATE INDEX links_by_currency ON payment_links (merchant_id, currency, id);
COMMENT ON TABLE payment_links IS 'Addresses that anybody can pay at. uses_reserved counts attempts whose outcome is not known; with the completed ones they never exceed max_uses.';

CREATE TABLE virtual_terminal_sessions (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  slug text NOT NULL,
  checkout_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  description text,
  payment_method text NOT NULL,
  status text NOT NULL,
  transaction_id uuid,
  last_error text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  canceled_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT session_amount CHECK (amount > 0),
  CONSTRAINT session_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT session_method CHECK (payment_method IN ('card', 'domestic_switch', 'wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT session_status CHECK (status IN ('pending', 'paid', 'canceled', 'expired')),
  CONSTRAINT session_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT session_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX session_of_checkout ON virtual_terminal_sessions (merchant_id, checkout_id);
CREATE INDEX sessions_by_status ON virtual_terminal_sessions (merchant_id, status, id);
CREATE INDEX sessions_by_method ON virtual_terminal_sessions (merchant_id, payment_method, id);
CREATE INDEX sessions_by_currency ON virtual_terminal_sessions (merchant_id, currency, id);
CREATE INDEX sessions_by_time ON virtual_terminal_sessions (merchant_id, created_at, id);
COMMENT ON TABLE virtual_terminal_sessions IS 'Sales at a counter, each with the one checkout that is paid. A session ends with its checkout.';

CREATE TABLE terminals (
  merchant_id uuid,
  id uuid,
  serial_number text NOT NULL,
  device_model text NOT NULL,
  location_name text NOT NULL,
  status text NOT NULL,
  last_seen_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT terminal_model CHECK (device_model IN ('sunmi_p3', 'sunmi_p3_mix', 'pax_a920', 'telpo_tps900', 'zcs_z90', 'newland_n910', 'ingenico_apos_a8', 'other')),
  CONSTRAINT terminal_status CHECK (status IN ('active', 'inactive')));
CREATE UNIQUE INDEX terminal_serial_once ON terminals (merchant_id, serial_number);
COMMENT ON TABLE terminals IS 'Card readers. Registering a serial number again brings the same row back.';

CREATE TABLE reader_payloads (
  merchant_id uuid,
  terminal_id uuid,
  ksn text,
  transaction_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, terminal_id, ksn),
  CONSTRAINT payload_terminal FOREIGN KEY (merchant_id, terminal_id) REFERENCES terminals DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT payload_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX payloads_of_transaction ON reader_payloads (merchant_id, transaction_id);
COMMENT ON TABLE reader_payloads IS 'Key serial numbers that were charged, so that no payload is charged twice. Of the payload itself nothing is kept.';

ALTER TABLE checkouts
  ADD COLUMN method text,
  ADD COLUMN holds_use boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT checkout_method CHECK (method IN ('card', 'domestic_switch', 'wallet_a', 'wallet_b', 'wallet_c')),
  ADD CONSTRAINT checkout_use CHECK (source_type = 'payment_link' OR NOT holds_use);
COMMENT ON COLUMN checkouts.method IS 'The only method its page offers; null: every one of the currency.';
COMMENT ON COLUMN checkouts.holds_use IS 'Of a payment link: one of its uses is reserved for the attempt under way.';

-- A reader payment has no checkout: its reference belongs to the transaction itself.
ALTER TABLE merchant_references
  ALTER COLUMN checkout_id DROP NOT NULL,
  ADD COLUMN transaction_id uuid,
  ADD CONSTRAINT reference_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT reference_owner CHECK ((checkout_id IS NULL) <> (transaction_id IS NULL));
CREATE INDEX references_of_transaction ON merchant_references (merchant_id, transaction_id) WHERE transaction_id IS NOT NULL;

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON slugs TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON payment_links, virtual_terminal_sessions, terminals TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON reader_payloads TO %I', app);
  IF current_schema() <> 'sandbox' THEN RETURN; END IF;
  EXECUTE format('GRANT TRUNCATE ON slugs, payment_links, virtual_terminal_sessions, terminals, reader_payloads TO %I', app);

  -- As in 0010, but of whatever table has rows of merchants, so that a new one cannot be forgotten. Foreign keys are looked at
  -- when all is done, but for those of events and of the ledger: what points comes before what it points to. The merchant's
  -- own row, which others wait for, comes last.
  CREATE OR REPLACE FUNCTION reset_merchant(merchant uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $body$
  DECLARE name text;
  BEGIN
    FOR name IN
      SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
        LEFT JOIN unnest(ARRAY['webhook_attempts', 'webhook_deliveries', 'event_bodies', 'ledger_entries']) WITH ORDINALITY AS first (name, place)
          ON first.name = c.relname
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname = 'merchant_states', first.place
    LOOP
      EXECUTE format('DELETE FROM %I WHERE merchant_id = $1', name) USING merchant;
    END LOOP;
  END $body$;
END $$;

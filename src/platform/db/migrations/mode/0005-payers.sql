-- Who pays: customers and the cards that they saved, and the addresses of the pages that they open.

CREATE TABLE customers (
  merchant_id uuid,
  id uuid,
  name text NOT NULL,
  email text,
  phone text,
  external_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT customer_named CHECK (deleted_at IS NOT NULL OR name <> ''),
  CONSTRAINT customer_blanked CHECK (deleted_at IS NULL OR (name = '' AND email IS NULL AND phone IS NULL AND external_id IS NULL)));
-- Partial on purpose: PostgreSQL then does not count external_id as a key. So erasing it leaves the row open to inserts that refer to the customer.
CREATE UNIQUE INDEX customer_external_id_once ON customers (merchant_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX customers_by_email ON customers (merchant_id, lower(email), id);
COMMENT ON TABLE customers IS 'The customers of a merchant. A deleted customer keeps a row without personal data, because other rows refer to it.';

CREATE TABLE payment_methods (
  merchant_id uuid,
  id uuid,
  customer_id uuid NOT NULL,
  app_id uuid NOT NULL,
  slug text NOT NULL,
  return_url text,
  status text NOT NULL,
  type text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  gateway text,
  token_sealed text,
  attempts integer NOT NULL DEFAULT 0,
  refusals integer NOT NULL DEFAULT 0,
  last_error text,
  page_expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  deleted_at timestamptz,
  trying_until timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT payment_method_status CHECK (status IN ('pending', 'active', 'expired', 'deleted')),
  CONSTRAINT payment_method_type CHECK (type IN ('card', 'domestic_switch')),
  CONSTRAINT payment_method_last4 CHECK (last4 ~ '^[0-9]{4}$'),
  CONSTRAINT payment_method_expiry CHECK (exp_month BETWEEN 1 AND 12 AND exp_year BETWEEN 2000 AND 9999),
  CONSTRAINT payment_method_token CHECK ((status = 'active') = (token_sealed IS NOT NULL)),
  CONSTRAINT payment_method_card CHECK ((activated_at IS NULL) = (type IS NULL OR gateway IS NULL OR last4 IS NULL OR exp_month IS NULL OR exp_year IS NULL)),
  CONSTRAINT payment_method_active CHECK (status <> 'active' OR activated_at IS NOT NULL),
  CONSTRAINT payment_method_deleted CHECK ((status = 'deleted') = (deleted_at IS NOT NULL) AND (status = 'deleted') = (return_url IS NULL)),
  CONSTRAINT payment_method_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES customers DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX payment_methods_of_customer ON payment_methods (merchant_id, customer_id, id);
COMMENT ON TABLE payment_methods IS 'Cards that customers have saved. The row has the brand, the last four digits and the expiry, and, while the card may be charged, the gateway''s token, sealed.';
COMMENT ON COLUMN payment_methods.trying_until IS 'Until when the service waits for the gateway''s answer about a card; no other card is tried before. Null: no card is being tried.';

CREATE TABLE slugs (
  slug text PRIMARY KEY,
  merchant_id uuid NOT NULL,
  kind text NOT NULL,
  resource_id uuid NOT NULL,
  CONSTRAINT slug_kind CHECK (kind IN ('payment_link', 'virtual_terminal_session', 'invoice', 'payment_method')),
  CONSTRAINT slug_form CHECK (slug ~ '^[1-9A-HJ-NP-Za-km-z]{10,32}$'));
CREATE INDEX slugs_of_merchant ON slugs (merchant_id);
COMMENT ON TABLE slugs IS 'The public addresses of pages, each used once across all kinds. A visitor''s request names no merchant, so the slug alone is the key.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON customers, payment_methods TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT ON slugs TO %I', app);
END $$;

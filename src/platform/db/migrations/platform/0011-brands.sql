-- What payers see of a merchant on the hosted pages.

CREATE TABLE merchant_brands (
  merchant_id uuid PRIMARY KEY,
  display_name text,
  contact_email text,
  contact_phone text,
  language text,
  accent text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT brand_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT brand_accent CHECK (accent ~ '^#[0-9a-f]{6}$'));
COMMENT ON TABLE merchant_brands IS 'How the hosted pages show a merchant. A merchant without a row, or a column that is null, has the usual look.';
COMMENT ON COLUMN merchant_brands.display_name IS 'Shown to payers in place of the name of the business.';
COMMENT ON COLUMN merchant_brands.language IS 'The language of the hosted pages if the payer chooses none; null: the one of their browser.';
COMMENT ON COLUMN merchant_brands.accent IS 'The colour of buttons.';

CREATE TABLE merchant_logos (
  merchant_id uuid PRIMARY KEY,
  sha256 bytea NOT NULL,
  media_type text NOT NULL,
  width smallint NOT NULL,
  height smallint NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT logo_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT logo_media_type CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  CONSTRAINT logo_hash_is_sha256 CHECK (octet_length(sha256) = 32),
  CONSTRAINT logo_size CHECK (octet_length(content) <= 65536));
CREATE INDEX logos_by_hash ON merchant_logos (sha256);
COMMENT ON TABLE merchant_logos IS 'The logo of a merchant, served to anybody under an address with its hash. Two merchants may have the same file.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON merchant_brands TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON merchant_logos TO %I', app);
END $$;

-- What merchants pay the platform every month.

CREATE TABLE platform_plans (
  plan text PRIMARY KEY,
  name text NOT NULL,
  amount bigint NOT NULL,
  tax_basis_points integer NOT NULL DEFAULT 0,
  changed_by text,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT platform_plan_code CHECK (plan ~ '^[a-z][a-z0-9-]{0,31}$'),
  CONSTRAINT platform_plan_amount CHECK (amount >= 0 AND amount % 100 = 0),
  CONSTRAINT platform_plan_tax CHECK (tax_basis_points BETWEEN 0 AND 10000));
COMMENT ON TABLE platform_plans IS 'The plans of the platform: the price of a month in USD, in ten-thousandths, and the rate of tax on it. A plan that costs nothing makes no invoices.';
COMMENT ON COLUMN platform_plans.changed_by IS 'The user of the operating system who set it last; null: as it was installed.';

INSERT INTO platform_plans (plan, name, amount) VALUES ('standard', 'Standard', 100000), ('free', 'Free', 0);

CREATE TABLE merchant_plans (
  merchant_id uuid PRIMARY KEY,
  plan text NOT NULL,
  amount bigint,
  tax_basis_points integer,
  CONSTRAINT merchant_plan_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT merchant_plan_plan FOREIGN KEY (plan) REFERENCES platform_plans,
  CONSTRAINT merchant_plan_amount CHECK (amount >= 0 AND amount % 100 = 0),
  CONSTRAINT merchant_plan_tax CHECK (tax_basis_points BETWEEN 0 AND 10000));
CREATE INDEX merchants_of_plan ON merchant_plans (plan);
COMMENT ON TABLE merchant_plans IS 'The plan of a merchant, with a price or a rate of tax of their own in place of the plan''s. Without a row a merchant is on the plan `standard`.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON platform_plans, merchant_plans TO %I', current_setting('mps.role'));
END $$;

-- A plan may have a tax, which the invoices of its periods show. Decision 0152. The release before this one neither reads nor writes the
-- columns: while processes of it still run, it bills a plan with a tax without it, and no plan has one before it is replaced.

ALTER TABLE plans ADD COLUMN tax_basis_points integer,
  ADD CONSTRAINT plan_tax CHECK (tax_basis_points BETWEEN 1 AND 10000) NOT VALID;
COMMENT ON COLUMN plans.tax_basis_points IS '15 % is 1500; null: no tax. Of the amount, to which it is added.';

ALTER TABLE subscriptions ADD COLUMN tax_basis_points integer,
  ADD CONSTRAINT subscription_tax CHECK (tax_basis_points BETWEEN 1 AND 10000) NOT VALID;
COMMENT ON COLUMN subscriptions.tax_basis_points IS 'That of the plan, to show it. Periods are billed by the plan.';

ALTER TABLE subscription_cycles ADD COLUMN tax_basis_points integer,
  ADD CONSTRAINT cycle_tax CHECK (tax_basis_points BETWEEN 1 AND 10000) NOT VALID;
COMMENT ON COLUMN subscription_cycles.tax_basis_points IS 'That which the period was billed with. The price is without it.';

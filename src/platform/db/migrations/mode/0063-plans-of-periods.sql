-- A subscription may be put on another plan while a period of the plan before runs, or is unpaid. So each period says what it was billed
-- for. Decision 0082. No default and no check: adding the columns locks the table for a moment only, and the release before this one leaves
-- them null.

ALTER TABLE subscription_cycles ADD COLUMN plan_id uuid, ADD COLUMN anchor_at timestamptz, ADD COLUMN anchor_cycles integer;
COMMENT ON COLUMN subscription_cycles.plan_id IS 'The plan that the period was billed for. Null: not noted.';
COMMENT ON COLUMN subscription_cycles.anchor_at IS 'From when the periods of the subscription were counted when this one was billed. Null: not noted.';
COMMENT ON COLUMN subscription_cycles.anchor_cycles IS 'How many periods had been billed since anchor_at, with this one. Null: not noted.';

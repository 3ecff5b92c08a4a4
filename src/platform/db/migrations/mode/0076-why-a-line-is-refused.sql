-- A merchant who sends a spreadsheet is told which cell of a line is wrong. Decision 0080. The release before this one neither reads nor
-- writes the column. It is written with the row, so the role may not change it.

ALTER TABLE payout_batch_items ADD COLUMN refusal_errors jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT batch_item_refusal_errors CHECK (refusal IS NOT NULL OR refusal_errors = '[]') NOT VALID;
COMMENT ON COLUMN payout_batch_items.refusal_errors IS 'Where a line of CSV does not match the contract, as the validator says it. It holds no value of the line.';

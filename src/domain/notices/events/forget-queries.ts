// What the daily job `events.forget` deletes. Decision 0011.

import type { OldRows } from '../../../platform/jobs/daily-batches.ts';

/** Deliveries that finished 30 days ago, with their attempts. */
export const oldDeliveries: OldRows = {
  batch: 1000,
  all: 'SELECT forget_deliveries($1) AS count',
  ofMerchant: 'SELECT forget_deliveries_of($2, $1) AS count',
  merchants: `SELECT DISTINCT merchant_id FROM (
    SELECT merchant_id FROM webhook_deliveries WHERE finished_at < now() - interval '30 days'
      AND NOT merchant_id = ANY ($1::uuid[]) LIMIT 10000) old`,
};

/** Events that are 90 days old and have no deliveries left. Those that have some are looked at, and kept. */
export const oldEvents: OldRows = {
  batch: 1000,
  keepsSome: true,
  all: 'SELECT seen AS count, last FROM forget_events_after($1, $2)',
  ofMerchant: 'SELECT seen AS count, last FROM forget_events_of_after($2, $1, $3)',
  merchants: `SELECT DISTINCT merchant_id FROM (
    SELECT merchant_id FROM events WHERE created_at < now() - interval '90 days'
      AND NOT merchant_id = ANY ($1::uuid[]) LIMIT 10000) old`,
};

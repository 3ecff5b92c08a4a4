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

/** Events that are 90 days old and have no deliveries left. */
export const oldEvents: OldRows = {
  batch: 1000,
  all: 'SELECT forget_events($1) AS count',
  ofMerchant: 'SELECT forget_events_of($2, $1) AS count',
  merchants: `SELECT DISTINCT merchant_id FROM (
    SELECT merchant_id FROM events e WHERE created_at < now() - interval '90 days'
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.merchant_id = e.merchant_id AND d.event_id = e.event_id)
      AND NOT merchant_id = ANY ($1::uuid[]) LIMIT 10000) old`,
};

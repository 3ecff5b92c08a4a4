import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';

const oldDeliveries = `SELECT DISTINCT merchant_id FROM (
  SELECT merchant_id FROM webhook_deliveries WHERE finished_at < now() - interval '30 days' LIMIT 10000) old`;
const oldEvents = `SELECT DISTINCT merchant_id FROM (
  SELECT merchant_id FROM events e WHERE created_at < now() - interval '90 days'
    AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.merchant_id = e.merchant_id AND d.event_id = e.event_id) LIMIT 10000) old`;

/** Merchants with deliveries that finished 30 days ago. */
export function merchantsOfOldDeliveriesAcrossMerchants(tx: Tx): Promise<readonly { merchant_id: string }[]> {
  return merchantsIn(tx, oldDeliveries);
}

/** Merchants with events that are 90 days old and have no deliveries left. */
export function merchantsOfOldEventsAcrossMerchants(tx: Tx): Promise<readonly { merchant_id: string }[]> {
  return merchantsIn(tx, oldEvents);
}

async function merchantsIn(tx: Tx, text: string): Promise<readonly { merchant_id: string }[]> {
  const { rows } = await tx.executeQuery<{ merchant_id: string }>(CompiledQuery.raw(text));
  return rows;
}

/** Deletes at most `most` deliveries that finished 30 days ago, with their attempts. Returns how many it deleted. */
export function forgetDeliveriesAcrossMerchants(tx: Tx, most: number): Promise<number> {
  return forget(tx, 'SELECT forget_deliveries($1) AS gone', [most]);
}

/** The same, of one merchant. */
export function forgetDeliveriesOf(tx: Tx, merchantId: MerchantId, most: number): Promise<number> {
  return forget(tx, 'SELECT forget_deliveries_of($1, $2) AS gone', [merchantId, most]);
}

/** Deletes at most `most` events that are 90 days old and have no deliveries left. Returns how many it deleted. */
export function forgetEventsAcrossMerchants(tx: Tx, most: number): Promise<number> {
  return forget(tx, 'SELECT forget_events($1) AS gone', [most]);
}

/** The same, of one merchant. */
export function forgetEventsOf(tx: Tx, merchantId: MerchantId, most: number): Promise<number> {
  return forget(tx, 'SELECT forget_events_of($1, $2) AS gone', [merchantId, most]);
}

async function forget(tx: Tx, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.executeQuery<{ gone: number }>(CompiledQuery.raw(text, [...values]));
  return rows[0]?.gone ?? 0;
}

import type { Act } from '../../../engine/context.ts';
import { now } from '../../../platform/clock.ts';
import { deleteMerchantRows } from './queries.ts';

/**
 * Deletes all that a merchant has in the sandbox: clock, balances, references, payments, events. Apps, keys and webhook
 * settings are the platform's and stay. Its transaction is the merchant's only one meanwhile.
 *
 * @returns when, in real time: his clock is real time again
 *
 * Spec: "Limits" (sandbox data reset). Decision 0012.
 */
export async function resetMerchant(act: Act): Promise<Date> {
  await deleteMerchantRows(act.tx, act.merchant.id);
  return now();
}

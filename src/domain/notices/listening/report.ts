import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { type ListenReport, writeReport } from './report-queries.ts';

/** Of one event, however many machines listen. */
const mostOfEvent = 20;

/**
 * Stores what a developer's machine answered. It stands beside the deliveries of the event and changes none of them.
 *
 * Decision 0099.
 */
export async function reportAnswer(
  { db }: Context,
  merchantId: MerchantId,
  report: ListenReport,
): Promise<void> {
  await inTransaction(db, merchantId, (tx) => writeReport(tx, merchantId, report, mostOfEvent));
}

import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type ListenReport = {
  readonly eventId: string;
  readonly reportId: string;
  readonly appId: string;
  readonly deliveryId: string | null;
  readonly forwardedTo: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly failure: 'connect' | 'timeout' | 'reset' | 'other' | null;
};

/** Stores a report once. Past `most` of an event, nothing is stored. Of an event that is not there, nothing either. */
export async function writeReport(
  tx: Tx,
  merchantId: MerchantId,
  report: ListenReport,
  most: number,
): Promise<void> {
  const { eventId, reportId, appId, deliveryId, forwardedTo, durationMs, status, failure } = report;
  await sql`INSERT INTO listen_reports (merchant_id, event_id, report_id, app_id, delivery_id, forwarded_to, duration_ms, status, failure)
    SELECT e.merchant_id, e.event_id, ${reportId}, ${appId}, ${deliveryId}::uuid, ${forwardedTo}, ${durationMs}, ${status}::smallint, ${failure}
    FROM events e WHERE e.merchant_id = ${merchantId} AND e.event_id = ${eventId}
      AND (SELECT count(*) FROM listen_reports r WHERE r.merchant_id = ${merchantId} AND r.event_id = e.event_id) < ${most}
    ON CONFLICT DO NOTHING`.execute(tx);
}

export type ReportRow = Pick<ListenReport, 'status' | 'failure'> & {
  readonly forwarded_to: string;
  readonly duration_ms: number;
  readonly reported_at: Date;
  readonly delivery_id: string | null;
};

/** What developers' machines answered to an event, in the order in which it was reported. */
export function findReports(db: Db, merchantId: MerchantId, eventId: string): Promise<ReportRow[]> {
  return db
    .selectFrom('listen_reports')
    .select(['forwarded_to', 'duration_ms', 'status', 'failure', 'reported_at', 'delivery_id'])
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', eventId)
    .orderBy('reported_at')
    .orderBy('report_id')
    .execute();
}

import { type RawBuilder, sql } from 'kysely';
import { type Db, inClaimAcrossMerchants, inTransactionAcrossMerchants } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { isSpread } from '../db/together/spread.ts';
import { randomUuid } from '../ids.ts';
import { merchantByMerchant } from './merchant-by-merchant.ts';
import { type Job, type JobRow, jobOf, lease } from './queue.ts';

// What workers do with the jobs of all merchants.

/**
 * Claims up to `most` due jobs, the longest due first; where merchants are distributed, those of the merchants whose turn it is. Skips
 * merchants whose jobs are being drained.
 */
export async function claimJobsAcrossMerchants(db: Db, most: number): Promise<readonly Job[]> {
  const token = randomUuid();
  const rows = (await isSpread(db))
    ? await merchantByMerchant(db, {
        name: 'claim jobs',
        find: (tx, resting) => findDueMerchants(tx, { resting }),
        work: (tx, merchantId, left) => claimOf(tx, { merchantId, most: left, token }),
        most,
        queue: 'jobs',
        open: inClaimAcrossMerchants,
      })
    : await inClaimAcrossMerchants(db, (tx) => claim(tx, { most, token }));
  return rows.map((row) => jobOf(row, false));
}

// A CTE, because the planner may run an `IN (SELECT … LIMIT)` twice.
const claiming = (
  p: { most: number; token: string },
  of: (alias: string) => RawBuilder<unknown>,
) => sql<JobRow>`
    WITH pick AS (
      SELECT merchant_id, job_id FROM jobs d
      WHERE state = 'due' AND due_at <= now() ${of('d')}
        AND NOT EXISTS (SELECT FROM merchant_states s WHERE s.merchant_id = d.merchant_id AND s.draining_until > now())
      ORDER BY due_at LIMIT ${p.most} FOR NO KEY UPDATE OF d SKIP LOCKED)
    UPDATE jobs j SET state = 'running', attempts = j.attempts + 1, lease_until = now() + ${lease}, lease_token = ${p.token}
    FROM pick WHERE j.merchant_id = pick.merchant_id AND j.job_id = pick.job_id ${of('j')} RETURNING j.*`;

const ofMerchant = (p: { merchantId: string }) => (alias: string) =>
  sql`AND ${sql.ref(`${alias}.merchant_id`)} = ${p.merchantId}`;

const claim = prepared<{ most: number; token: string }>()((_db, p) => claiming(p, () => sql``));

const claimOf = prepared<{ merchantId: string; most: number; token: string }>()((_db, p) =>
  claiming(p, ofMerchant(p)),
);

/** Those whose jobs have been due the longest, and who are not drained. */
const findDueMerchants = prepared<{ resting: readonly string[] }>()(
  (_db, p) => sql<{ merchant_id: string }>`
    SELECT merchant_id FROM (
      SELECT merchant_id, due_at FROM jobs d WHERE state = 'due' AND due_at <= now() AND NOT merchant_id = ANY (${p.resting}::uuid[])
        AND NOT EXISTS (SELECT FROM merchant_states s WHERE s.merchant_id = d.merchant_id AND s.draining_until > now())
      ORDER BY due_at LIMIT 256) first
    GROUP BY merchant_id ORDER BY min(due_at)`,
);

/** Makes the jobs of lost workers due again at once; the attempt counts. Returns those that had no attempt left. */
export async function sweepJobsAcrossMerchants(db: Db): Promise<readonly { kind: string; key: string }[]> {
  const rows = (await isSpread(db))
    ? await merchantByMerchant(db, {
        name: 'sweep jobs',
        find: (tx, resting) => findLostMerchants(tx, { resting }),
        work: (tx, merchantId) => sweepOf(tx, { merchantId }),
        most: sweptAtOnce,
      })
    : await inTransactionAcrossMerchants(db, (tx) => sweep(tx, {}));
  return rows.filter((row) => row.state === 'failed');
}

const sweptAtOnce = 1000;

const sweeping = (of: (alias: string) => RawBuilder<unknown>) => sql<{
  kind: string;
  key: string;
  state: string;
}>`
    WITH lost AS (
      SELECT merchant_id, job_id FROM jobs r WHERE state = 'running' AND lease_until < now() ${of('r')}
      LIMIT ${sql.lit(sweptAtOnce)} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE jobs j SET state = CASE WHEN j.attempts >= j.max_attempts THEN 'failed' ELSE 'due' END,
      last_error = 'the worker was lost', lease_until = NULL, lease_token = NULL
    FROM lost WHERE j.merchant_id = lost.merchant_id AND j.job_id = lost.job_id ${of('j')} RETURNING j.kind, j.key, j.state`;

const sweep = prepared<object>()(() => sweeping(() => sql``));

const sweepOf = prepared<{ merchantId: string }>()((_db, p) => sweeping(ofMerchant(p)));

const findLostMerchants = prepared<{ resting: readonly string[] }>()(
  (_db, p) => sql<{ merchant_id: string }>`
    SELECT DISTINCT merchant_id FROM jobs
    WHERE state = 'running' AND lease_until < now() AND NOT merchant_id = ANY (${p.resting}::uuid[]) LIMIT 256`,
);

import { type RawBuilder, sql } from 'kysely';
import { type Db, inClaimAcrossMerchants, inTransactionAcrossMerchants, type Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { isSpread } from '../db/together/spread.ts';
import { randomUuid } from '../ids.ts';
import { merchantByMerchant } from './merchant-by-merchant.ts';
import { type Job, type JobRow, jobOf, lease } from './queue.ts';

// What workers do with the jobs of all merchants.

/** Jobs that somebody waits for in front of a screen. As in the index `jobs_prompt` (0071), which serves only a query with the same list. */
const isPrompt = sql`kind IN ('payments.callback', 'payments.confirm', 'payments.requery')`;

/**
 * Claims up to `most` due jobs: of half of them, those that somebody waits for come first, and otherwise those that have been due the
 * longest. So a hundred thousand renewals that are due at once do not delay the answer of a wallet, and questions to a slow gateway do not
 * delay the renewals for ever. Where merchants are distributed, the jobs are of those whose turn it is. Skips merchants whose jobs are
 * being drained. Decision 0011.
 *
 * @param odd whether of an odd number the larger half prefers prompt jobs
 * @param token of the claim, by which `endClaimAcrossMerchants` ends it
 */
export async function claimJobsAcrossMerchants(
  db: Db,
  most: number,
  { odd = true, token = randomUuid() }: { readonly odd?: boolean; readonly token?: string } = {},
): Promise<readonly Job[]> {
  const of = (room: number) => ({
    most: room,
    prompt: odd ? Math.ceil(room / 2) : Math.floor(room / 2),
    token,
  });
  const rows = (await isSpread(db))
    ? await merchantByMerchant(db, {
        name: 'claim jobs',
        find: (tx, resting) => findDueMerchants(tx, { resting }),
        work: (tx, merchantId, left) => claimOf(tx, { merchantId, ...of(left) }),
        most,
        queue: 'jobs',
        open: inClaimAcrossMerchants,
      })
    : await inClaimAcrossMerchants(db, (tx) => claim(tx, of(most)));
  return rows.map((row) => jobOf(row, false));
}

/**
 * Ends a claim of which nobody knows whether it was made, because its answer was lost: none of its jobs was begun. Where merchants are
 * distributed it ends with its lease.
 */
export async function endClaimAcrossMerchants(db: Db, token: string): Promise<void> {
  if (!(await isSpread(db))) await inClaimAcrossMerchants(db, (tx) => unclaim(tx, { token }));
}

/** Whoever has locked a job must not keep the worker from its next claim. */
const unclaim = prepared<{ token: string }>()(
  (_db, p) => sql`
    WITH mine AS (
      SELECT merchant_id, job_id FROM jobs WHERE state = 'running' AND lease_token = ${p.token} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE jobs j SET state = 'due', attempts = j.attempts - 1, lease_until = NULL, lease_token = NULL
    FROM mine WHERE j.merchant_id = mine.merchant_id AND j.job_id = mine.job_id`,
);

type Claimed = { most: number; prompt: number; token: string };

// A CTE, because the planner may run an `IN (SELECT … LIMIT)` twice.
const claiming = (picked: RawBuilder<unknown>, p: Pick<Claimed, 'token'>, of = sql``) => sql<JobRow>`
    WITH ${picked}
    UPDATE jobs j SET state = 'running', attempts = j.attempts + 1, lease_until = now() + ${lease}, lease_token = ${p.token}
    FROM pick WHERE j.merchant_id = pick.merchant_id AND j.job_id = pick.job_id ${of} RETURNING j.*`;

// LIMIT looks each merchant up. Otherwise the planner, which does not see how few rows are wanted, reads the states of all merchants.
const isDue = sql`state = 'due' AND due_at <= now()
        AND (SELECT true FROM merchant_states s WHERE s.merchant_id = d.merchant_id AND s.draining_until > now() LIMIT 1) IS NULL`;

const claim = prepared<Claimed>()((_db, p) =>
  claiming(
    sql`prompt AS (
      SELECT merchant_id, job_id FROM jobs d WHERE ${isDue} AND ${isPrompt}
      ORDER BY due_at LIMIT ${p.prompt} FOR NO KEY UPDATE OF d SKIP LOCKED),
    longest AS (
      SELECT merchant_id, job_id FROM jobs d WHERE ${isDue} AND NOT EXISTS (SELECT FROM prompt WHERE prompt.job_id = d.job_id)
      ORDER BY due_at LIMIT ${p.most} - (SELECT count(*) FROM prompt) FOR NO KEY UPDATE OF d SKIP LOCKED),
    pick AS (SELECT * FROM prompt UNION ALL SELECT * FROM longest)`,
    p,
  ),
);

// The same for a cluster: Citus locks no rows by a statement whose subquery with a LIMIT names no merchant.
const isDueThere = sql`state = 'due' AND due_at <= now()
        AND NOT EXISTS (SELECT FROM merchant_states s WHERE s.merchant_id = d.merchant_id AND s.draining_until > now())`;

type ClaimedOf = { merchantId: string; most: number; token: string };

const ofMerchant = (p: { merchantId: string }) => (alias: string) =>
  sql`AND ${sql.ref(`${alias}.merchant_id`)} = ${p.merchantId}`;

const picking = (p: ClaimedOf, which: RawBuilder<unknown>) =>
  claiming(
    sql`pick AS (
      SELECT merchant_id, job_id FROM jobs d WHERE ${isDueThere} ${ofMerchant(p)('d')} ${which}
      ORDER BY due_at LIMIT ${p.most} FOR NO KEY UPDATE OF d SKIP LOCKED)`,
    p,
    ofMerchant(p)('j'),
  );

const claimPromptOf = prepared<ClaimedOf>()((_db, p) => picking(p, sql`AND ${isPrompt}`));

const claimLongestOf = prepared<ClaimedOf>()((_db, p) => picking(p, sql``));

/** Two plain statements, each of which Citus sends to one node as it is. */
async function claimOf(tx: Tx, { prompt, most, ...of }: Claimed & ClaimedOf): Promise<readonly JobRow[]> {
  const first = prompt === 0 ? [] : await claimPromptOf(tx, { ...of, most: prompt });
  const others = first.length < most ? await claimLongestOf(tx, { ...of, most: most - first.length }) : [];
  return [...first, ...others];
}

const ofOthers = (p: { resting: readonly string[] }) =>
  sql`NOT merchant_id = ANY (${p.resting}::uuid[]) AND ${isDueThere}`;

/** Those with prompt jobs and those whose jobs have been due the longest, who are not drained. */
const findDueMerchants = prepared<{ resting: readonly string[] }>()(
  (_db, p) => sql<{ merchant_id: string }>`
    SELECT merchant_id FROM (
      (SELECT merchant_id, due_at, 0 AS rank FROM jobs d WHERE ${ofOthers(p)} AND ${isPrompt} ORDER BY due_at LIMIT 128)
      UNION ALL (SELECT merchant_id, due_at, 1 FROM jobs d WHERE ${ofOthers(p)} ORDER BY due_at LIMIT 256)) first
    GROUP BY merchant_id ORDER BY min(rank), min(due_at)`,
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

import { deliveryStandingAcrossMerchants } from '../../domain/notices/deliveries/standing-queries.ts';
import { countUnresolvedCasesAcrossMerchants } from '../../domain/reconciliation/cases/standing-queries.ts';
import type { Mode } from '../../engine/principal.ts';
import { monotonicMs, now } from '../../platform/clock.ts';
import type { Databases, Db, PlatformDb } from '../../platform/db/database.ts';
import {
  countFailedDailyJobs,
  failedJobsAcrossMerchants,
  lastFindings,
  lateJobsAcrossMerchants,
  oldestPlatformTransactionSeconds,
  oldestTransactionSeconds,
} from '../../platform/jobs/standing.ts';
import type { Reading } from '../../platform/telemetry/gauges.ts';

/** However many ask for metrics, the database is asked no more often. */
const freshMs = 10_000;
/** Older answers are not shown: nobody takes them for the present. */
const staleMs = 60_000;
/** How long one who asks for metrics waits for the database. Prometheus gives up after ten seconds. */
const patienceMs = 1000;

type Parts = Pick<Databases, 'sandbox' | 'live' | 'platform'>;

/** Gauges that only the database knows: what waits in it, and what has failed. */
export type Standing = { readonly readings: () => Promise<readonly Reading[]> };

/**
 * Asks the database when somebody asks for metrics, at most every ten seconds and never twice at once. A database that does not answer
 * holds nobody up for longer than a second: then the answers of the last minute are shown, and after that none.
 *
 * @param dailyKinds the daily jobs that this release runs; of others no failure counts
 *
 * Decision 0109.
 */
export function createStanding(databases: Parts, dailyKinds: readonly string[]): Standing {
  let answers: { readonly readings: readonly Reading[]; readonly atMs: number } | undefined;
  let isUp = false;
  let asking: Promise<void> | undefined;

  function ask(): Promise<void> {
    asking ??= askOnce().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function askOnce(): Promise<void> {
    try {
      answers = { readings: await askAll(databases, dailyKinds), atMs: monotonicMs() };
      isUp = true;
    } catch {
      answers = undefined;
      isUp = false;
    }
  }

  return {
    async readings() {
      const isFresh = answers !== undefined && monotonicMs() - answers.atMs < freshMs;
      const inTime = isFresh || (await within(patienceMs, ask()));
      const shown = answers !== undefined && monotonicMs() - answers.atMs < staleMs ? answers.readings : [];
      return [...shown, { name: 'database_up', value: inTime && isUp ? 1 : 0 }];
    },
  };
}

/** False if it is not over in time. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function askAll(
  { live, sandbox, platform }: Parts,
  dailyKinds: readonly string[],
): Promise<readonly Reading[]> {
  const [ofLive, ofSandbox, ofPlatform] = await Promise.all([
    askMode('live', live),
    askMode('sandbox', sandbox),
    askPlatform(platform, dailyKinds),
  ]);
  return [...ofLive, ...ofSandbox, ...ofPlatform];
}

/** One question after the other, on one connection at a time. */
async function askMode(mode: Mode, db: Db): Promise<readonly Reading[]> {
  const jobs = await lateJobsAcrossMerchants(db);
  const failed = await failedJobsAcrossMerchants(db);
  const deliveries = await deliveryStandingAcrossMerchants(db);
  const cases = await countUnresolvedCasesAcrossMerchants(db);
  const transaction = await oldestTransactionSeconds(db);
  const labels = { mode };
  return [
    { name: 'jobs_due', labels, value: jobs.count },
    { name: 'jobs_oldest_due_seconds', labels, value: secondsSince(jobs.oldest) },
    { name: 'jobs_failed', labels, value: failed.reduce((sum, { count }) => sum + count, 0) },
    { name: 'webhook_deliveries_due', labels, value: deliveries.late },
    { name: 'webhook_oldest_due_seconds', labels, value: secondsSince(deliveries.oldest) },
    { name: 'webhook_receivers_failing', labels, value: deliveries.failing },
    { name: 'reconciliation_cases_open', labels, value: cases },
    { name: 'db_transaction_oldest_seconds', labels: { instance: mode }, value: transaction },
  ];
}

async function askPlatform(platform: PlatformDb, dailyKinds: readonly string[]): Promise<readonly Reading[]> {
  const failed = await countFailedDailyJobs(platform, dailyKinds);
  const findings = await lastFindings(platform, 'ledger.audit');
  const transaction = await oldestPlatformTransactionSeconds(platform);
  return [
    { name: 'jobs_failed', labels: { mode: 'platform' }, value: failed },
    ...(findings === undefined ? [] : [{ name: 'ledger_audit_rows', value: findings } as const]),
    { name: 'db_transaction_oldest_seconds', labels: { instance: 'platform' }, value: transaction },
  ];
}

function secondsSince(oldest: Date | null): number {
  return oldest === null ? 0 : Math.max(0, (now().getTime() - oldest.getTime()) / 1000);
}

import { countUndecidedAcrossMerchants } from '../../domain/money/gateways/undecided-queries.ts';
import { deliveryStandingAcrossMerchants } from '../../domain/notices/deliveries/standing-queries.ts';
import { mailsStalledSinceAcrossMerchants } from '../../domain/people/mail/queries.ts';
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
  oldestPutOffAcrossMerchants,
  oldestTransactionSeconds,
} from '../../platform/jobs/standing.ts';
import type { Reading } from '../../platform/telemetry/gauges.ts';

/** However many ask for metrics, the database is asked no more often. */
const freshMs = 10_000;
/** Of a younger answer the database counts as up, though it has not answered this question yet. */
const recentMs = 30_000;
/** Older answers are not shown: nobody takes them for the present. */
const staleMs = 60_000;
/** How long one who asks for metrics waits for the database. Prometheus gives up after ten seconds. */
const patienceMs = 1000;

type Parts = Pick<Databases, 'sandbox' | 'live' | 'platform'>;

type Asked = {
  /** The daily jobs that this release runs; of others no failure counts. */
  readonly dailyKinds: readonly string[];
  readonly keepsMails: boolean;
};

/** Gauges that only the database knows: what waits in it, and what has failed. */
export type Standing = { readonly readings: () => Promise<readonly Reading[]> };

/**
 * Asks the database when somebody asks for metrics, at most every ten seconds and never twice at once. A database that does not answer
 * holds nobody up for longer than a second: then the answers of the last minute are shown, and after that none. It counts as up for half
 * of that time, because all questions together may take some seconds although it is well.
 *
 * Decision 0109.
 */
export function createStanding(databases: Parts, asked: Asked): Standing {
  let answers: { readonly readings: readonly Reading[]; readonly atMs: number } | undefined;
  let asking: Promise<void> | undefined;

  function ask(): Promise<void> {
    asking ??= askOnce().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function askOnce(): Promise<void> {
    try {
      answers = { readings: await askAll(databases, asked), atMs: monotonicMs() };
    } catch {
      answers = undefined;
    }
  }

  const isYoungerThan = (ms: number) => answers !== undefined && monotonicMs() - answers.atMs < ms;

  return {
    async readings() {
      if (!isYoungerThan(freshMs)) await atMost(patienceMs, ask());
      const shown = answers !== undefined && isYoungerThan(staleMs) ? answers.readings : [];
      return [...shown, { name: 'database_up', value: isYoungerThan(recentMs) ? 1 : 0 }];
    },
  };
}

/** Waits until it is over, but no longer than that. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function askAll({ live, sandbox, platform }: Parts, asked: Asked): Promise<readonly Reading[]> {
  const [ofLive, ofSandbox, ofPlatform] = await Promise.all([
    askMode('live', live),
    askMode('sandbox', sandbox),
    askPlatform(platform, asked),
  ]);
  return [...ofLive, ...ofSandbox, ...ofPlatform];
}

/** One question after the other, on one connection at a time. */
async function askMode(mode: Mode, db: Db): Promise<readonly Reading[]> {
  const jobs = await lateJobsAcrossMerchants(db);
  const putOff = await oldestPutOffAcrossMerchants(db);
  const failed = await failedJobsAcrossMerchants(db);
  const deliveries = await deliveryStandingAcrossMerchants(db);
  const cases = await countUnresolvedCasesAcrossMerchants(db);
  const undecided = await countUndecidedAcrossMerchants(db);
  const transaction = await oldestTransactionSeconds(db);
  const labels = { mode };
  return [
    { name: 'jobs_due', labels, value: jobs.count },
    { name: 'jobs_oldest_due_seconds', labels, value: secondsSince(jobs.oldest) },
    { name: 'jobs_oldest_put_off_seconds', labels, value: secondsSince(putOff) },
    { name: 'jobs_failed', labels, value: failed.reduce((sum, { count }) => sum + count, 0) },
    { name: 'webhook_deliveries_due', labels, value: deliveries.late },
    { name: 'webhook_oldest_due_seconds', labels, value: secondsSince(deliveries.oldest) },
    { name: 'webhook_receivers_failing', labels, value: deliveries.failing },
    { name: 'reconciliation_cases_open', labels, value: cases },
    ...Object.entries(undecided).map(([what, value]): Reading => {
      return { name: 'money_undecided', labels: { mode, what }, value };
    }),
    { name: 'db_transaction_oldest_seconds', labels: { instance: mode }, value: transaction },
  ];
}

async function askPlatform(
  platform: PlatformDb,
  { dailyKinds, keepsMails }: Asked,
): Promise<readonly Reading[]> {
  const failed = await countFailedDailyJobs(platform, dailyKinds);
  const findings = await lastFindings(platform, 'ledger.audit');
  const stalled = keepsMails ? undefined : await mailsStalledSinceAcrossMerchants(platform);
  const transaction = await oldestPlatformTransactionSeconds(platform);
  return [
    { name: 'jobs_failed', labels: { mode: 'platform' }, value: failed },
    ...(findings === undefined ? [] : [{ name: 'ledger_audit_rows', value: findings } as const]),
    ...(stalled === undefined
      ? []
      : [{ name: 'mail_stalled_seconds', value: secondsSince(stalled) } as const]),
    { name: 'db_transaction_oldest_seconds', labels: { instance: 'platform' }, value: transaction },
  ];
}

function secondsSince(oldest: Date | null): number {
  return oldest === null ? 0 : Math.max(0, (now().getTime() - oldest.getTime()) / 1000);
}

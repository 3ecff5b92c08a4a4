import { setTimeout as delay } from 'node:timers/promises';
import { troubleOf } from '../domain/money/gateways/asking.ts';
import type { Rail } from '../domain/money/gateways/rail.ts';
import { AuditUnfinished } from '../domain/money/ledger/audit/findings.ts';
import { createDeliverer } from '../domain/notices/deliveries/deliver.ts';
import { createSettingsRecorder } from '../domain/notices/endpoints/record-settings-changes.ts';
import { createMailer } from '../domain/people/mail/mailer.ts';
import type { Context } from '../engine/context.ts';
import { createJobRunner } from '../engine/jobs/run-job.ts';
import type { Mode } from '../engine/principal.ts';
import type { PlatformDb } from '../platform/db/database.ts';
import { FailedAfterFindings, startSchedule } from '../platform/jobs/schedule.ts';
import { createWorker } from '../platform/jobs/worker.ts';
import type { Log } from '../platform/log.ts';
import { createMail } from '../platform/mail.ts';
import { dailyJobs, dailyKinds, dailyRailJobs } from './job-handlers.ts';

export type Worker = { readonly stop: () => Promise<void> };

type Parts = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly rails: Readonly<Record<Mode, readonly Rail[]>>;
  readonly platform: PlatformDb;
  readonly log: Log;
  /** Absent: mails are only kept. */
  readonly mail?: MailServer | undefined;
  /** From which hour of the day (UTC) statements are compared. */
  readonly reconcileHour?: number | undefined;
};

export type MailServer = { readonly url: string; readonly from: string };

/** Starts the workers for jobs, deliveries and settings events of each mode, live first, the daily schedule, and the mailer. */
export async function startWorkers(parts: Parts): Promise<Worker[]> {
  const { contexts, rails, platform, log, mail, reconcileHour = 0 } = parts;
  const mailing = mail ? [await startMailer(platform, log, mail)] : [];
  const both = [contexts.live, contexts.sandbox];
  const loops = both.flatMap((ctx) => [
    createWorker({ db: ctx.db, run: createJobRunner(ctx), log: ctx.log }),
    createDeliverer({ ctx }),
    createSettingsRecorder(ctx),
  ]);
  for (const loop of loops) loop.start();
  const runDaily = async (kind: string, signal: AbortSignal) => {
    const job = isOf(dailyJobs, kind) ? dailyJobs[kind] : undefined;
    const perMode = both.map((ctx) => async () => {
      const found = await job?.(ctx, signal);
      if (isOf(dailyRailJobs, kind)) await dailyRailJobs[kind](ctx, signal, rails[ctx.mode]);
      return found;
    });
    return await inEachMode(perMode, signal);
  };
  const hours = { 'reconciliation.run': reconcileHour } satisfies Partial<
    Record<keyof typeof dailyRailJobs, number>
  >;
  const schedule = startSchedule({ platform, kinds: dailyKinds, hours, run: runDaily, log });
  const ticking = [...rails.live, ...rails.sandbox].map((rail) => startTicks(rail, { log }));
  return [...loops, schedule, ...ticking, ...mailing];
}

/**
 * Runs a daily job in one mode after the other. What fails in one keeps the other from nothing. If the process stops before the last
 * mode has begun, the job has failed and runs again.
 *
 * @returns how many faults were found in all; undefined if nobody looked for any
 * @throws FailedAfterFindings something failed, after faults were found; else the error, or both of them
 */
export async function inEachMode(
  perMode: readonly (() => Promise<number | void>)[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const counts: number[] = [];
  // A set, since both may fail with the same reason of the signal.
  const errors = new Set<unknown>();
  for (const run of perMode) {
    try {
      signal.throwIfAborted();
      const found = await run();
      if (typeof found === 'number') counts.push(found);
    } catch (error) {
      if (error instanceof AuditUnfinished) counts.push(error.findings.length);
      errors.add(error);
    }
  }
  const findings = counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
  const [first, ...others] = errors;
  if (errors.size === 0) return findings;
  const error = others.length === 0 ? first : new AggregateError(errors, [...errors].map(String).join(' '));
  throw findings ? new FailedAfterFindings(findings, error) : error;
}

const tickMs = 15_000;

/**
 * Lets a connection to a provider do what no call and no job waits for, such as the reversal of a charge whose answer was lost. One
 * tick ends before the next begins; an error is logged, and the next tick tries again.
 */
export function startTicks(
  { name, tick }: Rail,
  { log, everyMs = tickMs }: { readonly log: Log; readonly everyMs?: number },
): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = tick ? tickUntil(signal, { name, log, everyMs, tick }) : Promise.resolve();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

type Ticking = {
  readonly name: string;
  readonly log: Log;
  readonly everyMs: number;
  readonly tick: NonNullable<Rail['tick']>;
};

async function tickUntil(signal: AbortSignal, { name, log, everyMs, tick }: Ticking): Promise<void> {
  while (!signal.aborted) {
    try {
      await tick(signal);
    } catch (error) {
      log.error({ err: troubleOf(error), gateway: name }, 'the connection to a gateway failed');
    }
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

async function startMailer(platform: PlatformDb, log: Log, { url, from }: MailServer): Promise<Worker> {
  const { send, close } = await createMail(url, from);
  const mailer = createMailer({ platform, log, send });
  mailer.start();
  return {
    stop: async () => {
      await mailer.stop();
      close();
    },
  };
}

function isOf<Jobs extends object>(jobs: Jobs, kind: string): kind is keyof Jobs & string {
  return kind in jobs;
}

import { once as onceOf } from 'node:events';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inEachMode } from '../../../../src/app/workers.ts';
import { AuditUnfinished } from '../../../../src/domain/money/ledger/audit/findings.ts';
import { setClock } from '../../../../src/platform/clock.ts';
import { FailedAfterFindings, runDailyJobs, startSchedule } from '../../../../src/platform/jobs/schedule.ts';
import { lastFindings } from '../../../../src/platform/jobs/standing.ts';
import { holdTimers, really } from '../../../support/checks/held-timers.ts';
import { aLog, aQueue, silent } from './queued.ts';

const queue = aQueue();

const daily = (run: (kind: string, signal: AbortSignal) => Promise<number | void>) => ({
  platform: queue.platform,
  kinds: ['ledger.audit', 'events.forget'],
  run,
  log: silent,
});

/** Begins the open jobs in a process that stops during the first of them. */
async function runAndStop(log = silent): Promise<void> {
  const stopping = new AbortController();
  const run = async (_kind: string, signal: AbortSignal) => {
    stopping.abort(new Error('the process stops'));
    await Promise.resolve();
    signal.throwIfAborted();
  };
  await runDailyJobs({ ...daily(run), log }, stopping.signal);
}

/** Calls `then` after `begin` has begun to claim a job, and before it has. */
async function whileClaiming(begin: () => Promise<void>, then: () => void): Promise<void> {
  const holder = new Client({ connectionString: queue.url });
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(1);
    CREATE FUNCTION platform.wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
    CREATE TRIGGER wait BEFORE UPDATE ON platform.jobs FOR EACH ROW EXECUTE FUNCTION platform.wait()`);
  const begun = begin();
  await really(async () => (await holder.query(waitsForLock)).rowCount === 1);
  then();
  await holder.query('SELECT pg_advisory_unlock(1)');
  await begun;
  await holder.query('DROP FUNCTION platform.wait CASCADE');
  await holder.end();
}

const waitsForLock = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const fails = () => Promise.reject(new Error('no luck'));

/** An audit that has found a fault, and could not look at everything. */
const breaksOff = () => {
  const finding = { rule: 'zero_sum', what: 'a journal' };
  return Promise.reject(new AuditUnfinished({ what: 'journals', done: 1 }, [finding as never], 'no luck'));
};

describe('daily jobs', () => {
  test('run once a day across any number of processes', async () => {
    const ran: string[] = [];
    const once = daily(async (kind) => {
      ran.push(kind);
    });

    await Promise.all([runDailyJobs(once), runDailyJobs(once), runDailyJobs(once)]);
    await runDailyJobs(once);

    expect(ran.toSorted()).toEqual(['events.forget', 'ledger.audit']);
  });

  test('end early when their process stops, and are due again at once', async () => {
    const { log, lines } = aLog();

    await runAndStop(log);

    // A stop is no fault.
    expect(lines()).toMatchObject([
      { level: 'info', kind: 'ledger.audit', msg: 'a daily job was stopped and will run again' },
    ]);
    expect(
      await queue.asOwner(
        'SELECT kind, state, attempts, due_at <= now() AS is_due FROM platform.jobs ORDER BY kind',
      ),
    ).toEqual([
      { kind: 'events.forget', state: 'due', attempts: 0, is_due: true },
      { kind: 'ledger.audit', state: 'due', attempts: 0, is_due: true },
    ]);
  });

  test('run in the end, and in the given order, however often their process stopped', async () => {
    const ran: string[] = [];
    for (let stops = 0; stops < 11; stops += 1) await runAndStop();

    await runDailyJobs(daily(async (kind) => void ran.push(kind)));

    expect(ran).toEqual(['ledger.audit', 'events.forget']);
  });

  test('run in the given order', async () => {
    const ran: string[] = [];

    await runDailyJobs(daily(async (kind) => void ran.push(kind)));

    expect(ran).toEqual(['ledger.audit', 'events.forget']);
  });

  test('of an hour wait for it, and the others do not', async () => {
    const ran: string[] = [];
    // An hour that has not come on any day, whenever this runs.
    const hours = { 'ledger.audit': 24 };
    const late = { ...daily(async (kind) => void ran.push(kind)), hours };

    await Promise.all([runDailyJobs(late), runDailyJobs(late)]);
    const before = [...ran];
    await queue.asOwner(`UPDATE platform.jobs SET due_at = due_at - interval '24 hours'`);
    await Promise.all([runDailyJobs(late), runDailyJobs(late)]);

    expect(before).toEqual(['events.forget']);
    expect(ran).toEqual(['events.forget', 'ledger.audit']);
  });

  test('of an earlier day are skipped, and have failed if they were begun', async () => {
    const { log, lines } = aLog();
    const ran: string[] = [];
    await queue.asOwner(
      `INSERT INTO platform.jobs (kind, key, state, attempts, last_error, findings, due_at, lease_until, lease_token) VALUES
         ('ledger.audit', '2026-01-01', 'due', 0, NULL, NULL, '2026-01-01', NULL, NULL),
         ('ledger.audit', '2026-01-02', 'due', 1, 'no luck', NULL, '2026-01-02', NULL, NULL),
         ('ledger.audit', '2026-01-03', 'running', 2, 'no luck', NULL, '2026-01-03', '2026-01-03', gen_random_uuid()),
         ('ledger.audit', '2026-01-04', 'due', 0, NULL, 3, '2026-01-04', NULL, NULL)`,
    );

    await runDailyJobs({ ...daily(async (kind) => void ran.push(kind)), log });

    expect(ran).toEqual(['ledger.audit', 'events.forget']);
    expect(new Set(lines().map(({ day }) => day))).toEqual(
      new Set(['2026-01-02', '2026-01-03', '2026-01-04']),
    );
    expect(
      await queue.asOwner(
        `SELECT key, state, last_error FROM platform.jobs WHERE key < '2026-02-01' ORDER BY key`,
      ),
    ).toEqual([
      { key: '2026-01-02', state: 'failed', last_error: 'no luck' },
      { key: '2026-01-03', state: 'failed', last_error: 'the process was lost' },
      { key: '2026-01-04', state: 'failed', last_error: null },
    ]);
  });

  test('run again after a failure, and after their process was lost', async () => {
    await runDailyJobs(daily(() => Promise.reject(new Error('no luck'))));
    await queue.asOwner(`UPDATE platform.jobs SET due_at = now() WHERE kind = 'ledger.audit'`);
    await queue.asOwner(
      `UPDATE platform.jobs SET due_at = now(), state = 'running', lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE kind = 'events.forget'`,
    );
    const ran: string[] = [];

    await runDailyJobs(daily(async (kind) => void ran.push(kind)));

    expect(ran.toSorted()).toEqual(['events.forget', 'ledger.audit']);
    expect(await queue.asOwner('SELECT DISTINCT state, attempts FROM platform.jobs')).toEqual([
      { state: 'done', attempts: 2 },
    ]);
  });

  test('keep the faults that they have found, although they failed afterwards', async () => {
    await runDailyJobs(daily(async () => 0));
    await queue.asOwner(`UPDATE platform.jobs SET key = '2026-01-01'`);

    await runDailyJobs(daily(() => Promise.reject(new FailedAfterFindings(3, new Error('no luck')))));

    expect(await lastFindings(queue.platform, 'ledger.audit')).toBe(3);
    await queue.asOwner('UPDATE platform.jobs SET due_at = now()');
    await runDailyJobs(daily(() => Promise.reject(new Error('no luck at all'))));
    expect(await lastFindings(queue.platform, 'ledger.audit')).toBe(3);
    await queue.asOwner('UPDATE platform.jobs SET due_at = now()');
    await runDailyJobs(daily(async () => 0));
    expect(await lastFindings(queue.platform, 'ledger.audit')).toBe(0);
  });

  test('look at each mode, although one fails, and say then what was found in the others', async () => {
    const ran: string[] = [];
    const finds = (mode: string, found: number) => async () => {
      ran.push(mode);
      return found;
    };
    const { signal } = new AbortController();
    await expect(inEachMode([fails, finds('sandbox', 2)], signal)).rejects.toMatchObject({ findings: 2 });
    await expect(inEachMode([finds('live', 0), fails], signal)).rejects.toThrow(/^no luck$/);
    await expect(inEachMode([breaksOff, finds('sandbox', 0)], signal)).rejects.toMatchObject({ findings: 1 });
    await expect(inEachMode([fails, fails], signal)).rejects.toMatchObject({ errors: { length: 2 } });
    expect(await inEachMode([finds('live', 1), finds('sandbox', 2)], signal)).toBe(3);
    expect(await inEachMode([async () => undefined], signal)).toBeUndefined();
    expect(ran).toEqual(['sandbox', 'live', 'sandbox', 'live', 'sandbox']);
  });

  test('fail if their process stops before they have begun in each mode', async () => {
    const stopping = new AbortController();
    const ran: string[] = [];
    const stopsDuring = async () => {
      ran.push('live');
      stopping.abort(new Error('the process stops'));
      return 1;
    };
    const sandbox = async () => void ran.push('sandbox');

    const stopped = inEachMode([stopsDuring, sandbox], stopping.signal);

    await expect(stopped).rejects.toMatchObject({ findings: 1, message: 'the process stops' });
    await expect(inEachMode([sandbox], stopping.signal)).rejects.toThrow(/^the process stops$/);
    expect(ran).toEqual(['live']);
    // Nothing was left out.
    expect(await inEachMode([stopsDuring], new AbortController().signal)).toBe(1);
  });

  test('all run, although their process stopped while it claimed one', async () => {
    const ran: string[] = [];
    const once = daily(async (kind) => void ran.push(kind));
    const stopping = new AbortController();

    await whileClaiming(
      () => runDailyJobs(once, stopping.signal),
      () => stopping.abort(new Error('the process stops')),
    );
    const before = [...ran];
    await runDailyJobs(once);

    expect(before).toEqual([]);
    expect(ran).toEqual(['ledger.audit', 'events.forget']);
    expect(await queue.asOwner('SELECT DISTINCT state, attempts FROM platform.jobs')).toEqual([
      { state: 'done', attempts: 1 },
    ]);
  });

  test('fail for good if their process was lost in the tenth attempt', async () => {
    const { log, lines } = aLog();
    const ran: string[] = [];
    const noting = { ...daily(async (kind) => void ran.push(kind)), log };
    await runDailyJobs(noting);
    await queue.asOwner(
      `UPDATE platform.jobs SET state = 'running', lease_token = gen_random_uuid(), lease_until = now() - interval '1 second',
         attempts = CASE kind WHEN 'ledger.audit' THEN 10 ELSE 9 END`,
    );
    ran.length = 0;

    await runDailyJobs(noting);

    expect(ran).toEqual(['events.forget']);
    expect(lines()).toMatchObject([
      {
        level: 'error',
        kind: 'ledger.audit',
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        msg: 'a daily job has failed for good',
      },
    ]);
    expect(
      await queue.asOwner('SELECT kind, state, attempts, last_error FROM platform.jobs ORDER BY kind'),
    ).toEqual([
      { kind: 'events.forget', state: 'done', attempts: 10, last_error: null },
      { kind: 'ledger.audit', state: 'failed', attempts: 10, last_error: 'the process was lost' },
    ]);
  });

  test('keep their last attempt while its lease lasts', async () => {
    await runDailyJobs(daily(async () => undefined));
    await queue.asOwner(
      `UPDATE platform.jobs SET state = 'running', attempts = 10, lease_token = gen_random_uuid(), lease_until = now() + interval '40 seconds'`,
    );

    await runDailyJobs(daily(fails));

    expect(await queue.asOwner('SELECT DISTINCT state FROM platform.jobs')).toEqual([{ state: 'running' }]);
  });

  test('are forgotten after 90 days, also those that failed and of kinds that are gone', async () => {
    await queue.asOwner(
      `INSERT INTO platform.jobs (kind, key, state, created_at)
         SELECT kind, to_char(made, 'YYYY-MM-DD'), state, made
         FROM (VALUES ('events.forget', 'done', 91), ('events.forget', 'failed', 92), ('retired.kind', 'failed', 93),
           ('retired.kind', 'due', 94), ('events.forget', 'done', 88), ('retired.kind', 'failed', 89)) AS old (kind, state, days),
           LATERAL (SELECT now() - days * interval '1 day') AS at (made)`,
    );

    await runDailyJobs({ ...daily(async () => undefined), kinds: [] });

    expect(await queue.asOwner('SELECT kind, state FROM platform.jobs ORDER BY kind')).toEqual([
      { kind: 'events.forget', state: 'done' },
      { kind: 'retired.kind', state: 'failed' },
    ]);
  });

  test('are logged when they fail: again until the tenth attempt, then for good', async () => {
    const { log, lines } = aLog();
    const failing = { ...daily(() => Promise.reject(new Error('no luck'))), kinds: ['ledger.audit'], log };
    await runDailyJobs(failing);
    await queue.asOwner('UPDATE platform.jobs SET due_at = now(), attempts = 9');

    await runDailyJobs(failing);

    const about = { level: 'error', kind: 'ledger.audit', err: { message: 'no luck' } };
    expect(lines()).toMatchObject([
      { ...about, msg: 'a daily job failed and will run again' },
      { ...about, msg: 'a daily job has failed for good' },
    ]);
    expect(await queue.asOwner('SELECT state FROM platform.jobs')).toEqual([{ state: 'failed' }]);
  });

  test('keep their lease however long they run, and a failure to renew it is logged', async () => {
    holdTimers(['setInterval', 'clearInterval']);
    const { log, lines } = aLog();
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      begun.resolve();
      await gate.promise;
    };
    const running = runDailyJobs({ ...daily(run), kinds: ['ledger.audit'], log });
    await begun.promise;
    await queue.asOwner(`UPDATE platform.jobs SET lease_until = now() - interval '1 second'`);
    const isOurs = async () =>
      (await queue.asOwner('SELECT FROM platform.jobs WHERE lease_until > now()')).length === 1;

    vi.advanceTimersByTime(15_000);
    await really(isOurs);
    await queue.asOwner('ALTER TABLE platform.jobs RENAME TO jobs_away');
    vi.advanceTimersByTime(15_000);
    await really(() => lines().length > 0);
    await queue.asOwner('ALTER TABLE platform.jobs_away RENAME TO jobs');
    gate.resolve();
    await running;

    expect(lines()).toMatchObject([
      {
        level: 'warn',
        kind: 'ledger.audit',
        err: { message: expect.any(String) },
        msg: 'the lease of a daily job was not renewed',
      },
    ]);
    expect(await queue.asOwner('SELECT state FROM platform.jobs')).toEqual([{ state: 'done' }]);
  });
});

const beforeMidnight = Date.UTC(2030, 0, 1, 23, 59, 30);

/** Half a minute before midnight, with timers that stand still. */
function atHalfAMinuteToMidnight(): void {
  // Read before the timers stand still, since the clock is set back while they still do.
  const zeroMs = Date.now() - performance.now();
  holdTimers();
  setClock(beforeMidnight - performance.now(), 0);
  onTestFinished(() => setClock(zeroMs, 0));
}

/** Counts the runs. Each finds the day's job unmade, as on a new day. */
function aDay() {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  return { daily: { ...daily(run), kinds: ['ledger.audit'] }, runs: () => runs };
}

const isDone = async () =>
  (await queue.asOwner(`SELECT FROM platform.jobs WHERE state = 'done'`)).length === 1;
const forgetDay = async () => {
  await really(isDone);
  await queue.asOwner('TRUNCATE platform.jobs');
};

describe('the schedule of daily jobs', () => {
  test('runs them at once, at midnight and every minute', async () => {
    atHalfAMinuteToMidnight();
    const day = aDay();
    const schedule = startSchedule(day.daily);
    await forgetDay();

    vi.advanceTimersByTime(30_100);
    await forgetDay();
    vi.advanceTimersByTime(30_000);
    await really(isDone);

    expect(day.runs()).toBe(3);
    await schedule.stop();
  });

  test('runs the next day’s jobs when midnight comes during a run', async () => {
    atHalfAMinuteToMidnight();
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let runs = 0;
    const run = async () => {
      runs += 1;
      begun.resolve();
      await mayEnd.promise;
    };
    const schedule = startSchedule({ ...daily(run), kinds: ['ledger.audit'] });
    await begun.promise;

    vi.advanceTimersByTime(30_100);
    await queue.asOwner('TRUNCATE platform.jobs');
    mayEnd.resolve();
    await really(isDone);

    expect(runs).toBe(2);
    await schedule.stop();
  });

  test('does not look for the next day’s jobs before that day', async () => {
    atHalfAMinuteToMidnight();
    const schedule = startSchedule(aDay().daily);
    await forgetDay();

    vi.advanceTimersByTime(29_999);
    await schedule.stop();

    expect(await queue.asOwner('SELECT FROM platform.jobs')).toEqual([]);
  });

  test('tells the running job to end when it stops, waits for it, and begins no other', async () => {
    atHalfAMinuteToMidnight();
    const begun = Promise.withResolvers<void>();
    const ended: string[] = [];
    const schedule = startSchedule(
      daily(async (kind, signal) => {
        const aborted = onceOf(signal, 'abort');
        begun.resolve();
        await aborted;
        ended.push(kind);
      }),
    );
    await begun.promise;

    await schedule.stop();
    const stopped = await queue.asOwner('SELECT kind, state FROM platform.jobs ORDER BY kind');
    await queue.asOwner('TRUNCATE platform.jobs');
    // Midnight, then the end of the minute. One turn for both would also end the wait for a connection.
    for (const ms of [30_100, 30_000]) {
      vi.advanceTimersByTime(ms);
      await schedule.stop();
    }

    expect(ended).toEqual(['ledger.audit']);
    expect(stopped).toEqual([
      { kind: 'events.forget', state: 'due' },
      { kind: 'ledger.audit', state: 'done' },
    ]);
    expect(await queue.asOwner('SELECT FROM platform.jobs')).toEqual([]);
  });

  test('goes on after the database was away, and says so', async () => {
    holdTimers(['setInterval', 'clearInterval']);
    const { log, lines } = aLog();
    const day = aDay();
    await queue.asOwner('ALTER TABLE platform.jobs RENAME TO jobs_away');
    const schedule = startSchedule({ ...day.daily, log });
    await really(() => lines().length > 0);
    await queue.asOwner('ALTER TABLE platform.jobs_away RENAME TO jobs');

    vi.advanceTimersByTime(60_000);
    await really(isDone);
    await schedule.stop();

    expect(day.runs()).toBe(1);
    expect(lines()).toMatchObject([{ level: 'warn', msg: 'the daily jobs could not be read' }]);
  });
});

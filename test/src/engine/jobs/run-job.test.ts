import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { moveClock } from '../../../../src/domain/merchants/sandbox/queries.ts';
import type { Act, Context, Job, JobHandlers, JobPayloads } from '../../../../src/engine/context.ts';
import { cancel, enqueue } from '../../../../src/engine/jobs/enqueue.ts';
import { createJobRunner, drainJobs } from '../../../../src/engine/jobs/run-job.ts';
import { type MerchantId, merchantId } from '../../../../src/engine/principal.ts';
import { setClock } from '../../../../src/platform/clock.ts';
import { DatabaseUnavailable } from '../../../../src/platform/db/driver/violations.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { claimNextJob } from '../../../../src/platform/jobs/draining.ts';
import { runJob } from '../../../../src/platform/jobs/run-claimed.ts';
import { holdTimers } from '../../../support/checks/held-timers.ts';
import { aContext, acting } from '../../../support/receivers/event-context.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let plain: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  plain = aContext(database.databases);
});
afterAll(() => database.close());

const hourMs = 3_600_000;

type Expire = JobPayloads['checkout.expire'];

/** A context in which the job `checkout.expire` is this handler. */
function contextWhere(handler: JobHandlers['checkout.expire']): Context {
  return { ...plain, jobs: { ...plain.jobs, 'checkout.expire': handler } };
}

async function aMerchantAhead(clockOffsetMs: number): Promise<MerchantId> {
  const merchant = merchantId(newId());
  await acting(plain, merchant, ({ tx }) =>
    tx
      .insertInto('merchant_states')
      .values({ merchant_id: merchant, clock_offset_ms: BigInt(clockOffsetMs) })
      .execute(),
  );
  return merchant;
}

function queue(merchant: MerchantId, at?: Date): Promise<void> {
  const payload = { checkoutId: newId() };
  return acting(plain, merchant, (act) =>
    enqueue(act, 'checkout.expire', { key: newId(), payload, ...(at && { at }) }),
  );
}

/** Writes a row, which is rolled back with its transaction. */
async function note({ tx, merchant }: Act): Promise<void> {
  const about = { resource: 'checkouts', resource_id: newId(), from_status: 'pending', to_status: 'expired' };
  await tx
    .insertInto('status_changes')
    .values({ merchant_id: merchant.id, id: newId(), created_at: new Date(), ...about })
    .execute();
}

async function notesOf(merchant: MerchantId): Promise<number> {
  const rows = await plain.db
    .selectFrom('status_changes')
    .select('id')
    .where('merchant_id', '=', merchant)
    .execute();
  return rows.length;
}

function jobsOf(merchant: MerchantId) {
  return plain.db.selectFrom('jobs').selectAll().where('merchant_id', '=', merchant).execute();
}

/** In seconds, of the merchant's only job. */
async function leftOfLease(merchant: MerchantId): Promise<number> {
  const [row] = await database.asOwner(
    'SELECT extract(epoch FROM lease_until - now())::float8 AS seconds FROM sandbox.jobs WHERE merchant_id = $1',
    [merchant],
  );
  return Number(row?.['seconds']);
}

async function claimed(merchant: MerchantId) {
  const job = await claimNextJob(plain.db, merchant, new Date(Date.now() + 60_000));
  if (!job) throw new Error('nothing is due');
  return job;
}

describe('a job', () => {
  it('takes effect and is deleted in one transaction', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);

    await createJobRunner(contextWhere(note))(await claimed(merchant));

    expect(await notesOf(merchant)).toBe(1);
    expect(await jobsOf(merchant)).toEqual([]);
  });

  it('stays in the queue when it fails, without any effect', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const context = contextWhere(async (act) => {
      await note(act);
      throw new Error('trouble');
    });

    await expect(createJobRunner(context)(await claimed(merchant))).rejects.toThrow('trouble');

    expect(await notesOf(merchant)).toBe(0);
    expect(await jobsOf(merchant)).toMatchObject([{ state: 'running', attempts: 1 }]);
  });

  it('takes effect once when two workers run it', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const job = await claimed(merchant);
    const run = createJobRunner(contextWhere(note));

    const ends = await Promise.allSettled([run(job), run(job)]);

    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await notesOf(merchant)).toBe(1);
  });

  it('sees no time before the one for which it was due, in a process whose clock is behind PostgreSQL’s', async () => {
    const merchant = await aMerchantAhead(hourMs);
    await queue(merchant);
    const [row] = await jobsOf(merchant);
    const job = await claimed(merchant);
    const seen: unknown[] = [];
    const zeroMs = Date.now() - performance.now();
    onTestFinished(() => setClock(zeroMs, 0));

    setClock(zeroMs - 60_000, 0);
    const run = createJobRunner(contextWhere(async (act) => void seen.push(act.merchant.at?.getTime())));
    await run({ ...job, turned: false });

    expect(seen).toEqual([(row?.due_at.getTime() ?? 0) + hourMs]);
  });

  it('may enqueue itself again under the same key', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const job = await claimed(merchant);
    const again: Job<Expire> = (act, payload) =>
      enqueue(act, 'checkout.expire', { key: job.key, payload, at: new Date(Date.now() + hourMs) });

    await createJobRunner(contextWhere(again))(job);

    expect(await jobsOf(merchant)).toMatchObject([{ key: job.key, state: 'due', payload: job.payload }]);
  });

  it('with phases asks another system while no transaction is open, then stores the answer', async () => {
    const merchant = await aMerchantAhead(hourMs);
    await queue(merchant);
    const seen: unknown[] = [];
    const context = contextWhere({
      ask: async (_ctx, { clockOffsetMs }, { checkoutId }) => {
        const { rows } = await sql<{ open: string }>`SELECT count(*) AS open FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`.execute(plain.db);
        seen.push(clockOffsetMs, Number(rows[0]?.open));
        return `answer about ${checkoutId}`;
      },
      finish: async (act, _payload, outcome) => {
        seen.push(outcome);
        await note(act);
      },
    });
    const job = await claimed(merchant);

    await createJobRunner(context)(job);

    expect(seen).toEqual([hourMs, 0, `answer about ${payloadOf(job.payload).checkoutId}`]);
    expect(await notesOf(merchant)).toBe(1);
  });

  it('with phases has no effect when it is cancelled while it asks', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const job = await claimed(merchant);
    const context = contextWhere({
      ask: () => acting(plain, merchant, (act) => cancel(act, 'checkout.expire', job.key)),
      finish: note,
    });

    await expect(createJobRunner(context)(job)).rejects.toThrow('lease');

    expect(await notesOf(merchant)).toBe(0);
  });

  it('can be cancelled during its last transaction without waiting for it, so that the two do not deadlock', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const job = await claimed(merchant);
    const context = contextWhere(async (act) => {
      await acting(plain, merchant, (other) => cancel(other, 'checkout.expire', job.key));
      await note(act);
    });

    await createJobRunner(context)(job);

    expect(await notesOf(merchant)).toBe(1);
    expect(await jobsOf(merchant)).toEqual([]);
  });

  it('keeps its lease while another system is slow to answer', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const job = await claimed(merchant);
    holdTimers(['setInterval', 'clearInterval']);
    const answer = Promise.withResolvers<void>();
    const run = createJobRunner(contextWhere({ ask: () => answer.promise, finish: note }))(job);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    await database.asOwner("UPDATE sandbox.jobs SET lease_until = now() + interval '1 second'");

    vi.advanceTimersByTime(15_000);

    await expect.poll(() => leftOfLease(merchant)).toBeGreaterThan(40);
    answer.resolve();
    await run;
    expect([await notesOf(merchant), vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('waits for a process that knows its kind, however often others claim it', async () => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const run = createJobRunner(plain);

    for (let claims = 0; claims < 12; claims += 1) {
      await runJob(
        { db: plain.db, run, log: plain.log },
        { ...(await claimed(merchant)), kind: 'unheard.of' },
      );
      await database.asOwner('UPDATE sandbox.jobs SET due_at = now()');
    }

    expect(await jobsOf(merchant)).toMatchObject([{ state: 'due', attempts: 0 }]);
  });

  it.each<[string, JobHandlers['checkout.expire']]>([
    ['does not answer', () => Promise.reject(new DatabaseUnavailable('it is away'))],
    [
      'gives up a statement that waits too long',
      async ({ tx }) => {
        await sql`SELECT set_config('statement_timeout', '5', true)`.execute(tx);
        await sql`SELECT pg_sleep(1)`.execute(tx);
      },
    ],
  ])('outlasts a database that %s, however often', async (_what, refused) => {
    const merchant = await aMerchantAhead(0);
    await queue(merchant);
    const run = createJobRunner(contextWhere(refused));

    for (let claims = 0; claims < 12; claims += 1) {
      await runJob({ db: plain.db, run, log: plain.log }, await claimed(merchant));
      await database.asOwner('UPDATE sandbox.jobs SET due_at = now()');
    }
    await createJobRunner(contextWhere(note))(await claimed(merchant));

    expect(await notesOf(merchant)).toBe(1);
  });
});

describe('the jobs of a turned clock', () => {
  it('run in the order of their due times, those that they enqueue included; each sees its own due time as now', async () => {
    const merchant = await aMerchantAhead(0);
    const begun = Date.now();
    const times = [3, 1, 2].map((hours) => new Date(begun + hours * hourMs));
    for (const at of times) await queue(merchant, at);
    await turnBy(merchant, 4 * hourMs);
    const seen: number[] = [];
    const context = contextWhere(async (act, payload) => {
      const now = act.ctx.now(act.merchant);
      seen.push(now.getTime() - begun);
      const isFirst = seen.length === 1;
      if (isFirst) {
        const at = new Date(now.getTime() + hourMs / 2);
        await enqueue(act, 'checkout.expire', { key: newId(), payload, at });
      }
    });

    const drained = await drainJobs(context, merchant);

    expect(seen).toEqual([1, 1.5, 2, 3].map((hours) => hours * hourMs));
    expect(drained).toMatchObject({ total: 4, more: false });
    expect(await jobsOf(merchant)).toEqual([]);
  });

  it.each([
    ['a worker had begun it when the clock was turned', 'begun'],
    ['a worker was asking another system when the clock was turned', 'asking'],
    ['a worker runs it later', 'later'],
  ] as const)('see their own due time as now even if %s', async (_, when) => {
    const merchant = await aMerchantAhead(0);
    const due = new Date(Date.now() - 1000);
    await queue(merchant, due);
    const begun = when === 'later' ? undefined : await claimed(merchant);
    if (when !== 'asking') await turnBy(merchant, 4 * hourMs);
    const job = begun ?? (await claimed(merchant));
    const seen: Date[] = [];
    const context = contextWhere({
      ask: async (ctx, asking) => {
        seen.push(ctx.now(asking));
        if (when === 'asking') await turnBy(merchant, 4 * hourMs);
      },
      finish: async (act) => void seen.push(act.ctx.now(act.merchant)),
    });

    await createJobRunner(context)({ ...job, turned: false });

    // The last one counts: a transaction that began with the old clock runs again.
    const [asked, finished] = [seen[0], seen.at(-1)];
    expect(finished).toEqual(due);
    // Before the turn real time was its time.
    expect(Math.abs(Number(asked) - Number(due))).toBeLessThan(60_000);
  });

  it('see their own due time although they failed, and a worker tries them again after another turn', async () => {
    const merchant = await aMerchantAhead(0);
    const begun = Date.now();
    await queue(merchant, new Date(begun + hourMs));
    await turnBy(merchant, 4 * hourMs);
    const seen: number[] = [];
    const context = contextWhere(async (act) => {
      seen.push(act.ctx.now(act.merchant).getTime() - begun);
      if (seen.length === 1) throw new DatabaseUnavailable('for a moment');
      if (seen.length === 2) throw new Error('not yet');
    });

    await drainJobs(context, merchant);
    await turnBy(merchant, hourMs);
    await drainJobs(context, merchant);
    await database.asOwner('UPDATE sandbox.jobs SET due_at = now()');
    await createJobRunner(context)({ ...(await claimed(merchant)), turned: false });

    expect(seen).toEqual([hourMs, hourMs, hourMs]);
    expect(await jobsOf(merchant)).toEqual([]);
  });

  it('see real time and the offset if they were enqueued after the turn', async () => {
    const merchant = await aMerchantAhead(0);
    await turnBy(merchant, 4 * hourMs);
    await queue(merchant);
    const seen: number[] = [];
    const context = contextWhere(async (act) => void seen.push(act.ctx.now(act.merchant).getTime()));

    await createJobRunner(context)({ ...(await claimed(merchant)), turned: false });

    expect(Math.abs((seen.at(-1) ?? 0) - Date.now() - 4 * hourMs)).toBeLessThan(60_000);
  });
});

function payloadOf(payload: unknown): Expire {
  return payload as Expire;
}

function turnBy(merchant: MerchantId, ms: number): Promise<unknown> {
  return acting(plain, merchant, ({ tx }) => moveClock(tx, merchant, ms));
}

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { reserveReleaseAt } from '../../../../../src/domain/money/fees/payment-fees.ts';
import { paymentCaptured, paymentSettled } from '../../../../../src/domain/money/ledger/accounts.ts';
import { post } from '../../../../../src/domain/money/ledger/post.ts';
import { recordBalances } from '../../../../../src/domain/money/ledger/record-balances.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import { createJobRunner } from '../../../../../src/engine/jobs/run-job.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { claimNextJob } from '../../../../../src/platform/jobs/draining.ts';
import type { Job } from '../../../../../src/platform/jobs/queue.ts';
import { aContext, acting, anApp, noJobs } from '../../../../support/receivers/event-context.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases, { jobs: { ...noJobs, 'ledger.tell-balances': recordBalances } });
});
afterAll(() => database.close());

/** 10.00 more to pay out. */
async function earn(
  merchant: MerchantId,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const payment = {
    id: newId(),
    amount: amountOf(100_000n),
    fee: 0n,
    reserve_amount: 0n,
    reserve_release_at: reserveReleaseAt(new Date()),
    currency: 'USD',
  } as const;
  await acting(ctx, merchant, async (act) => {
    await post(act, paymentCaptured(payment), paymentSettled(payment));
    await meanwhile();
  });
}

/** A worker takes the job, its minute over; it has done nothing yet. */
async function taken(merchant: MerchantId): Promise<Job> {
  await ctx.db.updateTable('jobs').set({ due_at: sql`now()` }).where('merchant_id', '=', merchant).execute();
  const job = await claimNextJob(ctx.db, merchant, new Date(Date.now() + 60_000));
  if (!job) throw new Error('a changed balance has its job');
  return { ...job, turned: false };
}

const run = (job: Job) => createJobRunner(ctx)(job);

async function toldTo(merchant: MerchantId): Promise<readonly string[]> {
  const events = await ctx.db
    .selectFrom('events')
    .select('data')
    .where('merchant_id', '=', merchant)
    .orderBy('sequence')
    .execute();
  return events.map(({ data }) => JSON.parse(data).available.USD);
}

function waiting(merchant: MerchantId) {
  return ctx.db
    .selectFrom('jobs')
    .select('state')
    .where('merchant_id', '=', merchant)
    .where('kind', '=', 'ledger.tell-balances')
    .execute();
}

describe('the event for a changed balance', () => {
  it('is not postponed by payments that arrive while its job runs', async () => {
    const { merchant } = await anApp(ctx);
    await earn(merchant);
    const job = await taken(merchant);
    await earn(merchant);

    await run(job);

    expect(await toldTo(merchant)).toEqual(['20.0000']);
    expect(await waiting(merchant)).toEqual([]);
  });

  it('includes what is posted at the same moment', async () => {
    const { merchant } = await anApp(ctx);
    await earn(merchant);
    const job = await taken(merchant);
    let told: Promise<void> | undefined;

    await earn(merchant, async () => {
      told = run(job);
      await expect.poll(waitsForUs).toBe(true);
    });
    await told;

    expect(await toldTo(merchant)).toEqual(['20.0000']);
  });

  it('is sent again after a later change, even if its job had failed for good', async () => {
    const { merchant } = await anApp(ctx);
    await earn(merchant);
    await run(await taken(merchant));
    await earn(merchant);
    await database.asOwner(
      "UPDATE sandbox.jobs SET state = 'failed', attempts = max_attempts WHERE merchant_id = $1",
      [merchant],
    );
    await earn(merchant);

    await run(await taken(merchant));

    expect(await toldTo(merchant)).toEqual(['10.0000', '30.0000']);
  });
});

/** The job's last transaction stands in front of its own row. */
async function waitsForUs(): Promise<boolean> {
  const rows = await database.asOwner(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

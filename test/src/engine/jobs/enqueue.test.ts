import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Act, Context } from '../../../../src/engine/context.ts';
import { cancel, enqueue } from '../../../../src/engine/jobs/enqueue.ts';
import { type MerchantId, merchantId } from '../../../../src/engine/principal.ts';
import { now } from '../../../../src/platform/clock.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { aContext, acting } from '../../../support/receivers/event-context.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
});
afterAll(() => database.close());

const hourMs = 3_600_000;

function jobsOf(merchant: MerchantId) {
  return ctx.db
    .selectFrom('jobs')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('job_id')
    .execute();
}

function aJob(also: { at?: Date; key?: string } = {}) {
  return { key: newId(), payload: { checkoutId: newId() }, ...also };
}

const inMs = (ms: number) => aJob({ at: new Date(now().getTime() + ms) });

/** A merchant whose clock is this much ahead. */
async function aMerchantAhead(clockOffsetMs: number): Promise<MerchantId> {
  const merchant = merchantId(newId());
  await acting(ctx, merchant, ({ tx }) =>
    tx
      .insertInto('merchant_states')
      .values({ merchant_id: merchant, clock_offset_ms: BigInt(clockOffsetMs) })
      .execute(),
  );
  return merchant;
}

function queue(
  merchant: MerchantId,
  job: ReturnType<typeof aJob>,
  also: Partial<Act['merchant']> = {},
): Promise<string[]> {
  return acting(ctx, merchant, async (act) => {
    await enqueue({ ...act, merchant: { ...act.merchant, ...also } }, 'checkout.expire', job);
    return [...act.tx.notifications];
  });
}

describe('a job', () => {
  it('is due now unless a time is given, and notifies the workers', async () => {
    const merchant = await aMerchantAhead(0);

    const notifications = await queue(merchant, aJob());

    const [job] = await jobsOf(merchant);
    expect(Math.abs(Number(job?.due_at) - Date.now())).toBeLessThan(5000);
    expect(job).toMatchObject({ kind: 'checkout.expire', state: 'due', attempts: 0 });
    expect(notifications).toEqual(['jobs']);
  });

  it('notifies the workers if they would find it late by polling', async () => {
    const merchant = await aMerchantAhead(0);

    expect(await queue(merchant, inMs(-1000))).toEqual(['jobs']);
    expect(await queue(merchant, inMs(200))).toEqual(['jobs']);
    expect(await queue(merchant, inMs(5000))).toEqual([]);
  });

  it('stores its due time in real time: business time less the offset of the merchant’s clock', async () => {
    const merchant = await aMerchantAhead(24 * hourMs);
    const at = new Date(Date.now() + 25 * hourMs);

    const notifications = await queue(merchant, aJob({ at }));

    const [job] = await jobsOf(merchant);
    expect(Number(job?.due_at)).toBe(at.getTime() - 24 * hourMs);
    expect(notifications).toEqual([]);
  });

  it('is due at the due time of the job that enqueued it, when a turned clock runs that one', async () => {
    const merchant = await aMerchantAhead(24 * hourMs);
    const at = new Date(Date.now() + 2 * hourMs);

    await queue(merchant, aJob(), { at });

    const [job] = await jobsOf(merchant);
    expect(Number(job?.due_at)).toBe(at.getTime() - 24 * hourMs);
  });

  it('replaces an earlier job of the same kind and key', async () => {
    const merchant = await aMerchantAhead(0);
    const key = newId();
    const last = aJob({ key, at: new Date(Date.now() + hourMs) });

    await queue(merchant, aJob({ key }));
    await queue(merchant, last);

    expect(await jobsOf(merchant)).toMatchObject([{ key, payload: last.payload, due_at: last.at }]);
  });

  it('can be cancelled', async () => {
    const merchant = await aMerchantAhead(0);
    const kept = aJob();
    const needless = aJob();
    for (const job of [kept, needless]) await queue(merchant, job);

    await acting(ctx, merchant, (act) => cancel(act, 'checkout.expire', needless.key));

    expect(await jobsOf(merchant)).toMatchObject([{ key: kept.key }]);
  });

  it('is rolled back with the fact that caused it', async () => {
    const merchant = await aMerchantAhead(0);

    const undone = acting(ctx, merchant, async (act) => {
      await enqueue(act, 'checkout.expire', aJob());
      throw new Error('undone');
    });

    await expect(undone).rejects.toThrow('undone');
    expect(await jobsOf(merchant)).toEqual([]);
  });
});

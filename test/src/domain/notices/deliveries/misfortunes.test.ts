import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliverer, type Deliverer } from '../../../../../src/domain/notices/deliveries/deliver.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/database.ts';
import { aContext, anApp, aPaymentRow, happens } from '../../../../support/event-world.ts';
import { aReceiver, type Receiver } from '../../../../support/receiver.ts';

/** What goes wrong on our own side of a delivery: it ends as any other, and takes nothing with it. */
const captured = 'payment.capture.completed';

let database: TestDatabase;
let ctx: Context;
let receiver: Receiver;
let deliverer: Deliverer;

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
});
afterAll(() => database.close());
beforeEach(async () => {
  receiver = await aReceiver();
  deliverer = createDeliverer({ ctx });
});
afterEach(async () => {
  await deliverer.stop(0);
  await receiver.close();
});

function deliveriesOf(merchant: MerchantId) {
  const deliveries = ctx.db.selectFrom('webhook_deliveries').selectAll();
  return deliveries.where('merchant_id', '=', merchant).orderBy('delivery_id').execute();
}

function attemptsOf(merchant: MerchantId) {
  const attempts = ctx.db.selectFrom('webhook_attempts').selectAll();
  return attempts.where('merchant_id', '=', merchant).orderBy('attempt').execute();
}

const statesOf = async (merchant: MerchantId) => (await deliveriesOf(merchant)).map(({ state }) => state);

/** Retries stay on real time, so their time is brought near instead of slept away. */
async function isExhausted(merchant: MerchantId): Promise<boolean> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: sql`now()` })
    .where('merchant_id', '=', merchant)
    .where('state', '=', 'due')
    .execute();
  return (await statesOf(merchant)).every((state) => state === 'exhausted');
}

/** As a worker that died in the middle of an attempt leaves them. */
async function leasesThatEnded(merchant: MerchantId, ago: string): Promise<void> {
  await database.asOwner(
    `UPDATE sandbox.webhook_deliveries SET state = 'sending', attempts = 1, lease_token = $2,
      lease_until = now() - $3::interval WHERE merchant_id = $1`,
    [merchant, newId(), ago],
  );
}

async function refuseAttempts(when: string): Promise<void> {
  await database.asOwner(`
    CREATE FUNCTION sandbox.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF ${when} THEN RAISE EXCEPTION 'no' USING ERRCODE = 'XX000'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON sandbox.webhook_attempts FOR EACH ROW EXECUTE FUNCTION sandbox.refuse()`);
}

async function takeAttempts(): Promise<void> {
  await database.asOwner('DROP FUNCTION sandbox.refuse() CASCADE');
}

describe('a delivery that cannot be sent at all', () => {
  it('because its secret does not open is exhausted after five attempts, and others arrive', async () => {
    const poisoned = await anApp(ctx, { url: `${receiver.url}/poisoned` });
    const sound = await anApp(ctx, { url: `${receiver.url}/sound` });
    await ctx.platform
      .updateTable('webhook_endpoints')
      .set({ secret_sealed: 'no seal of ours' })
      .where('app_id', '=', poisoned.appId)
      .execute();
    deliverer.start();

    await happens(ctx, poisoned.merchant, captured, aPaymentRow(poisoned.merchant));
    await happens(ctx, sound.merchant, captured, aPaymentRow(sound.merchant));

    await expect.poll(() => statesOf(sound.merchant)).toEqual(['delivered']);
    await expect.poll(() => isExhausted(poisoned.merchant), { timeout: 10_000 }).toBe(true);
    expect((await attemptsOf(poisoned.merchant)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/sound']);
  });
});

describe('an attempt that the database does not take', () => {
  it('is recorded when it does, and the receiver is asked once only', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    await refuseAttempts('true');
    deliverer.start();
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await receiver.sees(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const meanwhile = await statesOf(merchant);

    await takeAttempts();

    await expect.poll(() => statesOf(merchant), { timeout: 5000 }).toEqual(['delivered']);
    expect(meanwhile).toEqual(['sending']);
    expect(receiver.received).toHaveLength(1);
  });

  it('does not take with it what was recorded at the same time', async () => {
    const bad = await anApp(ctx, { url: `${receiver.url}/bad` });
    const good = await anApp(ctx, { url: `${receiver.url}/good` });
    receiver.answer(({ path }) => ({ status: 200, body: path, afterMs: 100 }));
    await refuseAttempts(`NEW.response_start = '/bad'`);
    await happens(ctx, bad.merchant, captured, aPaymentRow(bad.merchant));
    for (let count = 0; count < 4; count += 1)
      await happens(ctx, good.merchant, captured, aPaymentRow(good.merchant));
    deliverer.start();

    await expect
      .poll(() => statesOf(good.merchant), { timeout: 10_000 })
      .toEqual(Array.from({ length: 4 }, () => 'delivered'));
    // Its lease runs out: then it is swept, and counts as lost.
    await leasesThatEnded(bad.merchant, '1 second');
    await takeAttempts();
    await expect.poll(() => statesOf(bad.merchant), { timeout: 5000 }).toEqual(['delivered']);
  });
});

describe('what a dead worker left', () => {
  it('is given back also when nobody was there for a month', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await leasesThatEnded(merchant, '31 days');

    deliverer.start();

    await expect.poll(() => statesOf(merchant), { timeout: 5000 }).toEqual(['delivered']);
    expect(await attemptsOf(merchant)).toMatchObject([{ failure: 'worker_lost' }, { failure: null }]);
  });

  it('is given back at once, however much it is', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    for (let count = 0; count < 400; count += 1)
      await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await leasesThatEnded(merchant, '1 second');
    const startedAt = performance.now();

    deliverer.start();

    await expect
      .poll(
        async () => (await attemptsOf(merchant)).filter(({ failure }) => failure === 'worker_lost').length,
        { timeout: 10_000, interval: 20 },
      )
      .toBe(400);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeliverer } from '../../../../../src/domain/notices/deliveries/deliver.ts';
import { sweepExpiredLeasesAcrossMerchants } from '../../../../../src/domain/notices/deliveries/sweep-queries.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { Connection } from '../../../../../src/platform/db/connect.ts';
import { DatabaseUnavailable } from '../../../../../src/platform/db/driver/violations.ts';
import * as spread from '../../../../../src/platform/db/together/spread.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { bringForward, deliverySetup } from '../../../../support/receivers/deliveries.ts';
import { anApp, aPaymentRow, happens } from '../../../../support/receivers/event-context.ts';

/** Failures on our own side: the delivery ends like any other, and others are not affected. */
const captured = 'payment.capture.completed';

const setup = deliverySetup();

function deliveriesOf(merchant: MerchantId) {
  const deliveries = setup.ctx.db.selectFrom('webhook_deliveries').selectAll();
  return deliveries.where('merchant_id', '=', merchant).orderBy('delivery_id').execute();
}

function attemptsOf(merchant: MerchantId) {
  const attempts = setup.ctx.db.selectFrom('webhook_attempts').selectAll();
  return attempts.where('merchant_id', '=', merchant).orderBy('attempt').execute();
}

const statesOf = async (merchant: MerchantId) => (await deliveriesOf(merchant)).map(({ state }) => state);

/** Makes retries due now, so that the test need not sleep. */
async function isExhausted(merchant: MerchantId): Promise<boolean> {
  await setup.ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: sql`now()` })
    .where('merchant_id', '=', merchant)
    .where('state', '=', 'due')
    .execute();
  return (await statesOf(merchant)).every((state) => state === 'exhausted');
}

/** Makes the deliveries look as if a worker had died during an attempt. */
async function leasesThatEnded(merchant: MerchantId, ago: string): Promise<void> {
  await setup.database.asOwner(
    `UPDATE sandbox.webhook_deliveries SET state = 'sending', attempts = 1, lease_token = $2,
      lease_until = now() - $3::interval WHERE merchant_id = $1`,
    [merchant, newId(), ago],
  );
}

async function refuseAttempts(when: string): Promise<void> {
  await setup.database.asOwner(`
    CREATE FUNCTION sandbox.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF ${when} THEN RAISE EXCEPTION 'no' USING ERRCODE = 'XX000'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON sandbox.webhook_attempts FOR EACH ROW EXECUTE FUNCTION sandbox.refuse()`);
}

async function takeAttempts(): Promise<void> {
  await setup.database.asOwner('DROP FUNCTION sandbox.refuse() CASCADE');
}

/** As a transaction that changes them does, until the function that it returns is called. */
async function lockDeliveriesOf(merchant: MerchantId): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: setup.database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM sandbox.webhook_deliveries WHERE merchant_id = $1 FOR UPDATE', [merchant]);
  const unlock = () => client.end();
  onTestFinished(unlock);
  return unlock;
}

/** From now on the app's secret cannot be opened. */
async function loseSecretOf(appId: string): Promise<void> {
  await setup.ctx.platform
    .updateTable('webhook_endpoints')
    .set({ secret_sealed: 'no seal of ours' })
    .where('app_id', '=', appId)
    .execute();
}

describe('a delivery whose secret cannot be opened', () => {
  it('is exhausted after five attempts, and other deliveries arrive', async () => {
    const poisoned = await anApp(setup.ctx, { url: `${setup.receiver.url}/poisoned` });
    const sound = await anApp(setup.ctx, { url: `${setup.receiver.url}/sound` });
    await loseSecretOf(poisoned.appId);
    setup.deliver();

    await happens(setup.ctx, poisoned.merchant, captured, aPaymentRow(poisoned.merchant));
    await happens(setup.ctx, sound.merchant, captured, aPaymentRow(sound.merchant));

    await expect.poll(() => statesOf(sound.merchant)).toEqual(['delivered']);
    await expect.poll(() => isExhausted(poisoned.merchant)).toBe(true);
    expect((await attemptsOf(poisoned.merchant)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
    expect(setup.receiver.received.map(({ path }) => path)).toEqual(['/sound']);
  });

  it('is attempted again after 2, 4, 8 and 16 seconds, never earlier', async () => {
    const { merchant, appId } = await anApp(setup.ctx, { url: setup.receiver.url });
    await loseSecretOf(appId);
    setup.deliver();
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));

    const gaps: number[] = [];
    for (const attempts of [1, 2, 3, 4]) {
      await expect.poll(() => deliveriesOf(merchant)).toMatchObject([{ state: 'due', attempts }]);
      const [delivery] = await deliveriesOf(merchant);
      const last = (await attemptsOf(merchant)).at(-1);
      gaps.push(Number(delivery?.next_attempt_at) - Number(last?.started_at));
      await bringForward(setup.ctx, merchant);
    }

    for (const [at, gap] of gaps.entries()) {
      // The start of an attempt is rounded to a millisecond.
      expect(gap).toBeGreaterThanOrEqual(1000 * 2 ** (at + 1) - 1);
    }
  });
});

describe('an attempt that the database refuses to store', () => {
  it('is stored as soon as the database accepts it, and the request is not sent again', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    await refuseAttempts('true');
    setup.deliver();
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await setup.receiver.sees(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const meanwhile = await statesOf(merchant);

    await takeAttempts();

    await expect.poll(() => statesOf(merchant)).toEqual(['delivered']);
    expect(meanwhile).toEqual(['sending']);
    expect(setup.receiver.received).toHaveLength(1);
  });

  it('does not keep the other attempts of its batch from being stored', async () => {
    const bad = await anApp(setup.ctx, { url: `${setup.receiver.url}/bad` });
    const good = await anApp(setup.ctx, { url: `${setup.receiver.url}/good` });
    setup.receiver.answer(({ path }) => ({ status: 200, body: path, afterMs: 100 }));
    await refuseAttempts(`NEW.response_start = '/bad'`);
    await happens(setup.ctx, bad.merchant, captured, aPaymentRow(bad.merchant));
    for (let count = 0; count < 4; count += 1)
      await happens(setup.ctx, good.merchant, captured, aPaymentRow(good.merchant));
    setup.deliver();

    await expect.poll(() => statesOf(good.merchant)).toEqual(Array.from({ length: 4 }, () => 'delivered'));
    expect(setup.receiver.received.filter(({ path }) => path === '/good')).toHaveLength(4);
    // When the lease has ended, the sweep logs the attempt as lost.
    await leasesThatEnded(bad.merchant, '1 second');
    await takeAttempts();
    await expect.poll(() => statesOf(bad.merchant)).toEqual(['delivered']);
  });
});

describe('an attempt whose delivery somebody else has locked', () => {
  it('keeps no attempt of another merchant from being stored, and is stored afterwards', async () => {
    const stuck = await anApp(setup.ctx, { url: `${setup.receiver.url}/stuck` });
    const free = await anApp(setup.ctx, { url: `${setup.receiver.url}/free` });
    const { promise: after, resolve: answer } = Promise.withResolvers<void>();
    setup.receiver.answer(({ path }) => (path === '/stuck' ? { status: 200, after } : 200));
    await happens(setup.ctx, stuck.merchant, captured, aPaymentRow(stuck.merchant));
    setup.deliver();
    await setup.receiver.sees(1);
    const unlock = await lockDeliveriesOf(stuck.merchant);
    answer();

    const counts = Array.from({ length: 3 }, () => 0);
    for (const _ of counts) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await happens(setup.ctx, free.merchant, captured, aPaymentRow(free.merchant));
    }
    await expect
      .poll(() => statesOf(free.merchant), { timeout: 10_000 })
      .toEqual(counts.map(() => 'delivered'));
    const meanwhile = await statesOf(stuck.merchant);
    await unlock();

    await expect.poll(() => statesOf(stuck.merchant), { timeout: 10_000 }).toEqual(['delivered']);
    expect(meanwhile).toEqual(['sending']);
    expect(await attemptsOf(stuck.merchant)).toMatchObject([{ failure: null, late: false }]);
  });

  it('is stored when the worker stops, if the lock is gone by then', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const { promise: after, resolve: answer } = Promise.withResolvers<void>();
    setup.receiver.answer(() => ({ status: 200, after }));
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    const deliverer = setup.deliver();
    await setup.receiver.sees(1);
    const unlock = await lockDeliveriesOf(merchant);
    answer();
    // Long enough for its merchant to be put apart.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await unlock();

    await deliverer.stop(0);

    expect(await attemptsOf(merchant)).toMatchObject([{ failure: null, late: false }]);
    expect(await statesOf(merchant)).toEqual(['delivered']);
  });
});

describe('a claim whose answer was lost', () => {
  it('is ended by its worker, so that the deliveries are sent at once, and counts as no attempt; it waits for no lock', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const { merchant: stuck } = await anApp(setup.ctx, { url: `${setup.receiver.url}/stuck` });
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await happens(setup.ctx, stuck, captured, aPaymentRow(stuck));
    let lost = 0;
    const sending = `SELECT FROM webhook_deliveries WHERE merchant_id = $1 AND state = 'sending'`;
    const committing = vi.spyOn(Connection.prototype, 'commitWith').mockImplementation(async function (
      this: Connection,
      last,
    ) {
      const { rows } = await this.run(sending, [merchant]);
      // Asked afterwards: a sweep may commit at the same time.
      const isFirstClaim = lost === 0 && rows.length > 0;
      if (isFirstClaim) lost += 1;
      await this.open(last);
      await this.script('COMMIT');
      if (!isFirstClaim) return;
      await lockDeliveriesOf(stuck);
      throw new DatabaseUnavailable(new Error('the answer was lost'));
    });
    onTestFinished(() => committing.mockRestore());
    setup.deliver();

    await expect.poll(() => statesOf(merchant), { timeout: 10_000 }).toEqual(['delivered']);

    expect(lost).toBe(1);
    expect(await attemptsOf(merchant)).toMatchObject([{ attempt: 1, failure: null, late: false }]);
    expect(await statesOf(stuck)).toEqual(['sending']);
  });
});

describe('a delivery whose worker died', () => {
  it('is sent again, even after a month without a worker', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await leasesThatEnded(merchant, '31 days');

    setup.deliver();

    await expect.poll(() => statesOf(merchant)).toEqual(['delivered']);
    expect(await attemptsOf(merchant)).toMatchObject([{ failure: 'worker_lost' }, { failure: null }]);
  });

  it.each([
    ['on one database', false],
    ['where merchants are distributed', true],
  ])('is left to whoever stores its result at the same moment, %s', async (_where, isDistributed) => {
    vi.spyOn(spread, 'isSpread').mockReturnValue(isDistributed);
    onTestFinished(() => void vi.restoreAllMocks());
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    for (let count = 0; count < 2; count += 1)
      await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await leasesThatEnded(merchant, '1 second');
    const [stored, lost] = await deliveriesOf(merchant);
    const worker = new Client({ connectionString: setup.database.url });
    onTestFinished(() => worker.end());
    await worker.connect();
    await worker.query('BEGIN');
    await worker.query(
      `UPDATE sandbox.webhook_deliveries SET state = 'delivered', lease_until = NULL, lease_token = NULL, finished_at = now()
        WHERE delivery_id = $1`,
      [stored?.delivery_id],
    );

    await sweepExpiredLeasesAcrossMerchants(setup.ctx.db, [newId(), newId()]);
    await worker.query('COMMIT');

    expect(await statesOf(merchant)).toEqual(['delivered', 'due']);
    expect(await attemptsOf(merchant)).toMatchObject([
      { delivery_id: lost?.delivery_id, attempt: 1, failure: 'worker_lost' },
    ]);
  });

  it('is due again at once, also when there are 400 of them', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    for (let count = 0; count < 400; count += 1)
      await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await leasesThatEnded(merchant, '1 second');
    // It sends nothing, so nothing but its sweeps takes time.
    const deliverer = createDeliverer({ ctx: setup.ctx, mostInFlight: 0 });
    onTestFinished(() => deliverer.stop());
    deliverer.start();

    // A sweep ends 64 leases. A second after each would make this six seconds.
    await expect
      .poll(
        async () => (await attemptsOf(merchant)).filter(({ failure }) => failure === 'worker_lost').length,
        { timeout: 5000, interval: 20 },
      )
      .toBe(400);
  });
});

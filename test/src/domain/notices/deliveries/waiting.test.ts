import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginAttempt } from '../../../../../src/domain/notices/deliveries/attempt.ts';
import type { ClaimedDelivery } from '../../../../../src/domain/notices/deliveries/claimed.ts';
import {
  claimDeliveriesAcrossMerchants,
  recordAttemptsAcrossMerchants,
} from '../../../../../src/domain/notices/deliveries/queries.ts';
import { releaseStrandedAcrossMerchants } from '../../../../../src/domain/notices/deliveries/sweep-queries.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { recordEvent } from '../../../../../src/engine/recording/record.ts';
import * as spread from '../../../../../src/platform/db/together/spread.ts';
import { deliveriesOf, deliverySetup, statesOf } from '../../../../support/receivers/deliveries.ts';
import {
  aCheckoutWith,
  acting,
  anApp,
  aPaymentRow,
  happens,
} from '../../../../support/receivers/event-context.ts';

const setup = deliverySetup();
const captured = 'payment.capture.completed';
const firstLane = '00000000-0000-0000-0000-000000000000';

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: setup.database.url });
  clients.push(client);
  await client.connect();
  return client;
}

const anUnheardApp = () => anApp(setup.ctx, { url: 'http://127.0.0.1:9/unheard' });
const states = (merchant: MerchantId) => statesOf(setup.ctx, merchant);

/** Claims whatever is due, of all merchants. */
async function claimed(): Promise<{ readonly claims: readonly ClaimedDelivery[]; readonly token: string }> {
  const token = randomUUID();
  const claims = await claimDeliveriesAcrossMerchants(setup.ctx.db, {
    free: 256,
    token,
    afterLane: firstLane,
  });
  return { claims, token };
}

/** Records that all these attempts were acknowledged. */
async function acknowledge({ claims, token }: Awaited<ReturnType<typeof claimed>>): Promise<void> {
  await recordAttemptsAcrossMerchants(
    setup.ctx.db,
    claims.map((claim) => ({
      ...beginAttempt(claim, token),
      address: '127.0.0.1',
      status: 204,
      failure: null,
    })),
  );
}

const deliverDue = async () => acknowledge(await claimed());

/** How many sessions wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await setup.database.asOwner(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** Transactions that write a delivery wait with their COMMIT for whoever holds the advisory lock 77. */
const holdCommit = `
  CREATE FUNCTION sandbox.wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(77); RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON sandbox.webhook_deliveries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION sandbox.wait_at_commit()`;
const letCommit = 'DROP FUNCTION sandbox.wait_at_commit CASCADE';

/** Deliveries that wait although nothing before them is unfinished. */
const stranded = () =>
  setup.database.asOwner(
    `SELECT w.delivery_id FROM sandbox.webhook_deliveries w WHERE w.state = 'waiting' AND NOT EXISTS (
       SELECT FROM sandbox.webhook_deliveries e WHERE e.resource_id = w.resource_id AND e.lane_id = w.lane_id
         AND e.destination = w.destination AND e.trigger = 'event' AND e.state IN ('due', 'sending') AND e.sequence < w.sequence)`,
  );

describe('a delivery', () => {
  it('waits for the end of an earlier event of its resource, and is then due with the time at which it was made', async () => {
    const { merchant } = await anUnheardApp();
    const payment = aPaymentRow(merchant);
    for (let change = 1; change <= 3; change += 1) await happens(setup.ctx, merchant, captured, payment);
    const made = await deliveriesOf(setup.ctx, merchant);

    await deliverDue();
    const afterOne = await deliveriesOf(setup.ctx, merchant);
    await deliverDue();
    await deliverDue();

    expect(made.map(({ state }) => state)).toEqual(['due', 'waiting', 'waiting']);
    expect(afterOne.map(({ state }) => state)).toEqual(['delivered', 'due', 'waiting']);
    expect(afterOne[1]?.next_attempt_at).toEqual(made[1]?.next_attempt_at);
    expect(await states(merchant)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('waits for an earlier event of the same transaction too', async () => {
    const { merchant } = await anUnheardApp();
    const payment = aPaymentRow(merchant);

    await acting(setup.ctx, merchant, async (act) => {
      for (let change = 1; change <= 3; change += 1) await recordEvent(act, captured, payment);
    });

    expect(await states(merchant)).toEqual(['due', 'waiting', 'waiting']);
  });

  it('waits for no other resource, and not for its resource at another app', async () => {
    const { merchant } = await anUnheardApp();
    await anApp(setup.ctx, { of: merchant, url: 'http://127.0.0.1:9/second' });

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));

    expect(await states(merchant)).toEqual(['due', 'due', 'due', 'due']);
  });

  it('does not wait for one that is exhausted, and is due when the one before it is', async () => {
    const { merchant } = await anUnheardApp();
    const payment = aPaymentRow(merchant);
    await happens(setup.ctx, merchant, captured, payment);
    await happens(setup.ctx, merchant, captured, payment);
    await setup.database.asOwner(
      "UPDATE sandbox.webhook_deliveries SET attempts = 4 WHERE merchant_id = $1 AND state = 'due'",
      [merchant],
    );

    const { claims, token } = await claimed();
    await recordAttemptsAcrossMerchants(
      setup.ctx.db,
      claims.map((claim) => beginAttempt(claim, token)),
    );

    expect(await states(merchant)).toEqual(['exhausted', 'due']);
  });

  it('is due when the worker that sent the last attempt of the one before it was lost', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const payment = aPaymentRow(merchant);
    await happens(setup.ctx, merchant, captured, payment);
    await happens(setup.ctx, merchant, captured, payment);
    await setup.database.asOwner(
      `UPDATE sandbox.webhook_deliveries SET state = 'sending', attempts = 5, lease_token = gen_random_uuid(),
         lease_until = now() - interval '1 second' WHERE merchant_id = $1 AND state = 'due'`,
      [merchant],
    );

    setup.deliver();

    await expect.poll(() => states(merchant)).toEqual(['exhausted', 'delivered']);
  });

  it('is released by a running worker if the one before it was removed by hand', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const payment = aPaymentRow(merchant);
    for (let change = 1; change <= 3; change += 1) await happens(setup.ctx, merchant, captured, payment);
    await setup.database.asOwner(
      "DELETE FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND state = 'due'",
      [merchant],
    );
    const left = await states(merchant);

    setup.deliver();

    await expect.poll(() => states(merchant)).toEqual(['delivered', 'delivered']);
    expect(left).toEqual(['waiting', 'waiting']);
    const sequences = setup.receiver.received.map(({ body }) => JSON.parse(body).sequence);
    expect(sequences).toEqual([2, 3]);
  });
});

const sweep = () => releaseStrandedAcrossMerchants(setup.ctx.db, { most: 100 });

describe.each([
  ['on one database', false],
  ['where merchants are distributed', true],
])('the sweep of what waits for nothing, %s', (_where, isDistributed) => {
  beforeEach(() => void vi.spyOn(spread, 'isSpread').mockReturnValue(isDistributed));
  afterEach(() => void vi.restoreAllMocks());

  it('releases no event while the one before it is due or being sent, but one that waits for nothing at another destination', async () => {
    const app = await anUnheardApp();
    const checkout = await aCheckoutWith(setup.ctx, app, 'http://127.0.0.1:9/notify');
    const payment = aPaymentRow(app.merchant, { checkout_id: checkout });
    await happens(setup.ctx, app.merchant, captured, payment);
    await happens(setup.ctx, app.merchant, captured, payment);
    await sweep();
    const whileDue = await states(app.merchant);
    await claimed();
    await sweep();
    const whileSent = await states(app.merchant);
    await setup.database.asOwner(
      `DELETE FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND state = 'sending' AND destination = 'app'`,
      [app.merchant],
    );

    await sweep();

    const left = await deliveriesOf(setup.ctx, app.merchant);
    expect(whileDue.toSorted()).toEqual(['due', 'due', 'waiting', 'waiting']);
    expect(whileSent.toSorted()).toEqual(['sending', 'sending', 'waiting', 'waiting']);
    expect(new Set(left.map(({ destination, state }) => `${destination} ${state}`))).toEqual(
      new Set(['app due', 'notification_url sending', 'notification_url waiting']),
    );
  });

  it('sends no event again that is released and delivered at the same moment', async () => {
    const { merchant } = await anUnheardApp();
    const payment = aPaymentRow(merchant);
    await happens(setup.ctx, merchant, captured, payment);
    await happens(setup.ctx, merchant, captured, payment);
    await setup.database.asOwner(
      "DELETE FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND state = 'due'",
      [merchant],
    );
    const worker = await connected();
    await worker.query('BEGIN');
    await worker.query(
      "UPDATE sandbox.webhook_deliveries SET state = 'delivered', finished_at = now() WHERE merchant_id = $1",
      [merchant],
    );

    const swept = sweep();
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await worker.query('COMMIT');
    await swept;

    expect(await states(merchant)).toEqual(['delivered']);
  });
});

describe('an event that is recorded while the one before it ends', () => {
  it('is due at once if the end is committed first', async () => {
    const { merchant } = await anUnheardApp();
    const payment = aPaymentRow(merchant);
    await happens(setup.ctx, merchant, captured, payment);
    const worker = await connected();
    await worker.query('BEGIN');
    await worker.query(
      "UPDATE sandbox.webhook_deliveries SET state = 'delivered', finished_at = now() WHERE merchant_id = $1",
      [merchant],
    );

    const recorded = happens(setup.ctx, merchant, captured, payment);
    await expect.poll(waiting).toBe(1);
    await worker.query('COMMIT');
    await recorded;

    expect(await states(merchant)).toEqual(['delivered', 'due']);
  });

  it('is made due by that end if the event is committed first', async () => {
    const { merchant } = await anUnheardApp();
    const payment = aPaymentRow(merchant);
    await happens(setup.ctx, merchant, captured, payment);
    const sent = await claimed();
    const gate = await connected();
    await gate.query(holdCommit);
    await gate.query('BEGIN; SELECT pg_advisory_xact_lock(77)');

    const recorded = happens(setup.ctx, merchant, captured, payment);
    await expect.poll(waiting).toBe(1);
    const ended = acknowledge(sent);
    await expect.poll(waiting).toBe(2);
    await gate.query('COMMIT');
    await Promise.all([recorded, ended]);
    await gate.query(letCommit);

    expect(await states(merchant)).toEqual(['delivered', 'due']);
  });

  it('is never left behind, and nobody deadlocks, whatever the order of many at once', async () => {
    const { merchant } = await anUnheardApp();
    const [one, two] = [aPaymentRow(merchant), aPaymentRow(merchant)];
    const rounds = 30;
    const recording = new AbortController();
    const record = async (resources: readonly (typeof one)[]) => {
      for (let round = 0; round < rounds; round += 1)
        await acting(setup.ctx, merchant, async (act) => {
          for (const resource of resources) await recordEvent(act, captured, resource);
        });
    };
    const end = async () => {
      while (!recording.signal.aborted) await deliverDue();
    };
    const ends = [end(), end()];

    await Promise.all([record([one, two]), record([two, one]), record([one]), record([two])]);
    recording.abort();
    await Promise.all(ends);

    expect(await stranded()).toEqual([]);
    while ((await states(merchant)).some((state) => state !== 'delivered')) await deliverDue();
    const finished = await deliveriesOf(setup.ctx, merchant);
    expect(finished).toHaveLength(rounds * 6);
    for (const { id } of [one, two]) {
      const ofOne = finished.filter(({ resource_id }) => resource_id === id);
      const inOrder = ofOne.toSorted((a, b) => Number(a.sequence - b.sequence));
      const times = inOrder.map(({ finished_at }) => Number(finished_at));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
    await setup.database.asOwner('SELECT pg_stat_force_next_flush()');
    expect(
      await setup.database.asOwner(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      ),
    ).toEqual([{ deadlocks: '0' }]);
  });
});

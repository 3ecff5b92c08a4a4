import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createDeliverer, type Deliverer } from '../../../src/domain/notices/deliveries/deliver.ts';
import type { Context } from '../../../src/engine/context.ts';
import type { MerchantId } from '../../../src/engine/principal.ts';
import { notifierOf } from '../../../src/platform/db/database.ts';
import { cloneDatabase, type TestDatabase } from '../service/database.ts';
import { aContext } from './event-context.ts';
import { aReceiver, type Receiver } from './receiver.ts';

/**
 * What the tests of a file share: a database, and the smallest context in which events happen. Call it once, at the top of the file.
 *
 * @param change makes the context of these tests out of the usual one
 */
export function eventSetup(change: (usual: Context) => Context = (usual) => usual) {
  let database: TestDatabase;
  let ctx: Context;
  beforeAll(async () => {
    database = await cloneDatabase();
    ctx = change(aContext(database.databases));
  });
  afterAll(() => database.close());
  return {
    get database() {
      return database;
    },
    get ctx() {
      return ctx;
    },
  };
}

/** As `eventSetup`, and for each test a new receiver. Deliverers that a test starts are stopped after it. */
export function deliverySetup(change?: (usual: Context) => Context) {
  const events = eventSetup(change);
  let receiver: Receiver;
  let deliverers: Deliverer[] = [];
  const stopDeliverers = async () => {
    await Promise.all(deliverers.map((deliverer) => deliverer.stop(0)));
    deliverers = [];
  };
  beforeEach(async () => {
    receiver = await aReceiver();
  });
  afterEach(async () => {
    await stopDeliverers();
    await receiver.close();
  });
  return {
    get database() {
      return events.database;
    },
    get ctx() {
      return events.ctx;
    },
    get receiver() {
      return receiver;
    },
    /** Starts a deliverer. */
    deliver(ctx: Context = events.ctx): Deliverer {
      const deliverer = aDeliverer(ctx);
      deliverers.push(deliverer);
      return deliverer;
    },
    stopDeliverers,
  };
}

/** A running deliverer; stop it in the end. */
export function aDeliverer(ctx: Context): Deliverer {
  const deliverer = createDeliverer({ ctx });
  deliverer.start();
  return deliverer;
}

/** In the order in which they were made. */
export function deliveriesOf(ctx: Context, merchant: MerchantId) {
  return ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('delivery_id')
    .execute();
}

export async function statesOf(ctx: Context, merchant: MerchantId): Promise<readonly string[]> {
  return (await deliveriesOf(ctx, merchant)).map(({ state }) => state);
}

/** Makes all waiting deliveries due now, so that a test need not sleep until a retry, and wakes the deliverers. */
export async function bringForward(ctx: Context, merchant: MerchantId): Promise<void> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: sql`now()` })
    .where('merchant_id', '=', merchant)
    .where('state', '=', 'due')
    .execute();
  const { notifier, channel } = notifierOf(ctx.db);
  notifier.notify(channel('deliveries'));
}

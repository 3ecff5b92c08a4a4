import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { paymentCaptured, paymentSettled } from '../../../../../src/domain/money/ledger/accounts.ts';
import { beginAttempt } from '../../../../../src/domain/notices/deliveries/attempt.ts';
import {
  claimDeliveriesAcrossMerchants,
  recordAttemptsAcrossMerchants,
} from '../../../../../src/domain/notices/deliveries/queries.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import {
  inTransaction,
  inTransactionAcrossMerchants,
  type Tx,
} from '../../../../../src/platform/db/database.ts';
import { newId, randomUuid } from '../../../../../src/platform/ids.ts';
import { aContext, anApp, aPaymentRow, happens } from '../../../../support/receivers/event-context.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { postTo } from '../../money/ledger/post-and-read.ts';

// PostgreSQL plans a prepared statement anew each time while it takes that to be cheaper than a plan for all values.

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
});
afterAll(() => database.close());

/** PostgreSQL makes no plan to keep before the sixth time. */
const times = 12;

/** How often this connection has used a kept plan of the statement. */
const keptPlansOf = (text: string): RawBuilder<{ used: string }> =>
  sql`SELECT coalesce(sum(generic_plans), 0) AS used FROM pg_prepared_statements WHERE strpos(statement, ${text}) > 0 AND strpos(statement, 'pg_prepared_statements') = 0`;

async function usedIn(tx: Tx, text: string): Promise<number> {
  const { rows } = await keptPlansOf(text).execute(tx);
  return Number(rows[0]?.used);
}

describe('the plan is kept', () => {
  it('of recording attempts', async () => {
    const app = await anApp(ctx, { url: 'http://127.0.0.1:9/hook' });
    await happens(ctx, app.merchant, 'payment.capture.completed', aPaymentRow(app.merchant));
    const token = randomUuid();
    const afterLane = '00000000-0000-0000-0000-000000000000';
    const [claim] = await claimDeliveriesAcrossMerchants(ctx.db, { free: 64, token, afterLane });
    if (!claim) throw new Error('a delivery is due');

    for (let time = 0; time < times; time += 1)
      await recordAttemptsAcrossMerchants(ctx.db, [beginAttempt(claim, token)]);

    const used = await inTransactionAcrossMerchants(ctx.db, (tx) =>
      usedIn(tx, 'INSERT INTO webhook_attempts'),
    );
    expect(used).toBeGreaterThan(0);
  });

  it('of posting a payment, when the tables are known to be large', async () => {
    const merchant = merchantId(newId());
    const pay = () => {
      const [id, amount, fee] = [newId(), amountOf(100_000n), amountOf(3_000n)];
      const payment = {
        id,
        amount,
        fee,
        currency: 'USD' as const,
        reserve_amount: amountOf(1_000n),
        reserve_release_at: new Date(),
      };
      return postTo(ctx.db, merchant, paymentCaptured(payment), paymentSettled(payment));
    };
    await database.asOwner(
      `INSERT INTO sandbox.ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, due_at)
      SELECT '${merchant}', uuidv7(), uuidv7(), 'reserve', 'USD', 1000, now() FROM generate_series(1, 5000)`,
    );
    await database.asOwner('ANALYZE sandbox.ledger_holds');

    for (let time = 0; time < times; time += 1) await pay();

    const used = await inTransaction(ctx.db, merchant, (tx) => usedIn(tx, 'FROM ledger_post('));
    expect(used).toBeGreaterThan(0);
  });

  it('of reading the clock of a merchant', async () => {
    const { merchant } = await anApp(ctx, { url: 'http://127.0.0.1:9/hook' });
    const used: number[] = [];

    for (let time = 0; time < times; time += 1)
      used.push(
        await inTransaction(ctx.db, merchant, (tx) =>
          usedIn(tx, 'SELECT merchant_id, clock_offset_ms FROM merchant_states'),
        ),
      );

    expect(Math.max(...used)).toBeGreaterThan(0);
  });
});

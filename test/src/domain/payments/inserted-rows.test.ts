import { afterAll, beforeAll, expect, it } from 'vitest';
import { amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import { findRefund, insertRefund } from '../../../../src/domain/payments/refunds/queries.ts';
import { findTransaction, insertTransaction } from '../../../../src/domain/payments/transactions/queries.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { inTransaction } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const merchant = merchantId(newId());
const now = new Date('2026-03-01T10:00:00.123Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

it('a transaction and a refund are returned as they are stored, though they are not read back', async () => {
  const db = database.databases.live;
  const source = newId();
  const common = { currency: 'USD', status: 'pending', amount: amountOf(1_000n), created_at: now } as const;

  const [payment, refund] = await inTransaction(db, merchant, async (tx) => {
    const paid = insertTransaction(tx, merchant, {
      ...common,
      id: newId(),
      type: 'payment',
      gateway: 'sandbox_card',
      reference: 'order-1',
      source_type: 'checkout',
      source_id: source,
      late: false,
    });
    const refunded = insertRefund(tx, merchant, {
      ...common,
      id: newId(),
      transaction_id: paid.id,
      payment_id: paid.id,
      reason: null,
      fee_share: 1n,
      reserve_share: 2n,
    });
    return [paid, refunded] as const;
  });

  expect(await findTransaction(db, merchant, payment.id)).toEqual(payment);
  expect(await findRefund(db, merchant, refund.id)).toEqual(refund);
});

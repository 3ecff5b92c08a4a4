import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { paymentCaptured, paymentSettled } from '../../../../../src/domain/money/ledger/accounts.ts';
import { auditLedgerAcrossMerchants } from '../../../../../src/domain/money/ledger/audit.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { someDay } from './model.ts';
import { postTo } from './post-and-read.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});

afterAll(async () => {
  await database.close();
});

/** As the owner, past every trigger and foreign key: what only a broken disk or a person could do. */
async function forced(statement: string): Promise<void> {
  await database.asOwner(
    `BEGIN; SET LOCAL search_path = sandbox; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`,
  );
}

/** A completed payment of 100.00 with its journals and its event, of a merchant of its own. */
async function aPaidMerchant() {
  const [merchant, payment, event] = [newId(), newId(), newId()];
  await forced(`
    INSERT INTO transactions (merchant_id, id, type, status, amount, fee, reserve_amount, currency, gateway, reference, source_type, source_id, created_at, completed_at)
    VALUES ('${merchant}', '${payment}', 'payment', 'completed', 1000000, 35000, 50000, 'USD', 'sandbox_card', 'r', 'checkout', '${payment}', now(), now());
    INSERT INTO event_sequences VALUES ('${merchant}', '${payment}', 1);
    INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data)
    VALUES ('${merchant}', '${event}', 'payment.capture.completed', '${payment}', 1, '{}')`);
  const captured = {
    id: payment,
    amount: amountOf(1_000_000n),
    fee: amountOf(35_000n),
    reserve_amount: amountOf(50_000n),
    reserve_release_at: someDay,
    currency: 'USD' as const,
  };
  await postTo(database.databases.sandbox, merchant, paymentCaptured(captured), paymentSettled(captured));
  return { merchant, payment, event };
}

type Paid = Awaited<ReturnType<typeof aPaidMerchant>>;

/** The audits that find something wrong with this merchant. */
async function auditsThatSee(merchant: string): Promise<readonly string[]> {
  const findings = await auditLedgerAcrossMerchants(database.databases.sandbox);
  return findings.filter((finding) => finding.merchantId === merchant).map(({ audit }) => audit);
}

const aRefund = ({ merchant, payment }: Paid, status: string, unwanted = false) => `
  INSERT INTO refunds (merchant_id, id, transaction_id, payment_id, amount, currency, status, unwanted, fee_share, reserve_share, created_at)
  VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), '${payment}', 100, 'USD', '${status}', ${unwanted}, 0, 0, now())`;

const aPayout = ({ merchant, payment }: Paid, status: string) => `
  INSERT INTO payouts (merchant_id, id, app_id, transaction_id, method, amount, fee, currency, status, account_sealed, created_at)
  VALUES ('${merchant}', gen_random_uuid(), '${payment}', '${payment}', 'bank_transfer', 20000, 10000, 'USD', '${status}', 'sealed', now())`;

const damages: readonly { what: string; seenBy: readonly string[]; damage: (paid: Paid) => string }[] = [
  {
    what: 'a line of another amount',
    seenBy: ['A1', 'A2', 'A3'],
    damage: ({ merchant }) =>
      `UPDATE ledger_entries SET amount = 1 WHERE merchant_id = '${merchant}' AND code = 'fees'`,
  },
  {
    what: 'a journal without lines',
    seenBy: ['A1'],
    damage: ({ merchant }) => `
      INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at) VALUES ('${merchant}', 3, 'reserve.released', gen_random_uuid(), now());
      UPDATE ledger_heads SET number = 3 WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a balance that was written by hand',
    seenBy: ['A2'],
    damage: ({ merchant }) =>
      `UPDATE ledger_balances SET balance = 1 WHERE merchant_id = '${merchant}' AND code = 'fees'`,
  },
  {
    what: 'a running balance that does not follow',
    seenBy: ['A3'],
    damage: ({ merchant }) =>
      `UPDATE ledger_entries SET balance_after = 1 WHERE merchant_id = '${merchant}' AND code = 'fees'`,
  },
  {
    what: 'a head that runs ahead',
    seenBy: ['A4'],
    damage: ({ merchant }) => `UPDATE ledger_heads SET number = 9 WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a head that is gone',
    seenBy: ['A4'],
    damage: ({ merchant }) => `DELETE FROM ledger_heads WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a hold that is gone',
    seenBy: ['A5'],
    damage: ({ merchant }) => `DELETE FROM ledger_holds WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a hold let go of without its money',
    seenBy: ['A5'],
    damage: ({ merchant }) => `UPDATE ledger_holds SET released = 1 WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a refund that its payment does not count',
    seenBy: ['A6'],
    damage: (paid) => aRefund(paid, 'completed'),
  },
  {
    what: 'a refund on its way that took no money',
    seenBy: ['A6', 'A7'],
    damage: (paid) => aRefund(paid, 'pending'),
  },
  {
    what: 'refunds whose shares are more than the fee',
    seenBy: ['A6'],
    damage: (paid) => `
      ${aRefund(paid, 'completed')};
      UPDATE transactions SET refunded = 60000 WHERE merchant_id = '${paid.merchant}';
      UPDATE refunds SET amount = 60000, fee_share = 35001 WHERE merchant_id = '${paid.merchant}'`,
  },
  {
    what: 'refunds whose shares are more than the reserve',
    seenBy: ['A6'],
    damage: (paid) => `
      ${aRefund(paid, 'completed')};
      UPDATE transactions SET refunded = 60000 WHERE merchant_id = '${paid.merchant}';
      UPDATE refunds SET amount = 60000, reserve_share = 50001 WHERE merchant_id = '${paid.merchant}'`,
  },
  {
    what: 'a payout on its way that took no money',
    seenBy: ['A7'],
    damage: (paid) => aPayout(paid, 'processing'),
  },
  {
    what: 'money on its way out for a payout that is over',
    seenBy: ['A7'],
    damage: (paid) => `${aPayout(paid, 'failed')};
      UPDATE ledger_entries SET code = 'payout_in_transit' WHERE merchant_id = '${paid.merchant}' AND code = 'fees';
      UPDATE ledger_balances SET code = 'payout_in_transit' WHERE merchant_id = '${paid.merchant}' AND code = 'fees'`,
  },
  {
    what: 'money that should wait for settlement and does not',
    seenBy: ['A5'],
    damage: ({ merchant, payment }) => `
      INSERT INTO ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, due_at)
      VALUES ('${merchant}', gen_random_uuid(), '${payment}', 'pending', 'USD', 100, now())`,
  },
  {
    what: 'money nobody waited for, on its way back without having come',
    seenBy: ['A7'],
    damage: (paid) => aRefund(paid, 'pending', true),
  },
  {
    what: 'a payment that is captured but not completed',
    seenBy: ['A8'],
    damage: ({ merchant }) => `UPDATE transactions SET status = 'failed' WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a payment that nobody was told of',
    seenBy: ['A8', 'A9'],
    damage: ({ merchant }) =>
      `UPDATE events SET type = 'payment.capture.declined', sequence = 2 WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'an event that is gone from the middle',
    seenBy: ['A9'],
    damage: ({ merchant, payment }) => `
      INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data) VALUES ('${merchant}', gen_random_uuid(), 'payment.refund.completed', '${payment}', 3, '{}');
      UPDATE event_sequences SET last = 3 WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'an event that was never queued',
    seenBy: ['A9'],
    damage: ({ merchant, event }) =>
      `INSERT INTO event_bodies VALUES ('${merchant}', '${event}', '2026-01-01', '{}')`,
  },
];

describe('the audit', () => {
  it('finds nothing in a sound ledger', async () => {
    const { merchant } = await aPaidMerchant();

    expect(await auditsThatSee(merchant)).toEqual([]);
  });

  it.each(damages)('finds $what: $seenBy', async ({ seenBy, damage }) => {
    const paid = await aPaidMerchant();

    await forced(damage(paid));

    expect(await auditsThatSee(paid.merchant)).toEqual(seenBy);
  });

  it('says what is wrong, in words for an operator', async () => {
    const { merchant } = await aPaidMerchant();
    await forced(
      `UPDATE ledger_balances SET balance = 1 WHERE merchant_id = '${merchant}' AND code = 'fees'`,
    );

    const findings = await auditLedgerAcrossMerchants(database.databases.sandbox);

    expect(findings).toContainEqual({
      audit: 'A2',
      merchantId: merchant,
      about: 'fees USD is 1, its entries sum to 35000',
    });
  });
});

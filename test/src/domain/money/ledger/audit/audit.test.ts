import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../../src/domain/money/amounts/amount.ts';
import { paymentCaptured, paymentSettled } from '../../../../../../src/domain/money/ledger/accounts.ts';
import { auditLedgerAcrossMerchants } from '../../../../../../src/domain/money/ledger/audit/audit.ts';
import type { AuditUnfinished } from '../../../../../../src/domain/money/ledger/audit/findings.ts';
import {
  startOf,
  type Walked,
  walkJournals,
} from '../../../../../../src/domain/money/ledger/audit/ledger.ts';
import { inSnapshotAcrossMerchants } from '../../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';
import { MerchantLedger } from '../merchant-ledger.ts';
import { someDay } from '../model.ts';
import { postTo } from '../post-and-read.ts';

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
    INSERT INTO event_sequences VALUES ('${merchant}', '${payment}', 1, now(), now());
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

/** Merchant → the audits that find something wrong with them. */
async function auditsThatSee(
  options: { readonly size?: number } = {},
): Promise<ReadonlyMap<string, string[]>> {
  const findings = await auditLedgerAcrossMerchants(database.databases.sandbox, options);
  const ofEach = Map.groupBy(findings, ({ merchantId }) => merchantId);
  return new Map([...ofEach].map(([merchant, found]) => [merchant, found.map(({ audit }) => audit)]));
}

const aRefund = ({ merchant, payment }: Paid, status: string, unwanted = false) => `
  INSERT INTO refunds (merchant_id, id, transaction_id, payment_id, amount, currency, status, unwanted, fee_share, reserve_share, created_at)
  VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), '${payment}', 100, 'USD', '${status}', ${unwanted}, 0, 0, now())`;

const aPayout = ({ merchant, payment }: Paid, status: string) => `
  INSERT INTO payouts (merchant_id, id, app_id, transaction_id, method, amount, fee, currency, status, account_sealed, created_at)
  VALUES ('${merchant}', gen_random_uuid(), '${payment}', '${payment}', 'bank_transfer', 20000, 10000, 'USD', '${status}', 'sealed', now())`;

const aDispute = ({ merchant, payment }: Paid, end: string) => `
  INSERT INTO disputes (merchant_id, id, transaction_id, gateway_reference, amount, currency, reason, status, resolution, reinstated_at, evidence_due_at, created_at, opened_at, resolved_at)
  VALUES ('${merchant}', gen_random_uuid(), '${payment}', 'r', 1000, 'USD', 'other', ${end}, now(), now(), now(), now())`;

const anAdvance = (merchant: string) => `
  INSERT INTO capital_advances (merchant_id, id, offer_id, amount, fee, currency, holdback_basis_points, status, created_at)
  VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), 1000000, 100000, 'USD', 1000, 'outstanding', now())`;

/** An authorization over the whole payment. */
const aHold = ({ merchant, payment }: Paid, rest: string) => `
  INSERT INTO authorizations (merchant_id, id, checkout_id, reference, amount, currency, expires_at, created_at, status, captured_amount, asked_at, ended_at)
  VALUES ('${merchant}', '${payment}', '${payment}', 'r', 1000000, 'USD', now(), now(), ${rest})`;

const damages: readonly { what: string; seenBy: readonly string[]; damage: (paid: Paid) => string }[] = [
  {
    what: 'a line of another amount',
    seenBy: ['A1', 'A2', 'A3'],
    damage: ({ merchant }) =>
      `UPDATE ledger_entries SET amount = 1 WHERE merchant_id = '${merchant}' AND code = 'fees'`,
  },
  {
    what: 'a journal without lines, of nothing',
    seenBy: ['A1', 'A11'],
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
    seenBy: ['A12', 'A6'],
    damage: (paid) => aRefund(paid, 'completed'),
  },
  {
    what: 'a refund on its way that took no money',
    seenBy: ['A6', 'A7'],
    damage: (paid) => aRefund(paid, 'pending'),
  },
  {
    what: 'refunds whose shares are more than the fee',
    seenBy: ['A12', 'A6'],
    damage: (paid) => `
      ${aRefund(paid, 'completed')};
      UPDATE transactions SET refunded = 60000 WHERE merchant_id = '${paid.merchant}';
      UPDATE refunds SET amount = 60000, fee_share = 35001 WHERE merchant_id = '${paid.merchant}'`,
  },
  {
    what: 'refunds whose shares are more than the reserve',
    seenBy: ['A12', 'A6'],
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
    what: 'a held payout that took no money',
    seenBy: ['A7'],
    damage: (paid) => `${aPayout(paid, 'processing')};
      UPDATE payouts SET status = 'held', held_for = 'review' WHERE merchant_id = '${paid.merchant}'`,
  },
  {
    what: 'cash of an agent that nobody booked',
    seenBy: ['A7'],
    damage: ({ merchant, payment }) => `
      INSERT INTO agent_top_ups (merchant_id, id, agent_id, amount, currency, created_at)
      VALUES ('${merchant}', gen_random_uuid(), '${payment}', 100, 'USD', now())`,
  },
  {
    what: 'cash that an agent handed out and that is still in their float',
    seenBy: ['A12', 'A7'],
    damage: ({ merchant, payment }) => `
      INSERT INTO agent_top_ups (merchant_id, id, agent_id, amount, currency, created_at)
      VALUES ('${merchant}', gen_random_uuid(), '${payment}', 1000000, 'USD', now());
      INSERT INTO cash_outs (merchant_id, id, payout_id, agent_id, amount, currency, outcome, created_at)
      VALUES ('${merchant}', gen_random_uuid(), '${payment}', '${payment}', 100, 'USD', 'completed', now());
      UPDATE ledger_entries SET code = 'agent_float:${payment.replaceAll('-', '')}' WHERE merchant_id = '${merchant}' AND code = 'gateway_clearing';
      UPDATE ledger_balances SET code = 'agent_float:${payment.replaceAll('-', '')}' WHERE merchant_id = '${merchant}' AND code = 'gateway_clearing'`,
  },
  {
    what: 'a float of an agent with other money in it, but none for cash that they did not hand out',
    seenBy: ['A12'],
    damage: ({ merchant, payment }) => `
      INSERT INTO agent_top_ups (merchant_id, id, agent_id, amount, currency, created_at)
      VALUES ('${merchant}', gen_random_uuid(), '${payment}', 1000000, 'USD', now());
      INSERT INTO cash_outs (merchant_id, id, payout_id, agent_id, amount, currency, outcome, created_at)
      VALUES ('${merchant}', gen_random_uuid(), '${payment}', '${payment}', 100, 'USD', 'wrong_code', now());
      UPDATE ledger_entries SET code = 'agent_float:${payment.replaceAll('-', '')}' WHERE merchant_id = '${merchant}' AND code = 'gateway_clearing';
      UPDATE ledger_balances SET code = 'agent_float:${payment.replaceAll('-', '')}' WHERE merchant_id = '${merchant}' AND code = 'gateway_clearing'`,
  },
  {
    what: 'money on its way out for a payout that is over',
    seenBy: ['A12', 'A7'],
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
    what: 'a share of a partner without its money',
    seenBy: ['A7'],
    damage: ({ merchant, payment }) => `
      INSERT INTO split_settlements (merchant_id, id, split_id, subaccount_id, transaction_id, source_id, basis_points, shared, amount, currency, created_at)
      VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '${payment}', '${payment}', 1000, 915000, 91500, 'USD', now())`,
  },
  {
    what: 'money of a partner without a share',
    seenBy: ['A7'],
    damage: ({ merchant }) => `
      UPDATE ledger_entries SET code = 'subaccount:${'0'.repeat(32)}' WHERE merchant_id = '${merchant}' AND code = 'fees';
      UPDATE ledger_balances SET code = 'subaccount:${'0'.repeat(32)}' WHERE merchant_id = '${merchant}' AND code = 'fees'`,
  },
  {
    what: 'partners who got more than was settled',
    seenBy: ['A7', 'A7'],
    damage: ({ merchant, payment }) => `
      INSERT INTO split_settlements (merchant_id, id, split_id, subaccount_id, transaction_id, source_id, basis_points, shared, amount, currency, created_at)
      VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '${payment}', '${payment}', 1000, 915001, 915001, 'USD', now())`,
  },
  {
    what: 'a partner who did not get their share',
    seenBy: ['A7'],
    damage: ({ merchant, payment }) => `
      INSERT INTO split_shares (merchant_id, split_id, place, subaccount_id, basis_points)
      VALUES ('${merchant}', '${payment}', 1, gen_random_uuid(), 1000);
      UPDATE transactions SET split_id = '${payment}' WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'an advance that nobody was given',
    seenBy: ['A7'],
    damage: ({ merchant }) => anAdvance(merchant),
  },
  {
    what: 'an advance that says another sum than its repayments',
    seenBy: ['A7', 'A7'],
    damage: ({ merchant }) => `${anAdvance(merchant)};
      UPDATE capital_advances SET amount_repaid = 1 WHERE merchant_id = '${merchant}'`,
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
    what: 'an amount that is still held of a payment that is completed',
    seenBy: ['A8'],
    damage: (paid) => aHold(paid, `'held', NULL, NULL, NULL`),
  },
  {
    what: 'a capture of another amount than the payment has',
    seenBy: ['A8'],
    damage: (paid) => aHold(paid, `'captured', 500000, now(), now()`),
  },
  {
    what: 'a payment that waits for a capture, of which nothing is held',
    seenBy: ['A8', 'A8'],
    damage: ({ merchant }) =>
      `UPDATE transactions SET status = 'authorized' WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a payment of another amount than was captured',
    seenBy: ['A12'],
    damage: ({ merchant }) => `UPDATE transactions SET amount = 1000001 WHERE merchant_id = '${merchant}'`,
  },
  {
    what: 'a refund that failed and whose money stayed away',
    seenBy: ['A12'],
    damage: (paid) => aRefund(paid, 'failed'),
  },
  {
    what: 'a completed payout that nobody booked',
    seenBy: ['A12'],
    damage: (paid) => aPayout(paid, 'completed'),
  },
  {
    what: 'a blocked payout whose money stayed away',
    seenBy: ['A12'],
    damage: (paid) => aPayout(paid, 'blocked'),
  },
  {
    what: 'a dispute that was won and whose money stayed away',
    seenBy: ['A12'],
    damage: (paid) => aDispute(paid, `'won', 'decided', NULL`),
  },
  {
    what: 'a dispute that was lost and whose money stayed here',
    seenBy: ['A12', 'A6'],
    damage: (paid) => aDispute(paid, `'lost', 'decided', NULL`),
  },
  {
    what: 'an invoice of the platform that is paid without its money',
    seenBy: ['A10'],
    damage: ({ merchant }) => `
      INSERT INTO platform_invoices (merchant_id, id, number, status, plan_name, subtotal, tax_basis_points, tax, total, period_start,
        period_end, created_at, paid_at)
      VALUES ('${merchant}', gen_random_uuid(), 1 + (random() * 1000000000)::int, 'paid', 'Standard', 100000, 0, 0, 100000, now() - interval '1 day', now(), now(), now())`,
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

    expect((await auditsThatSee()).get(merchant)).toBeUndefined();
  });

  describe('of damaged ledgers', () => {
    /** What is damaged → its merchant. */
    const merchants = new Map<string, string>();
    let seen: ReadonlyMap<string, string[]>;
    let seenRowByRow: ReadonlyMap<string, string[]>;

    // An audit reads all merchants, so one of them is enough for all damages.
    beforeAll(async () => {
      for (const { what, damage } of damages) {
        const paid = await aPaidMerchant();
        await forced(damage(paid));
        merchants.set(what, paid.merchant);
      }
      seen = await auditsThatSee();
      seenRowByRow = await auditsThatSee({ size: 1 });
    });

    it.each(damages)('finds $what: $seenBy', ({ what, seenBy }) => {
      expect(seen.get(merchants.get(what) ?? '')).toEqual(seenBy);
    });

    it.each(damages)('finds $what when each batch is one row', ({ what, seenBy }) => {
      expect(seenRowByRow.get(merchants.get(what) ?? '')).toEqual(seenBy);
    });
  });

  it('lists no more than the first thousand faults of a rule', async () => {
    const { merchant, payment } = await aPaidMerchant();
    await forced(`
      INSERT INTO transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
      SELECT '${merchant}', gen_random_uuid(), 'payment', 'completed', 1, 'USD', 'sandbox_card', 'r', 'checkout', '${payment}', now() FROM generate_series(1, 1200)`);

    const seen = (await auditsThatSee({ size: 500 })).get(merchant) ?? [];
    await forced(`DELETE FROM transactions WHERE merchant_id = '${merchant}' AND amount = 1`);

    expect(seen.length).toBeGreaterThan(900);
    expect(seen.length).toBeLessThan(1010);
  });

  it('says how far it came and what it found when it is stopped', async () => {
    const { merchant } = await aPaidMerchant();
    await forced(`UPDATE ledger_heads SET number = 9 WHERE merchant_id = '${merchant}'`);
    const stop = new AbortController();

    const audit = auditLedgerAcrossMerchants(database.databases.sandbox, {
      size: 1,
      signal: stop.signal,
      progress: ({ what }) => {
        if (what === 'transactions') stop.abort(new Error('the process stops'));
      },
    });

    await expect(audit).rejects.toThrow(/^1 transactions were audited, then: the process stops$/);
    const findings = await audit.catch((error: unknown) => (error as AuditUnfinished).findings);
    expect(findings).toContainEqual({
      audit: 'A4',
      merchantId: merchant,
      about: '2 journals up to 2, the head says 9',
    });
  });

  it('reads on after what could not be read, and says so at its end', async () => {
    const { merchant, payment } = await aPaidMerchant();
    await forced(`DELETE FROM events WHERE merchant_id = '${merchant}'`);
    // No ledger can be compared without it.
    await database.asOwner('ALTER TABLE sandbox.capital_repayments RENAME TO repayments_away');

    const audit = auditLedgerAcrossMerchants(database.databases.sandbox);
    const unfinished: unknown = await audit.catch((error: unknown) => error);
    await database.asOwner('ALTER TABLE sandbox.repayments_away RENAME TO capital_repayments');

    expect(unfinished).toMatchObject({
      message: expect.stringMatching(
        /^\d+ journals were audited, then: relation "capital_repayments" does not exist$/,
      ),
      findings: expect.arrayContaining([
        expect.objectContaining({ merchantId: merchant, about: expect.stringContaining(payment) }),
      ]),
    });
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

  it('says how much of a hold is missing', async () => {
    const { merchant } = await aPaidMerchant();
    await forced(`DELETE FROM ledger_holds WHERE merchant_id = '${merchant}' AND code = 'reserve'`);

    const findings = await auditLedgerAcrossMerchants(database.databases.sandbox);

    expect(findings).toContainEqual({
      audit: 'A5',
      merchantId: merchant,
      about: 'reserve USD is 50000, held are 0',
    });
  });
});

describe('a refund or payout that has ended', () => {
  const ends = {
    refunds: async (ledger: MerchantLedger, payment: string, status: 'completed' | 'failed') => {
      const id = await ledger.refund(payment, 900);
      await ledger.endRefund(id, status);
      return id;
    },
    payouts: async (ledger: MerchantLedger, _payment: string, status: 'completed' | 'failed') => {
      const id = await ledger.payOut(300, 'USD', 'bank_transfer');
      await ledger.endPayout(id, status);
      return id;
    },
  };

  it.each([
    ['refunds', 'completed', 'failed'],
    ['refunds', 'failed', 'completed'],
    ['refunds', 'completed', 'pending'],
    ['payouts', 'completed', 'failed'],
    ['payouts', 'failed', 'completed'],
    ['payouts', 'completed', 'returned'],
    ['payouts', 'completed', 'processing'],
  ] as const)('is found among %s if it was %s and its row says that it is %s', async (table, was, says) => {
    const ledger = new MerchantLedger(database.databases.sandbox);
    const payment = await ledger.capture({ hundredths: 10_000, method: 'card', currency: 'USD' });
    const id = await ends[table](ledger, payment, was);
    const seen = async () => {
      const audits = (await auditsThatSee()).get(ledger.merchant) ?? [];
      return audits.filter((audit) => audit === 'A12');
    };

    const before = await seen();
    await forced(`UPDATE ${table} SET status = '${says}' WHERE id = '${id}'`);

    expect(before).toEqual([]);
    expect(await seen()).toEqual(['A12']);
  });

  it('is found if its journal has another amount, and is described in words for an operator', async () => {
    const ledger = new MerchantLedger(database.databases.sandbox);
    await ledger.capture({ hundredths: 10_000, method: 'card', currency: 'USD' });
    const id = await ends.payouts(ledger, '', 'completed');
    await forced(`UPDATE payouts SET amount = 40000 WHERE id = '${id}'`);

    const findings = await auditLedgerAcrossMerchants(database.databases.sandbox);

    expect(findings).toContainEqual({
      audit: 'A12',
      merchantId: ledger.merchant,
      about: `payout ${id} of 40000 USD, with a fee of 10000, is completed, its journals say that 30000 went out, 0 stayed and 0 was returned`,
    });
  });
});

describe('the audit of a ledger that changes meanwhile', () => {
  let quiet: TestDatabase;

  beforeAll(async () => {
    quiet = await cloneDatabase();
  });
  afterAll(() => quiet.close());

  const card = { hundredths: 10_000, method: 'card', currency: 'USD' } as const;
  const size = 25;

  /** The payments of these tests have no events, so A8 and A9 have nothing to compare. */
  async function faultsOfLedgers() {
    const findings = await auditLedgerAcrossMerchants(quiet.databases.sandbox, { size });
    return findings.filter(({ audit }) => audit < 'A8');
  }

  /** Captures, settles, refunds and pays out. */
  async function keepBusy(ledger: MerchantLedger): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      const payment = await ledger.capture(card, ledger.now);
      await ledger.settle(payment);
      await ledger.endRefund(await ledger.refund(payment, 900), round % 2 === 0 ? 'completed' : 'failed');
      const payout = await ledger.payOut(300, 'USD', 'bank_transfer');
      await ledger.endPayout(payout, 'completed');
    }
  }

  it('finds nothing while payments, refunds and payouts go on', async () => {
    const ledgers = Array.from({ length: 3 }, () => new MerchantLedger(quiet.databases.sandbox));
    const over = new AbortController();
    const busy = Promise.all(ledgers.map(keepBusy)).finally(() => over.abort());

    const audits = [];
    while (!over.signal.aborted) audits.push(await faultsOfLedgers());
    await busy;
    audits.push(await faultsOfLedgers());

    expect(audits.flat()).toEqual([]);
    expect(audits.length).toBeGreaterThan(3);
  });

  it('begins a merchant again whose sandbox was reset between two batches', async () => {
    const db = quiet.databases.sandbox;
    const ledger = new MerchantLedger(db);
    for (let count = 0; count < 4; count += 1) await ledger.capture(card);
    const next = (walked: Walked) => inSnapshotAcrossMerchants(db, (tx) => walkJournals(tx, walked, 3));

    const first = await next(startOf(ledger.merchant));
    await quiet.asOwner('SELECT sandbox.reset_merchant($1)', [ledger.merchant]);
    for (let count = 0; count < 9; count += 1) await ledger.capture({ ...card, hundredths: 5000 });

    if (first === 'again') throw new Error('nothing was reset before the first batch');
    expect(first.walked.count).toBe(3n);
    expect(await next(first.walked)).toBe('again');
    expect(await faultsOfLedgers()).toEqual([]);
  });

  it('finds nothing when a sandbox is reset while its ledger is read', async () => {
    const ledger = new MerchantLedger(quiet.databases.sandbox);
    for (let count = 0; count < 60; count += 1) await ledger.capture(card);
    const journals = await quiet.asOwner('SELECT FROM sandbox.ledger_journals');
    const counts: number[] = [];
    let isReset = false;

    const findings = await auditLedgerAcrossMerchants(quiet.databases.sandbox, {
      size: 1,
      progress: async ({ what, done }) => {
        if (what === 'journals') counts.push(done);
        // The newest merchant is audited last.
        if (isReset || done <= journals.length - 55) return;
        isReset = true;
        await quiet.asOwner('SELECT sandbox.reset_merchant($1)', [ledger.merchant]);
      },
    });

    expect(findings.filter(({ audit }) => audit < 'A8')).toEqual([]);
    expect(counts).not.toEqual(counts.toSorted((a, b) => a - b));
  });
});

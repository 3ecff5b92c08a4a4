import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../../../src/domain/money/ledger/audit/audit.ts';
import { sourcedMovements } from '../../../../../../src/domain/money/ledger/entries/sources.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';
import { MerchantLedger } from '../merchant-ledger.ts';
import { partners } from '../model.ts';

let database: TestDatabase;
let ledger: MerchantLedger;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const card = { hundredths: 100_000, method: 'card', currency: 'USD' } as const;

/** A merchant of whom every movement was posted. */
beforeEach(async () => {
  ledger = new MerchantLedger(database.databases.live);
  await ledger.takeAdvance(100_000, 1000, { currency: 'USD', rate: 1000 });
  const waiting = await ledger.capture({ ...card, shares: [2000] }, ledger.now);
  await ledger.settle(waiting);
  const payment = await ledger.capture(card);
  for (const end of ['completed', 'failed'] as const)
    await ledger.endRefund(await ledger.refund(payment, 1000), end);
  await ledger.endDispute(await ledger.dispute(payment, 1000), 'won');
  const lost = await ledger.dispute(payment, 1000);
  await ledger.endDispute(lost, 'lost');
  await ledger.reinstate(lost);
  await ledger.release(payment);
  for (const end of ['completed', 'failed'] as const)
    await ledger.endPayout(await ledger.payOut(2000, 'USD', 'mobile_money'), end);
  const sentBack = await ledger.payOut(2000, 'USD', 'mobile_money');
  await ledger.endPayout(sentBack, 'completed');
  await ledger.endPayout(sentBack, 'returned');
  await ledger.payOut(1000, 'USD', 'mobile_money', partners[0]);
  await ledger.topUp(0, 10_000, 'USD');
  await ledger.cashOut(0, await ledger.payOut(2000, 'USD', 'mobile_money'));
  await ledger.receiveUnwanted(card);
  await ledger.payPlatform(100);
});

/** As the owner, past every trigger and foreign key. */
async function forced(statement: string): Promise<void> {
  await database.asOwner(
    `BEGIN; SET LOCAL search_path = live; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`,
  );
}

async function found(audit: string): Promise<readonly string[]> {
  const findings = await auditLedgerAcrossMerchants(database.databases.live, { size: 7 });
  return findings
    .filter((finding) => finding.merchantId === ledger.merchant && finding.audit === audit)
    .map(({ about }) => about);
}

/** The tables that the sources of movements are in. */
const tables: Readonly<Record<string, readonly string[]>> = {
  transactions: [
    'payment.captured',
    'payment.settled',
    'payment.unwanted',
    'reserve.released',
    'refund.requested',
    'refund.completed',
    'refund.failed',
    'payout.requested',
    'payout.completed',
    'payout.failed',
    'payout.returned',
    'cash_out.completed',
  ],
  refunds: ['refund.requested', 'refund.completed', 'refund.failed'],
  payouts: ['payout.requested', 'payout.completed', 'payout.failed', 'payout.returned', 'cash_out.completed'],
  disputes: ['dispute.opened', 'dispute.won', 'dispute.lost', 'dispute.reinstated'],
  split_settlements: ['split.settled'],
  capital_advances: ['capital.disbursed'],
  capital_repayments: ['capital.repayment'],
  platform_invoices: ['platform.paid'],
  agent_top_ups: ['float.topped_up'],
};

describe('the audit', () => {
  it('finds the reason of every movement', async () => {
    const posted = await database.asOwner(
      'SELECT DISTINCT movement FROM live.ledger_journals WHERE merchant_id = $1',
      [ledger.merchant],
    );

    const movements = posted.map(({ movement }) => String(movement)).toSorted();
    expect(movements).toEqual([...sourcedMovements, 'float.topped_up'].toSorted());
    expect(await found('A11')).toEqual([]);
  });

  it.each(Object.entries(tables))('notices that rows of %s are gone', async (table, movements) => {
    await forced(`DELETE FROM ${table} WHERE merchant_id = '${ledger.merchant}'`);

    const missed = await found('A11');

    expect([...new Set(missed.map((about) => about.split(', ')[1] ?? ''))].toSorted()).toEqual(
      movements.toSorted(),
    );
  });

  it('notices money of a lost dispute that came back, and of which its row knows nothing', async () => {
    const reinstated = `disputes SET reinstated_at = NULL WHERE merchant_id = '${ledger.merchant}' AND reinstated_at IS NOT NULL`;
    const lost = await ledger.dispute(await ledger.capture(card), 700);
    await ledger.endDispute(lost, 'lost');
    await ledger.reinstate(lost);
    expect(await found('A12')).toEqual([]);

    await forced(`UPDATE ${reinstated} AND id = '${lost}'`);

    expect(await found('A12')).toEqual([
      `dispute ${lost} of 70000 USD is lost, its journals say that 0 was kept, 70000 went out and 70000 came back`,
    ]);
  });

  it('notices that one payment among others is gone', async () => {
    const payment = await ledger.capture(card);
    await forced(`DELETE FROM transactions WHERE merchant_id = '${ledger.merchant}' AND id = '${payment}'`);

    expect(await found('A11')).toEqual([
      expect.stringMatching(`^journal \\d+, payment.captured, is of ${payment}, which is gone$`),
      expect.stringMatching(`^journal \\d+, payment.settled, is of ${payment}, which is gone$`),
    ]);
  });

  it('notices that a balance is gone', async () => {
    await forced(`DELETE FROM ledger_balances WHERE merchant_id = '${ledger.merchant}' AND code = 'fees'`);

    expect(await found('A2')).toEqual([
      expect.stringMatching(/^the balance of fees USD is gone, its entries sum to \d+$/),
    ]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StatementLine } from '../../../../src/domain/money/gateways/statement.ts';
import { auditLedgerAcrossMerchants } from '../../../../src/domain/money/ledger/audit/audit.ts';
import { listCasesAcrossMerchants } from '../../../../src/domain/reconciliation/cases/queries.ts';
import { laterBy } from '../../../../src/domain/reconciliation/matching/coverage.ts';
import { findUnexplained } from '../../../../src/domain/reconciliation/matching/day.ts';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { openService, type Place } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { aPayout, openPaidShop } from '../../../support/builders/payouts.ts';
import { aStatement } from './books.ts';

// Payments, refunds and payouts that the service itself made: what their providers would state of them is what the ledger has.

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

type Row = { readonly gateway: string; readonly line: StatementLine };

/** What providers state, from the tables of the objects and not from the ledger. */
async function statedBy(merchant: string): Promise<readonly Row[]> {
  const rows = await app.database.asOwner(
    `SELECT t.gateway, t.type, t.gateway_reference, t.completed_at::date::text AS day, t.currency,
       CASE t.type WHEN 'payment' THEN t.amount WHEN 'refund' THEN -t.amount ELSE p.fee - p.amount END::text AS amount,
       coalesce(r.id, p.id, t.id)::text AS reference
     FROM sandbox.transactions t LEFT JOIN sandbox.refunds r ON r.merchant_id = t.merchant_id AND r.transaction_id = t.id
       LEFT JOIN sandbox.payouts p ON p.merchant_id = t.merchant_id AND p.transaction_id = t.id
     WHERE t.merchant_id = $1 AND t.status IN ('completed', 'reversed')`,
    [merchant],
  );
  return rows.map((row, at) => ({
    gateway: String(row['gateway']),
    line: {
      line: String(at),
      // An acquirer repeats its own reference, and others ours.
      reference: row['type'] === 'payout' ? String(row['reference']) : null,
      gatewayReference: row['type'] === 'payout' ? null : String(row['gateway_reference']),
      kind: row['type'] as StatementLine['kind'],
      amount: BigInt(String(row['amount'])),
      currency: String(row['currency']),
      bookedOn: String(row['day']),
    },
  }));
}

it('what the service did is what its providers state, line by line and day by day, and the ledger stays as it was', async () => {
  const shop = await openPaidShop(app);
  const { api, merchant } = shop;
  const [payment] = (await api('listTransactions', { query: { status: 'completed' } })).data.items;
  await api('refundTransaction', { params: { id: payment?.id ?? '' }, body: { amount: '12.34' } });
  await api('requestPayout', { body: aPayout('bank_transfer', { amount: '20.00' }) });
  await turnClock(api, 3600);
  const db = app.database.databases.sandbox;
  const stated = Map.groupBy(await statedBy(merchant.merchantId), ({ gateway }) => gateway);
  const [first = ''] = [...stated.values()]
    .flat()
    .map(({ line }) => line.bookedOn)
    .toSorted();
  const range = { from: first, to: laterBy(first, 5) };

  const before = await app.database.asOwner('SELECT * FROM sandbox.ledger_entries ORDER BY 1, 2, 3');
  for (const [gateway, rows] of stated) {
    const lines = rows.map(({ line }) => line);
    await importStatement(db, { gateway, by: 'test' }, aStatement({ ...range, lines }));
    const ran = await runReconciliation(db, { gateway, ...range, graceDays: 3 });
    expect(ran).toEqual({ lines: lines.length, opened: 0, explained: 0, reopened: 0 });
    expect(await findUnexplained(db, { gateway, ...range, graceDays: 3 })).toEqual([]);
  }

  const kinds = [...stated.values()].flat().map(({ line }) => line.kind);
  expect(kinds.toSorted()).toEqual(['payment', 'payout', 'refund']);
  expect(await listCasesAcrossMerchants(db, {}, { before: undefined, most: 10 })).toEqual([]);
  expect(await auditLedgerAcrossMerchants(db)).toEqual([]);
  expect(await app.database.asOwner('SELECT * FROM sandbox.ledger_entries ORDER BY 1, 2, 3')).toEqual(before);
});

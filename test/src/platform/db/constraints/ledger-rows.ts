import { randomUUID as uuid } from 'node:crypto';

/** The ledger's triggers would number the journals and refuse a single entry. They have cases of their own. */
const noTriggers =
  'ALTER TABLE ledger_journals DISABLE TRIGGER USER; ALTER TABLE ledger_entries DISABLE TRIGGER USER';

/** Rows of the ledger's tables. @param source_id a transaction that is stored */
export function ledgerTables(merchant_id: string, source_id: string) {
  const journal = {
    merchant_id,
    number: 1,
    movement: 'payment.captured',
    source_id,
    effective_at: '2026-01-01T12:00:00Z',
  };
  const balance = { merchant_id, code: 'available', currency: 'USD' };
  return {
    ledger_heads: {
      row: { merchant_id, number: 1 },
      fresh: () => ({ merchant_id: uuid() }),
      stored: [{ merchant_id, number: 1 }],
    },
    ledger_balances: { row: balance, fresh: () => ({ merchant_id: uuid() }), stored: [balance] },
    ledger_journals: {
      row: journal,
      fresh: (nth: number) => ({ number: nth + 1, source_id: uuid() }),
      stored: [journal],
      prepare: noTriggers,
    },
    ledger_entries: {
      row: { ...balance, number: 1, amount: 1, balance_after: 1 },
      fresh: () => ({}),
      prepare: noTriggers,
    },
    ledger_holds: {
      row: { merchant_id, code: 'reserve', amount: 100, currency: 'USD', due_at: '2026-01-09T12:00:00Z' },
      fresh: () => ({ hold_id: uuid(), payment_id: uuid() }),
    },
  };
}

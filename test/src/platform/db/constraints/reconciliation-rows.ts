import { randomBytes, randomUUID } from 'node:crypto';

export const id = { statement: randomUUID(), case: randomUUID() } as const;
export const day = '2026-01-01';

const statement = {
  gateway: 'bank',
  currency: 'USD',
  from_day: day,
  to_day: day,
  lines: 0,
  imported_by: 'tariro',
} as const;
const missingHere = {
  gateway: 'bank',
  kind: 'missing_here',
  state: 'open',
  stated: 100,
  stated_currency: 'USD',
  stated_on: day,
} as const;
const opened = { case_id: id.case, change: 'opened', state: 'open', by: 'tariro' } as const;
const first = { ...missingHere, id: id.case, subject: 'stored' } as const;

/** How to make rows of the tables of `domain/reconciliation`. */
export const reconciliationTables = {
  statements: {
    row: statement,
    fresh: (nth: number) => ({ id: randomUUID(), name: `fresh-${nth}`, hash: randomBytes(32) }),
    stored: [{ ...statement, id: id.statement, name: 'stored', hash: randomBytes(32) }],
  },
  reconciliation_cases: {
    row: missingHere,
    fresh: (nth: number) => ({ id: randomUUID(), subject: `fresh-${nth}` }),
    stored: [first],
    // The log is judged at COMMIT, and by a case of its own.
    prepare: 'ALTER TABLE reconciliation_cases DISABLE TRIGGER logged_when_opened',
  },
  statement_lines: {
    row: {
      statement_id: id.statement,
      gateway: 'bank',
      kind: 'payment',
      amount: 1,
      currency: 'USD',
      booked_on: day,
    },
    fresh: (nth: number) => ({ line: `fresh-${nth}` }),
  },
  withdrawn_statements: {
    row: {
      gateway: 'bank',
      name: 'march',
      hash: randomBytes(32),
      from_day: day,
      to_day: day,
      lines: 0,
      imported_by: 'tariro',
      imported_at: day,
      withdrawn_by: 'tariro',
      reason: 'wrong month',
    },
    fresh: () => ({ id: randomUUID() }),
  },
  case_changes: { row: opened, fresh: () => ({ id: randomUUID() }) },
};

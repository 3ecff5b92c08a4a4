import { each, lost, same, type Written } from './case.ts';
import { day, id, type reconciliationTables } from './reconciliation-rows.ts';

const expected = { expected: 100, expected_currency: 'USD', expected_on: day } as const;
const nothingStated = { stated: null, stated_currency: null, stated_on: null } as const;
const journal = { of_merchant: id.case, of_transaction: id.case, journal: 1 } as const;
const resolved = { state: 'resolved', resolution: 'accepted', resolved_at: day } as const;

/** The constraints of the tables of `domain/reconciliation`. */
export const reconciliationCases = {
  statements: {
    statements_pkey: same('id'),
    statement_once: same('gateway', 'name'),
    statement_content_once: same('gateway', 'hash'),
    statement_hash: { hash: Buffer.alloc(31) },
    statement_days: [{ to_day: '2025-12-31' }, { to_day: '2027-03-01' }],
    statement_lines_count: { lines: -1 },
  },
  reconciliation_cases: {
    reconciliation_cases_pkey: same('id'),
    case_once: same('gateway', 'subject', 'kind'),
    case_kind: { kind: 'lost', ...expected },
    case_state: { state: 'lost' },
    case_owner: { state: 'assigned' },
    case_resolution: { ...resolved, resolution: 'forgotten' },
    case_resolved: [
      { state: 'resolved' },
      { resolution: 'accepted' },
      { ...resolved, state: 'open' },
      { ...resolved, resolved_at: null },
    ],
    case_expected: [{ expected_on: day }, { expected_currency: 'USD' }],
    case_stated: [
      { kind: 'missing_there', ...expected, ...nothingStated, stated_on: day },
      { stated_currency: null },
    ],
    case_sides: [
      { ...expected },
      { ...nothingStated },
      { kind: 'missing_there' },
      { kind: 'missing_there', ...expected },
      { kind: 'twice' },
      { kind: 'other_amount', ...expected, ...nothingStated },
    ],
    case_journal: [{ journal: 1 }, { ...journal, of_merchant: null }, { ...journal, of_transaction: null }],
  },
  statement_lines: {
    statement_lines_pkey: same('statement_id', 'line'),
    line_kind: { kind: 'gift' },
    line_journal: [
      { journal: 1 },
      { journal: 1, of_merchant: id.case },
      { of_merchant: id.case, journal_on: day },
    ],
    line_statement: lost('statement_id'),
    line_case: lost('case_id'),
  },
  withdrawn_statements: {
    withdrawn_statements_pkey: same('id'),
    withdrawal_reason: each('reason', '', 'x'.repeat(501)),
  },
  case_changes: {
    case_changes_pkey: same('case_id', 'id'),
    case_change: { change: 'forgotten' },
    case_change_state: { state: 'lost' },
    case_change_resolution: { resolution: 'forgotten' },
    case_change_note: each('note', '', 'x'.repeat(501)),
    case_change_case: lost('case_id'),
  },
} as const satisfies Readonly<Record<keyof typeof reconciliationTables, Readonly<Record<string, Written>>>>;

const judgeNow = 'SET CONSTRAINTS ALL IMMEDIATE';

/** Nobody opens, closes or hands over a case silently, and nobody rewrites what was stated or noted. */
export const reconciliationTriggers = [
  {
    table: 'reconciliation_cases',
    trigger: 'logged_when_opened',
    run: [
      `INSERT INTO reconciliation_cases (id, gateway, kind, subject, state, stated, stated_currency, stated_on)
        VALUES (gen_random_uuid(), 'bank', 'missing_here', 'silent', 'open', 1, 'USD', '${day}')`,
      judgeNow,
    ],
    says: 'case_logged',
  },
  ...[
    `state = 'resolved', resolution = 'accepted', resolved_at = now()`,
    `state = 'assigned', owner = 'tariro'`,
    `owner = 'tariro'`,
  ].map((change) => ({
    table: 'reconciliation_cases',
    trigger: 'logged_when_changed',
    run: [`UPDATE reconciliation_cases SET ${change}`, judgeNow],
    says: 'case_logged',
  })),
  ...(['statements', 'case_changes', 'withdrawn_statements'] as const).map((table) => ({
    table,
    trigger: 'append_only',
    run: [`UPDATE ${table} SET ${table === 'case_changes' ? 'by = by' : 'gateway = gateway'}`],
    says: `${table} is append-only`,
  })),
];

import { reconciliationTriggers } from './reconciliation-cases.ts';
import { day, ids } from './rows.ts';

type TriggerCase = {
  readonly table: string;
  readonly trigger: string;
  /** The only mode that has it; absent: both modes do. */
  readonly mode?: 'live';
  /** Statements in order. */
  readonly run: readonly string[];
  /** Says of the last statement: the constraint it breaks, the message of its error, or the first value that it returns. */
  readonly says: string;
};

const m = `'${ids.merchant}'`;

const appendOnly: readonly TriggerCase[] = [
  'status_changes',
  'events',
  'event_bodies',
  'webhook_attempts',
  'listen_reports',
  'ledger_journals',
  'ledger_entries',
  'split_settlements',
  'capital_repayments',
  'platform.operator_changes',
  'audit_log',
].map((table) => ({
  table,
  trigger: 'append_only',
  run: [`UPDATE ${table} SET merchant_id = merchant_id`],
  says: `${table.replace('platform.', '')} is append-only`,
}));

const removals: readonly (readonly [table: string, ...statements: readonly string[]])[] = [
  ['status_changes', 'DELETE FROM status_changes'],
  ['status_changes', 'TRUNCATE status_changes'],
  ['events', 'TRUNCATE events CASCADE'],
  ['webhook_attempts', 'TRUNCATE webhook_attempts'],
  ['ledger_journals', 'DELETE FROM ledger_journals'],
  ['ledger_journals', 'TRUNCATE ledger_journals, ledger_entries'],
  ['ledger_entries', 'DELETE FROM ledger_entries'],
  ['ledger_entries', 'TRUNCATE ledger_entries'],
  ['transactions', `UPDATE transactions SET status = 'reversed'`, 'DELETE FROM transactions'],
  ['transactions', 'DELETE FROM transactions'],
  ['checkouts', `UPDATE checkouts SET status = 'completed'`, 'DELETE FROM checkouts'],
  ['checkouts', `UPDATE checkouts SET status = 'expired'`, 'DELETE FROM checkouts'],
];

const neverRemoved: readonly TriggerCase[] = removals.map(([table, ...run]) => ({
  table,
  trigger: 'never_removed',
  mode: 'live',
  run,
  says: `${table} is append-only`,
}));

const journal = (movement: string, floor = 'NULL') =>
  `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, floor, effective_at)
    VALUES (${m}, 9, '${movement}', gen_random_uuid(), ${floor}, '${day(1)}') RETURNING number`;
const entries = (number: string, ...amounts: readonly (readonly [code: string, amount: number])[]) =>
  `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after) VALUES ${amounts
    .map(([code, amount]) => `(${m}, ${number}, '${code}', 'USD', ${amount}, 0)`)
    .join(', ')}`;
const newest = `(SELECT max(number) FROM ledger_journals WHERE merchant_id = ${m})`;
const judgeNow = 'SET CONSTRAINTS ALL IMMEDIATE';

const ledger: readonly TriggerCase[] = [
  {
    table: 'dispute_answers',
    trigger: 'passed_on_once',
    run: [
      `INSERT INTO dispute_answers (merchant_id, dispute_id, gateway, answer, waiting_since) VALUES (${m}, '${ids.dispute}', 'acquirer', 'contest', now())`,
      `UPDATE dispute_answers SET passed_on_at = now(), passed_on_by = 'ann'`,
      `UPDATE dispute_answers SET passed_on_by = 'ben'`,
    ],
    says: 'passed_on_once',
  },
  { table: 'ledger_journals', trigger: 'a_number', run: [journal('payment.captured')], says: '2' },
  {
    table: 'ledger_journals',
    trigger: 'z_balanced',
    run: [journal('payment.captured'), judgeNow],
    says: 'journal_balanced',
  },
  {
    table: 'ledger_entries',
    trigger: 'balanced',
    run: [journal('payment.captured'), entries(newest, ['available', 1], ['fees', -2])],
    says: 'journal_balanced',
  },
  {
    table: 'ledger_entries',
    trigger: 'a_apply',
    run: [entries('1', ['available', 1], ['fees', -1])],
    says: 'journal_sealed',
  },
  {
    table: 'ledger_entries',
    trigger: 'a_apply',
    run: [journal('payout.requested', '0'), entries(newest, ['available', -1], ['fees', 1])],
    says: 'balance_floor',
  },
];

const delivery = (sequence: number) =>
  `INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence, max_attempts)
    SELECT merchant_id, gen_random_uuid(), event_id, api_version, '${ids.lane}', 'app', 'https://shop.example/${sequence}', 'event', '${ids.customer}', ${sequence}, 10
    FROM event_bodies RETURNING state`;

const deliveries: readonly TriggerCase[] = [
  {
    table: 'webhook_deliveries',
    trigger: 'wait_for_earlier',
    run: [delivery(1), delivery(2)],
    says: 'waiting',
  },
  {
    table: 'webhook_deliveries',
    trigger: 'release_next',
    run: [
      delivery(1),
      delivery(2),
      `UPDATE webhook_deliveries SET state = 'delivered', finished_at = now() WHERE sequence = 1`,
      'SELECT state FROM webhook_deliveries WHERE sequence = 2',
    ],
    says: 'due',
  },
];

const billing: readonly TriggerCase[] = [
  {
    table: 'ledger_journals',
    trigger: 'first_journal',
    run: [
      `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
        VALUES (gen_random_uuid(), 1, 'payment.captured', gen_random_uuid(), '2026-01-31T12:00:00Z')`,
      `SELECT to_char(s.next_invoice_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI ') || j.kind FROM platform_subscriptions s
        JOIN jobs j USING (merchant_id) WHERE j.due_at = s.next_invoice_at`,
    ],
    says: '2026-02-28 12:00 platform-billing.bill',
  },
];

const counted = `SELECT day || ' ' || currency || ' ' || outcome || ' ' || payments || ' ' || amount FROM payment_counts`;
const payment = (status: string) =>
  `INSERT INTO transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at, completed_at)
    VALUES (${m}, gen_random_uuid(), 'payment', '${status}', 70000, 'USD', 'sandbox_card', 'counted', 'checkout', gen_random_uuid(), '${day(1)}', '${day(2)}')`;

const counts: readonly TriggerCase[] = [
  {
    table: 'transactions',
    trigger: 'counted_when_moved',
    run: [
      payment('pending'),
      `UPDATE transactions SET status = 'failed' WHERE reference = 'counted'`,
      counted,
    ],
    says: '2026-01-02 USD failed 1 70000',
  },
  {
    table: 'transactions',
    trigger: 'counted_when_made',
    run: [payment('completed'), counted],
    says: '2026-01-02 USD completed 1 70000',
  },
];

/** Every trigger of the migrations, and what it does. */
export const triggerCases: readonly TriggerCase[] = [
  ...counts,
  ...appendOnly,
  ...neverRemoved,
  ...ledger,
  ...deliveries,
  ...billing,
  ...reconciliationTriggers,
];

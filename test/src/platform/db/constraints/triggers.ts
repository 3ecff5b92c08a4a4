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
  'archived_resources',
].map((table) => ({
  table,
  trigger: 'append_only',
  run: [`UPDATE ${table} SET merchant_id = merchant_id`],
  says: `${table.replace('platform.', '')} is append-only`,
}));

const removals: readonly (readonly [table: string, ...statements: readonly string[]])[] = [
  ['status_changes', 'TRUNCATE status_changes'],
  ['archives', 'DELETE FROM archives'],
  ['archives', 'TRUNCATE archives'],
  ['archives', `UPDATE archives SET file = 'other'`],
  ['archived_resources', 'DELETE FROM archived_resources'],
  ['archived_resources', 'TRUNCATE archived_resources'],
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

const inNoArchive: TriggerCase = {
  table: 'status_changes',
  trigger: 'stays_unless_archived',
  mode: 'live',
  run: [
    `INSERT INTO status_changes (merchant_id, id, resource, resource_id, from_status, to_status, created_at)
      VALUES (${m}, gen_random_uuid(), 'transactions', gen_random_uuid(), 'pending', 'completed', now())`,
    'DELETE FROM status_changes',
  ],
  says: 'status_changes is append-only',
};

/** A journal and its entries in one statement, which answers one of its values. Undefined: what a trigger fills in. */
const posting = (
  wanted: string,
  lines: readonly (readonly [code: string, amount: number, after?: number])[],
  { movement = 'payment.captured', number = 'NULL', floor = 'NULL', of = m } = {},
) =>
  `WITH journal AS (INSERT INTO ledger_journals (merchant_id, number, movement, source_id, floor, effective_at)
     VALUES (${of}, ${number}, '${movement}', gen_random_uuid(), ${floor}, '2026-01-31T12:00:00Z') RETURNING merchant_id, number),
   entry AS (INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after)
     SELECT merchant_id, number, l.code, 'USD', l.amount, l.after FROM journal, (VALUES ${lines
       .map(([code, amount, after]) => `('${code}', ${amount}, ${after ?? 'NULL::bigint'})`)
       .join(', ')}) AS l (code, amount, after) RETURNING balance_after)
   SELECT ${wanted} FROM journal, entry ORDER BY 1 DESC`;

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
  {
    table: 'ledger_journals',
    trigger: 'a_number',
    run: [
      posting('number', [
        ['available', 1],
        ['fees', -1],
      ]),
    ],
    says: '2',
  },
  {
    table: 'ledger_journals',
    trigger: 'judge',
    run: [
      `INSERT INTO ledger_journals (merchant_id, movement, source_id, effective_at) VALUES (${m}, 'payment.captured', gen_random_uuid(), now())`,
    ],
    says: 'journal_balanced',
  },
  {
    table: 'ledger_journals',
    trigger: 'judge',
    run: [
      posting(
        'number',
        [
          ['available', 1],
          ['fees', -1],
        ],
        { number: '9' },
      ),
    ],
    says: 'journal_numbered',
  },
  {
    table: 'ledger_entries',
    trigger: 'a_foresee',
    run: [
      posting('balance_after', [
        ['available', 1],
        ['fees', -1],
      ]),
    ],
    says: '1',
  },
  ...(
    [
      [
        'journal_balanced',
        [
          ['available', 1, 1],
          ['fees', -2, -2],
        ],
        {},
      ],
      [
        'balance_counted',
        [
          ['available', 1, 1],
          ['fees', -1, -2],
        ],
        {},
      ],
      [
        'balance_floor',
        [
          ['available', -1, -1],
          ['fees', 1, 1],
        ],
        { movement: 'payout.requested', floor: '0' },
      ],
    ] as const
  ).map(([says, lines, of]) => ({
    table: 'ledger_entries',
    trigger: 'apply',
    run: [posting('balance_after', lines, of)],
    says,
  })),
  {
    table: 'ledger_entries',
    trigger: 'apply',
    run: [
      `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount) VALUES (${m}, 1, 'available', 'USD', 1), (${m}, 1, 'fees', 'USD', -1)`,
    ],
    says: 'journal_sealed',
  },
  ...(
    [
      ['ledger_journals', 'keeps_removed', 'DELETE FROM ledger_journals', 'entry_journal'],
      ['ledger_journals', 'keeps_emptied', 'TRUNCATE ledger_journals', 'entry_journal'],
      ['ledger_balances', 'keeps_removed', 'DELETE FROM ledger_balances', 'entry_account'],
      ['ledger_balances', 'keeps_emptied', 'TRUNCATE ledger_balances', 'entry_account'],
      [
        'ledger_balances',
        'keeps_renamed',
        `UPDATE ledger_balances SET code = 'available' WHERE code = 'fees'`,
        'entry_account',
      ],
    ] as const
  ).map(([table, trigger, last, says]) => ({
    table,
    trigger,
    run: [
      posting(
        'number',
        [
          ['fees', 1],
          ['treasury', -1],
        ],
        { of: 'gen_random_uuid()' },
      ),
      last,
    ],
    says,
  })),
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
      posting(
        'number',
        [
          ['available', 1],
          ['fees', -1],
        ],
        { of: 'gen_random_uuid()' },
      ),
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
  inNoArchive,
  ...ledger,
  ...deliveries,
  ...billing,
  ...reconciliationTriggers,
];

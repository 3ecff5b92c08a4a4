/** Ways to break the ledger by hand, the rule that stops each, and what would have to be gone for it to succeed. */
export type Attack = {
  readonly what: string;
  readonly by: 'the role' | 'a superuser';
  readonly schema: 'sandbox' | 'live';
  /** Of the attack: the last statement may answer one text. */
  readonly statements: readonly string[];
  /** SQLSTATE and constraint of the refusal; or the text that the last statement must answer. */
  readonly refusal: string;
  /** Takes the guard away. */
  readonly without: readonly string[];
};

/** Has one payment of 100.00 by card, captured and settled: journals 1 and 2. */
export const merchant = '01950000-0000-7000-8000-0000000000aa';
export const payment = '01950000-0000-7000-8000-0000000000bb';

const journal = (movement: string, floor = 'NULL', source = 'gen_random_uuid()') =>
  `INSERT INTO ledger_journals (merchant_id, movement, source_id, floor, effective_at)
   VALUES ('${merchant}', '${movement}', ${source}, ${floor}, now())`;

const lines = (...of: readonly (readonly [code: string, amount: number, currency?: string])[]) =>
  `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount)
   SELECT merchant_id, max(number), l.code, l.currency, l.amount FROM ledger_journals,
     (VALUES ${of.map(([code, amount, currency = 'USD']) => `('${code}', '${currency}', ${amount})`).join(', ')}) AS l (code, currency, amount)
   WHERE merchant_id = '${merchant}' GROUP BY merchant_id, l.code, l.currency, l.amount`;

const balanced = lines(['fees', 100], ['gateway_clearing', -100]);
const hold = (
  code: string,
  amount: number,
  released: number,
  id = 'gen_random_uuid()',
  of = 'gen_random_uuid()',
) =>
  `INSERT INTO ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, released, due_at)
   VALUES ('${merchant}', ${id}, ${of}, '${code}', 'USD', ${amount}, ${released}, now())`;

/** The body of ledger_apply() without one of its checks. */
const applyWithout = (check: string) =>
  `DO $$ BEGIN EXECUTE regexp_replace(pg_get_functiondef('ledger_apply'::regproc), '${check}.*?END IF;', ''); END $$`;
const noSeal = applyWithout('IF NOT FOUND');
const noFloor = applyWithout('IF NEW.code = .available.');
const dropConstraint = (table: string, name: string) =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${name} CASCADE`;
const dropTrigger = (table: string, name: string) => `DROP TRIGGER ${name} ON ${table}`;
const noBalance = `${dropTrigger('ledger_journals', 'z_balanced')}; ${dropTrigger('ledger_entries', 'balanced')}`;

type Short = Omit<Attack, 'by' | 'schema'>;
const byRole = (attack: Short): Attack => ({ by: 'the role', schema: 'sandbox', ...attack });
const bySuperuser = (attack: Short): Attack => ({ by: 'a superuser', schema: 'sandbox', ...attack });
const inLive = (attack: Short): Attack => ({ by: 'a superuser', schema: 'live', ...attack });

const postings: readonly Attack[] = [
  byRole({
    what: 'a journal whose lines do not sum to zero',
    statements: [journal('payment.captured'), lines(['fees', 100], ['gateway_clearing', -99])],
    refusal: '23514 journal_balanced',
    without: [noBalance],
  }),
  byRole({
    what: 'one more line after the journal was judged',
    statements: [
      journal('payment.captured'),
      balanced,
      'SET CONSTRAINTS ALL IMMEDIATE',
      lines(['available', 1_000_000]),
    ],
    refusal: '23514 journal_balanced',
    without: [dropTrigger('ledger_entries', 'balanced')],
  }),
  byRole({
    what: 'a journal without lines',
    statements: [journal('payment.captured')],
    refusal: '23514 journal_balanced',
    without: [noBalance],
  }),
  byRole({
    what: 'a dollar for a ZWG',
    statements: [journal('payment.captured'), lines(['fees', 100, 'USD'], ['gateway_clearing', -100, 'ZWG'])],
    refusal: '23514 journal_balanced',
    without: [noBalance],
  }),
  byRole({
    what: 'lines that only a temporary table of the same name balances',
    statements: [
      'CREATE TEMPORARY TABLE ledger_entries (LIKE sandbox.ledger_entries)',
      journal('payment.captured'),
      `INSERT INTO pg_temp.ledger_entries SELECT merchant_id, max(number), unnest('{fees,treasury}'::text[]), 'USD', unnest('{1,-1}'::bigint[]), 0
       FROM ledger_journals WHERE merchant_id = '${merchant}' GROUP BY merchant_id`,
    ],
    refusal: '23514 journal_balanced',
    without: ['ALTER FUNCTION ledger_balanced() RESET search_path'],
  }),
  byRole({
    what: 'an account that does not exist',
    statements: [journal('payment.captured'), lines(['savings', 100], ['gateway_clearing', -100])],
    refusal: '23514 known_code',
    without: [dropConstraint('ledger_balances', 'known_code')],
  }),
  byRole({
    what: 'a currency that does not exist',
    statements: [journal('payment.captured'), lines(['fees', 100, 'EUR'], ['gateway_clearing', -100, 'EUR'])],
    refusal: '23514 known_currency',
    without: [dropConstraint('ledger_balances', 'known_currency')],
  }),
  byRole({
    what: 'a line of nothing',
    statements: [
      journal('payment.captured'),
      lines(['fees', 0], ['gateway_clearing', 100], ['treasury', -100]),
    ],
    refusal: '23514 entry_not_zero',
    without: [dropConstraint('ledger_entries', 'entry_not_zero')],
  }),
  byRole({
    what: 'two lines of one journal on one account',
    statements: [journal('payment.captured'), lines(['fees', 100], ['fees', -100])],
    refusal: '23505 ledger_entries_pkey',
    without: [dropConstraint('ledger_entries', 'ledger_entries_pkey')],
  }),
  byRole({
    what: 'late lines of an old journal',
    statements: [
      `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount) VALUES
        ('${merchant}', 1, 'treasury', 'USD', 100), ('${merchant}', 1, 'payout_clearing', 'USD', -100)`,
    ],
    refusal: '23514 journal_sealed',
    without: [noSeal],
  }),
  byRole({
    what: 'the same movement of the same payment again',
    statements: [journal('payment.captured', 'NULL', `'${payment}'`), balanced],
    refusal: '23505 posted_once',
    without: [dropConstraint('ledger_journals', 'posted_once')],
  }),
  byRole({
    what: 'a movement with a strange name',
    statements: [journal('Money!'), balanced],
    refusal: '23514 known_movement',
    without: [dropConstraint('ledger_journals', 'known_movement')],
  }),
];

const floors: readonly Attack[] = [
  byRole({
    what: 'settling more than waits for settlement',
    statements: [journal('payment.settled'), lines(['pending', -1], ['available', 1])],
    refusal: '23514 balance_lowest',
    without: [dropConstraint('ledger_balances', 'balance_lowest')],
  }),
  byRole({
    what: 'letting go of more reserve than there is',
    statements: [journal('reserve.released'), lines(['reserve', -50_001], ['available', 50_001])],
    refusal: '23514 balance_lowest',
    without: [dropConstraint('ledger_balances', 'balance_lowest')],
  }),
  byRole({
    what: 'handing back what never came in',
    statements: [journal('refund.completed'), lines(['refund_in_transit', -1], ['gateway_clearing', 1])],
    refusal: '23514 balance_lowest',
    without: [dropConstraint('ledger_balances', 'balance_lowest')],
  }),
  byRole({
    what: 'an advance that is owed to the wrong side',
    statements: [journal('capital.disbursed'), lines(['advance_receivable', 100], ['available', -100])],
    refusal: '23514 balance_highest',
    without: [dropConstraint('ledger_balances', 'balance_highest')],
  }),
  byRole({
    what: 'paying out more than is available',
    statements: [
      journal('payout.requested', '0'),
      lines(['available', -915_001], ['payout_in_transit', 915_001]),
    ],
    refusal: '23514 balance_floor',
    without: [noFloor],
  }),
  byRole({
    what: 'refunding beyond the allowance',
    statements: [
      journal('refund.requested', '-85000'),
      lines(['available', -1_000_001], ['refund_in_transit', 1_000_001]),
    ],
    refusal: '23514 balance_floor',
    without: [noFloor],
  }),
  ...[
    ['a payout without its floor', journal('payout.requested')],
    ['a payout with a floor of its own', journal('payout.requested', '-100')],
    ['a refund without its floor', journal('refund.requested')],
    ['a refund that may leave less than nothing was', journal('refund.requested', '1')],
    ['a floor where there is none', journal('payment.captured', '0')],
  ].map(([what = '', begun = '']) =>
    byRole({
      what,
      statements: [begun, balanced],
      refusal: '23514 floor_by_movement',
      without: [dropConstraint('ledger_journals', 'floor_by_movement')],
    }),
  ),
];

const holds: readonly Attack[] = [
  byRole({
    what: 'a hold on fees',
    statements: [hold('fees', 1, 0)],
    refusal: '23514 held_in',
    without: [dropConstraint('ledger_holds', 'held_in')],
  }),
  byRole({
    what: 'a hold let go of twice',
    statements: [hold('reserve', 1, 2)],
    refusal: '23514 released_within_hold',
    without: [dropConstraint('ledger_holds', 'released_within_hold')],
  }),
  byRole({
    what: 'a second hold of one payment',
    statements: [hold('reserve', 1, 0, undefined, `'${payment}'`)],
    refusal: '23505 one_hold_per_payment',
    without: [dropConstraint('ledger_holds', 'one_hold_per_payment')],
  }),
  byRole({
    what: 'a hold under the id of another',
    statements: [hold('reserve', 1, 0, `'${payment}'`), hold('reserve', 1, 0, `'${payment}'`)],
    refusal: '23505 ledger_holds_pkey',
    without: [dropConstraint('ledger_holds', 'ledger_holds_pkey')],
  }),
];

/** What the role is not granted. */
const rights: readonly Attack[] = [
  ...[
    ['writing a balance', 'UPDATE ledger_balances SET balance = 1', 'UPDATE ON ledger_balances'],
    [
      'opening an account with money in it',
      `INSERT INTO ledger_balances (merchant_id, code, currency, balance) VALUES ('${merchant}', 'treasury', 'USD', 1)`,
      'INSERT ON ledger_balances',
    ],
    ['turning the numbers back', 'UPDATE ledger_heads SET number = 0', 'UPDATE ON ledger_heads'],
    ['making a head', 'INSERT INTO ledger_heads VALUES (gen_random_uuid(), 7)', 'INSERT ON ledger_heads'],
    ['removing lines', 'DELETE FROM ledger_entries', 'DELETE ON ledger_entries'],
    ['removing journals', 'DELETE FROM ledger_journals WHERE false', 'DELETE ON ledger_journals'],
    ['removing balances', 'DELETE FROM ledger_balances WHERE false', 'DELETE ON ledger_balances'],
    ['removing holds', 'DELETE FROM ledger_holds', 'DELETE ON ledger_holds'],
    ['making a hold larger', 'UPDATE ledger_holds SET amount = amount + 1', 'UPDATE ON ledger_holds'],
  ].map(([what = '', statement = '', right = '']) =>
    byRole({ what, statements: [statement], refusal: '42501', without: [`GRANT ${right} TO mps_sandbox`] }),
  ),
  byRole({
    what: 'writing into the column that lets it lock a ledger',
    statements: ['UPDATE ledger_heads SET lock_only = true'],
    refusal: '23514 lock_writes_nothing',
    without: [dropConstraint('ledger_heads', 'lock_writes_nothing')],
  }),
  byRole({
    what: 'a journal of a chosen transaction',
    statements: [
      `INSERT INTO ledger_journals (merchant_id, movement, source_id, effective_at, xact)
       VALUES ('${merchant}', 'payment.captured', gen_random_uuid(), now(), '9999999')`,
    ],
    refusal: '42501',
    without: ['GRANT INSERT ON ledger_journals TO mps_sandbox', noBalance],
  }),
  byRole({
    what: 'a journal of a chosen number',
    statements: [
      `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
       VALUES ('${merchant}', 77, 'payment.captured', gen_random_uuid(), now())`,
      balanced,
    ],
    refusal: '42501',
    without: ['GRANT INSERT ON ledger_journals TO mps_sandbox'],
  }),
  byRole({
    what: 'a line that says what the balance is',
    statements: [
      `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after) SELECT '${merchant}', 1, 'fees', 'USD', 1, 1 WHERE false`,
    ],
    refusal: '42501',
    without: ['GRANT INSERT ON ledger_entries TO mps_sandbox'],
  }),
  byRole({
    what: 'changing a line',
    statements: ['UPDATE ledger_entries SET amount = amount'],
    refusal: '42501',
    without: ['GRANT UPDATE ON ledger_entries TO mps_sandbox', dropTrigger('ledger_entries', 'append_only')],
  }),
  {
    what: 'emptying the lines',
    by: 'the role',
    schema: 'live',
    statements: ['TRUNCATE ledger_entries'],
    refusal: '42501',
    without: ['GRANT TRUNCATE ON ledger_entries TO mps_live', dropTrigger('ledger_entries', 'never_removed')],
  },
  byRole({
    what: 'reading the other mode',
    statements: ['SELECT count(*)::text FROM live.ledger_entries'],
    refusal: '42501',
    without: [
      'GRANT USAGE ON SCHEMA live TO mps_sandbox',
      'GRANT SELECT ON live.ledger_entries TO mps_sandbox',
    ],
  }),
];

/** What not even the owner does by accident. */
const superuser: readonly Attack[] = [
  ...(['ledger_journals', 'ledger_entries'] as const).flatMap((table) => [
    bySuperuser({
      what: `changing ${table}`,
      statements: [`UPDATE ${table} SET merchant_id = merchant_id`],
      refusal: '0A000',
      without: [dropTrigger(table, 'append_only')],
    }),
    inLive({
      what: `deleting from ${table}`,
      statements: [`DELETE FROM ${table} WHERE false`],
      refusal: '0A000',
      without: [dropTrigger(table, 'never_removed')],
    }),
  ]),
  inLive({
    what: 'emptying the journal',
    statements: ['TRUNCATE ledger_journals, ledger_entries'],
    refusal: '0A000',
    without: [
      dropTrigger('ledger_journals', 'never_removed'),
      dropTrigger('ledger_entries', 'never_removed'),
    ],
  }),
  bySuperuser({
    what: 'removing a journal from under its lines',
    statements: ['DELETE FROM ledger_journals'],
    refusal: '23503 entry_journal',
    without: [dropConstraint('ledger_entries', 'entry_journal')],
  }),
  bySuperuser({
    what: 'removing an account from under its lines',
    statements: ['DELETE FROM ledger_balances'],
    refusal: '23503 entry_account',
    without: [dropConstraint('ledger_entries', 'entry_account')],
  }),
  bySuperuser({
    what: 'two heads of one merchant',
    statements: [`INSERT INTO ledger_heads VALUES ('${merchant}', 9)`],
    refusal: '23505 ledger_heads_pkey',
    without: [dropConstraint('ledger_heads', 'ledger_heads_pkey')],
  }),
  bySuperuser({
    what: 'one account twice',
    statements: [
      `INSERT INTO ledger_balances (merchant_id, code, currency) VALUES ('${merchant}', 'fees', 'USD')`,
    ],
    refusal: '23505 ledger_balances_pkey',
    without: [dropConstraint('ledger_balances', 'ledger_balances_pkey')],
  }),
  bySuperuser({
    what: 'one number twice',
    statements: [
      'UPDATE ledger_heads SET number = 0',
      journal('payment.captured'),
      `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount)
       VALUES ('${merchant}', 1, 'treasury', 'USD', 1), ('${merchant}', 1, 'payout_clearing', 'USD', -1)`,
    ],
    refusal: '23505 ledger_journals_pkey',
    without: [dropConstraint('ledger_journals', 'ledger_journals_pkey')],
  }),
  bySuperuser({
    what: 'choosing a number',
    statements: [
      `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
       VALUES ('${merchant}', 77, 'payment.captured', gen_random_uuid(), now())`,
      balanced,
      `SELECT 'numbered ' || max(number) FROM ledger_journals WHERE merchant_id = '${merchant}'`,
    ],
    refusal: 'numbered 3',
    without: [dropTrigger('ledger_journals', 'a_number')],
  }),
  bySuperuser({
    what: 'choosing a transaction',
    statements: [
      `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at, xact, created_at)
       VALUES ('${merchant}', 3, 'payment.captured', gen_random_uuid(), now(), '1', '2001-01-01')`,
      balanced,
      `SELECT (xact = pg_current_xact_id()) || ' ' || (created_at = now()) FROM ledger_journals WHERE merchant_id = '${merchant}' AND number = 3`,
    ],
    refusal: 'true true',
    without: [dropTrigger('ledger_journals', 'a_number'), noSeal],
  }),
  bySuperuser({
    what: 'choosing what a balance is',
    statements: [
      journal('payment.captured'),
      `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after)
       SELECT merchant_id, number, unnest('{fees,gateway_clearing}'::text[]), 'USD', unnest('{1,-1}'::bigint[]), 7 FROM ledger_heads WHERE merchant_id = '${merchant}'`,
      `SELECT 'fees are ' || balance_after FROM ledger_entries WHERE merchant_id = '${merchant}' AND code = 'fees' ORDER BY number DESC LIMIT 1`,
    ],
    refusal: 'fees are 35001',
    without: [dropTrigger('ledger_entries', 'a_apply')],
  }),
];

export const attacks: readonly Attack[] = [...postings, ...floors, ...holds, ...rights, ...superuser];

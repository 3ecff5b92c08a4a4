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
  /** The same with the functions of a cluster, where other guards stand behind it. */
  readonly withoutOnCluster?: readonly string[];
  /** Only one PostgreSQL refuses it. */
  readonly isOnOneOnly?: boolean;
};

/** Has one payment of 100.00 by card, captured and settled: journals 1 and 2. */
export const merchant = '01950000-0000-7000-8000-0000000000aa';
export const payment = '01950000-0000-7000-8000-0000000000bb';

type LineOf = readonly [code: string, amount: number, currency?: string];
type Extra = { readonly floor?: string; readonly source?: string };

/** A journal and its lines in one statement, written to the tables as the role of the mode may. */
const byHand = (
  movement: string,
  lines: readonly LineOf[],
  { floor = 'NULL', source = anySource }: Extra = {},
) =>
  `WITH journal AS (INSERT INTO ledger_journals (merchant_id, movement, source_id, floor, effective_at)
     VALUES ('${merchant}', '${movement}', ${source}, ${floor}, now()) RETURNING merchant_id, number)
   INSERT INTO ledger_entries (merchant_id, number, code, currency, amount) SELECT merchant_id, number, l.code, l.currency, l.amount
     FROM journal, (VALUES ${valuesOf(lines)}) AS l (code, currency, amount)`;

/** The same by the function that the service calls. */
const byFunction = (
  movement: string,
  lines: readonly LineOf[],
  { floor = 'NULL', source = anySource }: Extra = {},
) => postAll([{ movement, lines, floor, source }]);

type Moved = { readonly movement: string; readonly lines: readonly LineOf[] } & Required<Extra>;

function postAll(movements: readonly Moved[]): string {
  const lines = movements.flatMap(({ lines: of }, index) =>
    of.map(([code, amount, currency = 'USD']) => ({ place: index + 1, code, amount, currency })),
  );
  const lists = [
    arrayOf('text', movements, ({ movement }) => `'${movement}'`),
    arrayOf('uuid', movements, ({ source }) => source),
    arrayOf('bigint', movements, ({ floor }) => floor),
    arrayOf('int', lines, ({ place }) => place),
    arrayOf('text', lines, ({ code }) => `'${code}'`),
    arrayOf('text', lines, ({ currency }) => `'${currency}'`),
    arrayOf('bigint', lines, ({ amount }) => amount),
  ];
  return `SELECT FROM ledger_post('${merchant}', now(), ${lists.join(', ')})`;
}

const arrayOf = <T>(type: string, rows: readonly T[], column: (row: T) => string | number) =>
  `ARRAY[${rows.map(column).join(', ')}]::${type}[]`;

const anySource = 'gen_random_uuid()';
const valuesOf = (lines: readonly LineOf[]) =>
  lines.map(([code, amount, currency = 'USD']) => `('${code}', '${currency}', ${amount})`).join(', ');
/** A journal with a number of its own, and lines that state what the balances are. */
const statingAll = (number: number | 'NULL', lines: readonly (readonly [string, number, number])[]) =>
  `WITH journal AS (INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
     VALUES ('${merchant}', ${number}, 'payment.captured', ${anySource}, now()) RETURNING merchant_id, number)
   INSERT INTO ledger_entries SELECT merchant_id, number, l.code, 'USD', l.amount, l.after FROM journal,
     (VALUES ${lines.map(([code, amount, after]) => `('${code}', ${amount}, ${after})`).join(', ')}) AS l (code, amount, after)`;

const balanced: readonly LineOf[] = [
  ['fees', 100],
  ['gateway_clearing', -100],
];
/** More lines of the newest journal. */
const more = (...lines: readonly LineOf[]) =>
  `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount)
   SELECT merchant_id, number, l.code, l.currency, l.amount FROM ledger_heads, (VALUES ${valuesOf(lines)}) AS l (code, currency, amount)
   WHERE merchant_id = '${merchant}'`;
const hold = (
  code: string,
  amount: number,
  released: number,
  id = 'gen_random_uuid()',
  of = 'gen_random_uuid()',
) =>
  `INSERT INTO ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, released, due_at)
   VALUES ('${merchant}', ${id}, ${of}, '${code}', 'USD', ${amount}, ${released}, now())`;

/** The body of ledger_apply() without some of its checks. */
const applyWithout = (...checks: readonly string[]) =>
  checks
    .map(
      (check) =>
        `DO $$ BEGIN EXECUTE regexp_replace(pg_get_functiondef('ledger_apply'::regproc), 'IF [a-z.]*?${check} .*?END IF;', ''); END $$`,
    )
    .join('; ');
const dropConstraint = (table: string, name: string) =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${name} CASCADE`;
const dropTrigger = (table: string, name: string) => `DROP TRIGGER ${name} ON ${table}`;
const noJudge = `${dropTrigger('ledger_journals', 'judge')}; DROP TRIGGER IF EXISTS z_judge ON ledger_journals`;
const noPath =
  'ALTER FUNCTION ledger_apply() RESET search_path; ALTER FUNCTION ledger_post RESET search_path';
const noBalance = `${noJudge}; ${applyWithout('unbalanced')}`;
const noLowest = `${dropConstraint('ledger_balances', 'balance_lowest')}; ${applyWithout('too_low')}`;
const noHighest = `${dropConstraint('ledger_balances', 'balance_highest')}; ${applyWithout('too_high')}`;

const removable = ['ledger_journals', 'ledger_entries'].map((table) => dropTrigger(table, 'never_removed'));

type Short = Omit<Attack, 'by' | 'schema'>;
const byRole = (attack: Short): Attack => ({ by: 'the role', schema: 'sandbox', ...attack });
const bySuperuser = (attack: Short): Attack => ({ by: 'a superuser', schema: 'sandbox', ...attack });
const inLive = (attack: Short): Attack => ({ by: 'a superuser', schema: 'live', ...attack });

type Posted = Omit<Short, 'statements'> & {
  readonly movement?: string;
  readonly lines: readonly LineOf[];
} & Extra;

/** Tried by the function that the service calls, and by hand. */
function posted({ movement = 'payment.captured', lines, floor, source, ...of }: Posted): readonly Attack[] {
  const extra = { ...(floor !== undefined && { floor }), ...(source !== undefined && { source }) };
  return [
    byRole({ ...of, what: `${of.what}, posted`, statements: [byFunction(movement, lines, extra)] }),
    byRole({ ...of, what: `${of.what}, by hand`, statements: [byHand(movement, lines, extra)] }),
  ];
}

const postings: readonly Attack[] = [
  ...posted({
    what: 'a journal whose lines do not sum to zero',
    lines: [
      ['fees', 100],
      ['gateway_clearing', -99],
    ],
    refusal: '23514 journal_balanced',
    without: [noBalance],
  }),
  ...posted({
    what: 'a dollar for a ZWG',
    lines: [
      ['fees', 100, 'USD'],
      ['gateway_clearing', -100, 'ZWG'],
    ],
    refusal: '23514 journal_balanced',
    without: [noBalance],
  }),
  ...posted({
    what: 'an account that does not exist',
    lines: [
      ['savings', 100],
      ['gateway_clearing', -100],
    ],
    refusal: '23514 known_code',
    without: [dropConstraint('ledger_balances', 'known_code')],
  }),
  ...posted({
    what: 'a currency that does not exist',
    lines: [
      ['fees', 100, 'EUR'],
      ['gateway_clearing', -100, 'EUR'],
    ],
    refusal: '23514 known_currency',
    without: [dropConstraint('ledger_balances', 'known_currency')],
  }),
  ...posted({
    what: 'a line of nothing',
    lines: [
      ['fees', 0],
      ['gateway_clearing', 100],
      ['treasury', -100],
    ],
    refusal: '23514 entry_not_zero',
    without: [dropConstraint('ledger_entries', 'entry_not_zero')],
  }),
  ...posted({
    what: 'two lines of one journal on one account',
    lines: [
      ['fees', 100],
      ['fees', -100],
    ],
    refusal: '23505 ledger_entries_pkey',
    without: [dropConstraint('ledger_entries', 'ledger_entries_pkey'), applyWithout('miscounted')],
  }),
  ...posted({
    what: 'a movement with a strange name',
    movement: 'Money!',
    lines: balanced,
    refusal: '23514 known_movement',
    without: [dropConstraint('ledger_journals', 'known_movement')],
  }),
  byRole({
    what: 'the same movement of the same payment again',
    statements: [byHand('payment.captured', balanced, { source: `'${payment}'` })],
    refusal: '23505 posted_once',
    without: [dropConstraint('ledger_journals', 'posted_once')],
  }),
  byRole({
    what: 'the same movement twice in one posting',
    statements: [
      postAll([
        { movement: 'payment.captured', lines: balanced, floor: 'NULL', source: `'${merchant}'` },
        { movement: 'payment.captured', lines: balanced, floor: 'NULL', source: `'${merchant}'` },
      ]),
    ],
    refusal: '23505 posted_once',
    without: [dropConstraint('ledger_journals', 'posted_once')],
  }),
  byRole({
    what: 'one more line of a journal that balances',
    statements: [byFunction('payment.captured', balanced), more(['available', 1_000_000])],
    refusal: '23514 journal_balanced',
    without: [applyWithout('unbalanced')],
  }),
  byRole({
    what: 'a journal without lines, posted',
    statements: [byFunction('payment.captured', [])],
    refusal: '23514 journal_balanced',
    without: [noJudge],
  }),
  byRole({
    what: 'a journal without lines, by hand',
    statements: [
      `INSERT INTO ledger_journals (merchant_id, movement, source_id, effective_at) VALUES ('${merchant}', 'payment.captured', ${anySource}, now())`,
    ],
    refusal: '23514 journal_balanced',
    without: [noJudge],
  }),
  byRole({
    what: 'lines that only a temporary table of the same name has',
    statements: [
      'CREATE TEMPORARY TABLE ledger_entries (LIKE sandbox.ledger_entries)',
      `WITH journal AS (INSERT INTO ledger_journals (merchant_id, movement, source_id, effective_at)
         VALUES ('${merchant}', 'payment.captured', ${anySource}, now()) RETURNING merchant_id, number)
       INSERT INTO pg_temp.ledger_entries SELECT merchant_id, number, unnest('{fees,treasury}'::text[]), 'USD', unnest('{1,-1}'::bigint[]), 0 FROM journal`,
    ],
    refusal: '23514 journal_balanced',
    without: ['ALTER FUNCTION ledger_judge() RESET search_path'],
  }),
  byRole({
    what: 'a payout from money that only a temporary table of the same name has',
    statements: [
      'CREATE TEMPORARY TABLE ledger_balances (LIKE sandbox.ledger_balances)',
      `INSERT INTO pg_temp.ledger_balances VALUES ('${merchant}', 'pending', 'USD', 9000000), ('${merchant}', 'fees', 'USD', 0)`,
      `SET LOCAL search_path = pg_temp, sandbox`,
      byFunction('payment.settled', [
        ['pending', -100],
        ['fees', 100],
      ]),
    ],
    refusal: '23514 balance_lowest',
    without: [noPath],
    withoutOnCluster: [noPath, applyWithout('too_low', 'miscounted')],
  }),
  byRole({
    what: 'late lines of an old journal',
    statements: [
      `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount) VALUES
        ('${merchant}', 1, 'treasury', 'USD', 100), ('${merchant}', 1, 'payout_clearing', 'USD', -100)`,
    ],
    refusal: '23514 journal_sealed',
    without: [applyWithout('sealed')],
  }),
];

const floors: readonly Attack[] = [
  ...posted({
    what: 'settling more than waits for settlement',
    movement: 'payment.settled',
    lines: [
      ['pending', -1],
      ['available', 1],
    ],
    refusal: '23514 balance_lowest',
    without: [noLowest],
  }),
  ...posted({
    what: 'letting go of more reserve than there is',
    movement: 'reserve.released',
    lines: [
      ['reserve', -50_001],
      ['available', 50_001],
    ],
    refusal: '23514 balance_lowest',
    without: [noLowest],
  }),
  ...posted({
    what: 'handing back what never came in',
    movement: 'refund.completed',
    lines: [
      ['refund_in_transit', -1],
      ['gateway_clearing', 1],
    ],
    refusal: '23514 balance_lowest',
    without: [noLowest],
  }),
  ...posted({
    what: 'an advance that is owed to the wrong side',
    movement: 'capital.disbursed',
    lines: [
      ['advance_receivable', 100],
      ['available', -100],
    ],
    refusal: '23514 balance_highest',
    without: [noHighest],
  }),
  byRole({
    what: 'settling before the payment is captured, in one posting',
    statements: [
      postAll([
        {
          movement: 'payment.settled',
          lines: [
            ['pending', -5],
            ['available', 5],
          ],
          floor: 'NULL',
          source: anySource,
        },
        {
          movement: 'payment.captured',
          lines: [
            ['pending', 5],
            ['gateway_clearing', -5],
          ],
          floor: 'NULL',
          source: anySource,
        },
      ]),
    ],
    refusal: '23514 balance_lowest',
    without: [applyWithout('too_low')],
    withoutOnCluster: [noLowest],
  }),
  byRole({
    what: 'a repayment before the advance, in one posting',
    statements: [
      postAll([
        {
          movement: 'capital.repayment',
          lines: [
            ['advance_receivable', 5],
            ['available', -5],
          ],
          floor: 'NULL',
          source: anySource,
        },
        {
          movement: 'capital.disbursed',
          lines: [
            ['advance_receivable', -5],
            ['available', 5],
          ],
          floor: 'NULL',
          source: anySource,
        },
      ]),
    ],
    refusal: '23514 balance_highest',
    without: [applyWithout('too_high')],
    withoutOnCluster: [noHighest],
  }),
  ...posted({
    what: 'paying out more than is available',
    movement: 'payout.requested',
    floor: '0',
    lines: [
      ['available', -915_001],
      ['payout_in_transit', 915_001],
    ],
    refusal: '23514 balance_floor',
    without: [applyWithout('below_floor')],
  }),
  ...posted({
    what: 'refunding beyond the allowance',
    movement: 'refund.requested',
    floor: '-85000',
    lines: [
      ['available', -1_000_001],
      ['refund_in_transit', 1_000_001],
    ],
    refusal: '23514 balance_floor',
    without: [applyWithout('below_floor')],
  }),
  ...[
    ['a payout without its floor', 'payout.requested', 'NULL'],
    ['a payout with a floor of its own', 'payout.requested', '-100'],
    ['a refund without its floor', 'refund.requested', 'NULL'],
    ['a refund that may leave less than nothing was', 'refund.requested', '1'],
    ['a floor where there is none', 'payment.captured', '0'],
  ].flatMap(([what = '', movement = '', floor = '']) =>
    posted({
      what,
      movement,
      floor,
      lines: balanced,
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
    without: ['GRANT INSERT ON ledger_journals TO mps_sandbox', noJudge],
  }),
  byRole({
    what: 'a journal of a chosen number',
    statements: [
      `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
       VALUES ('${merchant}', 77, 'payment.captured', gen_random_uuid(), now())`,
    ],
    refusal: '42501',
    without: ['GRANT INSERT ON ledger_journals TO mps_sandbox', noJudge],
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
    without: removable,
    withoutOnCluster: [...removable, dropTrigger('ledger_journals', 'keeps_emptied')],
  }),
  ...[
    ['removing a journal from under its lines', 'DELETE FROM', 'ledger_journals', 'removed'],
    ['emptying the journal under its lines', 'TRUNCATE', 'ledger_journals', 'emptied'],
    ['removing an account from under its lines', 'DELETE FROM', 'ledger_balances', 'removed'],
    ['emptying the accounts under their lines', 'TRUNCATE', 'ledger_balances', 'emptied'],
  ].map(([what = '', verb = '', table = '', trigger = '']) =>
    bySuperuser({
      what,
      statements: [`${verb} ${table}`],
      refusal: table === 'ledger_journals' ? '23503 entry_journal' : '23503 entry_account',
      without: [dropTrigger(table, `keeps_${trigger}`)],
      // There the shards are emptied one after the other, and none can look at the others.
      isOnOneOnly: verb === 'TRUNCATE',
    }),
  ),
  bySuperuser({
    what: 'renaming an account under its lines',
    statements: [`UPDATE ledger_balances SET code = 'treasury' WHERE code = 'fees'`],
    refusal: '23503 entry_account',
    without: [dropTrigger('ledger_balances', 'keeps_renamed')],
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
      byHand('payment.captured', [
        ['treasury', 1],
        ['payout_clearing', -1],
      ]),
    ],
    refusal: '23505 ledger_journals_pkey',
    without: [dropConstraint('ledger_journals', 'ledger_journals_pkey'), applyWithout('sealed')],
  }),
  ...[
    ['choosing a later number', 77],
    ['choosing an earlier number', 0],
  ].map(([what, number]) =>
    bySuperuser({
      what: String(what),
      statements: [
        statingAll(Number(number), [
          ['fees', 1, 35_001],
          ['gateway_clearing', -1, -1_000_001],
        ]),
      ],
      refusal: '23514 journal_numbered',
      without: [noJudge],
    }),
  ),
  bySuperuser({
    what: 'choosing a transaction',
    statements: [
      `WITH journal AS (INSERT INTO ledger_journals (merchant_id, movement, source_id, effective_at, xact, created_at)
         VALUES ('${merchant}', 'payment.captured', ${anySource}, now(), '1', '2001-01-01') RETURNING merchant_id, number)
       INSERT INTO ledger_entries (merchant_id, number, code, currency, amount) SELECT merchant_id, number, l.code, l.currency, l.amount
         FROM journal, (VALUES ${valuesOf(balanced)}) AS l (code, currency, amount)`,
      `SELECT (xact = pg_current_xact_id()) || ' ' || (created_at = now()) FROM ledger_journals WHERE merchant_id = '${merchant}' AND number = 3`,
    ],
    refusal: 'true true',
    without: [
      `DO $$ BEGIN EXECUTE regexp_replace(pg_get_functiondef('ledger_number'::regproc), 'NEW.(xact|created_at) := [^;]*;', '', 'g'); END $$`,
      applyWithout('sealed'),
    ],
  }),
  bySuperuser({
    what: 'choosing what a balance is',
    statements: [
      statingAll('NULL', [
        ['fees', 1, 7],
        ['gateway_clearing', -1, -1_000_001],
      ]),
    ],
    refusal: '23514 balance_counted',
    without: [dropTrigger('ledger_entries', 'apply')],
  }),
];

export const attacks: readonly Attack[] = [...postings, ...floors, ...holds, ...rights, ...superuser];

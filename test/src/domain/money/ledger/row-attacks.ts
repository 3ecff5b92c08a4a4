import { type Attack, merchant, payment } from './attacks.ts';

/** Ways to write a refund, a payout or an account that money could be sent to wrongly. */

type Row = Readonly<Record<string, string>>;

const id = '01950000-0000-7000-8000-0000000000cc';
const transaction = '01950000-0000-7000-8000-0000000000dd';
const own = { merchant_id: `'${merchant}'`, id: `'${id}'`, created_at: 'now()' };

const rows = {
  refunds: {
    ...own,
    transaction_id: `'${transaction}'`,
    payment_id: `'${transaction}'`,
    amount: '100',
    currency: `'USD'`,
    status: `'pending'`,
    fee_share: '0',
    reserve_share: '10',
  },
  bank_accounts: { ...own, type: `'bank'`, account_sealed: `'sealed'` },
  payouts: {
    ...own,
    app_id: `'${id}'`,
    transaction_id: `'${transaction}'`,
    method: `'bank_transfer'`,
    amount: '1000',
    fee: '100',
    currency: `'USD'`,
    status: `'processing'`,
    account_sealed: `'sealed'`,
  },
  resets: { night: `'2026-03-01'` },
} as const satisfies Readonly<Record<string, Row>>;

type Table = keyof typeof rows;

const insert = (table: Table, about: Row = {}) => {
  const row: Row = { ...rows[table], ...about };
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).join(', ')})`;
};

/** Of which a refund and a payout are. */
const itsTransaction = `INSERT INTO transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
  VALUES ('${merchant}', '${transaction}', 'payout', 'pending', 1000, 'USD', 'sandbox_payout', 'r', 'payout', '${id}', now())`;

function wrongRow(what: string, table: Table, about: Row, name: string): Attack {
  return {
    what,
    by: 'the role',
    schema: 'sandbox',
    statements: [itsTransaction, insert(table, about)],
    refusal: `23514 ${name}`,
    without: [`ALTER TABLE ${table} DROP CONSTRAINT ${name}`],
  };
}

const wrongRefunds: readonly Attack[] = [
  wrongRow('a refund in a state that does not exist', 'refunds', { status: `'lost'` }, 'refund_status'),
  wrongRow('a refund of nothing', 'refunds', { amount: '0', reserve_share: '0' }, 'refund_amount'),
  wrongRow('a refund in another currency', 'refunds', { currency: `'EUR'` }, 'refund_currency'),
  wrongRow('a refund with more fee than money', 'refunds', { fee_share: '101' }, 'refund_fee_share'),
  wrongRow('a refund with less than no reserve', 'refunds', { reserve_share: '101' }, 'refund_reserve_share'),
  wrongRow(
    'a refund whose reserve was let go of twice',
    'refunds',
    { reserve_released: '20' },
    'refund_reserve_released',
  ),
];

const wrongAccounts: readonly Attack[] = [
  wrongRow(
    'an account of no type',
    'bank_accounts',
    { type: `'cash'`, account_sealed: 'NULL' },
    'bank_account_type',
  ),
  wrongRow('an account without a number', 'bank_accounts', { account_sealed: 'NULL' }, 'bank_account_number'),
  wrongRow(
    'an account with two numbers',
    'bank_accounts',
    { number_sealed: `'sealed'` },
    'bank_account_number',
  ),
  wrongRow('an account of no provider', 'bank_accounts', { provider: `'wallet_z'` }, 'bank_account_provider'),
];

const wrongPayouts: readonly Attack[] = [
  wrongRow('a payout by pigeon', 'payouts', { method: `'pigeon'`, account_sealed: 'NULL' }, 'payout_method'),
  wrongRow('a payout that is all fee', 'payouts', { fee: '1000' }, 'payout_fee'),
  wrongRow('a payout with less than no fee', 'payouts', { fee: '-1' }, 'payout_fee'),
  wrongRow('a payout in another currency', 'payouts', { currency: `'EUR'` }, 'payout_currency'),
  wrongRow('a payout in a state that does not exist', 'payouts', { status: `'lost'` }, 'payout_status'),
  wrongRow('a payout with a sixth wrong code', 'payouts', { otp_tries: '6' }, 'payout_tries'),
  wrongRow(
    'a payout held for ransom',
    'payouts',
    { status: `'held'`, held_for: `'ransom'` },
    'payout_held_for',
  ),
  wrongRow('a payout held for nothing', 'payouts', { status: `'held'` }, 'payout_held'),
  wrongRow('a payout by no provider', 'payouts', { provider: `'wallet_z'` }, 'payout_provider'),
  wrongRow('a payout to nowhere', 'payouts', { account_sealed: 'NULL' }, 'payout_destination'),
  wrongRow('a payout to two places', 'payouts', { number_sealed: `'sealed'` }, 'payout_destination'),
  wrongRow(
    'cash without a code',
    'payouts',
    { method: `'agent_cash'`, account_sealed: 'NULL' },
    'payout_otp',
  ),
  wrongRow('a code for a bank', 'payouts', { otp_hash: `'hash'`, otp_expires_at: 'now()' }, 'payout_otp'),
  wrongRow('a code that holds for ever', 'payouts', { otp_hash: `'hash'` }, 'payout_otp'),
];

/** The least payout is more than its fee, which is not less than nothing: this guard stands behind that one. */
const noAmount: Attack = {
  ...wrongRow('a payout of less than nothing', 'payouts', { amount: '-100', fee: '-200' }, 'payout_amount'),
  statements: [
    'ALTER TABLE payouts DROP CONSTRAINT payout_fee',
    itsTransaction,
    insert('payouts', { amount: '-100', fee: '-200' }),
  ],
  by: 'a superuser',
};

const ofNoOther: readonly Attack[] = [
  ...(
    [
      ['refunds', 'refund_transaction', 'transaction_id'],
      ['refunds', 'refund_payment', 'payment_id'],
      ['payouts', 'payout_transaction', 'transaction_id'],
      ['payouts', 'payout_bank_account', 'bank_account_id'],
    ] as const
  ).map(
    ([table, name, column]): Attack => ({
      what: `${table} whose ${column} is not there`,
      by: 'the role',
      schema: 'sandbox',
      statements: [itsTransaction, insert(table, { [column]: `'${payment}'` })],
      refusal: `23503 ${name}`,
      without: [`ALTER TABLE ${table} DROP CONSTRAINT ${name}`],
    }),
  ),
  ...(['refunds', 'payouts', 'bank_accounts', 'resets'] as const).map(
    (table): Attack => ({
      what: `${table} written twice`,
      by: 'the role',
      schema: 'sandbox',
      statements: [
        itsTransaction,
        itsTransaction.replaceAll(transaction, payment),
        insert(table),
        insert(table, 'transaction_id' in rows[table] ? { transaction_id: `'${payment}'` } : {}),
      ],
      refusal: `23505 ${table}_pkey`,
      without: [`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey CASCADE`],
    }),
  ),
  ...(
    [
      ['refunds', 'refund_of_transaction'],
      ['payouts', 'payout_of_transaction'],
    ] as const
  ).map(
    ([table, name]): Attack => ({
      what: `two ${table} of one transaction`,
      by: 'the role',
      schema: 'sandbox',
      statements: [itsTransaction, insert(table), insert(table, { id: `'${payment}'` })],
      refusal: `23505 ${name}`,
      without: [`DROP INDEX ${name}`],
    }),
  ),
];

const rights: readonly Attack[] = [
  ...(['payouts', 'bank_accounts', 'refunds'] as const).map(
    (table): Attack => ({
      what: `removing ${table}`,
      by: 'the role',
      schema: 'live',
      statements: [`DELETE FROM ${table}`],
      refusal: '42501',
      without: [`GRANT DELETE ON ${table} TO mps_live`],
    }),
  ),
  {
    what: 'forgetting a night',
    by: 'the role',
    schema: 'sandbox',
    statements: ['DELETE FROM resets'],
    refusal: '42501',
    without: ['GRANT DELETE ON resets TO mps_sandbox'],
  },
  {
    what: 'a night on which live is emptied',
    by: 'the role',
    schema: 'live',
    statements: [insert('resets')],
    refusal: '42501',
    without: ['GRANT INSERT ON resets TO mps_live'],
  },
];

export const rowAttacks: readonly Attack[] = [
  ...wrongRefunds,
  ...wrongAccounts,
  ...wrongPayouts,
  noAmount,
  ...ofNoOther,
  ...rights,
];

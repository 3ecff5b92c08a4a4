import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect } from '../../../../src/cli/backup/inspect.ts';
import { createSecrets } from '../../../../src/platform/secrets.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { MerchantLedger } from '../../domain/money/ledger/merchant-ledger.ts';

// What `mps backup check` asks a restored copy. Any database is one, so this needs no Barman.

let copy: TestDatabase;
let ledger: MerchantLedger;

const card = { hundredths: 10_000, method: 'card', currency: 'USD' } as const;

beforeEach(async () => {
  copy = await cloneDatabase();
  ledger = new MerchantLedger(copy.databases.live);
  const payment = await ledger.capture(card);
  await ledger.endRefund(await ledger.refund(payment, 1000), 'completed');
  await ledger.endPayout(await ledger.payOut(2000, 'USD', 'mobile_money'), 'completed');
  const sealed = createSecrets(copy.secretKey).seal('+263771234567', 'destination-number');
  await forced(`UPDATE payouts SET number_sealed = '${sealed}'`);
});
afterEach(() => copy.close());

/** As lost pages or a person past every trigger would leave it. */
const forced = (statement: string) =>
  copy.asOwner(
    `BEGIN; SET LOCAL search_path = live; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`,
  );

async function inspected() {
  const { problems, findings } = await inspect({
    url: copy.url,
    secretKeys: [copy.secretKey],
    wal: undefined,
    unreadable: undefined,
  });
  // These payments were made without events.
  const wrong = findings.filter(({ about }) => !about.endsWith('announced 0 times'));
  return { problems: problems.filter((problem) => !problem.startsWith('The audit')), wrong };
}

describe('the inspection of a copy', () => {
  it('finds nothing in one that is whole', async () => {
    expect(await inspected()).toEqual({ problems: [], wrong: [] });
  });

  it("refuses a database that is not the service's, in which nothing could be wrong", async () => {
    for (const schema of ['platform', 'sandbox', 'live'])
      await copy.asOwner(`ALTER SCHEMA ${schema} RENAME TO other_${schema}`);

    const { problems } = await inspected();

    expect(problems).toEqual([
      `The database ${new URL(copy.url).pathname.slice(1)} of the copy has no tables of the service: give the name of its database with --database.`,
    ]);
  });

  it('goes on after what it cannot read, and says what that was', async () => {
    await copy.asOwner('ALTER TABLE live.payouts RENAME number_sealed TO other_sealed');
    await forced("DELETE FROM ledger_entries WHERE code = 'fees'");

    const { problems, wrong } = await inspected();

    expect(problems).toEqual([expect.stringMatching(/^Looking at the sealed texts failed: .*number_sealed/)]);
    expect(wrong.length).toBeGreaterThan(0);
  });

  it('says that a database is not in the copy', async () => {
    const { problems } = await inspect({
      url: copy.url.replace(new URL(copy.url).pathname, '/nobody_knows_it'),
      secretKeys: [copy.secretKey],
      wal: undefined,
      unreadable: undefined,
    });

    expect(problems).toEqual([
      'Looking at the database nobody_knows_it of the copy failed: database "nobody_knows_it" does not exist',
    ]);
  });

  const whole = { archivedAt: new Date() };
  it.each([
    ['after the newest segment', '000000010000000000000000', undefined, []],
    ['in its middle, where a record goes on in the next one', 'reached', undefined, []],
    [
      'in its middle, at a record that cannot be read',
      'reached',
      'invalid magic number',
      [/PostgreSQL said: invalid magic number\.$/],
    ],
    ['before the newest segment', '0000000200000FFF000000FF', undefined, [/is missing or damaged\.$/]],
  ])('knows what it means that the log ends %s', async (_where, newest, unreadable, expected) => {
    const [row] = await copy.asOwner('SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment');
    const segment = newest === 'reached' ? String(row?.['segment']) : newest;

    const { problems } = await inspect({
      url: copy.url,
      secretKeys: [copy.secretKey],
      wal: { name: segment, ...whole },
      unreadable,
    });

    const ofLog = problems.filter((problem) => problem.startsWith('The log was replayed only to'));
    expect(ofLog).toEqual(expected.map((said) => expect.stringMatching(said)));
  });

  it('names the foreign keys of rows that are gone', async () => {
    await forced('DELETE FROM transactions');

    const { problems, wrong } = await inspected();

    expect(problems).toEqual([
      '1 rows of live.payouts refer to rows of live.transactions that are gone (payout_transaction).',
      '1 rows of live.refunds refer to rows of live.transactions that are gone (refund_payment).',
      '1 rows of live.refunds refer to rows of live.transactions that are gone (refund_transaction).',
    ]);
    expect(wrong).toContainEqual({
      mode: 'live',
      audit: 'A11',
      merchant_id: `mer_${ledger.merchant.replaceAll('-', '')}`,
      about: expect.stringMatching(/^journal 1, payment.captured, is of .* which is gone$/),
    });
  });

  it.each(['refunds', 'payouts'])('finds the money of %s that are gone', async (table) => {
    await forced(`DELETE FROM ${table}`);

    const { wrong } = await inspected();

    expect(wrong.map(({ audit }) => audit)).toEqual(
      table === 'refunds' ? ['A11', 'A11', 'A6'] : ['A11', 'A11'],
    );
  });
});

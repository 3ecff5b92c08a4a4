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

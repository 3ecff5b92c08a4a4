import { afterAll, expect, it } from 'vitest';
import { findTransactionsOf } from '../../../../src/domain/billing/reports/row-queries.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase } from '../../../support/service/database.ts';

const database = await cloneDatabase();
afterAll(() => database.close());

/** Three to a microsecond. */
const fill = `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
  SELECT $1, ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'payment', 'pending', 100000, 'USD', 'sandbox_card', 'order ' || n,
    'checkout', gen_random_uuid(), timestamptz '2026-01-01T00:00:00Z' + n / 3 * interval '1 microsecond'
  FROM generate_series(1, 20) AS n`;

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `order ${from + at}`);

it('a slice of a report begins behind the last row of the one before, also if that row was deleted', async () => {
  const merchant = merchantId(newId());
  await database.asOwner(fill, [merchant]);
  const period = { from: new Date('2026-01-01T00:00:00Z'), before: new Date('2026-02-01T00:00:00Z') };
  const slice = (after?: string) =>
    findTransactionsOf(database.databases.sandbox, merchant, period, { after, most: 10 });

  const first = await slice();
  // A wallet that refused the prompt has begun nothing: its attempt is deleted.
  await database.asOwner('DELETE FROM sandbox.transactions WHERE merchant_id = $1 AND id = $2', [
    merchant,
    first.at(-1)?.id,
  ]);
  const second = await slice(first.at(-1)?.place);
  const asBefore = await slice(first.at(-2)?.id);

  const references = (rows: typeof first) => rows.map(({ reference }) => reference);
  expect(references(first)).toEqual(numbers(1, 10));
  expect(references(second)).toEqual(numbers(11, 10));
  expect(references(asBefore)).toEqual(numbers(11, 10));
});

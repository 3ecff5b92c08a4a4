import { afterAll, describe, expect, it } from 'vitest';
import { templateOf } from '../../../scripts/bench/baselines/template.ts';
import { cloneDatabase } from '../../support/service/database.ts';

const database = await cloneDatabase();
afterAll(database.close);

const merchant = '01a20062-dd1a-7000-8ef2-2b9da4e1e503';
const constant = '01a20062-dd1a-7001-86da-9a0e889479f6';
const payment = '01a20062-e11a-7000-a8ec-227dd19c348b';
const digits = payment.replaceAll('-', '');

/** The parameter of the template made from a statement with this value. */
async function parameterOf(text: string, value: unknown) {
  const about = { known: [constant], own: [merchant], reference: 'order-1', url: database.url };
  const { trips } = await templateOf([[{ text, values: [value] }]], about);
  return trips[0]?.[0]?.parameters[0];
}

describe('the template of a recorded statement', () => {
  it('has placeholders for what each call makes anew, also inside a text', async () => {
    const parameter = await parameterOf(
      'SELECT $1::text',
      `{"of":"${payment}","as":"txn_${digits}","no":"order-1"}`,
    );

    expect(parameter?.pieces).toEqual([
      '{"of":"',
      { fresh: 1 },
      '","as":"txn_',
      { fresh: 1 },
      '","no":"',
      { fresh: 0 },
      '"}',
    ]);
  });

  it('has placeholders for the ids of each client, and keeps ids that all share', async () => {
    const parameter = await parameterOf('SELECT $1::uuid[]', [merchant, constant]);

    expect(parameter).toEqual({ type: 'uuid[]', pieces: ['{"', { own: 0 }, `","${constant}"}`] });
  });

  it('does not take a part of a longer number for an id', async () => {
    const hash = `${digits}${digits}`;

    expect(await parameterOf('SELECT $1::text', hash)).toMatchObject({ pieces: [hash] });
  });

  it('writes arrays as PostgreSQL reads them', async () => {
    const list = ['a "quoted" word', String.raw`a \ stroke`, null, 'a, comma'];

    const parameter = await parameterOf('SELECT $1::text[]', list);
    const [row] = await database.asOwner('SELECT $1::text[] AS list', [parameter?.pieces?.[0]]);

    expect(row?.['list']).toEqual(list);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { anOperator, type Operator } from '../../../support/rails/mobile-money-operator.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { jsonOf, mpsHere } from '../../cli/mps.ts';
import { aPaid, railTo, settingsOf } from '../../domain/money/gateways/mobile-money/connected.ts';

const dayMs = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

let database: TestDatabase;
let operator: Operator;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payments-fetch-'));
  database = await cloneDatabase();
  operator = await anOperator();
  const { auth, apiKey, ...settings } = settingsOf(operator);
  if (auth?.type !== 'oauth' || apiKey === undefined) throw new Error('the operator asks for both');
  const entry = {
    rail: 'gsma',
    ...settings,
    auth: { ...auth, clientSecret: { env: 'OPERATOR_SECRET' } },
    apiKey: { env: 'OPERATOR_KEY' },
  };
  const file = { gateways: { operator_a: entry }, routes: { live: { wallet_a: { USD: ['operator_a'] } } } };
  writeFileSync(join(folder, 'gateways.yaml'), stringify(file, { aliasDuplicateObjects: false }));
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: database.secretKey,
    DATA_DIR: folder,
    GATEWAYS: join(folder, 'gateways.yaml'),
    OPERATOR_SECRET: auth.clientSecret,
    OPERATOR_KEY: apiKey,
  };
});
afterAll(async () => {
  await operator.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The operator booked it a day ago. */
function bookedYesterday(reference: string): void {
  const { transactions } = operator.books;
  const booked = transactions.get(reference);
  if (!booked) throw new Error('the operator has the payment');
  const creationDate = new Date(Date.now() - dayMs).toISOString();
  transactions.set(reference, { ...booked, creationDate, modificationDate: creationDate });
}

const fetched = (from: string, to: string) =>
  mpsHere(`reconcile fetch --gateway operator_a --from ${from} --to ${to} --json`, env);

describe('mps reconcile fetch', () => {
  it('takes the statement of an operator once, and finds what the service does not know', async () => {
    const rail = railTo(operator);
    const { request, gatewayReference } = await aPaid(rail, operator);
    bookedYesterday(gatewayReference);
    await rail.stop();

    const first = await fetched(day(2), day(1));
    const again = await fetched(day(2), day(1));
    const run = await mpsHere('reconcile run --gateway operator_a --json', env);
    const cases = await mpsHere('reconcile cases --gateway operator_a --json', env);

    const of = { currency: 'USD', from: day(2), to: day(1), lines: 1 };
    expect(jsonOf(first)).toMatchObject({ statements: [{ ...of, imported: true }] });
    expect(jsonOf(again)).toMatchObject({ statements: [{ ...of, imported: false }] });
    expect(again.words).toContain('imported before');
    expect(run.exitCode).toBe(0);
    const stated = `50.00 USD ${day(1)}`;
    expect(jsonOf(cases)).toMatchObject({ cases: [{ kind: 'missing_here', state: 'open', stated }] });
    const lines = await database.asOwner('SELECT reference, gateway_reference FROM live.statement_lines');
    expect(lines).toEqual([{ reference: request.reference, gateway_reference: gatewayReference }]);
  });

  it('refuses a day that is not over, and says why there is no statement', async () => {
    const today = await fetched(day(1), day(0));
    operator.down('malformed');
    const unread = await fetched(day(1), day(1));
    operator.down(undefined);

    expect(today).toMatchObject({ exitCode: 2, words: expect.stringContaining('a day that is over') });
    expect(unread).toMatchObject({ exitCode: 7, words: expect.stringContaining('operator_a: ') });
    expect(unread.words).not.toContain('hush');
  });
});

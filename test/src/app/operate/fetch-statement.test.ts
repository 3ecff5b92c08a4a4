import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import { closedOnOf } from '../../../../src/cli/reconcile/run.ts';
import { onDatabases } from '../../../../src/cli/support/operator.ts';
import { notification, statementOf } from '../../../support/rails/bank/messages.ts';
import { bankSettings, openRail, sharedFolders } from '../../../support/rails/bank/rail.ts';
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

/** A bank and another that has sent nothing, and what the first has put into its folder for the service. */
async function banks(...files: readonly string[]) {
  const { path } = await bankFile(...files);
  return (gateway: string, words = '') =>
    mpsHere(`reconcile fetch --gateway ${gateway} --from ${day(2)} --to ${day(1)} ${words}`, {
      ...env,
      GATEWAYS: path,
    });
}

async function bankFile(...files: readonly string[]) {
  const folders = sharedFolders();
  onTestFinished(() => folders.remove());
  const { poll_seconds: _, ...settings } = bankSettings(folders);
  const entry = { rail: 'iso20022', ...settings };
  const routes = { live: { payouts: { bank_transfer: { USD: ['bank'], ZWG: ['bank_2'] } } } };
  const file = { gateways: { bank: entry, bank_2: { ...entry, incoming: 'from-bank-2' } }, routes };
  const path = join(folders.base, 'gateways.yaml');
  writeFileSync(path, stringify(file, { aliasDuplicateObjects: false }));
  for (const text of files) folders.answer(text);
  await openRail(database, bankSettings(folders), { now: new Date() }).tick();
  return { path };
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

  it('refuses a day that is not over and days in reverse, and says why there is no statement', async () => {
    const today = await fetched(day(1), day(0));
    const backwards = await fetched(day(1), day(2));
    operator.down('malformed');
    const unread = await fetched(day(1), day(1));
    operator.down(undefined);

    expect(today).toMatchObject({ exitCode: 2, words: expect.stringContaining('a day that is over') });
    expect(backwards).toMatchObject({ exitCode: 2, words: '--from is after --to.\n' });
    expect(unread).toMatchObject({ exitCode: 7, words: expect.stringContaining('operator_a: ') });
    expect(unread.words).not.toContain('hush');
  });

  it('takes the statements that a bank has sent, each once, and no notification', async () => {
    const closing = ['985.50', 'CRDT'] as const;
    const entries = [
      { id: 'PO0123456789ABCDEF0123456789ABCDEF', amount: '7.50', reference: 'B-1' },
      { amount: '7.00', file: 'SALARIES-11', reference: 'B-2' },
    ];
    const fetchFrom = await banks(
      statementOf({ id: 'S-1', day: day(1), closing }, ...entries),
      statementOf({ id: 'S-OLD', day: day(3), closing: ['1000.00', 'CRDT'] }),
      notification({ id: 'PO-NEVER', amount: '1.00' }),
    );

    const first = await fetchFrom('bank', '--json');
    const again = await fetchFrom('bank');

    const of = { statement: 'S-1', currency: 'USD', from: day(1), to: day(1), lines: 2 };
    expect(jsonOf(first)).toEqual({ statements: [{ ...of, imported: true }] });
    expect(again).toMatchObject({ exitCode: 0, data: expect.stringMatching(/S-1 .* false/) });
    expect(again.words).toContain('imported before');
    const lines = await database.asOwner(
      `SELECT line, kind, reference, amount FROM live.statement_lines WHERE gateway = 'bank' ORDER BY line`,
    );
    expect(lines).toEqual([
      { line: 'B-1', kind: 'payout', reference: entries[0]?.id, amount: '-75000' },
      { line: 'B-2', kind: 'other', reference: null, amount: '-70000' },
    ]);
  });

  it('says that a bank has sent no statement of these days', async () => {
    const fetchFrom = await banks();

    const told = await fetchFrom('bank_2');
    const machine = await fetchFrom('bank_2', '--json');

    expect(told).toEqual({ exitCode: 0, data: '', words: 'bank_2 has sent no statement of these days.\n' });
    expect(jsonOf(machine)).toEqual({ statements: [] });
    expect(await database.asOwner(`SELECT FROM live.statements WHERE gateway = 'bank_2'`)).toEqual([]);
  });
});

describe('mps reconcile run and day', () => {
  it('know on which days a bank is closed, and that an operator always works', async () => {
    const { path } = await bankFile();
    const both = { ...env, GATEWAYS: path };
    for (const [name, value] of Object.entries(both)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());

    const [closed, none, sandbox] = await onDatabases(async (own) => [
      await closedOnOf(own, { gateway: 'bank' }),
      await closedOnOf(own, { gateway: 'another' }),
      await closedOnOf(own, { gateway: 'bank', sandbox: true }),
    ]);

    // A Thursday, Christmas, a Saturday.
    expect(['2026-12-24', '2026-12-25', '2026-12-26'].map((one) => closed?.(one))).toEqual([
      false,
      true,
      true,
    ]);
    expect([none, sandbox]).toEqual([undefined, undefined]);
  });
});

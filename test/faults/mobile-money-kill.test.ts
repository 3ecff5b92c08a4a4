import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { aWalletCheckout } from '../support/builders/build.ts';
import { until } from '../support/faults/victim.ts';
import { anOperator, type Operator } from '../support/rails/mobile-money-operator.ts';
import { apiOf } from '../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/service/database.ts';

let operator: Operator;
let database: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
  [operator, database] = await Promise.all([anOperator(), cloneDatabase()]);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await operator.close();
  await database.close();
});

it('killed with kill -9 between a request to the operator and its answer, the next process finds the payment', async () => {
  const merchant = await createMerchant(
    database.databases.platform,
    createSecrets(database.secretKey),
    aShop,
  );
  const first = await aProcess();
  // The operator has the request, and its answer is on the way for longer than the process lives.
  operator.behave({ answer: 'late', decidesAfterMs: 3000, callbacks: 'none' });
  const body = aWalletCheckout('0771234567', { notificationUrl: 'http://127.0.0.1:9/hook', amount: '50.00' });
  const lost = apiOf(first.baseUrl, merchant.secretKey)('createCheckout', { body }).catch(() => 'cut off');
  await until('the operator has the request', () => operator.books.asked.size === 1);

  first.child.kill('SIGKILL');

  expect(await lost).toBe('cut off');
  await operator.settled();
  await aProcess();
  await database.asOwner(
    `UPDATE live.jobs SET due_at = now(), lease_until = now() WHERE kind = 'payments.requery'`,
  );
  await until('the payment is completed', async () =>
    (await payments()).some((status) => status === 'completed'),
  );
  const posted = await database.asOwner(
    `SELECT (SELECT count(*)::int FROM live.ledger_journals WHERE movement = 'payment.captured') AS postings,
       (SELECT count(*)::int FROM live.events WHERE type = 'payment.capture.completed') AS events`,
  );
  expect(posted).toEqual([{ postings: 1, events: 1 }]);
  expect(operator.books.transactions.size).toBe(1);
});

async function aProcess(): Promise<{ readonly child: ChildProcess; readonly baseUrl: string }> {
  const { url, secretKey } = database;
  const { address, tokenAddress } = operator;
  const script = resolve(import.meta.dirname, '../support/rails/live-process.ts');
  const given = JSON.stringify({ url, secretKey, operator: { address, tokenAddress } });
  const child = spawn(execPath, [script, given], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [printed]: Buffer[] = await once(child.stdout, 'data');
  return { child, baseUrl: String(printed).trim() };
}

async function payments(): Promise<unknown[]> {
  const rows = await database.asOwner('SELECT status FROM live.transactions');
  return rows.map(({ status }) => status);
}

const aShop = {
  businessName: 'Corner Shop',
  email: 'owner@example.test',
  country: 'ZW',
  kycTier: 1,
  mode: 'live',
  rateLimit: 1000,
  webhookUrl: null,
  totp: false,
} as const;

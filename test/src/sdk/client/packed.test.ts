import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, startApp } from '../../../support/service/app.ts';

const root = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
let app: App;
let folder: string;
let key: string;

/** An empty project that has installed nothing but the packed client. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const { stdout } = await run(process.execPath, [join(root, 'scripts/clients/sdk.ts')]);
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: folder });
  app = await startApp();
  ({ secretKey: key } = await app.aMerchant());
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const use = `
async function shop({ Payments, Refused }, { verifyWebhook, signWebhook }) {
  const payments = new Payments(process.env.API_KEY, { baseUrl: process.env.BASE });
  const order = { amount: '10.00', currency: 'USD', merchantTransactionId: process.env.ORDER,
    returnUrl: 'https://shop.example/thanks', notificationUrl: 'https://shop.example/hook' };
  const checkout = await payments.createCheckout({ body: order });
  const { status } = await payments.getCheckoutStatus({ path: { id: checkout.checkout_id } });
  const again = await payments.createCheckout({ body: order }).catch((error) => error);
  const body = '{"object":"event","id":"evt_1","type":"payment.capture.completed","data":{}}';
  const event = verifyWebhook({ header: signWebhook({ body, secret: 'whsec_1' }), body, secret: 'whsec_1' });
  const ids = [];
  for await (const one of payments.listTransactions({ query: { limit: 1 } })) ids.push(one.id);
  console.log(JSON.stringify([status, again instanceof Refused && again.code, event.type, ids.length]));
}
`;

async function print(name: string, program: string): Promise<unknown> {
  writeFileSync(join(folder, name), program);
  const own = { ...env, API_KEY: key, BASE: app.baseUrl, ORDER: name };
  const { stdout } = await run(process.execPath, [name], { cwd: folder, env: own });
  return JSON.parse(stdout);
}

/** What the compiler says of a program, with one way to find modules. */
function compile(name: string, program: string, options: readonly string[], compiler = 'tsc'): string {
  writeFileSync(join(folder, name), program);
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  try {
    execFileSync(
      join(root, 'node_modules/.bin', compiler),
      ['--noEmit', '--strict', '--target', 'es2022', ...types, ...options, name],
      {
        cwd: folder,
      },
    );
    return '';
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout'));
  }
}

const typed = `
import { type Balance, Payments, Refused, type Transaction } from '@merchant-payments/client';
import { verifyWebhook } from '@merchant-payments/client/webhooks';
const payments = new Payments('sk_test_1', { baseUrl: 'http://localhost:3000' });
export async function shop(): Promise<Transaction[]> {
  const { payment_url } = await payments.createCheckout({
    body: { amount: '10.00', currency: 'USD', merchantTransactionId: 'o-1', returnUrl: 'https://a.test', notificationUrl: 'https://a.test' },
    idempotencyKey: 'o-1',
  });
  const text: string = payment_url;
  const all: Transaction[] = [];
  for await (const one of payments.listTransactions({ query: { status: 'completed' } })) all.push(one);
  const event = verifyWebhook({ header: text, body: text, secret: text });
  if (event.type === 'payment.capture.completed') { const amount: string = event.data.amount; console.log(amount); }
  await payments.getBalance().catch((error: unknown) => { if (error instanceof Refused) console.log(error.code, error.details); });
  const promised: Promise<Balance> = payments.getBalance();
  const kept = <Data,>(ask: () => Data | Promise<Data>): Data[] => { console.log(ask); return []; };
  const balances: Balance[] = kept(() => payments.getBalance());
  console.log(await promised, balances);
  // @ts-expect-error a field that the contract does not know
  await payments.createCheckout({ body: { amount: '10.00', currency: 'USD', merchantTransactionId: 'o', returnUrl: '', notificationUrl: '', colour: 'red' } });
  // @ts-expect-error money is never a number
  await payments.refundTransaction({ path: { id: 'txn_1' }, body: { amount: 5 } });
  // @ts-expect-error the path has an id
  await payments.getTransaction({});
  // @ts-expect-error there is no such operation
  await payments.stealMoney();
  return all;
}
`;

describe('the packed client, installed in an empty project', () => {
  it('works as an ES module', async () => {
    const program = `import * as client from '@merchant-payments/client';
import * as webhooks from '@merchant-payments/client/webhooks';
${use}
await shop(client, webhooks);`;

    expect(await print('shop.mjs', program)).toEqual([
      'pending',
      'DUPLICATE_REQUEST',
      'payment.capture.completed',
      0,
    ]);
  });

  it('works as CommonJS', async () => {
    const program = `${use}
shop(require('@merchant-payments/client'), require('@merchant-payments/client/webhooks'));`;

    expect(await print('shop.cjs', program)).toEqual([
      'pending',
      'DUPLICATE_REQUEST',
      'payment.capture.completed',
      0,
    ]);
  });

  it('says that a call failed also where nobody waits for it', async () => {
    const program = `import { Payments } from '@merchant-payments/client';
new Payments('sk_test_wrong', { baseUrl: process.env.BASE }).refundTransaction({ path: { id: 'txn_1' } });`;

    await expect(print('forgotten.mjs', program)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('INVALID_API_KEY'),
    });
  });

  it.each([
    ['node16 in an ES module', 'shop.mts', ['--module', 'node16']],
    ['node16 in CommonJS', 'shop.cts', ['--module', 'node16']],
    ['nodenext', 'shop.mts', ['--module', 'nodenext']],
    ['bundler', 'shop.ts', ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom']],
  ])('has types that find right and wrong calls: %s', (_way, name, options) => {
    expect(compile(name, typed, options)).toBe('');
  });

  it('has types where the compiler knows no exports, as in CommonJS of TypeScript 5', () => {
    const options = ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'];

    expect(compile('shop.ts', typed, [...options, '--skipLibCheck'], 'tsc6')).toBe('');
  });

  it('is small: what a shop uses has at most 40 KB', async () => {
    writeFileSync(
      join(folder, 'entry.mjs'),
      `export { Payments } from '@merchant-payments/client'; export { verifyWebhook } from '@merchant-payments/client/webhooks';`,
    );
    const { output } = await build({
      input: join(folder, 'entry.mjs'),
      platform: 'node',
      write: false,
      output: { minify: true, format: 'esm' },
    });
    const bytes = gzipSync(output.map((part) => ('code' in part ? part.code : '')).join('')).length;

    expect(bytes).toBeLessThan(40_000);
    expect(bytes).toBeGreaterThan(1000);
  });
});

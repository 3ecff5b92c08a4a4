import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsLockBriefly } from '../../../../scripts/house/migrations.ts';
import { aCardCheckout } from '../../../support/builders/build.ts';
import { openPage, payByCard } from '../../../support/service/page.ts';
import {
  aFreePort,
  compileCache,
  type ServiceProcess,
  startProcess,
} from '../../../support/service/process.ts';

const root = resolve(import.meta.dirname, '../../../..');
const copied = ['src', 'scripts', 'generated', 'openapi.yaml', 'webhooks.yaml', 'package.json'];
const lastRow = '  ZWG: {decimals: 2}\n';
const newRow = '  XTS: {decimals: 0}\n';
const goodCard = '4242424242424242';

/** A copy of the sources in which the table of currencies has one more row, and the service that runs from it. */
let folder: string;
let dataDir: string;
let service: ServiceProcess;
let key: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payments-currency-'));
  dataDir = join(folder, '.data');
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const contract = readFileSync(join(folder, 'openapi.yaml'), 'utf8');
  const changed = contract.replace(lastRow, lastRow + newRow);
  if (changed === contract) throw new Error(`the table of currencies has no row "${lastRow}"`);
  writeFileSync(join(folder, 'openapi.yaml'), changed);
  await run('scripts/generate.ts');
  service = await startProcess(dataDir, await aFreePort(), {}, folder);
  key = (JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as { secret_key: string }).secret_key;
  await call('POST', '/v1/test/clock', { advance_seconds: secondsUntilOne() });
}, 180_000);

/** From one o'clock, the minutes by which a test turns the clock end no day. At midnight, shares of the reserve are released. */
function secondsUntilOne(): number {
  const [day, one] = [86_400, 3600];
  return ((day + one - (Math.floor(Date.now() / 1000) % day)) % day) + 1;
}

afterAll(async () => {
  await service?.terminate();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of the copy. */
function run(...program: readonly string[]) {
  const env = {
    ...compileCache,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    DATA_DIR: dataDir,
    NO_COLOR: '1',
  };
  return promisify(execFile)(process.execPath, [...program], { cwd: folder, env });
}

type Answer = {
  readonly status: number;
  readonly code?: string;
  readonly details?: unknown;
  // The contract of this checkout does not know the currency, so its types and validators do not fit.
  readonly data?: Readonly<Record<string, string>>;
};

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

async function paid(amount: string): Promise<string> {
  const { data: checkout } = await call('POST', '/v1/checkout/create', aCheckout(amount));
  const receipt = await payByCard(checkout?.['payment_url'] ?? '', goodCard);
  expect(receipt).toMatchObject({ status: 200, name: 'receipt' });
  const { data } = await call('GET', `/v1/checkout/${checkout?.['checkout_id']}/status`);
  return data?.['transaction_id'] ?? '';
}

const aCheckout = (amount: string) => aCardCheckout({ amount, currency: 'XTS' });
const aPayout = (method: string, amount: string) => ({ method, amount, currency: 'XTS', ...bank[method] });
const bank: Readonly<Record<string, object>> = {
  bank_transfer: {
    bank_name: 'First Bank',
    bank_account_number: '1002003004',
    bank_account_name: 'Corner Shop',
    bank_branch_code: '01101',
  },
  mobile_money: { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' },
};

/** What the merchant has in the new currency; in the others nothing has moved. */
async function balance() {
  const { data } = await call('GET', '/v1/account/balance');
  const { available, pending, reserve } = data as unknown as Record<string, Record<string, string>>;
  expect(available).toEqual({ USD: '0.00', ZWG: '0.00', XTS: available?.['XTS'] });
  return { available: available?.['XTS'], pending: pending?.['XTS'], reserve: reserve?.['XTS'] };
}

const refused = { status: 400, code: 'INVALID_AMOUNT', details: { currency: 'XTS', decimals: 0 } };

describe('a currency without decimals, added as one row', () => {
  let payment: string;

  it('is in every list of the contract and in migrations, as `npm run generate` writes them', () => {
    const { components } = JSON.parse(readFileSync(join(folder, 'generated/openapi.json'), 'utf8')) as {
      components: { schemas: Record<string, { enum?: string[]; required?: string[] }> };
    };
    const { Currency, CurrencyInput, SignedAmounts } = components.schemas;
    const migrations = 'src/platform/db/migrations/mode';
    const before = readdirSync(join(root, migrations));
    const added = readdirSync(join(folder, migrations)).filter((file) => !before.includes(file));

    expect(Currency?.enum).toEqual(['USD', 'ZWG', 'XTS']);
    expect(CurrencyInput?.enum).toEqual(['USD', 'ZWG', 'XTS']);
    expect(SignedAmounts?.required).toEqual(['USD', 'ZWG', 'XTS']);
    expect(added).toEqual([
      expect.stringMatching(/^\d{4}-currencies\.sql$/),
      expect.stringMatching(/^\d{4}-currencies-checked\.sql$/),
    ]);
    const files = added.map((name) => ({
      path: `${migrations}/${name}`,
      text: readFileSync(join(folder, migrations, name), 'utf8'),
    }));
    expect(migrationsLockBriefly(files)).toEqual([]);
  });

  it('is shown on the hosted page without decimals', async () => {
    const { data } = await call('POST', '/v1/checkout/create', aCheckout('1010.00'));

    const page = await openPage(data?.['payment_url'] ?? '');

    expect(page.text).toMatch(/XTS\s1,010(?![.\d])/u);
  });

  it('takes a fee and a reserve in whole units of a card payment', async () => {
    payment = await paid('1010.00');

    const { data } = await call('GET', `/v1/transactions/${payment}`);

    expect(data).toMatchObject({
      amount: '1010.00',
      currency: 'XTS',
      fee: '35.00',
      net_amount: '975.00',
      reserve_amount: '51.00',
    });
    expect(await balance()).toEqual({ available: '924.00', pending: '0.00', reserve: '51.00' });
  });

  it('takes one unit as its least fee', async () => {
    const id = await paid('10.00');

    const { data } = await call('GET', `/v1/transactions/${id}`);

    expect(data).toMatchObject({ fee: '1.00', net_amount: '9.00', reserve_amount: '1.00' });
    expect(await balance()).toEqual({ available: '932.00', pending: '0.00', reserve: '52.00' });
  });

  it('refunds a part, then exactly the rest', async () => {
    const part = await call('POST', `/v1/transactions/${payment}/refund`, { amount: '333.00' });
    expect(part).toMatchObject({ status: 201, data: { amount: '333.00', amount_refundable: '677.00' } });
    expect(await balance()).toMatchObject({ available: '599.00', reserve: '52.00' });

    const rest = await call('POST', `/v1/transactions/${payment}/refund`, {});

    expect(rest).toMatchObject({ status: 201, data: { amount: '677.00', amount_refundable: '0.00' } });
    expect(await balance()).toMatchObject({ available: '-78.00', reserve: '52.00' });
  });

  it('is paid out, less a fee in whole units', async () => {
    await paid('10100.00');
    expect(await balance()).toEqual({ available: '9163.00', pending: '0.00', reserve: '557.00' });

    const toBank = await call('POST', '/v1/payouts/request', aPayout('bank_transfer', '100.00'));
    const inCash = await call('POST', '/v1/payouts/request', aPayout('agent_cash', '133.00'));
    await call('POST', '/v1/test/clock', { advance_seconds: 300 });

    expect(toBank).toMatchObject({
      status: 201,
      data: { amount: '100.00', fee: '1.00', net_amount: '99.00' },
    });
    expect(inCash).toMatchObject({
      status: 201,
      data: { amount: '133.00', fee: '2.00', net_amount: '131.00' },
    });
    const { data: payouts } = await call('GET', '/v1/payouts?status=completed');
    expect(payouts?.['items']).toMatchObject([{ net_amount: '131.00' }, { net_amount: '99.00' }]);
    expect(await balance()).toMatchObject({ available: '8930.00' });
  });

  it('rounds the tax of an invoice to whole units, also when a draft changes to it', async () => {
    const items = [{ description: 'Tea', quantity: 1, unit_amount: '10.00', tax_rate: '12.50' }];
    const body = { customer: { name: 'Rudo' }, items, due_date: '2030-01-31' };
    const { data: draft } = await call('POST', '/v1/invoices', { ...body, currency: 'USD' });

    const changed = await call('PATCH', `/v1/invoices/${draft?.['id']}`, { currency: 'XTS' });

    expect(draft).toMatchObject({ tax: '1.25', total: '11.25' });
    expect(changed).toMatchObject({ status: 200, data: { currency: 'XTS', tax: '1.00', total: '11.00' } });
  });

  it.each([
    ['a checkout', 'POST', '/v1/checkout/create', () => aCheckout('10.50')],
    ['a payout', 'POST', '/v1/payouts/request', () => aPayout('bank_transfer', '10.50')],
    [
      'a payment link',
      'POST',
      '/v1/payment-links',
      () => ({ amount: '10.50', currency: 'XTS', title: 'Tea' }),
    ],
    ['a refund', 'POST', '/v1/transactions/:payment/refund', () => ({ amount: '10.50' })],
  ] as const)('refuses %s of 10.50', async (_, method, path, body) => {
    const id = path.includes(':payment') ? await paid('50.00') : '';

    expect(await call(method, path.replace(':payment', id), body())).toMatchObject(refused);
  });

  it('refuses a draft in it whose lines have parts of a unit', async () => {
    const items = [{ description: 'Tea', quantity: 2, unit_amount: '0.50' }];
    const body = { customer: { name: 'Rudo' }, items, due_date: '2030-01-31' };
    const { data: draft } = await call('POST', '/v1/invoices', { ...body, currency: 'USD' });

    expect(await call('POST', '/v1/invoices', { ...body, currency: 'XTS' })).toMatchObject(refused);
    expect(await call('PATCH', `/v1/invoices/${draft?.['id']}`, { currency: 'XTS' })).toMatchObject(refused);
  });

  it('refuses a payout that leaves nothing, and a wallet that does not take it', async () => {
    expect(await call('POST', '/v1/payouts/request', aPayout('bank_transfer', '1.00'))).toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
      details: { minimum: '2.00' },
    });
    expect(await call('POST', '/v1/payouts/request', aPayout('mobile_money', '10.00'))).toMatchObject({
      code: 'WALLET_NOT_AVAILABLE',
    });
  });

  it('leaves a ledger in which `mps ledger audit` finds nothing wrong', async () => {
    const { stdout } = await run('src/cli/index.mjs', 'ledger', 'audit', '--json');

    expect(JSON.parse(stdout)).toEqual({ rows: [] });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../../generated/operations.ts';
import { dailyJobs } from '../../../../src/app/job-handlers.ts';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { createTrafficRecorder } from '../../../../src/domain/merchants/traffic/record-traffic.ts';
import { Tallies } from '../../../../src/domain/merchants/traffic/tallies.ts';
import { merchantId, type Principal } from '../../../../src/engine/principal.ts';
import type { Answered } from '../../../../src/platform/contract/answered.ts';
import { newest, operationIn } from '../../../../src/platform/contract/contract.ts';
import { namesIn } from '../../../../src/platform/contract/names.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { aCardCheckout } from '../../../support/builders/build.ts';
import { soon } from '../../../support/checks/soon.ts';
import { type App, startApp } from '../../../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

function call({ secretKey }: CreatedMerchant, method: string, path: string, body?: unknown) {
  return fetch(`${app.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function rowsOf({ merchantId: id }: CreatedMerchant) {
  return app.database.asOwner(
    'SELECT * FROM sandbox.app_traffic WHERE merchant_id = $1 ORDER BY operation, by_header',
    [id],
  );
}

/** What is stored once all these calls are written. */
async function recorded(merchant: CreatedMerchant, calls: number) {
  return await soon(async () => {
    const rows = await rowsOf(merchant);
    expect(rows.reduce((sum, row) => sum + Number(row['calls']), 0)).toBe(calls);
    return rows;
  });
}

/** An answered call, as the dispatcher tells of it. */
function aCall(about: Partial<Answered<Principal>> & { readonly appId?: string } = {}): Answered<Principal> {
  const { appId = newId(), ...others } = about;
  return {
    principal: { merchantId: merchantId(newId()), appId, mode: 'sandbox' } as Principal,
    operation: operationIn(newest, 'createCheckout'),
    version: '2026-01-01',
    byHeader: false,
    names: { fields: ['amount'], parameters: [] },
    code: undefined,
    ...others,
  };
}

describe('the recorded traffic', () => {
  it('adds up calls by app, operation, version and day, with the names that they used', async () => {
    const merchant = await app.aMerchant();
    await call(merchant, 'POST', '/v1/checkout/create', aCardCheckout());
    await call(merchant, 'POST', '/v1/checkout/create', { amount: 'much', unknown: 1 });
    await call(merchant, 'GET', '/v1/transactions?limit=2&tea=1');
    await call(merchant, 'POST', '/v1/invoices', {
      items: [{ description: 'Tea', quantity: 1 }, { unit_amount: 'x' }],
    });

    const rows = await recorded(merchant, 4);

    const day = new Date().toISOString().slice(0, 10);
    const [checkouts, invoices, lists] = rows;
    expect(rows.map((row) => [row['operation'], row['calls'], row['failures'], row['by_header']])).toEqual([
      ['createCheckout', '2', '1', false],
      ['createInvoice', '1', '1', false],
      ['listTransactions', '1', '0', false],
    ]);
    expect(checkouts).toMatchObject({ app_id: merchant.appId, api_version: '2026-01-01', parameters: [] });
    expect(new Date(String(checkouts?.['last_at'])).toISOString().slice(0, 10)).toBe(day);
    expect(checkouts?.['fields']).toEqual(Object.keys(aCardCheckout()).toSorted());
    expect(checkouts?.['codes']).toHaveLength(1);
    expect(invoices?.['fields']).toEqual([
      'items',
      'items[].description',
      'items[].quantity',
      'items[].unit_amount',
    ]);
    expect(lists).toMatchObject({ fields: [], parameters: ['limit'] });
  });

  it('contains no value of a request, in a known field or an unknown one', async () => {
    const merchant = await app.aMerchant();
    const secrets = ['4242424242424242', 'rudo@example.test', '0771234567', 'cvv-999', 'Bearer-tail'];
    const [card, email, phone, cvv, tail] = secrets;
    const body = { ...aCardCheckout(), customerEmail: email, customerPhone: phone, description: card };
    await call(merchant, 'POST', '/v1/checkout/create', { ...body, [card ?? '']: cvv, cardNumber: card });
    await call(merchant, 'POST', '/v1/checkout/create', [card, { amount: { [email ?? '']: phone } }]);
    await call(merchant, 'GET', `/v1/transactions?search=${card}&${tail}=${email}`);
    await call(merchant, 'GET', `/v1/transactions/${card}`);
    await recorded(merchant, 4);

    const text = JSON.stringify(await rowsOf(merchant));

    expect(text).toContain('customerEmail');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('does not count the defaults that the contract fills in', async () => {
    const merchant = await app.aMerchant();
    await call(merchant, 'POST', '/v1/events/recover', { from_date: '2026-01-01' });

    const [row] = await recorded(merchant, 1);

    expect(row).toMatchObject({ operation: 'recoverEvents', failures: '0', fields: ['from_date'] });
  });

  it('is complete after the database refused it for a while, and no call fails meanwhile', async () => {
    const merchant = await app.aMerchant();
    await app.database.asOwner(`CREATE FUNCTION public.full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`);
    await app.database.asOwner(
      'CREATE TRIGGER "full" BEFORE INSERT ON sandbox.app_traffic EXECUTE FUNCTION public.full()',
    );
    const said = () =>
      app.lines.filter((line) => line.includes('recording the traffic of apps failed')).length;

    const statuses = [(await call(merchant, 'GET', '/v1/account/balance')).status];
    await soon(() => expect(said()).toBe(1));
    statuses.push((await call(merchant, 'GET', '/v1/account/balance')).status);
    const none = await rowsOf(merchant);
    await app.database.asOwner('DROP FUNCTION public.full() CASCADE');

    expect([statuses, none]).toEqual([[200, 200], []]);
    await recorded(merchant, 2);
  });

  it('is kept by the resets of the sandbox', async () => {
    const merchant = await app.aMerchant();
    await call(merchant, 'GET', '/v1/account/balance');
    await recorded(merchant, 1);

    const reset = await call(merchant, 'POST', operations.resetSandbox.path);
    await recorded(merchant, 2);
    await app.database.asOwner(`SELECT sandbox.reset_everyone('2199-01-01')`);

    expect(reset.status).toBe(200);
    expect((await rowsOf(merchant)).map(({ operation }) => operation)).toEqual([
      'getBalance',
      'resetSandbox',
    ]);
  });

  it('is forgotten after 90 days', async () => {
    const merchant = await app.aMerchant();
    await call(merchant, 'GET', '/v1/account/balance');
    await recorded(merchant, 1);
    const older = async (days: number) => {
      await app.database.asOwner(
        `UPDATE sandbox.app_traffic SET day = (now() AT TIME ZONE 'UTC')::date - $1::int WHERE merchant_id = $2`,
        [days, merchant.merchantId],
      );
      await dailyJobs['traffic.forget'](app.service.contexts.sandbox, AbortSignal.timeout(60_000));
      return (await rowsOf(merchant)).length;
    };

    expect([await older(90), await older(91)]).toEqual([1, 0]);
  });
});

describe('two processes', () => {
  it('add up their calls of one app, written at the same time', async () => {
    const { contexts } = app.service;
    const [one, other] = [createTrafficRecorder(contexts), createTrafficRecorder(contexts)];
    const apps = Array.from({ length: 40 }, () => aCall());
    for (const known of apps) for (let nth = 0; nth < 3; nth += 1) one.note(known);
    for (const known of apps.toReversed())
      other.note({ ...known, names: { fields: ['currency'], parameters: [] }, code: 'NOT_FOUND' });

    await Promise.all([one.stop(), other.stop()]);

    const rows = await app.database.asOwner(
      'SELECT DISTINCT calls, failures, fields, codes, count(*) OVER ()::int AS of FROM sandbox.app_traffic WHERE app_id = ANY ($1)',
      [apps.map(({ principal }) => principal.appId)],
    );
    expect(rows).toEqual([
      { calls: '4', failures: '1', fields: ['amount', 'currency'], codes: ['NOT_FOUND'], of: 40 },
    ]);
  });
});

describe('what is kept in memory', () => {
  it('is bounded, however many apps call, and the rest is counted as lost', () => {
    const tallies = new Tallies();
    for (let nth = 0; nth < 6000; nth += 1) tallies.add(aCall(), new Date());
    const taken = tallies.take();
    tallies.giveBack(taken);
    for (let nth = 0; nth < 10; nth += 1) tallies.add(aCall(), new Date());

    expect([taken.length, tallies.take().length, tallies.takeLost(), tallies.takeLost()]).toEqual([
      5000, 5000, 1010, 0,
    ]);
  });

  it('does not grow with fields that the contract does not know', () => {
    const { fields } = operationIn(newest, 'createInvoice');
    const unknown = Object.fromEntries(Array.from({ length: 4000 }, (_, nth) => [`field${nth}`, nth]));
    const body = {
      ...unknown,
      items: [unknown, { description: 'Tea', '[]': { quantity: 1 } }],
      '[]': 1,
      ['__proto__']: 1,
    };

    expect(namesIn(fields, body, '/v1/invoices?limit=1').fields).toEqual(['items', 'items[].description']);
  });
});

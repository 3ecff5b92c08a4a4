import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidIn } from '../../../../../../src/platform/ids.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { type Client, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

const path = '/dashboard/test/requests';

let office: Office;
let viewer: Client;
beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  viewer = await office.as('viewer');
  await Promise.all(calls.map((call) => noted(office.merchant, call)));
});
afterAll(() => office.stop());

type Call = {
  readonly daysAgo: number;
  readonly operation: string;
  readonly version?: string;
  readonly byHeader?: boolean;
  readonly calls: number;
  readonly codes?: readonly string[];
  readonly failures?: number;
};

const calls: readonly Call[] = [
  { daysAgo: 3, operation: 'createCheckout', calls: 40, failures: 2, codes: ['INVALID_AMOUNT'] },
  {
    daysAgo: 4,
    operation: 'createCheckout',
    calls: 20,
    failures: 1,
    codes: ['INVALID_AMOUNT', 'VALIDATION_ERROR'],
  },
  { daysAgo: 4, operation: 'listTransactions', calls: 7, byHeader: true },
  { daysAgo: 5, operation: 'operationThatWentAway', calls: 3, version: '2025-06-01' },
];

const dayOf = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Writes what the recorder of traffic would have written on another day. */
async function noted(
  { merchantId, appId }: { merchantId: string; appId: string },
  call: Call,
): Promise<void> {
  const { daysAgo, operation, version = '2026-01-01', byHeader = false, failures = 0, codes = [] } = call;
  await office.app.database.asOwner(
    `INSERT INTO sandbox.app_traffic
       (merchant_id, app_id, day, operation, api_version, by_header, calls, failures, fields, parameters, codes, last_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', '{}', $9, now())`,
    [merchantId, appId, dayOf(daysAgo), operation, version, byHeader, call.calls, failures, codes],
  );
}

/** The cells of each row of the list. */
function rowsOf({ text }: Shown): readonly string[] {
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(text) ?? [];
  return body
    .split('</tr>')
    .map((row) =>
      row
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((row) => row !== '');
}

describe('the API log', () => {
  it('shows the calls of each day, the newest first, with how many failed and with which codes', async () => {
    const shown = await viewer.open(path);
    const rows = rowsOf(shown);

    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(
      new RegExp(`^${dayOf(3)} createCheckout 2026-01-01 pinned by the app 40 2 5.0 % INVALID_AMOUNT `),
    );
    expect(rows[1]).toContain(`${dayOf(4)} listTransactions 2026-01-01 named in the header 7 0 0.0 % –`);
    expect(rows[2]).toContain('20 1 5.0 % INVALID_AMOUNT , VALIDATION_ERROR');
    expect(shown.text).toContain('href="/docs/operations/checkout/createCheckout"');
    expect(shown.text).toContain('href="/docs/errors/INVALID_AMOUNT"');
    expect(shown.text).not.toContain('operation/operationThatWentAway');
  });

  it('has a call that was just made, within seconds', async () => {
    const { merchantId, secretKey } = await office.app.aMerchant();
    const { email, password } = await office.aPerson({ role: 'developer', merchantId });
    const developer = office.aBrowser();
    await developer.signIn(email, password);
    const before = await developer.open(path);
    await fetch(`${office.app.baseUrl}/v1/checkout/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: '{"amount":"nothing"}',
    });

    expect(plain(before)).toContain('No calls match.');
    await soon(async () => {
      expect(rowsOf(await developer.open(path))[0]).toMatch(/createCheckout .* 1 1 100.0 % INVALID_AMOUNT/);
    });
  });

  it.each([
    ['operation=listTransactions', ['listTransactions']],
    ['code=VALIDATION_ERROR', ['createCheckout']],
    ['outcome=failed', ['createCheckout', 'createCheckout']],
    ['version=2026-01-01', ['createCheckout', 'listTransactions', 'createCheckout']],
    [`from=${dayOf(4)}&to=${dayOf(4)}`, ['listTransactions', 'createCheckout']],
    [`to=${dayOf(5)}`, ['operationThatWentAway']],
    ['operation=listTransactions&outcome=failed', []],
    ["operation=x'%20OR%201=1&version=old&code=[]&from=2026-02-31&page=x~y", ['', '', '', '']],
  ])('is filtered by its address: %s', async (query, found) => {
    const rows = rowsOf(await viewer.open(`${path}?${query}`));

    expect(rows).toHaveLength(found.length);
    for (const [at, operation] of found.entries()) expect(rows[at]).toContain(operation);
  });

  it('adds up by operation, those with the most calls first', async () => {
    const rows = rowsOf(await viewer.open(`${path}?group=operation`));

    expect(rows[0]).toMatch(/^createCheckout 60 3 5.0 % 2 INVALID_AMOUNT , VALIDATION_ERROR 2026-01-01 /);
    expect(rows.map((row) => row.split(' ')[0])).toEqual([
      'createCheckout',
      'listTransactions',
      'operationThatWentAway',
    ]);
  });

  it('adds up by code, and says what it does not count', async () => {
    const shown = await viewer.open(`${path}?group=code`);
    const [one = '', two = ''] = rowsOf(shown).toSorted();

    expect(one).toMatch(/^INVALID_AMOUNT 60 3 5.0 % 2 createCheckout 2026-01-01 /);
    expect(two).toMatch(/^VALIDATION_ERROR 20 1 5.0 % 1 createCheckout 2026-01-01 /);
    expect(plain(shown)).toContain('how many failed with this very code is not counted');
    expect(rowsOf(await viewer.open(`${path}?group=code&code=INVALID_AMOUNT`))).toHaveLength(1);
  });

  it('has pages that lose no row and show none twice', async () => {
    const merchant = await office.app.aMerchant();
    const { email, password } = await office.aPerson({ role: 'owner', merchantId: merchant.merchantId });
    const owner = office.aBrowser();
    await owner.signIn(email, password);
    const days = Array.from({ length: 80 }, (_, daysAgo) => daysAgo);
    for (const daysAgo of days)
      for (const byHeader of [true, false])
        await noted(merchant, { daysAgo, operation: 'getBalance', byHeader, calls: 1 });
    const seen: string[] = [];
    let at: string | undefined = path;
    while (at !== undefined) {
      const shown: Shown = await owner.open(at);
      seen.push(...rowsOf(shown).map((row) => row.split(' 1 0 ')[0] ?? ''));
      at = /<a href="([^"]*)" rel="next">/.exec(shown.text)?.[1]?.replaceAll('&amp;', '&');
    }

    expect(seen).toHaveLength(160);
    expect(new Set(seen).size).toBe(160);
    const inOrder = seen.map((row) => row.slice(0, 10));
    expect(inOrder).toEqual(inOrder.toSorted().toReversed());
  });

  it('shows nothing of an app of another merchant', async () => {
    const other = await office.app.aMerchant();
    await noted(other, { daysAgo: 3, operation: 'listRefunds', calls: 987_654 });
    for (const group of ['day', 'operation', 'code']) {
      const { status, text } = await viewer.open(`${path}?app=app_${uuidIn(other.appId)}&group=${group}`);

      expect(status).toBe(200);
      expect(text).not.toContain('987654');
    }
    expect(rowsOf(await (await office.stranger()).open(path))).toEqual([]);
  });

  it('says of which app and by what it shows the calls when nothing was chosen', async () => {
    const owner = await office.as('owner');
    await owner.submit(await owner.open('/dashboard/test/apps/new'), '/apps/new', { name: 'Second app' });
    const { text } = await viewer.open(path);
    const choices = ['app', 'group'].map((name) => {
      const [, options = ''] = new RegExp(`name="${name}">(.*?)</select>`).exec(text) ?? [];
      return options
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
    });

    const [, second = ''] = /value="(app_\w+)"/.exec(text) ?? [];

    expect(choices).toEqual(['Corner Shop Second app', 'By day By operation By code']);
    expect(rowsOf(await viewer.open(`${path}?app=${second}`))).toEqual([]);
  });

  it('asks whoever has no live app to create one', async () => {
    const owner = await office.as('owner');
    const shown = await owner.open('/dashboard/live/requests');

    expect(plain(shown)).toContain('You have no app in this mode yet.');
    expect(shown.text).toContain('href="/dashboard/live/apps/new"');
  });
});

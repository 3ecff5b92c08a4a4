import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { notifyOfVersions } from '../../../src/domain/merchants/versions/notify.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { madeUpReleases } from './releases.ts';
import { afterReleases, aPinnedKey, type Running } from './services.ts';

/** The first version of the made-up releases is deprecated on one day and retired on another. The tests turn the day. */
const notice = { deprecated: '2098-03-31', retired: '2098-10-31' };
const [first, second] = ['2026-01-01', '2098-01-01'] as const;

let app: App;
let merchant: CreatedMerchant;
let release: Running;
let today: Date;
let versions: ReturnType<typeof versionChain>;
/** As if the end was put off by a release that came later. */
let putOff: typeof versions;
const later = { ...notice, retired: '2099-03-31' };
const keys = new Map<string, string>();
beforeAll(async () => {
  const releases = await madeUpReleases({ [first]: notice });
  versions = versionChain(releases, () => today);
  putOff = versionChain(
    releases.map((one) => (one.date === first ? { ...one, notice: later } : one)),
    () => today,
  );
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
  for (const version of [first, second]) keys.set(version, await aPinnedKey(app, merchant, version));
  release = await afterReleases(app, releases, () => today);
});
afterAll(async () => {
  release.close();
  await app.stop();
});

const on = (day: string) => {
  today = new Date(day);
};

async function profile(pin: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${release.url}/v1/account/profile`, {
    headers: { authorization: `Bearer ${keys.get(pin)}`, ...headers },
  });
  const { data, code } = (await response.json()) as {
    readonly code?: string;
    readonly data?: { readonly app: Readonly<Record<string, unknown>> };
  };
  const said = Object.fromEntries(
    ['service-version', 'deprecation', 'sunset', 'link'].map((name) => [name, response.headers.get(name)]),
  );
  return { status: response.status, code, said, app: data?.app };
}

/** The daily job of that day, as both modes run it, and as a second process does at the same time. */
async function daily(chain = versions): Promise<void> {
  const { sandbox, live } = app.service.contexts;
  await Promise.all(
    [sandbox, live, sandbox].map((ctx) => notifyOfVersions({ ...ctx, versions: chain }, undefined, today)),
  );
}

async function audited(): Promise<readonly unknown[]> {
  const rows = await app.database.asOwner(
    `SELECT a.name, c.action, c.details, c.operator FROM platform.operator_changes c JOIN platform.api_apps a ON a.id = c.app_id
     WHERE c.merchant_id = $1 AND a.name = $2 AND c.operator = 'versions.notify' ORDER BY c.change_id`,
    [merchant.merchantId, first],
  );
  return rows.map(({ name, action, details, operator }) => ({ name, action, operator, details }));
}

const sent = (months: number) => ({
  name: first,
  action: 'version.notice',
  operator: 'versions.notify',
  details: { version: first, months, ...notice, successor: second },
});

describe('the end of a version', () => {
  it('is not taken as announced if the process stops before', async () => {
    on('2098-03-31T00:00:00Z');
    const { live } = app.service.contexts;

    const stopped = notifyOfVersions({ ...live, versions }, AbortSignal.abort(), today);

    // The daily job then runs again.
    await expect(stopped).rejects.toThrow('aborted');
    expect(await audited()).toEqual([]);
  });

  it('is not mentioned before its notice', async () => {
    on('2098-03-30T23:59:59Z');
    await daily();

    const { said, app: shown } = await profile(first);

    expect(said).toEqual({ 'service-version': first, deprecation: null, sunset: null, link: null });
    expect(shown).not.toHaveProperty('version_notice');
    expect(await audited()).toEqual([]);
  });

  it('is in the headers and the profile from the day of its notice', async () => {
    on('2098-03-31');
    await daily();

    const [old, current, asked] = [
      await profile(first),
      await profile(second),
      await profile(second, { 'service-version': first }),
    ];

    expect(old.said).toEqual({
      'service-version': first,
      deprecation: `@${Date.UTC(2098, 2, 31) / 1000}`,
      sunset: 'Fri, 31 Oct 2098 00:00:00 GMT',
      link: `</docs/changelog#${first}>; rel="deprecation"; type="text/html", </docs/changelog#${first}>; rel="sunset"; type="text/html"`,
    });
    expect(asked.said).toEqual(old.said);
    expect(current.said).toMatchObject({ 'service-version': second, deprecation: null });
    expect(old.app).toMatchObject({ api_version: first, version_notice: { ...notice, successor: second } });
    expect(current.app).not.toHaveProperty('version_notice');
    expect(await audited()).toEqual([]);
  });

  it('is in the headers of refusals too, once the version of the caller is known', async () => {
    const response = await fetch(`${release.url}/v1/transactions/txn_0`, {
      headers: { authorization: `Bearer ${keys.get(first)}` },
    });

    expect([response.status, response.headers.get('sunset')]).toEqual([404, 'Fri, 31 Oct 2098 00:00:00 GMT']);
  });

  it('is told to its apps 6, 3 and 1 months before, once each', async () => {
    const seen: unknown[] = [];
    for (const day of [
      '2098-04-29',
      '2098-04-30',
      '2098-05-01',
      '2098-07-31',
      '2098-09-29',
      '2098-09-30',
      '2098-10-30',
    ]) {
      on(day);
      await daily();
      seen.push([day, (await audited()).length]);
    }

    expect(seen).toEqual([
      ['2098-04-29', 0],
      ['2098-04-30', 1],
      ['2098-05-01', 1],
      ['2098-07-31', 2],
      ['2098-09-29', 2],
      ['2098-09-30', 3],
      ['2098-10-30', 3],
    ]);
    expect(await audited()).toEqual([sent(6), sent(3), sent(1)]);
  });

  it('is told again to the same apps when it is put off', async () => {
    on('2098-12-31');
    await daily(putOff);

    expect((await audited()).slice(3)).toEqual([
      { ...sent(3), details: { ...sent(3).details, retired: later.retired } },
    ]);
  });

  it('moves its apps to the oldest supported version on the day, also before the job runs', async () => {
    on('2098-10-31');
    const at = { 'content-type': 'application/json', authorization: `Bearer ${keys.get(first)}` };
    const { merchantTransactionId: reference, ...others } = aCardCheckout();

    const before = await profile(first);
    const opened = await fetch(`${release.url}/v1/checkout/create`, {
      method: 'POST',
      headers: at,
      body: JSON.stringify({ ...others, reference }),
    });
    await daily();
    const after = await profile(first);

    expect([before.said['service-version'], before.app?.['api_version']]).toEqual([second, second]);
    expect([opened.status, opened.headers.get('service-version')]).toEqual([201, second]);
    expect([after.said['service-version'], after.app?.['api_version']]).toEqual([second, second]);
    const [moved, ...more] = (await audited()).slice(4);
    expect(moved).toEqual({
      name: first,
      action: 'app.set',
      operator: 'versions.notify',
      details: { api_version: { before: first, after: second } },
    });
    expect(more).toEqual([]);
    const [row] = await app.database.asOwner(
      'SELECT api_version FROM platform.api_apps WHERE name = $1 AND merchant_id = $2',
      [first, merchant.merchantId],
    );
    expect(row).toEqual({ api_version: second });
  });

  it('makes its date in a header 400', async () => {
    const refused = await profile(second, { 'service-version': first });

    expect([refused.status, refused.code]).toEqual([400, 'UNSUPPORTED_VERSION']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionChain } from '../../../src/versions/chain.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { getAvailable } from './changes.ts';
import { madeUpReleases } from './releases.ts';
import { aPinnedKey } from './services.ts';

const unreadable = (): never => {
  throw new TypeError('a change met a body that it does not know');
};

let app: App;
let key: string;
beforeAll(async () => {
  const releases = await madeUpReleases();
  const broken = {
    title: 'Translate no answer',
    touches: ['createCheckout'],
    response: { up: unreadable, down: unreadable },
  } as const;
  const versions = versionChain(
    releases.map((one) => (one.date === '2099-01-01' ? { ...one, changes: [...one.changes, broken] } : one)),
  );
  app = await startApp({ role: 'api', releases: { versions, removed: { getAvailable } } });
  key = await aPinnedKey(app, await app.aMerchant(), '2098-01-01');
});
afterAll(() => app.stop());

async function createCheckout(body: unknown) {
  const response = await fetch(`${app.baseUrl}/v1/checkout/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const { code }: { readonly code?: string } = Object(await response.json());
  return { status: response.status, version: response.headers.get('service-version'), code };
}

describe('a change that cannot translate', () => {
  it('leaves a refusal in the newest version, which the answer names', async () => {
    expect(await createCheckout({})).toEqual({
      status: 400,
      version: '2099-01-01',
      code: 'VALIDATION_ERROR',
    });
  });

  it('makes a success an internal error, and the service goes on', async () => {
    const { merchantTransactionId: reference, ...others } = aCardCheckout();

    expect(await createCheckout({ ...others, reference })).toEqual({
      status: 500,
      version: '2099-01-01',
      code: 'INTERNAL_ERROR',
    });
    expect(await createCheckout({})).toMatchObject({ status: 400 });
    expect(app.lines.join('')).toContain('a change of a version cannot translate a refusal');
  });
});
